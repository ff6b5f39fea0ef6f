//! Experiments on fields.

use super::{
    Direction, Ground, Notice, Outcome,
    company::{with_a_stand_in, with_new_siblings},
    experiment::Experiment,
    isolated,
    judge::{EnumNumbers, Identity, Meaning, Types},
    meaning,
    sample::{Sample, in_all_forms},
    trial::Trial,
    typed::Typed,
    values::{self, Fill},
};
use crate::{
    changes::{Change, ChangeKind, Detail, FieldRef},
    dynamic::{DynamicMessage, find_field},
    pairing::{Sides, Word, fields::FieldPairing},
    schema::{Field, FieldType, Kind, MessageId, Schema},
};

/// Tries what a change of a field does.
pub(super) fn try_out(
    ground: &Ground<'_>,
    change: &Change,
    messages: Sides<MessageId>,
    field: Sides<FieldRef>,
    run: &mut dyn FnMut(Experiment<'_>),
) -> Notice {
    let Sides::Both { old: old_id, new: new_id } = messages else { return Notice::NotAboutData };
    let sides = SidesOfField {
        old: Typed { schema: ground.old, message: &ground.old[old_id] },
        new: Typed { schema: ground.new, message: &ground.new[new_id] },
        old_field: field.old().map(|f| f.get(ground.old)),
        new_field: field.new().map(|f| f.get(ground.new)),
    };
    match (change.kind, &change.detail) {
        // Nothing is written, and readers see two things: no bytes to look at, but a value that differs.
        (ChangeKind::FieldDefaultChanged, _) => Notice::NothingWritten(Outcome::Coerced),
        (ChangeKind::FieldRequiredChanged, Detail::Required { on_the_wire: false }) => Notice::Tried,
        // The same number, so that readers find values which mean something else to them.
        (ChangeKind::FieldRenamed, Detail::Told(Word { transform: Some(_), .. })) if sides.share_a_number() => {
            real_both_ways(ground, change, &sides, (old_id, new_id), run)
        }
        (
            ChangeKind::FieldRenamed
            | ChangeKind::FieldJsonNameChanged
            | ChangeKind::FieldPresenceChanged
            | ChangeKind::FieldOptionChanged,
            _,
        ) => {
            let (Some(old), Some(new)) = (sides.old_field, sides.new_field) else { return Notice::NotAboutData };
            let pairs = pairs(ground, old_id, new_id);
            let message = &ground.old[old_id];
            isolated::try_out(change, &isolated::Subject { schema: ground.old, message, old, new, pairs: &pairs }, run)
        }
        _ if sides.is_unknown() => Notice::NotAboutData,
        _ => real_both_ways(ground, change, &sides, (old_id, new_id), run),
    }
}

fn real_both_ways(
    ground: &Ground<'_>,
    change: &Change,
    sides: &SidesOfField<'_>,
    messages: (MessageId, MessageId),
    run: &mut dyn FnMut(Experiment<'_>),
) -> Notice {
    Direction::BOTH.into_iter().for_each(|direction| real(ground, change, sides, messages, direction, run));
    Notice::Tried
}

/// The fields that are the same on both sides.
fn pairs<'a>(ground: &Ground<'a>, old_id: MessageId, new_id: MessageId) -> Vec<(&'a Field, &'a Field)> {
    let (old, new) = (&ground.old[old_id], &ground.new[new_id]);
    let identities = ground.pairing.fields_of(old_id, new_id).into_iter().flat_map(FieldPairing::identities);
    identities.map(|(i, j)| (&old.fields[i], &new.fields[j])).collect()
}

/// A field in its messages.
struct SidesOfField<'a> {
    old: Typed<'a>,
    new: Typed<'a>,
    old_field: Option<&'a Field>,
    new_field: Option<&'a Field>,
}

impl<'a> SidesOfField<'a> {
    /// Whether the type of one side is from an import that was not found: then nothing can be tried.
    fn is_unknown(&self) -> bool {
        let unknown = |field: &Field| matches!(field.value_kind(), Kind::StandIn(_));
        self.old_field.is_some_and(unknown) || self.new_field.is_some_and(unknown)
    }

    fn share_a_number(&self) -> bool {
        self.old_field.zip(self.new_field).is_some_and(|(old, new)| old.number == new.number)
    }

    fn writer(&self, direction: Direction) -> (Typed<'a>, Option<&'a Field>) {
        match direction {
            Direction::Upgrade => (self.old, self.old_field),
            Direction::Downgrade => (self.new, self.new_field),
        }
    }

    fn reader(&self, direction: Direction) -> (Typed<'a>, Option<&'a Field>) {
        match direction {
            Direction::Upgrade => (self.new, self.new_field),
            Direction::Downgrade => (self.old, self.old_field),
        }
    }
}

/// The experiment between the two versions as they are, in one direction.
fn real(
    ground: &Ground<'_>,
    change: &Change,
    sides: &SidesOfField<'_>,
    (old_id, new_id): (MessageId, MessageId),
    direction: Direction,
    run: &mut dyn FnMut(Experiment<'_>),
) {
    let kind = change.kind;
    let transform = match (kind, &change.detail) {
        (ChangeKind::FieldRenamed | ChangeKind::FieldMeaningChanged, Detail::Told(word)) => word.transform.as_ref(),
        _ => None,
    };
    let (writer, writer_field) = sides.writer(direction);
    let (reader, reader_field) = sides.reader(direction);
    let numbers = identities(ground, kind, sides, (old_id, new_id), direction);
    let known = |message: MessageId, field: &Field| means_the_same(ground, direction, message, field);
    let mut samples = Vec::new();
    let arrives_as_itself = writer_field.zip(reader_field).is_some_and(|(field, other)| {
        is_map(field) == is_map(other) && ground.same_kind(direction, field.value_kind(), other.value_kind())
    });
    if let Some(field) = writer_field {
        let fill = if arrives_as_itself { Fill::OnlyWhatBothKnow(&known) } else { Fill::Everything };
        if nobody_is_there(field, reader) {
            let telling = values::telling(writer, field);
            samples.extend(telling.map(|value| Sample::only(field.number, value)));
        } else {
            let example = transform.and_then(|transform| meaning::example(transform, direction));
            let mut values: Vec<_> = example.into_iter().collect();
            values.extend(values::for_field(writer.schema, field, fill));
            let itself = reader_field.filter(|_| arrives_as_itself).map(|field| field.number);
            values.extend(values::suggested(writer, field, reader, itself));
            samples.extend(in_all_forms(writer, reader, field, values));
        }
        if kind == ChangeKind::FieldOneofChanged {
            samples.extend(with_new_siblings(writer, field, reader, reader_field, &numbers));
        }
        samples.extend(with_a_stand_in(writer, field, reader_field));
    }
    let must_be_present = reader_field.filter(|f| f.is_required());
    if must_be_present.is_some() && !writer_field.is_some_and(Field::is_required) {
        samples.push(Sample::from(DynamicMessage::default()));
    }
    run(Experiment {
        direction,
        writer,
        reader,
        identity: Identity {
            numbers,
            types: Types::Paired(ground, direction),
            enum_numbers: EnumNumbers::MeanTheSame,
            meaning: writer_field.zip(transform).map(|(field, transform)| Meaning {
                number: field.number,
                transform,
                direction,
            }),
        },
        must_be_present: must_be_present.map(Field::name),
        must_be_complete: reader_field.filter(|_| !arrives_as_itself).map(Field::name),
        // JSON carries no numbers; what it refuses there is the doing of another change of the same field.
        readers: match kind {
            ChangeKind::FieldRenumbered => &Trial::BINARY,
            // Only by their names do readers find them.
            ChangeKind::FieldMeaningChanged if !sides.share_a_number() => &Trial::JSON,
            _ => &Trial::ALL,
        },
        samples,
    });
}

fn is_map(field: &Field) -> bool {
    matches!(field.ty, FieldType::Map { .. })
}

/// Whether the reader has nothing at the number and under the names of a field: then one value fares like any other.
fn nobody_is_there(field: &Field, reader: Typed<'_>) -> bool {
    let names = [field.name(), &field.json_name];
    find_field(reader.schema, reader.message, field.number).is_none()
        && !reader.message.fields.iter().any(|f| names.contains(&f.name()) || names.contains(&f.json_name.as_str()))
}

/// The reader's number for each of the writer's fields.
fn identities(
    ground: &Ground<'_>,
    kind: ChangeKind,
    sides: &SidesOfField<'_>,
    (old_id, new_id): (MessageId, MessageId),
    direction: Direction,
) -> Vec<(i32, i32)> {
    let old = &ground.old[old_id];
    let mut numbers: Vec<(i32, i32)> =
        pairs(ground, old_id, new_id).into_iter().map(|(old, new)| (old.number, new.number)).collect();
    // Extensions are nobody's members: the change itself says whether the two are one.
    if let (Some(f), Some(g)) = (sides.old_field, sides.new_field) {
        let extension = old.field_numbered(f.number).is_none();
        if extension && !matches!(kind, ChangeKind::FieldNumberReused | ChangeKind::FieldMeaningSuspect) {
            numbers.push((f.number, g.number));
        }
    }
    numbers.extend(moved_in_or_out(ground, sides));
    match direction {
        Direction::Upgrade => numbers,
        Direction::Downgrade => numbers.into_iter().map(|(old, new)| (new, old)).collect(),
    }
}

/// The number of an extension that became a member under its own name, or the other way round, which is safe on the
/// wire (<https://protobuf.dev/programming-guides/proto2/#updating>). It is gone on one side and new on the other.
fn moved_in_or_out(ground: &Ground<'_>, sides: &SidesOfField<'_>) -> Option<(i32, i32)> {
    let number = sides.old_field.xor(sides.new_field)?.number;
    let old = find_field(sides.old.schema, sides.old.message, number)?;
    let new = find_field(sides.new.schema, sides.new.message, number)?;
    let is_member = |side: Typed<'_>| side.message.field_numbered(number).is_some();
    let is_one = is_member(sides.old) != is_member(sides.new)
        && old.name() == new.name()
        && std::mem::discriminant(&old.ty) == std::mem::discriminant(&new.ty)
        && ground.same_kind(Direction::Upgrade, old.value_kind(), new.value_kind());
    is_one.then_some((number, number))
}

/// Whether a field of a nested message is the same for writer and reader, so that it cannot be blamed for anything.
fn means_the_same(ground: &Ground<'_>, direction: Direction, message: MessageId, field: &Field) -> bool {
    let (writer, reader) = (ground.writer(direction), ground.reader(direction));
    let Some(other) = counterpart(ground, direction, message, writer, reader) else { return true };
    reader[other].field_numbered(field.number).is_some_and(|theirs| {
        theirs.name() == field.name()
            && std::mem::discriminant(&theirs.ty) == std::mem::discriminant(&field.ty)
            && ground.same_kind(direction, field.value_kind(), theirs.value_kind())
    })
}

fn counterpart(
    ground: &Ground<'_>,
    direction: Direction,
    message: MessageId,
    writer: &Schema,
    reader: &Schema,
) -> Option<MessageId> {
    match direction {
        Direction::Upgrade => ground.pairing.new_message(message),
        Direction::Downgrade => ground.pairing.old_message(message),
    }
    .or_else(|| reader.message_named(&writer[message].element.full_name))
}
