//! `reserved` statements of messages and enums, compared as sets: a range that was widened or split lost nothing.

use super::{ChangeKind, Detail, FieldRef, Finder, Subject, ValueRef};
use crate::{
    pairing::Sides,
    schema::{EnumId, MessageId, NumberSet, Reserved},
};

impl Finder<'_> {
    pub(super) fn message_reservations(&mut self, old_id: MessageId, new_id: MessageId) {
        let new = &self.new[new_id];
        let users: Vec<User> = new
            .fields
            .iter()
            .enumerate()
            .map(|(i, field)| User {
                number: field.number,
                name: field.name(),
                subject: Subject::Field {
                    messages: Sides::Both { old: old_id, new: new_id },
                    field: Sides::New(FieldRef::Member(new_id, i)),
                },
            })
            .collect();
        let scope = Subject::Message(Sides::Both { old: old_id, new: new_id });
        self.lost_reservations(&self.old[old_id].reserved, &new.reserved, scope, &users);
    }

    pub(super) fn enum_reservations(&mut self, old_id: EnumId, new_id: EnumId) {
        let new = &self.new[new_id];
        let users: Vec<User> = new
            .values
            .iter()
            .enumerate()
            .map(|(index, value)| User {
                number: value.number,
                name: &value.element.name,
                subject: Subject::EnumValue {
                    enums: Sides::Both { old: old_id, new: new_id },
                    value: Sides::New(ValueRef { of: new_id, index }),
                },
            })
            .collect();
        let scope = Subject::Enum(Sides::Both { old: old_id, new: new_id });
        self.lost_reservations(&self.old[old_id].reserved, &new.reserved, scope, &users);
    }

    /// Adds a change for each number or name taken again, pointing at the taker, and one for all other numbers.
    fn lost_reservations(&mut self, old: &Reserved, new: &Reserved, scope: Subject, users: &[User<'_>]) {
        let mut lifted = old.numbers.difference(&new.numbers);
        for user in users.iter().filter(|user| old.numbers.contains(user.number)) {
            let taken: NumberSet = [user.number..=user.number].into_iter().collect();
            lifted = lifted.difference(&taken);
            self.add(ChangeKind::ReservedNumberRemoved, user.subject.clone(), Detail::Numbers(taken));
        }
        if !lifted.is_empty() {
            self.add(ChangeKind::ReservedNumberRemoved, scope.clone(), Detail::Numbers(lifted));
        }
        for name in old.names.difference(&new.names) {
            let taker = users.iter().find(|user| user.name == name);
            let subject = taker.map_or_else(|| scope.clone(), |user| user.subject.clone());
            self.add(ChangeKind::ReservedNameRemoved, subject, Detail::Name(name.clone()));
        }
    }
}

/// Somebody who uses a number and a name in the new version.
struct User<'a> {
    number: i32,
    name: &'a str,
    subject: Subject,
}
