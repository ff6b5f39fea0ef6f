//! How much an old field and a new place speak of the same thing.

use std::mem::discriminant;

use super::{
    context::{Context, Version},
    slots::Slot,
};
use crate::{
    pairing::{Evidence, comment_similarity, name_similarity},
    schema::{Field, Kind},
};

const NAME_WEIGHT: f64 = 0.8;
const COMMENT_WEIGHT: f64 = 0.9;
/// A message or enum of the schema's own is a sign; scalars are used for everything.
const TYPE_WEIGHT: f64 = 0.4;
/// Below this, comments are alike because they are English.
const CHANCE: f64 = 0.35;

/// A likeness from 0 to 1 and what it is made of.
#[derive(Debug, Clone)]
pub(super) struct Likeness {
    pub score: f64,
    evidence: Vec<Said>,
}

#[derive(Debug, Clone)]
enum Said {
    Of(Evidence),
    /// The new field had a name that is alike.
    FormerName {
        name: String,
        score: f64,
    },
    SameName,
    /// Both have this message or enum type, and both have one or both have many.
    SameType(String),
}

impl Likeness {
    /// Between a field, under one of the names it could go by, and a place.
    pub(super) fn between(context: &Context<'_>, names: &[&str], old: &Field, slot: &Slot<'_>) -> Self {
        let best = |other: &str| names.iter().map(|name| name_similarity(name, other)).fold(0.0, f64::max);
        let qualified = slot.within.as_ref().map(|within| format!("{}_{}", within.name, slot.field.name()));
        let own = best(slot.field.name()).max(qualified.as_deref().map_or(0.0, best));
        let former = slot.former_name.map_or(0.0, best);
        let comment = comment_similarity(&old.element.comments.leading, &slot.field.element.comments.leading);
        let comment = if comment < CHANCE { 0.0 } else { comment };
        let mut evidence = Vec::new();
        if own >= former && own > 0.0 {
            evidence.push(if own == 1.0 && old.name() == slot.field.name() {
                Said::SameName
            } else {
                Said::Of(Evidence::Name(own))
            });
        } else if let Some(name) = slot.former_name.filter(|_| former > 0.0) {
            evidence.push(Said::FormerName { name: name.to_owned(), score: former });
        }
        if comment > 0.0 {
            evidence.push(Said::Of(Evidence::Comment(comment)));
        }
        let shared_type = shared_type(context, old, slot.field);
        let same_type = if shared_type.is_some() { TYPE_WEIGHT } else { 0.0 };
        evidence.extend(shared_type.map(Said::SameType));
        let score = 1.0 - (1.0 - own.max(former) * NAME_WEIGHT) * (1.0 - comment * COMMENT_WEIGHT) * (1.0 - same_type);
        Likeness { score, evidence }
    }

    pub(super) fn words(&self) -> String {
        let words: Vec<String> = self
            .evidence
            .iter()
            .map(|said| match said {
                Said::Of(evidence) => evidence.to_string(),
                Said::FormerName { name, score } => format!("similar to the former name `{name}` ({score:.2})"),
                Said::SameName => "same name".to_owned(),
                Said::SameType(name) => format!("same type `{name}`"),
            })
            .collect();
        if words.is_empty() { "nothing but the type".to_owned() } else { words.join(", ") }
    }
}

fn shared_type(context: &Context<'_>, old: &Field, new: &Field) -> Option<String> {
    let is_own = match old.value_kind() {
        Kind::Enum(id) => context.old.is_subject(&context.old[*id].element),
        kind => kind.message().is_some_and(|id| context.is_own(Version::Old, id)),
    };
    let is_shared = is_own
        && discriminant(&old.ty) == discriminant(&new.ty)
        && context.same_kind(old.value_kind(), new.value_kind());
    let package = &context.old[old.element.file].package;
    is_shared.then(|| context.old.kind_name(old.value_kind(), package).to_owned())
}
