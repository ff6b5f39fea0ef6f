//! What the message types of a language can hold: less than bytes can say.

use proto_diff::{
    dynamic::{DynamicMessage, Value, drop_implicit_defaults, find_field},
    schema::{Field, FieldType, Kind, MessageId, Presence, Scalar, Schema},
};

/// A message as a program with types would have it: text is text, a field without presence is not set to its default,
/// and what is required is there, as prost cannot leave it out. The negative zero is one to prost, and not to others, so
/// that it is taken for one.
pub fn typed(schema: &Schema, of: MessageId, message: &mut DynamicMessage) {
    settle(schema, of, message);
    drop_implicit_defaults(schema, &schema[of], message);
}

fn settle(schema: &Schema, of: MessageId, message: &mut DynamicMessage) {
    for field in schema[of].fields.iter().filter(|field| field.is_required()) {
        message.fields.entry(field.number).or_insert_with(|| zero(schema, field.value_kind()));
    }
    let numbers: Vec<i32> = message.fields.keys().copied().collect();
    for number in numbers {
        let (Some(field), Some(value)) = (find_field(schema, &schema[of], number), message.fields.get_mut(&number))
        else {
            continue;
        };
        let kind = field.value_kind();
        let implicit = matches!(field.ty, FieldType::Singular { presence: Presence::Implicit, .. });
        match value {
            Value::Float(zero) if implicit && *zero == 0.0 => *zero = 0.0,
            Value::Double(zero) if implicit && *zero == 0.0 => *zero = 0.0,
            Value::List(values) => values.iter_mut().for_each(|value| each(schema, kind, value)),
            Value::Map(entries) => entries.iter_mut().for_each(|(_, value)| match value {
                Value::Float(zero) if *zero == 0.0 => *zero = 0.0,
                Value::Double(zero) if *zero == 0.0 => *zero = 0.0,
                value => each(schema, kind, value),
            }),
            value => each(schema, kind, value),
        }
    }
}

fn each(schema: &Schema, kind: &Kind, value: &mut Value) {
    match (value, kind) {
        (Value::Message(message), _) => kind.message().into_iter().for_each(|inner| settle(schema, inner, message)),
        (value @ Value::Bytes(_), Kind::Scalar(Scalar::String)) => {
            if let Value::Bytes(bytes) = &value {
                *value = Value::String(String::from_utf8_lossy(bytes).into_owned());
            }
        }
        _ => {}
    }
}

/// A value that is hard to carry, for a single field that is no message.
pub fn telling(schema: &Schema, field: &Field) -> Option<Value> {
    let FieldType::Singular { kind, .. } = &field.ty else { return None };
    Some(match kind {
        Kind::Enum(id) => Value::Enum(schema[*id].values.last()?.number),
        Kind::Scalar(Scalar::Bool) => Value::Bool(true),
        // A name of no form would be refused.
        Kind::Scalar(Scalar::String) => Value::String(String::new()),
        Kind::Scalar(Scalar::Bytes) => Value::Bytes(b"aGk=".to_vec()),
        Kind::Scalar(Scalar::Float) => Value::Float(f32::MIN_POSITIVE),
        Kind::Scalar(Scalar::Double) => Value::Double(1e300),
        Kind::Scalar(Scalar::Uint32 | Scalar::Fixed32) => Value::Uint(u64::from(u32::MAX)),
        Kind::Scalar(Scalar::Uint64 | Scalar::Fixed64) => Value::Uint(u64::MAX),
        Kind::Scalar(Scalar::Int32 | Scalar::Sint32 | Scalar::Sfixed32) => Value::Int(i64::from(i32::MIN)),
        Kind::Scalar(Scalar::Int64 | Scalar::Sint64 | Scalar::Sfixed64) => Value::Int(i64::MIN),
        Kind::Message(_) | Kind::Group(_) | Kind::StandIn(_) => return None,
    })
}

fn zero(schema: &Schema, kind: &Kind) -> Value {
    match kind {
        Kind::Enum(id) => Value::Enum(schema[*id].values[0].number),
        Kind::Scalar(Scalar::Bool) => Value::Bool(false),
        Kind::Scalar(Scalar::String) => Value::String(String::new()),
        Kind::Scalar(Scalar::Bytes) => Value::Bytes(Vec::new()),
        Kind::Scalar(Scalar::Float) => Value::Float(0.0),
        Kind::Scalar(Scalar::Double) => Value::Double(0.0),
        Kind::Scalar(Scalar::Uint32 | Scalar::Uint64 | Scalar::Fixed32 | Scalar::Fixed64) => Value::Uint(0),
        Kind::Scalar(_) => Value::Int(0),
        Kind::Message(_) | Kind::Group(_) | Kind::StandIn(_) => Value::Message(DynamicMessage::default()),
    }
}
