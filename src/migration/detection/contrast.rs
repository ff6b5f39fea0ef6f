//! Two readings side by side.

use std::collections::HashSet;

use super::{
    Evidence, Reading, Side, Sign, Slip, Weight,
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
        let horizon = old.horizon.min(new.horizon);
        Contrast { old: against(old, new, horizon), new: against(new, old, horizon) }
    }

    /// What one version has.
    pub fn side(&self, side: Side) -> &[Weighed] {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
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
fn against(mine: &Reading<'_>, other: &Reading<'_>, horizon: usize) -> Vec<Weighed> {
    let below = |evidence: &&Evidence| evidence.offset < horizon;
    let shared: HashSet<(usize, Class)> = other
        .evidence()
        .iter()
        .filter(|evidence| class(&evidence.sign) != Class::Name)
        .map(|evidence| (evidence.offset, class(&evidence.sign)))
        .collect();
    let mut all: Vec<Weighed> = mine
        .evidence()
        .iter()
        .filter(below)
        .filter_map(|evidence| {
            let weight = match Weight::of(&evidence.sign) {
                _ if !shared.contains(&(evidence.offset, class(&evidence.sign))) => weight_beside(evidence, other),
                Some(Weight::Hard) => Some(weight_if_shared(mine, evidence)?),
                _ => return None,
            };
            Some(Weighed { evidence: evidence.clone(), weight })
        })
        .collect();
    let names: std::collections::HashMap<usize, &str> = other
        .evidence()
        .iter()
        .filter_map(|evidence| match &evidence.sign {
            Sign::NameFits(template) => Some((evidence.offset, template.as_str())),
            _ => None,
        })
        .collect();
    let mine_fits: HashSet<usize> =
        mine.evidence().iter().filter(|e| matches!(e.sign, Sign::NameFits(_))).map(|e| e.offset).collect();
    let mut theirs = other.spots.iter().peekable();
    for (index, spot) in mine.spots.iter().enumerate().take_while(|(_, spot)| spot.offset < horizon) {
        while theirs.next_if(|their| their.offset < spot.offset).is_some() {}
        let Some(their) = theirs.peek().filter(|their| their.offset == spot.offset) else { continue };
        let sign = match (spot.sight, their.sight) {
            (Sight::Text, Sight::Message(Substance { fields: fields @ 1.., bytes })) => {
                Sign::TextIsMessage { fields, bytes }
            }
            (Sight::Bytes, Sight::Message(Substance { fields: fields @ 1.., .. })) => Sign::BytesAreMessage { fields },
            (Sight::Text | Sight::Bytes, Sight::Broken(1..)) => Sign::BeginsAsMessage,
            (Sight::Text, Sight::Text) if !mine_fits.contains(&spot.offset) => match names.get(&spot.offset) {
                Some(template) => Sign::NameOfTheOther((*template).to_owned()),
                None => continue,
            },
            _ => continue,
        };
        let weight = Weight::of(&sign);
        let evidence = Evidence { path: path(&mine.spots, Some(index)), offset: spot.offset, sign };
        all.push(Weighed { evidence, weight });
    }
    all
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

/// What a hard fault counts that both versions have: nothing in the outermost message, where it is a field that neither
/// knows yet. Further in, two versions may agree in not understanding what they take for two different things.
fn weight_if_shared(mine: &Reading<'_>, evidence: &Evidence) -> Option<Weight> {
    covering(&mine.spots, evidence.offset)?.parent.map(|_| Weight::Weak)
}

/// The last record that begins at or before an offset: the innermost one around it, as a reading sees it.
pub(super) fn covering<'a, 's>(spots: &'a [Spot<'s>], offset: usize) -> Option<&'a Spot<'s>> {
    spots.partition_point(|spot| spot.offset <= offset).checked_sub(1).and_then(|index| spots.get(index))
}
