//! Two readings side by side.

use std::collections::{HashMap, HashSet};

use super::{
    Bearing, Evidence, Reading, Side, Sign, Slip, Weight,
    spot::{Sight, Spot, Substance, path},
};

/// What each of two readings of the same bytes has that the other has not.
#[derive(Debug, Clone)]
pub struct Contrast {
    /// Of the old version.
    pub old: Vec<Weighed>,
    /// Of the new version.
    pub new: Vec<Weighed>,
}

/// Evidence and what it counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weighed {
    /// What is seen.
    pub evidence: Evidence,
    /// How much it counts against the reading; `None` when it does not.
    pub weight: Option<Weight>,
}

impl Contrast {
    /// Compares two readings of the same bytes.
    pub fn of(old: &Reading<'_>, new: &Reading<'_>) -> Self {
        Contrast { old: against(old, new), new: against(new, old) }
    }

    /// What one version has.
    pub fn side(&self, side: Side) -> &[Weighed] {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }

    /// The evidence that points one way, for a report.
    pub fn evidence(&self, side: Side, bearing: Bearing) -> impl Iterator<Item = &Evidence> {
        self.side(side).iter().map(|weighed| &weighed.evidence).filter(move |e| e.sign.bearing() == bearing)
    }
}

/// Faults that are one and the same seen from two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Class {
    Unreadable,
    Misfit,
    ControlText,
    EnumNumber,
    Required,
    Slip(u8),
    Name,
    Other(u8),
}

fn class(sign: &Sign) -> Class {
    match sign {
        Sign::Unreadable(_) => Class::Unreadable,
        Sign::UnknownField { .. } | Sign::WireType { .. } | Sign::NumberTooWide(_) => Class::Misfit,
        Sign::ControlText(_) => Class::ControlText,
        Sign::EnumNumber(_) => Class::EnumNumber,
        Sign::RequiredAbsent => Class::Required,
        Sign::NotCanonical(slip) => Class::Slip(match slip {
            Slip::OutOfOrder => 0,
            Slip::ExplicitDefault => 1,
            Slip::LongVarint => 2,
            Slip::SecondValue => 3,
            Slip::Packing => 4,
        }),
        Sign::OtherShape(_) | Sign::ForeignShape(_) | Sign::NameOfTheOther(_) | Sign::NameFits(_) => Class::Name,
        Sign::TwoMembers => Class::Other(0),
        Sign::Draft => Class::Other(1),
        Sign::TextIsMessage { .. } | Sign::BytesAreMessage { .. } | Sign::BeginsAsMessage => Class::Other(2),
        Sign::Canonical => Class::Other(3),
    }
}

/// What `mine` has and `other` has not, and what only both together show.
fn against(mine: &Reading<'_>, other: &Reading<'_>) -> Vec<Weighed> {
    let mut all = own(mine, other);
    all.extend(together(mine, other));
    all
}

fn own(mine: &Reading<'_>, other: &Reading<'_>) -> Vec<Weighed> {
    let others = other.evidence().iter().filter(|evidence| class(&evidence.sign) != Class::Name);
    let shared: HashSet<(usize, Class)> = others.map(|evidence| (evidence.offset, class(&evidence.sign))).collect();
    let weighed = mine.evidence().iter().filter_map(|evidence| {
        let weight = match Weight::of(&evidence.sign) {
            _ if !shared.contains(&(evidence.offset, class(&evidence.sign))) => weight_beside(evidence, other),
            Some(Weight::Hard) => Some(weight_if_shared(mine, evidence)?),
            _ => return None,
        };
        Some(Weighed { evidence: evidence.clone(), weight })
    });
    weighed.collect()
}

/// What shows when the spots of both are laid side by side.
fn together(mine: &Reading<'_>, other: &Reading<'_>) -> Vec<Weighed> {
    let my_names = names(mine);
    // A name that fits both says nothing; when some that fit were not noted, it cannot be known.
    let their_names = if mine.left_out.is_nothing() { names(other) } else { HashMap::new() };
    let mut found = Vec::new();
    let mut theirs = other.spots.iter().peekable();
    for (index, spot) in mine.spots.iter().enumerate() {
        while theirs.next_if(|their| their.offset < spot.offset).is_some() {}
        let Some(their) = theirs.peek().filter(|their| their.offset == spot.offset) else { continue };
        let sign = match (spot.sight, their.sight) {
            (Sight::Text, Sight::Message(Substance { fields: fields @ 1.., bytes })) => {
                Sign::TextIsMessage { fields, bytes }
            }
            (Sight::Bytes, Sight::Message(Substance { fields: fields @ 1.., .. })) => Sign::BytesAreMessage { fields },
            (Sight::Text | Sight::Bytes, Sight::Broken(1..)) => Sign::BeginsAsMessage,
            (Sight::Text, Sight::Text) if !my_names.contains_key(&spot.offset) => match their_names.get(&spot.offset) {
                Some(template) => Sign::NameOfTheOther((*template).to_owned()),
                None => continue,
            },
            _ => continue,
        };
        // Enough of a kind is enough: with so much of what weighs, a reading cannot win.
        let enough = if sign == Sign::BeginsAsMessage { Reading::MOST } else { 2 * Reading::MOST };
        if found.len() >= enough {
            continue;
        }
        let weight = Weight::of(&sign);
        let path = path(&mine.spots, Some(index));
        found.push(Weighed { evidence: Evidence { path, offset: spot.offset, sign }, weight });
    }
    found
}

/// The names that fit their shape, by offset.
fn names<'a>(reading: &'a Reading<'_>) -> HashMap<usize, &'a str> {
    let fits = reading.evidence().iter().filter_map(|evidence| match &evidence.sign {
        Sign::NameFits(template) => Some((evidence.offset, template.as_str())),
        _ => None,
    });
    fits.collect()
}

/// What a fault counts, given what the other version sees there. Bytes may hold anything, a damaged message too: that
/// one version cannot make sense of them is no evidence for the one that takes them as they are.
fn weight_beside(evidence: &Evidence, other: &Reading<'_>) -> Option<Weight> {
    let weight = Weight::of(&evidence.sign)?;
    let opaque = covering(&other.spots, evidence.offset).is_some_and(|spot| {
        let inside = spot.offset < evidence.offset || matches!(evidence.sign, Sign::Unreadable(_) | Sign::TwoMembers);
        spot.sight == Sight::Bytes && inside
    });
    Some(if opaque { weight.min(Weight::Weak) } else { weight })
}

/// What a hard fault counts that both versions have. Nothing, when it is a field of the outermost message that neither
/// knows yet and writers put where it belongs. All else is damage, or two versions that agree in not understanding what
/// they take for two different things.
fn weight_if_shared(mine: &Reading<'_>, evidence: &Evidence) -> Option<Weight> {
    let at_root =
        |evidence: &Evidence| covering(&mine.spots, evidence.offset).is_some_and(|spot| spot.parent.is_none());
    let in_order = || {
        let out_of_order = Sign::NotCanonical(Slip::OutOfOrder);
        !mine.evidence().iter().any(|other| other.sign == out_of_order && at_root(other))
    };
    let to_come = matches!(evidence.sign, Sign::UnknownField { .. }) && at_root(evidence) && in_order();
    (!to_come).then_some(Weight::Weak)
}

/// The last record that begins at or before an offset: the innermost one around it, as a reading sees it.
pub(super) fn covering<'a, 's>(spots: &'a [Spot<'s>], offset: usize) -> Option<&'a Spot<'s>> {
    spots.partition_point(|spot| spot.offset <= offset).checked_sub(1).and_then(|index| spots.get(index))
}
