//! What a manifest knows about the writers of each version, for the dual reader.

use super::{
    Side,
    correspondence::{Correspondence, Line, Path, definition},
    detection::{DraftContent, DraftField, Expectation, Hints, NameField, Repetition},
    manifest::{DraftType, Habit, Manifest, MessageTable, Template, Via, WriterLine},
};
use crate::schema::{Definition, FieldRef, Schema};

/// The hints about one side: resource names by the manifest's templates, and its tables of writers.
pub(super) fn hints(manifest: &Manifest, correspondence: &Correspondence, side: Side, schema: &Schema) -> Hints {
    let mut names = Vec::new();
    for line in correspondence.messages.iter().flat_map(|pair| &pair.lines) {
        let Some(template) = template(line) else { continue };
        match side {
            Side::Old => names.extend(name_field(schema, &line.old, Expectation::Is(template.clone()))),
            // What is taken apart now is no name of that form any more.
            Side::New => {
                let fields = line.new.iter();
                names.extend(fields.filter_map(|new| name_field(schema, new, Expectation::IsNot(template.clone()))));
            }
        }
    }
    names.dedup();
    let hints = names.into_iter().fold(Hints::default(), Hints::with_name);
    let tables = match side {
        Side::Old => &manifest.old_writers,
        Side::New => &manifest.new_writers,
    };
    tables.iter().fold(hints, |hints, table| with_table(hints, schema, table))
}

fn template(line: &Line) -> Option<&Template> {
    let leg = line.up.as_ref().or(line.down.as_ref())?;
    match &leg.via {
        Via::Template(template) if template.is_telling() => Some(template),
        _ => None,
    }
}

/// The field that a path ends in.
fn name_field(schema: &Schema, path: &Path, expectation: Expectation) -> Option<NameField> {
    let FieldRef::Member(message, _) = path.leaf().field else { return None };
    let (message, field) = (schema[message].element.full_name.clone(), path.field(schema).name().to_owned());
    Some(NameField { message, field, expectation })
}

fn with_table(hints: Hints, schema: &Schema, table: &MessageTable<WriterLine>) -> Hints {
    let Ok(Definition::Message(id)) = definition(schema, &table.name.value) else { return hints };
    let message = &schema[id].element.full_name;
    table.lines.iter().fold(hints, |hints, line| {
        let (message, field) = (message.clone(), line.field.value.clone());
        match &line.habit {
            Habit::Uri => hints.with_name(NameField { message, field, expectation: Expectation::Uri }),
            Habit::Also(template) => {
                let expectation = Expectation::Is(template.clone());
                hints.with_name(NameField { message, field, expectation })
            }
            Habit::Draft { number, content, repeated } => {
                let content = match content {
                    DraftType::Scalar(scalar) => DraftContent::Scalar(*scalar),
                    DraftType::Message(name) => DraftContent::Message(name.clone()),
                };
                let repetition = if *repeated { Repetition::Repeated } else { Repetition::Single };
                hints.with_draft(DraftField { message, name: field, number: *number, content, repetition })
            }
        }
    })
}
