//! TOML as a tree in which everything knows where it stands.

use std::ops::Range;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::error::Fault;

/// A value and the bytes of the text it stands in.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub value: Value,
    pub span: Range<usize>,
}

/// What TOML can hold, as far as a manifest has use for it.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Text(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    List(Vec<Item>),
    /// In the order of the text, which TOML does not promise and people rely on.
    Table(Vec<Entry>),
}

/// A key with its value.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub key: String,
    pub key_span: Range<usize>,
    pub item: Item,
}

impl Value {
    /// What it is, for messages.
    pub(super) fn sort(&self) -> &'static str {
        match self {
            Value::Text(_) => "a string",
            Value::Integer(_) => "an integer",
            Value::Float(_) => "a float",
            Value::Boolean(_) => "a boolean",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

/// Parses a text.
///
/// # Errors
/// When it is not TOML, or holds a date or an integer beyond 64 bits.
pub(super) fn parse(text: &str) -> Result<Vec<Entry>, Fault> {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        Fault::new(span, error.message().to_owned(), "here")
    })?;
    entries(table.get_ref())
}

fn entries(table: &DeTable<'_>) -> Result<Vec<Entry>, Fault> {
    let mut entries = table
        .iter()
        .map(|(key, value)| Ok(Entry { key: key.get_ref().to_string(), key_span: key.span(), item: item(value)? }))
        .collect::<Result<Vec<_>, Fault>>()?;
    entries.sort_by_key(|entry| entry.key_span.start);
    Ok(entries)
}

fn item(value: &Spanned<DeValue<'_>>) -> Result<Item, Fault> {
    let span = value.span();
    let refused = |what: &str| Fault::new(span.clone(), format!("a manifest has no use for {what}"), "here");
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            let digits = number.as_str().replace('_', "");
            let parsed = i64::from_str_radix(&digits, number.radix());
            Value::Integer(parsed.map_err(|_| refused("an integer beyond 64 bits"))?)
        }
        DeValue::Float(number) => {
            let digits = number.as_str().replace('_', "");
            Value::Float(digits.parse().map_err(|_| refused("such a number"))?)
        }
        DeValue::Boolean(value) => Value::Boolean(*value),
        DeValue::Datetime(_) => return Err(refused("a date")),
        DeValue::Array(items) => Value::List(items.iter().map(item).collect::<Result<_, _>>()?),
        DeValue::Table(table) => Value::Table(entries(table)?),
    };
    Ok(Item { value, span })
}
