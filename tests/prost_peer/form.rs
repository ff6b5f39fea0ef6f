//! One form for what prost and our reader understood, so that they can be compared.
//!
//! Of a field without presence neither knows whether its default was written, so it is left out of both.

use std::collections::BTreeMap;

use proto_diff::{
    dynamic::{DynamicMessage, Value},
    schema::{Field, FieldType, Kind, Message, Presence, Schema},
};

/// What a message says: the fields that are set, by number.
pub type Fields = BTreeMap<i32, Form>;

/// What a value says. Floats are their bits.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    Bool(bool),
    Integer(i128),
    Float(u32),
    Double(u64),
    Text(String),
    Bytes(Vec<u8>),
    Message(Fields),
    List(Vec<Form>),
    /// Sorted by key.
    Map(Vec<(Form, Form)>),
}

/// What a Rust type that prost puts into a struct can tell; `None` for an absent value, an empty list, an empty map.
pub trait Told {
    fn told(&self) -> Option<Form>;
}

macro_rules! told {
    ($($rust:ty: $value:ident => $form:expr;)*) => {
        $(impl Told for $rust {
            fn told(&self) -> Option<Form> {
                let $value = self;
                Some($form)
            }
        })*
    };
}

told! {
    bool: value => Form::Bool(*value);
    i32: value => Form::Integer((*value).into());
    i64: value => Form::Integer((*value).into());
    u32: value => Form::Integer((*value).into());
    u64: value => Form::Integer((*value).into());
    f32: value => Form::Float(value.to_bits());
    f64: value => Form::Double(value.to_bits());
    String: text => Form::Text(text.clone());
    Vec<u8>: bytes => Form::Bytes(bytes.clone());
}

impl<T: Told> Told for Option<T> {
    fn told(&self) -> Option<Form> {
        self.as_ref().and_then(Told::told)
    }
}

impl<T: Told> Told for Box<T> {
    fn told(&self) -> Option<Form> {
        T::told(self)
    }
}

impl<T: Told> Told for Vec<T> {
    fn told(&self) -> Option<Form> {
        (!self.is_empty()).then(|| Form::List(self.iter().filter_map(Told::told).collect()))
    }
}

impl<K: Told, V: Told> Told for BTreeMap<K, V> {
    fn told(&self) -> Option<Form> {
        let entries = self.iter().filter_map(|(key, value)| Some((key.told()?, value.told()?)));
        (!self.is_empty()).then(|| Form::Map(entries.collect()))
    }
}

/// A field of a prost struct: absent when it is the default and has no presence.
pub fn field<T: Told>(number: i32, value: &T, default_without_presence: Option<&T>) -> Option<(i32, Form)> {
    let told = value.told()?;
    let is_default = default_without_presence.is_some_and(|default| default.told().as_ref() == Some(&told));
    (!is_default).then_some((number, told))
}

/// Ours.
pub fn of_message(schema: &Schema, message: &Message, value: &DynamicMessage) -> Fields {
    let fields = value.fields.iter().filter_map(|(number, value)| {
        let field = message.field_numbered(*number).expect("no reader sets a field that is not there");
        let told = of_value(schema, field, value);
        let has_presence =
            !matches!(field.ty, FieldType::Singular { presence: Presence::Implicit | Presence::Required, .. });
        (has_presence || told != default(schema, field.value_kind(), &told)).then_some((*number, told))
    });
    fields.collect()
}

fn of_value(schema: &Schema, field: &Field, value: &Value) -> Form {
    match value {
        Value::Bool(value) => Form::Bool(*value),
        Value::Int(value) => Form::Integer((*value).into()),
        Value::Uint(value) => Form::Integer((*value).into()),
        Value::Enum(number) => Form::Integer((*number).into()),
        Value::Float(value) => Form::Float(value.to_bits()),
        Value::Double(value) => Form::Double(value.to_bits()),
        Value::String(text) => Form::Text(text.clone()),
        Value::Bytes(bytes) => Form::Bytes(bytes.clone()),
        Value::List(values) => Form::List(values.iter().map(|value| of_value(schema, field, value)).collect()),
        Value::Map(entries) => {
            let one = |(key, value): &(Value, Value)| (of_value(schema, field, key), of_value(schema, field, value));
            Form::Map(entries.iter().map(one).collect())
        }
        Value::Message(inner) => {
            let id = field.value_kind().message().expect("a message in a field of messages");
            Form::Message(of_message(schema, &schema[id], inner))
        }
    }
}

/// The default of a kind, in the form that a value of it has.
fn default(schema: &Schema, kind: &Kind, like: &Form) -> Form {
    match like {
        Form::Bool(_) => Form::Bool(false),
        Form::Integer(_) => Form::Integer(match kind {
            Kind::Enum(id) => schema[*id].values[0].number.into(),
            _ => 0,
        }),
        Form::Float(_) => Form::Float(0),
        Form::Double(_) => Form::Double(0),
        Form::Text(_) => Form::Text(String::new()),
        Form::Bytes(_) => Form::Bytes(Vec::new()),
        Form::Message(_) => Form::Message(Fields::new()),
        Form::List(_) => Form::List(Vec::new()),
        Form::Map(_) => Form::Map(Vec::new()),
    }
}
