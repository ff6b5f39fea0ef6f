//! What the writers of a version do that its schema does not say: `[old_writers.X]` and `[new_writers.X]`.
//!
//! The dual reader knows a version by it. It changes nothing about how messages are converted.

use super::{
    MessageTable, Placed, Template,
    document::{Entry, Value},
    error::Fault,
    table::{Faults, must_be, only, take, text},
};
use crate::schema::Scalar;

/// What is known about one field of one message.
#[derive(Debug, Clone, PartialEq)]
pub struct WriterLine {
    /// The field; of a draft field a name for reports.
    pub field: Placed<String>,
    /// What is known.
    pub habit: Habit,
}

/// What writers do with a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Habit {
    /// A string field holds a URI with its scheme.
    Uri,
    /// A string field holds a name of this form too, beside those that its line in `[message.…]` gives.
    Also(Template),
    /// They send a field that the schema does not have.
    Draft {
        /// Its number.
        number: i32,
        /// What one value is.
        content: DraftType,
        /// Whether it may occur several times.
        repeated: bool,
    },
}

/// The type of a draft field.
#[derive(Debug, Clone, PartialEq)]
pub enum DraftType {
    /// A scalar.
    Scalar(Scalar),
    /// A message, by its full name.
    Message(String),
}

/// `[old_writers.X]` or `[new_writers.X]`.
pub(super) fn writer_table(name: Placed<String>, entries: &[Entry], faults: &mut Faults) -> MessageTable<WriterLine> {
    let lines = entries.iter().filter_map(|entry| line(entry, faults)).collect();
    MessageTable { name, lines }
}

fn line(entry: &Entry, faults: &mut Faults) -> Option<WriterLine> {
    let field = Placed::new(entry.key.clone(), entry.key_span.clone());
    let span = entry.item.span.clone();
    let habit = match &entry.item.value {
        Value::Text(word) if word == "uri" => Habit::Uri,
        Value::Table(fields) if take(fields, "also").is_some() => {
            only(fields, &["also"], faults);
            let also = take(fields, "also").map(|e| text(&e.item, faults)).unwrap_or_default();
            match Template::parse(&also) {
                Ok(template) => Habit::Also(template),
                Err(what) => {
                    faults.push(Fault::new(span, format!("no template: {what}"), "here"));
                    return None;
                }
            }
        }
        Value::Table(fields) => {
            only(fields, &["draft", "type"], faults);
            let number = match take(fields, "draft").map(|e| &e.item.value) {
                Some(Value::Integer(number)) => i32::try_from(*number).ok().filter(|number| *number > 0),
                _ => None,
            };
            let ty = take(fields, "type").map(|e| text(&e.item, faults));
            let (Some(number), Some(ty)) = (number, ty) else {
                let fault = Fault::new(span, "a draft field has a number and a type", "here");
                faults.push(fault.with_help("{ draft = 18, type = \"string\" }"));
                return None;
            };
            let (repeated, one) = match ty.strip_prefix("repeated ") {
                Some(one) => (true, one),
                None => (false, ty.as_str()),
            };
            let scalar = Scalar::ALL.into_iter().find(|scalar| scalar.name() == one);
            let content = scalar.map_or_else(|| DraftType::Message(one.to_owned()), DraftType::Scalar);
            Habit::Draft { number, content, repeated }
        }
        other => {
            must_be("\"uri\", { also = \"a/{template}\" } or { draft = 18, type = \"string\" }", other, span, faults);
            return None;
        }
    };
    Some(WriterLine { field, habit })
}
