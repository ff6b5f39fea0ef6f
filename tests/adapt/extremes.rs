//! Messages at the limits: as deep as a message may be and deeper, and with more to be said about them than is listed.

use proto_diff::{
    Direction,
    dynamic::DynamicMessage,
    schema::{Field, FieldType, Kind},
    wire::{Depth, WireType, Writer},
};

use super::{corpus::Case, exchange::Exchange, subjects::Subject, typed::typed};

/// More than are listed.
const MANY: usize = 10_050;

/// So many messages with that much in them: they take their time.
const LONG: usize = 6;

pub fn extremes(subject: Subject) -> Vec<Case> {
    let pairs: Vec<_> =
        subject.migration.pairs().filter(|pair| !subject.migration.old[pair.old()].is_map_entry).collect();
    let (mut cases, mut long) = (Vec::new(), 0);
    for exchange in pairs
        .iter()
        .flat_map(|&pair| Direction::BOTH.map(|direction| Exchange { migration: subject.migration, pair, direction }))
    {
        let side = exchange.from();
        for field in &side.schema[side.message].fields {
            if field.value_kind().message() == Some(side.message) {
                cases.extend(deep(exchange, field));
            }
            cases.extend(json(exchange, field));
            if let FieldType::Repeated { kind: Kind::Message(inner) | Kind::Group(inner), .. } = &field.ty
                && long < LONG
            {
                long += 1;
                let inner = super::exchange::Side { message: *inner, ..side };
                // Every second one has something in it that may be lost.
                let elements = [least(inner), full(inner)];
                let all = (0..MANY).map(|index| wrapped(field, &elements[index % 2]));
                let input = [least(side), all.collect::<Vec<_>>().concat()].concat();
                cases.push(Case::of(exchange, input, format!("{MANY} times `{}`", field.name())));
            }
        }
    }
    cases
}

/// Messages in messages of their own type, about as many as there may be.
fn deep(exchange: Exchange<'static>, field: &Field) -> Vec<Case> {
    let limit = Depth::LIMIT as usize;
    let levels = match field.ty {
        // Where runtimes do not agree whether the entry of a map is a level, what is far from the limit has to do.
        FieldType::Map { .. } => vec![limit / 2 - 2],
        // Not at the limit itself: TypeScript's runtime counts an enum that it looks at as a level.
        _ => vec![limit - 1, limit + 1, limit * 20],
    };
    let case = |levels: usize| {
        let mut input = full(exchange.from());
        for _ in 0..levels {
            input = [least(exchange.from()), wrapped(field, &input)].concat();
        }
        Case::of(exchange, input, format!("`{}` in itself {levels} times", field.name()))
    };
    levels.into_iter().map(case).collect()
}

/// Objects in objects, nearly as many as there may be, and more: each is a `Struct`, its entry and the `Value` in it. Not
/// at the edge itself: TypeScript's runtime does not count entries, and code that does not see bytes cannot know that what
/// it puts into a value is one level too deep then.
fn json(exchange: Exchange<'static>, field: &Field) -> Vec<Case> {
    let side = exchange.from();
    let Some(of) = field.value_kind().message() else { return Vec::new() };
    let of = side.schema[of].element.full_name.as_str();
    if !matches!(of, "google.protobuf.Struct" | "google.protobuf.Value") || matches!(field.ty, FieldType::Map { .. }) {
        return Vec::new();
    }
    let case = |levels: usize| {
        let mut object = Vec::new();
        for _ in 0..levels {
            object = record(1, &record(2, &record(5, &object)));
        }
        let value = if of == "google.protobuf.Value" { record(5, &object) } else { object };
        let input = [least(side), wrapped(field, &value)].concat();
        Case::of(exchange, input, format!("{levels} objects in `{}`", field.name()))
    };
    let (most, most_without_entries) = (Depth::LIMIT as usize / 3, Depth::LIMIT as usize / 2);
    [most - 2, most - 1, most_without_entries + 2, most * 6].into_iter().map(case).collect()
}

fn record(number: i32, content: &[u8]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.tag(number, WireType::Len);
    writer.len(content);
    writer.into_bytes()
}

/// A message as a value of a field.
fn wrapped(field: &Field, message: &[u8]) -> Vec<u8> {
    let mut writer = Writer::default();
    match (&field.ty, field.value_kind()) {
        (FieldType::Map { .. }, _) => {
            writer.tag(field.number, WireType::Len);
            let mut entry = Writer::default();
            entry.tag(2, WireType::Len);
            entry.len(message);
            writer.len(&entry.into_bytes());
        }
        (_, Kind::Group(_)) => {
            writer.tag(field.number, WireType::Group);
            let mut bytes = writer.into_bytes();
            bytes.extend(message);
            let mut end = Writer::default();
            end.end_group(field.number);
            bytes.extend(end.into_bytes());
            return bytes;
        }
        _ => {
            writer.tag(field.number, WireType::Len);
            writer.len(message);
        }
    }
    writer.into_bytes()
}

/// A message with nothing in it but what is required.
fn least(side: super::exchange::Side<'_>) -> Vec<u8> {
    let mut message = DynamicMessage::default();
    typed(side.schema, side.message, &mut message);
    side.write(&message)
}

/// A message with something in each field that is no message.
fn full(side: super::exchange::Side<'_>) -> Vec<u8> {
    let of = &side.schema[side.message];
    let mut message = DynamicMessage::default();
    for field in &of.fields {
        let Some(value) = super::typed::telling(side.schema, field) else { continue };
        if let Some(oneof) = field.oneof {
            of.members(oneof).for_each(|member| drop(message.fields.remove(&member.number)));
        }
        message.fields.insert(field.number, value);
    }
    typed(side.schema, side.message, &mut message);
    side.write(&message)
}
