//! Random messages of any type of a schema.

use proto_diff::{
    dynamic::{DynamicMessage, Value, drop_implicit_defaults},
    schema::{Field, Kind, MessageId, Scalar, Schema},
};

use super::arbitrary::{Supply, Taste};

/// How deep they nest.
const DEPTH: usize = 3;

/// The message that a supply of bytes makes: a single field, or several of them.
pub fn message(schema: &Schema, of: MessageId, bytes: &[u8]) -> DynamicMessage {
    let mut supply = Supply::new(schema, bytes.get(1..).unwrap_or_default().to_vec(), Taste::AnyBytes);
    let fields = &schema[of].fields;
    let mut message = match bytes.first().copied().unwrap_or_default() {
        // One field alone: what happens to it cannot hide behind what happens to another.
        choice if choice < 128 => {
            let field = fields.get(usize::from(choice) % fields.len().max(1));
            let value = field.and_then(|field| Some((field.number, supply.field(field, DEPTH)?)));
            DynamicMessage { fields: value.into_iter().collect(), unknown: Vec::new() }
        }
        _ => supply.message(&schema[of], DEPTH),
    };
    complete(schema, of, &mut message);
    drop_implicit_defaults(schema, &schema[of], &mut message);
    message
}

/// Puts in what is required and not there, here and below: a writer has to.
fn complete(schema: &Schema, of: MessageId, message: &mut DynamicMessage) {
    for field in &schema[of].fields {
        if field.is_required() {
            message.fields.entry(field.number).or_insert_with(|| plain(schema, field));
        }
        let (Some(inner), Some(value)) = (field.value_kind().message(), message.fields.get_mut(&field.number)) else {
            continue;
        };
        let each: Vec<&mut Value> = match value {
            Value::List(values) => values.iter_mut().collect(),
            Value::Map(entries) => entries.iter_mut().map(|(_, value)| value).collect(),
            value => vec![value],
        };
        for value in each {
            if let Value::Message(message) = value {
                complete(schema, inner, message);
            }
        }
    }
}

fn plain(schema: &Schema, field: &Field) -> Value {
    match field.value_kind() {
        Kind::Enum(id) => Value::Enum(schema[*id].values[0].number),
        Kind::Scalar(Scalar::Bool) => Value::Bool(true),
        Kind::Scalar(Scalar::String) => Value::String("required".to_owned()),
        Kind::Scalar(Scalar::Bytes) => Value::Bytes(b"required".to_vec()),
        Kind::Scalar(Scalar::Float) => Value::Float(1.0),
        Kind::Scalar(Scalar::Double) => Value::Double(1.0),
        Kind::Scalar(Scalar::Uint32 | Scalar::Uint64 | Scalar::Fixed32 | Scalar::Fixed64) => Value::Uint(1),
        Kind::Scalar(_) => Value::Int(1),
        Kind::Message(_) | Kind::Group(_) | Kind::StandIn(_) => Value::Message(DynamicMessage::default()),
    }
}
