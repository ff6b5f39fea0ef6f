//! Fields of a pair of messages: by number *and* by name.
//!
//! Every old field and every new field is in exactly one [`FieldPair`]. Beside that, [`FieldPairing::reused`] lists
//! the numbers that stand for another field now. The order of the decisions is that of [`pair_fields`].

use std::collections::HashMap;

use super::{
    Evidence, Fate, Pairing, SameType, ToldField, Word,
    similarity::{combined, comment_similarity, name_similarity},
    structure::can_carry,
};
use crate::schema::{Field, Kind, Schema};

const NAME_WEIGHT: f64 = 0.8;
const COMMENT_WEIGHT: f64 = 0.9;
const JSON_NAME_WEIGHT: f64 = 0.9;
const TYPE_WEIGHT: f64 = 0.4;
/// From here on two names at one number are one field.
const ENOUGH: f64 = 0.6;

/// What became of a field. Fields go by their index in the slices that were paired.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldPair {
    /// Same number, same name.
    Same {
        /// Index of the old field.
        old: usize,
        /// Index of the new field.
        new: usize,
    },
    /// Same name (or at least same JSON name), another number.
    Renumbered {
        /// Index of the old field.
        old: usize,
        /// Index of the new field.
        new: usize,
    },
    /// Same number, another name, and evidence that it is the same field.
    Renamed {
        /// Index of the old field.
        old: usize,
        /// Index of the new field.
        new: usize,
        /// From 0 to 1.
        score: f64,
        /// What speaks for it, strongest first.
        evidence: Vec<Evidence>,
    },
    /// A manifest says that they are one, whatever their numbers and names, and there is more to say than these do.
    Told {
        /// Index of the old field.
        old: usize,
        /// Index of the new field.
        new: usize,
        /// What else it says.
        word: Word,
    },
    /// Same number, same shape, and too little that speaks for it being the same field.
    Suspect {
        /// Index of the old field.
        old: usize,
        /// Index of the new field.
        new: usize,
        /// From 0 to 1: how little.
        score: f64,
        /// The little that speaks for it.
        evidence: Vec<Evidence>,
    },
    /// No new field is this one.
    Removed(usize),
    /// No old field is this one.
    Added(usize),
}

/// A number that stands for another field now.
#[derive(Debug, Clone, PartialEq)]
pub struct ReusedNumber {
    /// Index of the old field at that number.
    pub old: usize,
    /// Index of the new field at that number.
    pub new: usize,
    /// How it is known.
    pub why: ReuseReason,
    /// What a manifest says became of the old field.
    pub fate: Option<Fate>,
}

/// How it is known that a number is reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReuseReason {
    /// The old name lives on at this number.
    OldNameMovedTo(i32),
    /// The new name lived at this number before.
    NewNameCameFrom(i32),
    /// A manifest says that the old field is somewhere else, or nowhere.
    Told,
    /// Neither name nor type is the same.
    TypesDiffer,
}

/// The fields of two messages, paired.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FieldPairing {
    /// In the order of the old fields, then the added ones in theirs.
    pub pairs: Vec<FieldPair>,
    /// In the order of the old fields.
    pub reused: Vec<ReusedNumber>,
    /// For each old field its index on the new side.
    counterparts: Vec<Option<usize>>,
    /// What a manifest says became of old fields that no new field is.
    fates: HashMap<usize, Fate>,
}

impl FieldPairing {
    /// The new field that an old field is, whatever its number and name; a suspect is nobody's.
    pub fn counterpart_of_old(&self, index: usize) -> Option<usize> {
        self.counterparts.get(index).copied().flatten()
    }

    /// What a manifest says became of an old field that no new field is.
    pub fn fate_of_old(&self, index: usize) -> Option<&Fate> {
        self.fates.get(&index)
    }

    /// All fields that are on both sides: (old index, new index), in the order of the old fields.
    pub fn identities(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.counterparts.iter().enumerate().filter_map(|(old, new)| Some((old, (*new)?)))
    }
}

impl FieldPair {
    fn identity(&self) -> Option<(usize, usize)> {
        match self {
            FieldPair::Same { old, new }
            | FieldPair::Renumbered { old, new }
            | FieldPair::Renamed { old, new, .. }
            | FieldPair::Told { old, new, .. } => Some((*old, *new)),
            FieldPair::Suspect { .. } | FieldPair::Removed(_) | FieldPair::Added(_) => None,
        }
    }
}

/// Pairs two lists of fields, those of a message or those that extend one. What is `told` about an old field, by its
/// index, settles it. Of the others,
///
/// 1. the same name is the same field, at the same number or at another;
/// 2. a number whose old name lives elsewhere now, or whose new name lived elsewhere before, is reused: certain;
/// 3. a number whose types cannot carry one another is reused;
/// 4. what names, comments and types speak for is renamed;
/// 5. anything else is suspect where the types are the same, and reused where they are not;
/// 6. a field that found nobody is the new field with its JSON name, if that found nobody either: renumbered.
pub fn pair_fields<'f>(
    pairing: &Pairing,
    (old_schema, old): (&Schema, &[&'f Field]),
    (new_schema, new): (&Schema, &[&'f Field]),
    told: &[Option<ToldField>],
) -> FieldPairing {
    let by_name = |fields: &[&'f Field]| -> HashMap<&'f str, usize> {
        fields.iter().enumerate().map(|(i, f)| (f.name(), i)).collect()
    };
    let (old_by_name, new_by_name) = (by_name(old), by_name(new));
    let new_by_number: HashMap<i32, usize> = new.iter().enumerate().map(|(j, f)| (f.number, j)).collect();
    let mut result = FieldPairing::default();
    let told_of = |i: usize| told.get(i).and_then(Option::as_ref);
    let Settled { pairs: mut old_pairs, old_of: told_old, fates } = settled((old, new), told);
    result.fates = fates;
    let mut new_found: Vec<bool> = (0..new.len()).map(|j| told_old.contains_key(&j)).collect();

    for (i, field) in old.iter().enumerate() {
        let same_number = new_by_number.get(&field.number).copied();
        let told_at = old_pairs[i].as_ref().and_then(FieldPair::identity).map(|(_, j)| j);
        let open = told_of(i).is_none();
        let same_name = new_by_name.get(field.name()).copied().filter(|j| open && !told_old.contains_key(j));
        if let Some(j) = same_name {
            new_found[j] = true;
            old_pairs[i] = Some(if new[j].number == field.number {
                FieldPair::Same { old: i, new: j }
            } else {
                FieldPair::Renumbered { old: i, new: j }
            });
        }
        let Some(j) = same_number.filter(|&j| Some(j) != told_at.or(same_name)) else { continue };
        let same_name = same_name.or(told_at.filter(|&k| new[k].name() == field.name()));
        let came = old_by_name.get(new[j].name()).copied().filter(|&c| c != i && told_of(c).is_none());
        let reason = if let Some(moved) = same_name {
            Some(ReuseReason::OldNameMovedTo(new[moved].number))
        } else if let Some(came) = told_old.get(&j).copied().or(came) {
            Some(ReuseReason::NewNameCameFrom(old[came].number))
        } else if !open {
            Some(ReuseReason::Told)
        } else if !can_carry(pairing, (old_schema, field), (new_schema, new[j])) {
            Some(ReuseReason::TypesDiffer)
        } else {
            None
        };
        if let Some(why) = reason {
            let renamed_to = || told_at.filter(|_| why == ReuseReason::Told).map(|k| new[k].name().to_owned());
            let elsewhere = || renamed_to().map(|name| Fate::To { places: vec![name], why: None });
            let fate = result.fates.get(&i).cloned().or_else(elsewhere);
            result.reused.push(ReusedNumber { old: i, new: j, why, fate });
            continue;
        }
        let (score, evidence) = identity(pairing, (old_schema, field), (new_schema, new[j]));
        if score < ENOUGH && !same_shape(pairing, (old_schema, field), (new_schema, new[j])) {
            result.reused.push(ReusedNumber { old: i, new: j, why: ReuseReason::TypesDiffer, fate: None });
            continue;
        }
        new_found[j] = true;
        old_pairs[i] = Some(if score >= ENOUGH {
            FieldPair::Renamed { old: i, new: j, score, evidence }
        } else {
            FieldPair::Suspect { old: i, new: j, score, evidence }
        });
    }

    let new_by_json_name: HashMap<&str, usize> =
        new.iter().enumerate().map(|(j, f)| (f.json_name.as_str(), j)).collect();
    for (i, field) in old.iter().enumerate() {
        let pair = old_pairs[i].take().unwrap_or_else(|| {
            let same_json_name = new_by_json_name
                .get(field.json_name.as_str())
                .copied()
                .filter(|_| told_of(i).is_none())
                .filter(|&j| !new_found[j] && can_carry(pairing, (old_schema, field), (new_schema, new[j])));
            match same_json_name {
                Some(j) => {
                    new_found[j] = true;
                    FieldPair::Renumbered { old: i, new: j }
                }
                None => FieldPair::Removed(i),
            }
        });
        result.pairs.push(pair);
    }
    result.pairs.extend((0..new.len()).filter(|&j| !new_found[j]).map(FieldPair::Added));
    result.counterparts = vec![None; old.len()];
    for (i, j) in result.pairs.iter().filter_map(FieldPair::identity) {
        result.counterparts[i] = Some(j);
    }
    result
}

/// What is told about two lists of fields, with nobody in two pairs.
struct Settled {
    /// For each old field its pair.
    pairs: Vec<Option<FieldPair>>,
    /// The old field that a new one is.
    old_of: HashMap<usize, usize>,
    /// What became of old fields that no new field is.
    fates: HashMap<usize, Fate>,
}

/// Of several old fields that are told to be one new one, the first is.
fn settled((old, new): (&[&Field], &[&Field]), told: &[Option<ToldField>]) -> Settled {
    let mut settled = Settled { pairs: vec![None; old.len()], old_of: HashMap::new(), fates: HashMap::new() };
    for (i, told) in told.iter().enumerate().take(old.len()) {
        match told {
            Some(ToldField::Is(j, word)) if *j < new.len() => {
                if settled.old_of.contains_key(j) {
                    let places = vec![new[*j].name().to_owned()];
                    settled.fates.insert(i, Fate::To { places, why: word.why.clone() });
                } else {
                    settled.old_of.insert(*j, i);
                    settled.pairs[i] = Some(FieldPair::Told { old: i, new: *j, word: word.clone() });
                }
            }
            Some(ToldField::Went(fate)) => _ = settled.fates.insert(i, fate.clone()),
            Some(ToldField::Is(..)) | None => {}
        }
    }
    settled
}

/// Whether nothing but presence tells two types apart.
fn same_shape(pairing: &Pairing, (old_schema, old): (&Schema, &Field), (new_schema, new): (&Schema, &Field)) -> bool {
    std::mem::discriminant(&old.ty) == std::mem::discriminant(&new.ty)
        && SameType::same_kind(pairing, (old_schema, old.value_kind()), (new_schema, new.value_kind()))
}

/// How much speaks for two differently named fields at one number being one.
fn identity(
    pairing: &Pairing,
    (old_schema, old): (&Schema, &Field),
    (new_schema, new): (&Schema, &Field),
) -> (f64, Vec<Evidence>) {
    let name = name_similarity(old.name(), new.name());
    let comment = comment_similarity(&old.element.comments.leading, &new.element.comments.leading);
    let mut weighted =
        vec![(name * NAME_WEIGHT, Evidence::Name(name)), (comment * COMMENT_WEIGHT, Evidence::Comment(comment))];
    if old.json_name == new.json_name {
        weighted.push((JSON_NAME_WEIGHT, Evidence::JsonName(old.json_name.clone())));
    }
    if telling_type(old_schema, old.value_kind())
        && SameType::same_kind(pairing, (old_schema, old.value_kind()), (new_schema, new.value_kind()))
    {
        let type_name = old_schema.kind_name(old.value_kind(), &old_schema[old.element.file].package);
        weighted.push((TYPE_WEIGHT, Evidence::Type(type_name.to_owned())));
    }
    weighted.retain(|(weight, _)| *weight > 0.0);
    weighted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let score = combined(weighted.iter().map(|(weight, _)| *weight));
    (score, weighted.into_iter().map(|(_, evidence)| evidence).collect())
}

/// Scalars and library types such as `Struct` are used for everything; a type of the schema's own is a sign.
fn telling_type(schema: &Schema, kind: &Kind) -> bool {
    match kind {
        Kind::Scalar(_) | Kind::StandIn(_) => false,
        Kind::Enum(id) => schema.is_subject(&schema[*id].element),
        Kind::Message(id) | Kind::Group(id) => schema.is_subject(&schema[*id].element),
    }
}
