//! What a report says about a field, or about a whole message.

use std::collections::BTreeSet;

use proto_diff::{
    Comparison,
    changes::Subject,
    effects::{Direction, Outcome},
    pairing::Sides,
    rules::Finding,
    schema::{EnumId, Field, Kind, MessageId, Schema},
};

use super::{oracle::Place, passage::Reader};

/// A report, read for one direction and one reader.
#[derive(Clone, Copy)]
pub struct Claims<'a> {
    pub comparison: &'a Comparison,
    pub direction: Direction,
    pub reader: Reader,
}

impl<'a> Claims<'a> {
    /// The worst that is said about a field at any of these places.
    pub fn about(&self, places: &[Place]) -> Outcome {
        self.findings(places).map(|finding| self.outcome(finding)).max().unwrap_or_default()
    }

    /// The findings that speak of these places.
    pub fn findings(&self, places: &[Place]) -> impl Iterator<Item = &'a Finding> {
        places.iter().flat_map(move |place| {
            let place = self.old_and_new(*place);
            self.comparison.findings.iter().filter(move |finding| self.speaks_of(finding, place))
        })
    }

    /// The field at the first place, as the writer and as the reader declares it.
    pub fn fields(&self, places: &[Place]) -> (Option<&'a Field>, Option<&'a Field>) {
        let (writer, reader) = self.writer_and_reader();
        let place = places.first();
        (place.and_then(|place| field(writer, place.writer)), place.and_then(|place| field(reader, place.reader)))
    }

    /// Both declarations in words.
    pub fn types(&self, places: &[Place]) -> String {
        let (writer, reader) = self.writer_and_reader();
        let (written, read) = self.fields(places);
        let name = |schema: &Schema, field: Option<&Field>| field.map_or("(none)".to_owned(), |f| schema.type_name(f));
        format!("{} → {}", name(writer, written), name(reader, read))
    }

    fn writer_and_reader(&self) -> (&'a Schema, &'a Schema) {
        match self.direction {
            Direction::Upgrade => (&self.comparison.old, &self.comparison.new),
            Direction::Downgrade => (&self.comparison.new, &self.comparison.old),
        }
    }

    /// The worst that is said about anything in a message or below it, on either side.
    pub fn about_all_of(&self, (writer, reader): (MessageId, MessageId)) -> Outcome {
        let (old, new) = match self.direction {
            Direction::Upgrade => (writer, reader),
            Direction::Downgrade => (reader, writer),
        };
        let old = Below::of(&self.comparison.old, old);
        let new = Below::of(&self.comparison.new, new);
        let concerned = self.comparison.findings.iter().filter(|finding| match &finding.change.subject {
            Subject::Field { messages, .. } | Subject::Oneof { messages, .. } | Subject::Message(messages) => {
                any(messages, |id| old.messages.contains(id), |id| new.messages.contains(id))
            }
            Subject::EnumValue { enums, .. } | Subject::Enum(enums) => {
                any(enums, |id| old.enums.contains(id), |id| new.enums.contains(id))
            }
            _ => false,
        });
        concerned.map(|finding| self.outcome(finding)).max().unwrap_or_default()
    }

    /// What a finding says.
    pub fn outcome(&self, finding: &Finding) -> Outcome {
        let binary = finding.effects.binary.unwrap_or_default();
        let json = finding.effects.json.unwrap_or_default();
        let (binary, json) = match self.direction {
            Direction::Upgrade => (binary.upgrade, json.upgrade),
            Direction::Downgrade => (binary.downgrade, json.downgrade),
        };
        match self.reader {
            Reader::Conformant => binary.conformant,
            Reader::Strict => binary.strict,
            Reader::StrictJson => json.strict,
            Reader::LenientJson => json.lenient,
        }
    }

    fn old_and_new(&self, place: Place) -> OldAndNew {
        match self.direction {
            Direction::Upgrade => OldAndNew { old: place.writer, new: place.reader },
            Direction::Downgrade => OldAndNew { old: place.reader, new: place.writer },
        }
    }

    /// Whether a finding is about the field at a place, about one that it meets at a number or under a name, or about
    /// the enum it holds.
    fn speaks_of(&self, finding: &Finding, place: OldAndNew) -> bool {
        let Comparison { old, new, .. } = self.comparison;
        let is_here = |messages: &Sides<MessageId>| {
            any(messages, |id| place.old.is_some_and(|(m, _)| m == *id), |id| place.new.is_some_and(|(m, _)| m == *id))
        };
        let fields = [field(old, place.old), field(new, place.new)];
        match &finding.change.subject {
            Subject::Field { messages, field } => {
                let meets = |other: &Field| fields.iter().flatten().any(|field| meet(field, other));
                is_here(messages) && any(field, |f| meets(f.get(old)), |f| meets(f.get(new)))
            }
            Subject::Oneof { messages, .. } => is_here(messages),
            Subject::EnumValue { enums, .. } | Subject::Enum(enums) => {
                any(enums, |id| holds(fields[0], *id), |id| holds(fields[1], *id))
            }
            _ => false,
        }
    }
}

/// A field of a message in each version, as far as it is known.
#[derive(Clone, Copy)]
struct OldAndNew {
    old: Option<(MessageId, i32)>,
    new: Option<(MessageId, i32)>,
}

fn any<T>(sides: &Sides<T>, old: impl Fn(&T) -> bool, new: impl Fn(&T) -> bool) -> bool {
    sides.old().is_some_and(old) || sides.new().is_some_and(new)
}

fn field(schema: &Schema, place: Option<(MessageId, i32)>) -> Option<&Field> {
    let (message, number) = place?;
    schema[message].field_numbered(number)
}

fn meet(a: &Field, b: &Field) -> bool {
    let names = [a.name(), a.json_name.as_str()];
    a.number == b.number || names.contains(&b.name()) || names.contains(&b.json_name.as_str())
}

fn holds(field: Option<&Field>, of: EnumId) -> bool {
    field.is_some_and(|field| *field.value_kind() == Kind::Enum(of))
}

/// A message with everything that can be inside it.
#[derive(Default)]
struct Below {
    messages: BTreeSet<MessageId>,
    enums: BTreeSet<EnumId>,
}

impl Below {
    fn of(schema: &Schema, message: MessageId) -> Below {
        let mut below = Below::default();
        below.add(schema, message);
        below
    }

    fn add(&mut self, schema: &Schema, message: MessageId) {
        if !self.messages.insert(message) {
            return;
        }
        for field in &schema[message].fields {
            match field.value_kind() {
                Kind::Enum(id) => drop(self.enums.insert(*id)),
                Kind::Message(id) | Kind::Group(id) => self.add(schema, *id),
                Kind::Scalar(_) | Kind::StandIn(_) => {}
            }
        }
    }
}
