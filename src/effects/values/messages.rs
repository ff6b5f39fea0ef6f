//! Messages: one telling field, each field alone, all fields, long text, nothing.

use super::{DEPTH, for_field, for_field_at, typical_at};
use crate::{
    dynamic::{DynamicMessage, Value, binary, drop_implicit_defaults},
    effects::typed::Typed,
    schema::{Field, FieldType, Kind, Message, MessageId, Presence, Scalar, Schema},
};

/// Fields of a message that are tried one by one.
const SINGLE_FIELDS: usize = 12;
/// Values that are tried of a message that is taken for another message.
const NESTED_VALUES: usize = 64;

/// Which fields of nested messages are set.
#[derive(Clone, Copy)]
pub(in crate::effects) enum Fill<'a> {
    /// Any, each with its typical value.
    Anything,
    /// Any, with every value there is for it: the reader has another message there and takes each field its own way.
    Everything,
    /// Only those that mean the same to the reader, so that what happens to them is the doing of the field above.
    OnlyWhatBothKnow(&'a dyn Fn(MessageId, &Field) -> bool),
}

impl Fill<'_> {
    pub(super) fn allows(&self, message: Option<MessageId>, field: &Field) -> bool {
        match (self, message) {
            (Fill::Anything | Fill::Everything, _) | (_, None) => true,
            (Fill::OnlyWhatBothKnow(known), Some(message)) => known(message, field),
        }
    }
}

pub(super) fn messages_of(schema: &Schema, id: MessageId, fill: Fill<'_>, depth: usize) -> Vec<DynamicMessage> {
    let message = &schema[id];
    if is_any(message) {
        return any_of(schema, fill, depth);
    }
    let allowed: Vec<&Field> = message.fields.iter().filter(|field| fill.allows(Some(id), field)).collect();
    fill_fields(schema, message, &allowed, fill, depth)
}

pub(super) fn is_any(message: &Message) -> bool {
    message.element.full_name == "google.protobuf.Any"
}

/// An `Any` with a message of the schema in it: only such a one has a JSON form.
pub(super) fn any_of(schema: &Schema, fill: Fill<'_>, depth: usize) -> Vec<DynamicMessage> {
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

/// Values of a whole message.
pub(in crate::effects) fn for_message(Typed { schema, message }: Typed<'_>, fill: Fill<'_>) -> Vec<DynamicMessage> {
    let allowed: Vec<&Field> = message.fields.iter().filter(|field| fill.allows(None, field)).collect();
    fill_fields(schema, message, &allowed, fill, DEPTH)
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
        Fill::Everything => {
            let each = in_order.iter().filter_map(|field| Some((field.number, value_of(field)?)));
            let further = in_order.iter().flat_map(|field| {
                // One level of everything: two would be as many values squared, three, cubed.
                let values = for_field_at(schema, field, Fill::Anything, depth.saturating_sub(1));
                values.into_iter().skip(1).map(|value| (field.number, value))
            });
            each.chain(further).take(NESTED_VALUES).map(|value| with(vec![value])).collect()
        }
        Fill::Anything | Fill::OnlyWhatBothKnow(_) => in_order
            .iter()
            .take(SINGLE_FIELDS)
            .filter_map(|field| Some(with(vec![(field.number, value_of(field)?)])))
            .collect(),
    };
    if let Fill::Everything = fill {
        filled.push(hollow(schema, message, depth));
    }
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

/// A message in which everything that can be there and be empty is: explicit zeros, text without letters, messages like
/// this one.
fn hollow(schema: &Schema, message: &Message, depth: usize) -> DynamicMessage {
    let empty = |field: &Field| -> Option<Value> {
        Some(match field.value_kind() {
            Kind::Scalar(Scalar::String) => Value::String(String::new()),
            Kind::Scalar(Scalar::Bytes) => Value::Bytes(Vec::new()),
            Kind::Scalar(Scalar::Bool) => Value::Bool(false),
            Kind::Scalar(Scalar::Float) => Value::Float(0.0),
            Kind::Scalar(Scalar::Double) => Value::Double(0.0),
            Kind::Scalar(Scalar::Uint32 | Scalar::Uint64 | Scalar::Fixed32 | Scalar::Fixed64) => Value::Uint(0),
            Kind::Scalar(_) => Value::Int(0),
            Kind::Enum(id) => Value::Enum(schema[*id].values.first()?.number),
            Kind::Message(id) | Kind::Group(id) if depth > 0 => Value::Message(hollow(schema, &schema[*id], depth - 1)),
            Kind::Message(_) | Kind::Group(_) | Kind::StandIn(_) => return None,
        })
    };
    let can_be_empty = |field: &&Field| {
        matches!(field.ty, FieldType::Singular { presence, .. } if presence != Presence::Implicit)
            && field.oneof.is_none()
    };
    let some = message.fields.iter().filter(can_be_empty).take(SINGLE_FIELDS);
    let fields = some.filter_map(|field| Some((field.number, empty(field)?)));
    DynamicMessage { fields: fields.collect(), unknown: Vec::new() }
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
