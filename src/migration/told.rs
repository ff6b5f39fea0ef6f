//! What a manifest says about two schemas, in the words of pairing.

use std::collections::{HashMap, HashSet};

use super::{
    correspondence::{Correspondence, Line, MessagePair, Origin, Path, Unmatched, definition},
    manifest::{Manifest, Select, Via},
};
use crate::{
    pairing::{Fate, Gone, MethodName, Told, ToldField, Transform, Word},
    schema::{Definition, EnumId, FieldRef, MessageId, Schema},
};

/// Everything that bears on who became whom. Elements that the manifest names wrongly are left out.
pub(super) fn of(manifest: &Manifest, correspondence: &Correspondence, (old, new): (&Schema, &Schema)) -> Told {
    let mut told = Told { by: manifest.name.clone(), ..Told::default() };
    told.packages = manifest.packages.iter().map(|(from, to)| (from.value.clone(), to.value.clone())).collect();
    told.methods =
        correspondence.rpcs.iter().filter_map(|(from, to)| Some((method_name(from)?, method_name(to)?))).collect();
    types(&mut told, manifest, correspondence, (old, new));
    values(&mut told, manifest, old);
    for pair in correspondence.messages.iter().filter(|pair| primary(correspondence, old, new, pair)) {
        let fields = fields(pair, old, new);
        if fields.iter().any(Option::is_some) {
            told.fields.insert(pair.old, fields);
        }
    }
    told
}

fn method_name(text: &str) -> Option<MethodName> {
    let (service, method) = text.rsplit_once('.')?;
    Some(MethodName { service: service.to_owned(), method: method.to_owned() })
}

/// Whether it is the one of several old messages that the new message *is*: that of its name, else the first.
fn primary(correspondence: &Correspondence, old: &Schema, new: &Schema, pair: &MessagePair) -> bool {
    let of_its_name = |other: &&MessagePair| old[other.old].nested_name == new[other.new].nested_name;
    let first = correspondence.of_new(pair.new).find(of_its_name).or_else(|| correspondence.of_new(pair.new).next());
    first.is_some_and(|first| first.old == pair.old)
}

/// Types that have another name, and those that have no counterpart.
fn types(told: &mut Told, manifest: &Manifest, correspondence: &Correspondence, (old, new): (&Schema, &Schema)) {
    let mut enums_taken: HashSet<EnumId> = HashSet::new();
    for line in &manifest.types {
        let Ok(from) = definition(old, &line.old.value) else { continue };
        let to = match &line.new {
            Ok(name) => definition(new, &name.value),
            Err(reason) => {
                told.gone.insert(from, Gone::Because(reason.clone()));
                continue;
            }
        };
        match (from, to) {
            (Definition::Message(a), Ok(Definition::Message(b))) => match correspondence.pair(a, b) {
                Some(pair) if primary(correspondence, old, new, pair) => told.messages.push((a, b)),
                Some(_) => _ = told.gone.insert(from, Gone::MergedInto(new[b].nested_name.clone())),
                None => {}
            },
            (Definition::Enum(a), Ok(Definition::Enum(b))) if enums_taken.insert(b) => told.enums.push((a, b)),
            (Definition::Enum(_), Ok(Definition::Enum(b))) => {
                told.gone.insert(from, Gone::MergedInto(new[b].nested_name.clone()));
            }
            _ => {}
        }
    }
    told.fresh = manifest.new_types.iter().filter_map(|(name, _)| definition(new, &name.value).ok()).collect();
}

/// Values that have another name; one that is written as another and lost is not that one.
fn values(told: &mut Told, manifest: &Manifest, old: &Schema) {
    for table in &manifest.enums {
        let Ok(Definition::Enum(id)) = definition(old, &table.name.value) else { continue };
        let renamed = table.lines.iter().filter(|line| line.lost.is_none());
        let names =
            renamed.filter_map(|line| Some((line.value.value.clone(), line.written_as.as_ref()?.value.clone())));
        told.values.entry(id).or_default().extend(names);
    }
}

/// What the lines say about one old field.
#[derive(Default)]
struct Said<'c> {
    lines: Vec<&'c Line>,
    dropped: Option<&'c Unmatched>,
}

/// What is said about each field of the old message.
fn fields(pair: &MessagePair, old: &Schema, new: &Schema) -> Vec<Option<ToldField>> {
    let mut said: HashMap<usize, Said> = HashMap::new();
    let used = |line: &&Line| line.up.is_some() || line.down.is_some();
    for line in pair.lines.iter().filter(used) {
        if let (Some((index, _)), Origin::Manifest { .. }) = (own_field(&line.old, pair.old), &line.origin) {
            said.entry(index).or_default().lines.push(line);
        }
    }
    for unmatched in &pair.old_only {
        if let Some((index, Extent::Whole)) = own_field(&unmatched.path, pair.old) {
            said.entry(index).or_default().dropped = Some(unmatched);
        }
    }
    let of_field = |index: usize| said.get(&index).and_then(|said| field(said, index, pair, old, new));
    (0..old[pair.old].fields.len()).map(of_field).collect()
}

fn field(said: &Said<'_>, index: usize, pair: &MessagePair, old: &Schema, new: &Schema) -> Option<ToldField> {
    let (before, after) = (&old[pair.old].fields, &new[pair.new].fields);
    let whole = |line: &&&Line| matches!(own_field(&line.old, pair.old), Some((_, Extent::Whole)));
    let one_to_one = |line: &Line| match line.new.as_slice() {
        [to] => match own_field(to, pair.new) {
            Some((to, Extent::Whole)) => Some((to, word(line))),
            _ => None,
        },
        _ => None,
    };
    if let Some((to, word)) = said.lines.iter().filter(whole).find_map(|line| one_to_one(line)) {
        let goes_without_saying = after[to].name() == before[index].name() && word.transform.is_none();
        return (!goes_without_saying).then_some(ToldField::Is(to, word));
    }
    // A field that was wrapped or unwrapped under its name is itself, with another type.
    let to_its_name =
        |to: &Path| own_field(to, pair.new).is_some_and(|(to, _)| after[to].name() == before[index].name());
    if said.lines.iter().flat_map(|line| &line.new).any(to_its_name) {
        return None;
    }
    let places: Vec<String> = unique(said.lines.iter().flat_map(|line| &line.new).map(|path| path.display(new)));
    match (places.is_empty(), said.dropped) {
        (false, _) => Some(ToldField::Went(Fate::To { places, why: said.lines.iter().find_map(|line| why(line)) })),
        (true, Some(dropped)) => Some(ToldField::Went(Fate::Dropped(dropped.reason.clone()))),
        (true, None) => None,
    }
}

/// How much of a field a path takes.
#[derive(Clone, Copy, PartialEq)]
enum Extent {
    Whole,
    Part,
}

/// The member of a message that a path begins with, by its index.
fn own_field(path: &Path, message: MessageId) -> Option<(usize, Extent)> {
    let first = path.steps.first()?;
    let FieldRef::Member(of, index) = first.field else { return None };
    let extent = if path.steps.len() == 1 && first.select == Select::Whole { Extent::Whole } else { Extent::Part };
    (of == message).then_some((index, extent))
}

fn unique(places: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    places.filter(|place| seen.insert(place.clone())).collect()
}

fn why(line: &Line) -> Option<String> {
    match &line.origin {
        Origin::Manifest { why, .. } => why.clone(),
        Origin::SameName => None,
    }
}

fn word(line: &Line) -> Word {
    let leg = line.up.as_ref().or(line.down.as_ref());
    Word { why: why(line), transform: leg.and_then(|leg| transform(&leg.via)) }
}

/// What a transform does to the meaning of a value. What changes its type or its number shows by itself.
fn transform(via: &Via) -> Option<Transform> {
    match via {
        Via::Not => Some(Transform::Not),
        Via::ZeroIsUnset => Some(Transform::ZeroIsUnset),
        Via::MajorMinor => Some(Transform::MajorMinor),
        Via::Base64Text => Some(Transform::Base64Text),
        Via::Template(template) => {
            let (before, after) = template.around_its_variable()?;
            Some(Transform::Name { before, after })
        }
        Via::Copy | Via::First | Via::StructValue => None,
    }
}
