//! Messages, oneofs and extension ranges.

use super::{ChangeKind, Detail, Finder, Subject, options};
use crate::{
    pairing::{Basis, Pair, Sides, Word},
    schema::{Definition, Message, MessageId},
};

impl Finder<'_> {
    pub(super) fn messages(&mut self) {
        let pairing = self.pairing;
        for pair in &pairing.messages {
            match pair {
                Pair::Old(old) => {
                    let detail = self.gone(Definition::Message(*old));
                    self.add(ChangeKind::MessageRemoved, Subject::Message(pair.sides()), detail);
                }
                Pair::New(_) => self.add(ChangeKind::MessageAdded, Subject::Message(pair.sides()), Detail::None),
                Pair::Both { old, new, basis } => self.message(*old, *new, basis),
            }
        }
    }

    /// What a manifest says about a type that is gone.
    pub(super) fn gone(&self, old: Definition) -> Detail {
        self.pairing.gone(old).map_or(Detail::None, |gone| Detail::Gone(gone.clone()))
    }

    fn message(&mut self, old_id: MessageId, new_id: MessageId, basis: &Basis) {
        let (old, new) = (&self.old[old_id], &self.new[new_id]);
        let sides = Sides::Both { old: old_id, new: new_id };
        let subject = Subject::Message(sides);
        // Inferred: neither its name nor its package's new one led here.
        if old.nested_name != new.nested_name || matches!(basis, Basis::Inferred { .. }) {
            self.add(ChangeKind::MessageRenamed, subject.clone(), identity(basis));
        }
        self.fields(old_id, new_id);
        self.message_reservations(old_id, new_id);
        self.message_counter(old_id, new_id);
        let lost = old.extension_ranges.difference(&new.extension_ranges);
        if !lost.is_empty() {
            self.add(ChangeKind::ExtensionRangeRemoved, subject.clone(), Detail::Numbers(lost));
        }
        self.changes.extend(options::changes(
            ChangeKind::MessageOptionChanged,
            &subject,
            &old.options,
            &new.options,
            &[],
        ));
    }

    /// Oneofs of a pair of messages that were renamed or dissolved.
    pub(super) fn oneofs(
        &mut self,
        messages: Sides<MessageId>,
        old: &Message,
        new: &Message,
        became: &[Option<usize>],
    ) {
        for (i, oneof) in old.oneofs.iter().enumerate() {
            match became[i] {
                Some(j) if new.oneofs[j].element.name != oneof.element.name => {
                    let subject = Subject::Oneof { messages, oneof: Sides::Both { old: i, new: j } };
                    self.add(ChangeKind::OneofRenamed, subject, Detail::None);
                }
                Some(_) => {}
                None => {
                    let subject = Subject::Oneof { messages, oneof: Sides::Old(i) };
                    self.add(ChangeKind::OneofRemoved, subject, Detail::None);
                }
            }
        }
    }
}

/// The evidence of a pair that more than names speak for.
pub(super) fn identity(basis: &Basis) -> Detail {
    match basis {
        Basis::Inferred { score, evidence } => Detail::Identity { score: *score, evidence: evidence.clone() },
        Basis::Manifest => Detail::Told(Word::default()),
        Basis::SameName | Basis::PackageMap | Basis::Told => Detail::None,
    }
}
