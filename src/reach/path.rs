//! Paths through types: `artifact_update.artifact.parts[].raw`.
//!
//! Names are those of the `.proto` file. `[]` stands for any element of a repeated field, `{}` for any value of a map;
//! an extension is `[its.full.name]`.

use crate::schema::{FieldRef, FieldType, Schema};

/// The fields from a message down to something inside it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Path {
    /// From the outermost to the innermost. None where the message itself is meant.
    pub steps: Vec<FieldRef>,
}

impl Path {
    /// The path as a person reads it, below the message it begins in.
    pub fn written(&self, schema: &Schema) -> String {
        // A usual name and its dot take about this much.
        let mut text = String::with_capacity(16 * self.steps.len());
        for &field in &self.steps {
            if !text.is_empty() {
                text.push('.');
            }
            push_step(&mut text, schema, field);
        }
        text
    }
}

/// One field as paths write it.
pub fn step(schema: &Schema, field: FieldRef) -> String {
    let mut text = String::new();
    push_step(&mut text, schema, field);
    text
}

fn push_step(text: &mut String, schema: &Schema, reference: FieldRef) {
    let field = reference.get(schema);
    match reference {
        FieldRef::Member(..) => text.push_str(field.name()),
        // Its simple name may be taken in the message.
        FieldRef::Extension(_) => text.extend(["[", &field.element.full_name, "]"]),
    }
    text.push_str(match field.ty {
        FieldType::Singular { .. } => "",
        FieldType::Repeated { .. } => "[]",
        FieldType::Map { .. } => "{}",
    });
}
