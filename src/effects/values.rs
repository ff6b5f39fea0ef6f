//! Values to try: for each kind a typical one first, then the ones that find trouble.
//!
//! To add one, add it to its kind's list; every experiment picks it up.

use super::typed::Typed;
use crate::{
    dynamic::{DynamicMessage, Value, binary, drop_implicit_defaults},
    schema::{Field, FieldType, Kind, Message, MessageId, Scalar, Schema, Utf8},
};

/// How deep messages are filled. Trouble shows at the first level or the second.
const DEPTH: usize = 3;
/// Long enough for a length above 127, whose bytes are not UTF-8.
const LONG_TEXT: usize = 150;
/// Fields of a message that are tried one by one.
const SINGLE_FIELDS: usize = 12;
/// Values of a field that are tried at most, and of a message that is taken for another message.
const VALUES: usize = 256;
const NESTED_VALUES: usize = 64;
/// What a writer that does not check puts into a string.
const NOT_UTF8: &[u8] = &[0x01, 0xff];
/// A number no enum of a sane schema has.
const UNKNOWN_ENUM_NUMBER: i32 = 1_000_003;

/// Values for a field: one value if it is singular, lists or maps of them if it is not. Never a value that writes
/// nothing at all. `fill` says how messages are filled.
pub(super) fn for_field(schema: &Schema, field: &Field, fill: Fill<'_>) -> Vec<Value> {
    let mut values = for_field_at(schema, field, fill, DEPTH);
    values.truncate(VALUES);
    values
}

fn for_field_at(schema: &Schema, field: &Field, fill: Fill<'_>, depth: usize) -> Vec<Value> {
    let unchecked_text = |kind: &Kind| {
        let unchecked = *kind == Kind::Scalar(Scalar::String) && field.utf8 == Utf8::Unchecked;
        unchecked.then(|| Value::Bytes(NOT_UTF8.to_vec()))
    };
    let of_element = |kind: &Kind| {
        let mut values = of_kind(schema, kind, fill, depth);
        values.extend(unchecked_text(kind));
        values
    };
    match &field.ty {
        FieldType::Singular { kind, .. } => of_element(kind),
        FieldType::Repeated { kind, .. } => {
            let values = of_element(kind);
            let mut lists: Vec<Value> = Vec::new();
            if let Some(typical) = values.first() {
                lists.push(Value::List(vec![typical.clone()]));
                lists.push(Value::List(values.iter().take(2).cloned().collect()));
                lists.push(Value::List(values.iter().take(3).rev().cloned().collect()));
            }
            lists.extend(values.into_iter().skip(1).map(|value| Value::List(vec![value])));
            lists
        }
        FieldType::Map { key, value, .. } => {
            let mut keys = of_scalar(*key);
            keys.extend(unchecked_text(&Kind::Scalar(*key)));
            let mut values = of_kind(schema, value, fill, depth.saturating_sub(1));
            values.extend(unchecked_text(value));
            let mut maps: Vec<Value> = Vec::new();
            if let (Some(key), Some(typical)) = (keys.first(), values.first()) {
                maps.push(Value::Map(vec![(key.clone(), typical.clone())]));
                maps.push(Value::map(keys.iter().take(2).cloned().zip(values.iter().cycle().cloned()).collect()));
            }
            for key in keys.iter().skip(1) {
                maps.extend(values.first().map(|value| Value::Map(vec![(key.clone(), value.clone())])));
            }
            for value in values.iter().skip(1) {
                maps.extend(keys.first().map(|key| Value::Map(vec![(key.clone(), value.clone())])));
            }
            maps
        }
    }
}

/// Values of a whole message.
pub(super) fn for_message(typed: Typed<'_>, fill: Fill<'_>) -> Vec<DynamicMessage> {
    messages(typed.schema, typed.message, fill, DEPTH)
}

/// The typical value of a field, to fill in what must be there.
pub(super) fn typical(schema: &Schema, field: &Field) -> Option<Value> {
    typical_at(schema, field, Fill::Anything, DEPTH)
}

/// Which fields of nested messages are set.
#[derive(Clone, Copy)]
pub(super) enum Fill<'a> {
    /// Any, each with its typical value.
    Anything,
    /// Any, with every value there is for it: the reader has another message there and takes each field its own way.
    Everything,
    /// Only those that mean the same to the reader, so that what happens to them is the doing of the field above.
    OnlyWhatBothKnow(&'a dyn Fn(MessageId, &Field) -> bool),
}

impl Fill<'_> {
    fn allows(&self, message: Option<MessageId>, field: &Field) -> bool {
        match (self, message) {
            (Fill::Anything | Fill::Everything, _) | (_, None) => true,
            (Fill::OnlyWhatBothKnow(known), Some(message)) => known(message, field),
        }
    }
}

fn of_kind(schema: &Schema, kind: &Kind, fill: Fill<'_>, depth: usize) -> Vec<Value> {
    match kind {
        Kind::Scalar(scalar) => of_scalar(*scalar),
        Kind::Enum(id) => {
            let of = &schema[*id];
            let mut numbers: Vec<i32> = of.values.iter().map(|v| v.number).filter(|n| *n != 0).take(VALUES).collect();
            numbers.extend(of.values.iter().map(|v| v.number).filter(|n| *n == 0).take(1));
            if !of.closed {
                numbers.push(UNKNOWN_ENUM_NUMBER);
            }
            numbers.into_iter().map(Value::Enum).collect()
        }
        Kind::Message(id) | Kind::Group(id) if depth > 0 => {
            messages_of(schema, *id, fill, depth).into_iter().map(Value::Message).collect()
        }
        Kind::Message(_) | Kind::Group(_) => vec![Value::Message(DynamicMessage::default())],
        Kind::StandIn(_) => Vec::new(),
    }
}

fn of_scalar(scalar: Scalar) -> Vec<Value> {
    let ints = |values: &[i64]| values.iter().copied().map(Value::Int).collect();
    let uints = |values: &[u64]| values.iter().copied().map(Value::Uint).collect();
    const PAST_32_BITS: i64 = (1 << 32) + 5;
    match scalar {
        Scalar::Int32 | Scalar::Sint32 | Scalar::Sfixed32 => {
            ints(&[42, 1, -1, 0, i64::from(i32::MAX), i64::from(i32::MIN)])
        }
        Scalar::Int64 | Scalar::Sint64 | Scalar::Sfixed64 => {
            ints(&[42, 1, -1, 0, PAST_32_BITS, -PAST_32_BITS, i64::MAX, i64::MIN])
        }
        Scalar::Uint32 | Scalar::Fixed32 => uints(&[42, 1, 0, u64::from(u32::MAX)]),
        Scalar::Uint64 | Scalar::Fixed64 => uints(&[42, 1, 0, PAST_32_BITS as u64, u64::MAX]),
        Scalar::Bool => vec![Value::Bool(true), Value::Bool(false)],
        Scalar::Float => vec![Value::Float(1.5), Value::Float(-0.25), Value::Float(0.0), Value::Float(f32::NAN)],
        Scalar::Double => vec![Value::Double(1.5), Value::Double(0.1), Value::Double(0.0), Value::Double(1e300)],
        Scalar::String => [
            "sample",
            "",
            "42",
            // Parses as a message: field 1, three bytes.
            "\n\u{3}abc",
            // The same inside another message, and inside one more: maps and structures.
            "\n\u{5}\n\u{3}abc",
            "\n\u{7}\n\u{5}\n\u{3}abc",
            "Grüße 世界",
            &"long ".repeat(LONG_TEXT / 5),
        ]
        .into_iter()
        .map(|text| Value::String(text.to_owned()))
        .collect(),
        Scalar::Bytes => [&[0x00, 0xff, 0x10, 0x80][..], b"sample", b"", b"\n\x03abc"]
            .into_iter()
            .map(|bytes| Value::Bytes(bytes.to_vec()))
            .collect(),
    }
}

fn messages_of(schema: &Schema, id: MessageId, fill: Fill<'_>, depth: usize) -> Vec<DynamicMessage> {
    let message = &schema[id];
    if is_any(message) {
        return any_of(schema, fill, depth);
    }
    let allowed: Vec<&Field> = message.fields.iter().filter(|field| fill.allows(Some(id), field)).collect();
    fill_fields(schema, message, &allowed, fill, depth)
}

fn is_any(message: &Message) -> bool {
    message.element.full_name == "google.protobuf.Any"
}

/// An `Any` with a message of the schema in it: only such a one has a JSON form.
fn any_of(schema: &Schema, fill: Fill<'_>, depth: usize) -> Vec<DynamicMessage> {
    let candidates = schema.subject_messages().filter(|id| !schema[*id].fields.is_empty());
    let inside = candidates.min_by_key(|id| schema[*id].element.full_name.as_str());
    let wrapped = inside.and_then(|id| {
        let content = messages_of(schema, id, fill, depth.saturating_sub(1)).into_iter().next()?;
        let type_url = format!("type.googleapis.com/{}", schema[id].element.full_name);
        let bytes = binary::write(schema, &schema[id], &content);
        let fields = [(1, Value::String(type_url)), (2, Value::Bytes(bytes))].into_iter().collect();
        Some(DynamicMessage { fields, unknown: Vec::new() })
    });
    wrapped.into_iter().chain([DynamicMessage::default()]).collect()
}

fn messages(schema: &Schema, message: &Message, fill: Fill<'_>, depth: usize) -> Vec<DynamicMessage> {
    let allowed: Vec<&Field> = message.fields.iter().filter(|field| fill.allows(None, field)).collect();
    fill_fields(schema, message, &allowed, fill, depth)
}

/// A message with its first telling field, each field alone, all fields, long text, nothing.
fn fill_fields(
    schema: &Schema,
    message: &Message,
    fields: &[&Field],
    fill: Fill<'_>,
    depth: usize,
) -> Vec<DynamicMessage> {
    let value_of = |field: &Field| typical_at(schema, field, fill, depth);
    let with = |values: Vec<(i32, Value)>| {
        let mut filled = DynamicMessage { fields: values.into_iter().collect(), unknown: Vec::new() };
        drop_implicit_defaults(schema, message, &mut filled);
        filled
    };
    let mut in_order: Vec<&Field> = fields.to_vec();
    // Text first: it is what makes the bytes of a message pass for something else.
    in_order.sort_by_key(|field| (!matches!(field.value_kind(), Kind::Scalar(Scalar::String)), field.number));

    let mut filled: Vec<DynamicMessage> = match fill {
        Fill::Everything => in_order
            .iter()
            .flat_map(|field| {
                for_field_at(schema, field, fill, depth.saturating_sub(1)).into_iter().map(|v| (field.number, v))
            })
            .take(NESTED_VALUES)
            .map(|value| with(vec![value]))
            .collect(),
        Fill::Anything | Fill::OnlyWhatBothKnow(_) => in_order
            .iter()
            .take(SINGLE_FIELDS)
            .filter_map(|field| Some(with(vec![(field.number, value_of(field)?)])))
            .collect(),
    };
    let mut oneofs_set: Vec<usize> = Vec::new();
    let all: Vec<(i32, Value)> = in_order
        .iter()
        .filter(|field| match field.oneof {
            Some(oneof) if oneofs_set.contains(&oneof) => false,
            Some(oneof) => {
                oneofs_set.push(oneof);
                true
            }
            None => true,
        })
        .filter_map(|field| Some((field.number, value_of(field)?)))
        .collect();
    if all.len() > 1 {
        filled.push(with(all));
    }
    let text = in_order.iter().find(|f| matches!(f.value_kind(), Kind::Scalar(Scalar::String | Scalar::Bytes)));
    if let Some(field) = text {
        let long = for_field(schema, field, fill).into_iter().max_by_key(text_length);
        filled.extend(long.map(|value| with(vec![(field.number, value)])));
    }
    filled.push(DynamicMessage::default());
    filled.dedup();
    filled
}

fn typical_at(schema: &Schema, field: &Field, fill: Fill<'_>, depth: usize) -> Option<Value> {
    let one = |kind: &Kind| -> Option<Value> {
        match kind {
            Kind::Scalar(scalar) => of_scalar(*scalar).into_iter().next(),
            Kind::Message(id) if depth > 1 && is_any(&schema[*id]) => {
                any_of(schema, fill, depth.saturating_sub(1)).into_iter().next().map(Value::Message)
            }
            Kind::Message(id) | Kind::Group(id) if depth > 1 => {
                let message = &schema[*id];
                let telling = message
                    .fields
                    .iter()
                    .filter(|f| fill.allows(Some(*id), f))
                    .min_by_key(|f| (!matches!(f.value_kind(), Kind::Scalar(Scalar::String)), f.number));
                let value =
                    telling.and_then(|f| Some((f.number, typical_at(schema, f, fill, depth.saturating_sub(1))?)));
                Some(Value::Message(DynamicMessage { fields: value.into_iter().collect(), unknown: Vec::new() }))
            }
            Kind::Message(_) | Kind::Group(_) => Some(Value::Message(DynamicMessage::default())),
            Kind::Enum(_) | Kind::StandIn(_) => of_kind(schema, kind, fill, 0).into_iter().next(),
        }
    };
    match &field.ty {
        FieldType::Singular { kind, .. } => one(kind),
        FieldType::Repeated { kind, .. } => Some(Value::List(vec![one(kind)?])),
        FieldType::Map { key, value, .. } => Some(Value::Map(vec![(of_scalar(*key).into_iter().next()?, one(value)?)])),
    }
}

fn text_length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::List(values) => values.iter().map(text_length).max().unwrap_or_default(),
        Value::Map(entries) => entries.iter().map(|(_, value)| text_length(value)).max().unwrap_or_default(),
        _ => 0,
    }
}
