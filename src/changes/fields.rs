//! Fields of a pair of messages, and extensions of one.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{ChangeKind, Detail, FieldRef, Finder, Reuse, Subject, options};
use crate::{
    pairing::{
        Sides, Word,
        fields::{FieldPair, FieldPairing, ReuseReason, pair_fields},
    },
    schema::{
        Field, FieldType, Kind, Message, MessageId, Packing, Presence, Scalar, Schema, Utf8, is_required_by_annotation,
    },
};

/// Options that are changes of their own kind.
const FACTS_OF_THEIR_OWN: &[&str] = &["(google.api.field_behavior)"];

/// The fields of one pair of messages: who they are and how to point at them.
struct Scope<'a> {
    messages: Sides<MessageId>,
    old: Vec<&'a Field>,
    new: Vec<&'a Field>,
    old_refs: Vec<FieldRef>,
    new_refs: Vec<FieldRef>,
}

impl Scope<'_> {
    fn both(&self, old: usize, new: usize) -> Subject {
        self.subject(Sides::Both { old: self.old_refs[old], new: self.new_refs[new] })
    }

    fn subject(&self, field: Sides<FieldRef>) -> Subject {
        Subject::Field { messages: self.messages, field }
    }
}

impl<'a> Finder<'a> {
    /// Everything about the fields of a pair of messages.
    pub(super) fn fields(&mut self, old_id: MessageId, new_id: MessageId) {
        let (old, new): (&'a Message, &'a Message) = (&self.old[old_id], &self.new[new_id]);
        let scope = Scope {
            messages: Sides::Both { old: old_id, new: new_id },
            old: old.fields.iter().collect(),
            new: new.fields.iter().collect(),
            old_refs: (0..old.fields.len()).map(|i| FieldRef::Member(old_id, i)).collect(),
            new_refs: (0..new.fields.len()).map(|i| FieldRef::Member(new_id, i)).collect(),
        };
        let pairing = self.pairing;
        let Some(fields) = pairing.fields_of(old_id, new_id) else { return };
        let oneofs = oneof_successors(old, new, fields);
        self.field_pairs(&scope, fields, &oneofs);
        self.oneofs(scope.messages, old, new, &oneofs);
        self.freed_numbers_and_names(&scope, fields, &new.reserved);
    }

    /// Extensions, grouped by the message they extend.
    pub(super) fn extensions(&mut self) {
        let (old_groups, new_groups) = (extensions_by_extendee(self.old), extensions_by_extendee(self.new));
        let mut claimed = BTreeSet::new();
        for (extendee, old_refs) in &old_groups {
            let (messages, new_name) = match self.old.message_named(extendee) {
                Some(old) => match self.pairing.new_message(old).or_else(|| self.new.message_named(extendee)) {
                    Some(new) => (Sides::Both { old, new }, self.new[new].element.full_name.as_str()),
                    None => (Sides::Old(old), extendee.as_str()),
                },
                None => continue, // a stand-in: nothing is known about its numbers
            };
            claimed.insert(new_name.to_owned());
            let new_refs = new_groups.get(new_name).map_or(&[][..], Vec::as_slice);
            self.extension_group(messages, old_refs, new_refs);
        }
        for (extendee, new_refs) in new_groups.iter().filter(|(name, _)| !claimed.contains(*name)) {
            if let Some(new) = self.new.message_named(extendee) {
                let messages = match self.old.message_named(extendee) {
                    Some(old) => Sides::Both { old, new },
                    None => Sides::New(new),
                };
                self.extension_group(messages, &[], new_refs);
            }
        }
    }

    fn extension_group(&mut self, messages: Sides<MessageId>, old_refs: &[FieldRef], new_refs: &[FieldRef]) {
        let (old, new): (&'a Schema, &'a Schema) = (self.old, self.new);
        let scope = Scope {
            messages,
            old: old_refs.iter().map(|r| r.get(old)).collect(),
            new: new_refs.iter().map(|r| r.get(new)).collect(),
            old_refs: old_refs.to_vec(),
            new_refs: new_refs.to_vec(),
        };
        // Several extensions of one message may share a simple name; it is the full one that JSON and code spell.
        let (old_named, new_named): (Vec<Field>, Vec<Field>) =
            (scope.old.iter().map(|f| fully_named(f)).collect(), scope.new.iter().map(|f| fully_named(f)).collect());
        let fields = pair_fields(
            self.pairing,
            (self.old, &old_named.iter().collect::<Vec<_>>()),
            (self.new, &new_named.iter().collect::<Vec<_>>()),
            &[],
        );
        self.field_pairs(&scope, &fields, &[]);
    }

    fn field_pairs(&mut self, scope: &Scope<'a>, fields: &FieldPairing, oneofs: &[Option<usize>]) {
        let taken_over: BTreeSet<usize> = fields.reused.iter().map(|r| r.old).collect();
        let taking_over: BTreeSet<usize> = fields.reused.iter().map(|r| r.new).collect();
        for pair in &fields.pairs {
            match pair {
                FieldPair::Same { old, new } => self.same_field(scope, *old, *new, oneofs),
                FieldPair::Renumbered { old, new } => {
                    self.add(ChangeKind::FieldRenumbered, scope.both(*old, *new), Detail::None);
                    self.same_field(scope, *old, *new, oneofs);
                }
                FieldPair::Renamed { old, new, score, evidence } => {
                    let detail = Detail::Identity { score: *score, evidence: evidence.clone() };
                    self.add(ChangeKind::FieldRenamed, scope.both(*old, *new), detail);
                    self.same_field(scope, *old, *new, oneofs);
                }
                FieldPair::Told { old, new, word } => {
                    self.told(scope, *old, *new, word);
                    self.same_field(scope, *old, *new, oneofs);
                }
                FieldPair::Suspect { old, new, score, evidence } => {
                    let detail = Detail::Identity { score: *score, evidence: evidence.clone() };
                    self.add(ChangeKind::FieldMeaningSuspect, scope.both(*old, *new), detail);
                }
                // A field whose number was taken over is reported as that.
                FieldPair::Removed(old) if taken_over.contains(old) => {}
                FieldPair::Removed(old) => {
                    let subject = scope.subject(Sides::Old(scope.old_refs[*old]));
                    let fate = fields.fate_of_old(*old).map_or(Detail::None, |fate| Detail::Fate(fate.clone()));
                    self.add(ChangeKind::FieldRemoved, subject.clone(), fate);
                    self.required_gone(subject, scope.old[*old]);
                }
                FieldPair::Added(new) => {
                    let subject = scope.subject(Sides::New(scope.new_refs[*new]));
                    if !taking_over.contains(new) {
                        self.add(ChangeKind::FieldAdded, subject.clone(), Detail::None);
                    }
                    self.required_come(subject, scope.new[*new]);
                }
            }
        }
        for reused in &fields.reused {
            let why = match reused.why {
                ReuseReason::OldNameMovedTo(number) => Reuse::OldNameMovedTo(number),
                ReuseReason::NewNameCameFrom(number) => Reuse::NewNameCameFrom(number),
                ReuseReason::Told => Reuse::Told,
                ReuseReason::TypesDiffer => Reuse::TypesDiffer,
            };
            let detail = match reused.fate.clone() {
                Some(fate) => Detail::ReuseTold { why, fate },
                None => Detail::Reuse(why),
            };
            self.add(ChangeKind::FieldNumberReused, scope.both(reused.old, reused.new), detail);
        }
    }

    /// What a manifest makes of two fields that names and numbers might not: another name, another number, or values
    /// that mean something else although readers find them.
    fn told(&mut self, scope: &Scope<'a>, i: usize, j: usize, word: &Word) {
        let (old, new) = (scope.old[i], scope.new[j]);
        let detail = Detail::Told(word.clone());
        if old.number != new.number {
            self.add(ChangeKind::FieldRenumbered, scope.both(i, j), detail.clone());
        }
        let renamed = old.name() != new.name();
        if renamed {
            self.add(ChangeKind::FieldRenamed, scope.both(i, j), detail.clone());
        }
        // Where readers look somewhere else they do not find it; a rename at the same number says it itself.
        let found_by_name = !renamed || old.json_name == new.json_name;
        let says_it_itself = renamed && old.number == new.number;
        if word.transform.is_some() && found_by_name && !says_it_itself {
            self.add(ChangeKind::FieldMeaningChanged, scope.both(i, j), detail);
        }
    }

    /// What may differ between two fields that are one and the same.
    fn same_field(&mut self, scope: &Scope<'a>, i: usize, j: usize, oneofs: &[Option<usize>]) {
        let (old, new) = (scope.old[i], scope.new[j]);
        let subject = scope.both(i, j);
        let type_changed = self.type_change(&subject, old, new);
        let oneof_changed = match (old.oneof, new.oneof) {
            (None, None) => false,
            (Some(before), Some(after)) => oneofs.get(before).copied().flatten() != Some(after),
            (Some(_), None) | (None, Some(_)) => true,
        };
        if oneof_changed {
            self.add(ChangeKind::FieldOneofChanged, subject.clone(), Detail::None);
        }
        if let (FieldType::Singular { presence: before, .. }, FieldType::Singular { presence: after, .. }) =
            (&old.ty, &new.ty)
        {
            if (*before == Presence::Required) != (*after == Presence::Required) {
                let detail = Detail::Required { on_the_wire: true };
                self.add(ChangeKind::FieldRequiredChanged, subject.clone(), detail);
            } else if before != after && !oneof_changed && !type_changed {
                self.add(ChangeKind::FieldPresenceChanged, subject.clone(), Detail::None);
            }
        }
        if is_required_by_annotation(old) != is_required_by_annotation(new) {
            let detail = Detail::Required { on_the_wire: false };
            self.add(ChangeKind::FieldRequiredChanged, subject.clone(), detail);
        }
        if old.name() == new.name() && old.json_name != new.json_name {
            let detail = Detail::Texts { old: old.json_name.clone(), new: new.json_name.clone() };
            self.add(ChangeKind::FieldJsonNameChanged, subject.clone(), detail);
        }
        if !type_changed || old.default.is_some() || new.default.is_some() {
            let (before, after) = (effective_default(self.old, old), effective_default(self.new, new));
            if before != after && before.is_some() && after.is_some() {
                let text = |schema: &Schema, field: &Field, number: Option<String>| {
                    enum_value_name(schema, field, number.as_deref()).or(number).unwrap_or_default()
                };
                let detail = Detail::Texts { old: text(self.old, old, before), new: text(self.new, new, after) };
                self.add(ChangeKind::FieldDefaultChanged, subject.clone(), detail);
            }
        }
        self.field_options(&subject, old, new);
    }

    /// Adds a change of type or cardinality; returns whether there is one.
    fn type_change(&mut self, subject: &Subject, old: &Field, new: &Field) -> bool {
        let same_kind = |a: &Kind, b: &Kind| self.pairing.same_kind((self.old, a), (self.new, b));
        let (other_cardinality, other_kind) = match (&old.ty, &new.ty) {
            (FieldType::Singular { kind: a, .. }, FieldType::Singular { kind: b, .. })
            | (FieldType::Repeated { kind: a, .. }, FieldType::Repeated { kind: b, .. }) => (false, !same_kind(a, b)),
            (FieldType::Map { key: k, value: a, .. }, FieldType::Map { key: l, value: b, .. }) => {
                (false, k != l || !same_kind(a, b))
            }
            (FieldType::Map { .. }, _) | (_, FieldType::Map { .. }) => (true, false),
            _ => (true, !same_kind(old.value_kind(), new.value_kind())),
        };
        if other_kind {
            let detail = Detail::Texts { old: self.old.type_name(old), new: self.new.type_name(new) };
            self.add(ChangeKind::FieldTypeChanged, subject.clone(), detail);
        }
        if other_cardinality {
            let detail = Detail::Texts { old: self.old.type_name(old), new: self.new.type_name(new) };
            self.add(ChangeKind::FieldCardinalityChanged, subject.clone(), detail);
        }
        other_kind || other_cardinality
    }

    fn field_options(&mut self, subject: &Subject, old: &Field, new: &Field) {
        let kind = ChangeKind::FieldOptionChanged;
        if let (FieldType::Repeated { packing: before, .. }, FieldType::Repeated { packing: after, .. }) =
            (&old.ty, &new.ty)
            && before != after
        {
            let text = |p: &Packing| Some((*p == Packing::Packed).to_string());
            let detail = Detail::Option { name: "packed".into(), old: text(before), new: text(after) };
            self.add(kind, subject.clone(), detail);
        }
        if old.utf8 != new.utf8 && holds_text(old) && holds_text(new) {
            let text = |utf8| Some(if utf8 == Utf8::Verify { "VERIFY" } else { "NONE" }.to_owned());
            let name = "features.utf8_validation".to_owned();
            self.add(kind, subject.clone(), Detail::Option { name, old: text(old.utf8), new: text(new.utf8) });
        }
        let behaviors = |field: &Field| -> Option<Vec<String>> {
            let list = field.options.get("(google.api.field_behavior)")?.as_array()?;
            Some(list.iter().filter(|v| *v != "REQUIRED").map(|v| v.as_str().unwrap_or_default().to_owned()).collect())
        };
        let (before, after) = (behaviors(old).unwrap_or_default(), behaviors(new).unwrap_or_default());
        if before != after {
            let text = |list: Vec<String>| (!list.is_empty()).then(|| list.join(", "));
            let name = "(google.api.field_behavior)".to_owned();
            self.add(kind, subject.clone(), Detail::Option { name, old: text(before), new: text(after) });
        }
        self.changes.extend(options::changes(kind, subject, &old.options, &new.options, FACTS_OF_THEIR_OWN));
    }

    fn required_gone(&mut self, subject: Subject, old: &Field) {
        if old.is_required() {
            self.add(ChangeKind::FieldRequiredChanged, subject, Detail::Required { on_the_wire: true });
        }
    }

    fn required_come(&mut self, subject: Subject, new: &Field) {
        if new.is_required() {
            self.add(ChangeKind::FieldRequiredChanged, subject, Detail::Required { on_the_wire: true });
        } else if is_required_by_annotation(new) {
            self.add(ChangeKind::FieldRequiredChanged, subject, Detail::Required { on_the_wire: false });
        }
    }

    /// Old numbers and names that no new field has and nothing keeps from being used again.
    fn freed_numbers_and_names(
        &mut self,
        scope: &Scope<'a>,
        fields: &FieldPairing,
        reserved: &crate::schema::Reserved,
    ) {
        let numbers: HashSet<i32> = scope.new.iter().map(|f| f.number).collect();
        let names: HashSet<&str> = scope.new.iter().map(|f| f.name()).collect();
        let removed: HashSet<usize> =
            fields.pairs.iter().filter_map(|p| if let FieldPair::Removed(i) = p { Some(*i) } else { None }).collect();
        for (i, field) in scope.old.iter().enumerate() {
            let subject = scope.subject(Sides::Old(scope.old_refs[i]));
            let number_in_use = numbers.contains(&field.number);
            if !number_in_use && !reserved.numbers.contains(field.number) {
                self.add(ChangeKind::NumberNotReserved, subject.clone(), Detail::None);
            }
            if removed.contains(&i) && !names.contains(field.name()) && !reserved.names.contains(field.name()) {
                self.add(ChangeKind::NameNotReserved, subject, Detail::None);
            }
        }
    }
}

/// An extension under the names that tell it from others.
fn fully_named(extension: &Field) -> Field {
    let mut field = extension.clone();
    field.element.name.clone_from(&extension.element.full_name);
    field.json_name = format!("[{}]", extension.element.full_name);
    field
}

/// Whether there is text in it whose encoding a reader may check.
fn holds_text(field: &Field) -> bool {
    let key_is_text = matches!(field.ty, FieldType::Map { key: Scalar::String, .. });
    key_is_text || *field.value_kind() == Kind::Scalar(Scalar::String)
}

/// For each old oneof the new one that took its place: the one most of its fields are in now, the one of the same
/// name when that is a tie.
fn oneof_successors(old: &Message, new: &Message, fields: &FieldPairing) -> Vec<Option<usize>> {
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (i, j) in fields.identities() {
        if let (Some(before), Some(after)) = (old.fields[i].oneof, new.fields[j].oneof) {
            *shared.entry((before, after)).or_default() += 1;
        }
    }
    let new_by_name: BTreeMap<&str, usize> =
        new.oneofs.iter().enumerate().map(|(j, oneof)| (oneof.element.name.as_str(), j)).collect();
    for (i, oneof) in old.oneofs.iter().enumerate() {
        if let Some(&j) = new_by_name.get(oneof.element.name.as_str()) {
            shared.entry((i, j)).or_default();
        }
    }
    let mut claims: Vec<(usize, bool, usize, usize)> = shared
        .into_iter()
        .map(|((i, j), shared)| (shared, old.oneofs[i].element.name == new.oneofs[j].element.name, i, j))
        .collect();
    claims.sort_by(|a, b| (b.1, b.0).cmp(&(a.1, a.0)).then((a.2, a.3).cmp(&(b.2, b.3))));
    let mut became = vec![None; old.oneofs.len()];
    let mut taken = HashSet::new();
    for (_, _, i, j) in claims {
        if became[i].is_none() && taken.insert(j) {
            became[i] = Some(j);
        }
    }
    became
}

/// The default a reader sees when a singular field is absent: the declared one, or the implied one
/// (<https://protobuf.dev/programming-guides/proto2/#optional>). `None` for lists, maps and messages.
fn effective_default(schema: &Schema, field: &Field) -> Option<String> {
    let FieldType::Singular { kind, .. } = &field.ty else { return None };
    let implied = match kind {
        Kind::Scalar(scalar) => match scalar {
            crate::schema::Scalar::String | crate::schema::Scalar::Bytes => String::new(),
            crate::schema::Scalar::Bool => "false".to_owned(),
            _ => "0".to_owned(),
        },
        // By number: a renamed value is not another default.
        Kind::Enum(id) => {
            let values = &schema[*id].values;
            let default = match &field.default {
                Some(name) => values.iter().find(|v| v.element.name == *name),
                None => values.first(),
            };
            return Some(default.map_or_else(|| "0".to_owned(), |v| v.number.to_string()));
        }
        Kind::Message(_) | Kind::Group(_) | Kind::StandIn(_) => return None,
    };
    Some(field.default.clone().unwrap_or(implied))
}

/// The name of the enum value with this number, for a field that holds one.
fn enum_value_name(schema: &Schema, field: &Field, number: Option<&str>) -> Option<String> {
    let Kind::Enum(id) = field.value_kind() else { return None };
    Some(schema[*id].json_name(number?.parse().ok()?)?.to_owned())
}

fn extensions_by_extendee(schema: &Schema) -> BTreeMap<String, Vec<FieldRef>> {
    let mut groups: BTreeMap<String, Vec<FieldRef>> = BTreeMap::new();
    for (i, extension) in schema.extensions.iter().enumerate() {
        if schema.is_subject(&extension.field.element) {
            groups.entry(extension.extendee.clone()).or_default().push(FieldRef::Extension(i));
        }
    }
    groups
}
