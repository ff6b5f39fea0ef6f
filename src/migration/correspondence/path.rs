//! Paths whose every step is a field.

use crate::{
    migration::manifest::{FieldName, FieldPath, Select},
    migration::suggestion::suggestion,
    schema::{Field, FieldRef, FieldType, Kind, MessageId, Schema},
};

/// A path from a message to a field in it or below it. It has at least one step.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path {
    /// Where it starts.
    pub root: MessageId,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// The field.
    pub field: FieldRef,
    /// Which of its values.
    pub select: Select,
}

impl Path {
    /// Follows a written path through a schema.
    ///
    /// # Errors
    /// What is wrong with it, and what to do.
    pub(super) fn resolve(schema: &Schema, root: MessageId, written: &FieldPath) -> Result<Self, (String, String)> {
        let mut message = root;
        let mut steps: Vec<Step> = Vec::new();
        for (i, step) in written.0.iter().enumerate() {
            let Some(field) = field_named(schema, message, &step.field) else {
                return Err(no_field(schema, message, &step.field));
            };
            let ty = &field.get(schema).ty;
            let name = field.get(schema).name();
            if step.select != Select::Whole && !matches!(ty, FieldType::Repeated { .. }) {
                let written = format!("{name}{}", step.select.suffix());
                return Err((format!("`{written}`: `{name}` is no list"), format!("write `{name}`")));
            }
            steps.push(Step { field, select: step.select });
            if i + 1 == written.0.len() {
                break;
            }
            let through = match (ty, step.select) {
                (FieldType::Singular { kind, .. }, Select::Whole)
                | (FieldType::Repeated { kind, .. }, Select::First) => kind.message(),
                (FieldType::Repeated { .. }, _) => {
                    let help = format!("only the first element has a place of its own: `{name}[0]`");
                    return Err((format!("a path cannot go through all elements of `{name}`"), help));
                }
                _ => None,
            };
            let Some(next) = through else {
                let found = schema.type_name(field.get(schema));
                return Err((format!("`{name}` is a {found}, which has no fields"), "end the path there".to_owned()));
            };
            message = next;
        }
        Ok(Path { root, steps })
    }

    /// The last step.
    pub fn leaf(&self) -> Step {
        self.steps.last().copied().unwrap_or_else(|| unreachable!("a path has at least one step"))
    }

    /// The field it ends in.
    pub fn field<'s>(&self, schema: &'s Schema) -> &'s Field {
        self.leaf().field.get(schema)
    }

    /// It as a person writes it.
    pub fn display(&self, schema: &Schema) -> String {
        let mut text = String::new();
        for step in &self.steps {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(&step_name(schema, step.field));
            text.push_str(step.select.suffix());
        }
        text
    }

    /// What its leaf holds.
    pub(super) fn shape<'s>(&self, schema: &'s Schema) -> Shape<'s> {
        match (&self.field(schema).ty, self.leaf().select) {
            (FieldType::Singular { kind, .. }, _) | (FieldType::Repeated { kind, .. }, Select::First) => {
                Shape::One(kind)
            }
            (FieldType::Repeated { kind, .. }, _) => Shape::Many(kind),
            (FieldType::Map { key, value, .. }, _) => Shape::Map(*key, value),
        }
    }
}

/// What a place holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shape<'s> {
    /// One value.
    One(&'s Kind),
    /// Any number of values.
    Many(&'s Kind),
    /// A map.
    Map(crate::schema::Scalar, &'s Kind),
}

/// The name of a field in a path.
pub(in crate::migration) fn step_name(schema: &Schema, field: FieldRef) -> String {
    match field {
        FieldRef::Member(..) => field.get(schema).name().to_owned(),
        FieldRef::Extension(_) => format!("[{}]", field.get(schema).element.full_name),
    }
}

fn field_named(schema: &Schema, message: MessageId, name: &FieldName) -> Option<FieldRef> {
    match name {
        FieldName::Own(name) => {
            let index = schema[message].fields.iter().position(|field| field.name() == name)?;
            Some(FieldRef::Member(message, index))
        }
        FieldName::Extension(full_name) => {
            let is_it = |extension: &crate::schema::Extension| {
                extension.field.element.full_name == *full_name
                    && extension.extendee == schema[message].element.full_name
            };
            schema.extensions.iter().position(is_it).map(FieldRef::Extension)
        }
    }
}

fn no_field(schema: &Schema, message: MessageId, name: &FieldName) -> (String, String) {
    let of = &schema[message].element.full_name;
    let text = match name {
        FieldName::Own(name) => format!("{of} has no field `{name}` in {}", schema.origin),
        FieldName::Extension(name) => format!("{} has no extension `{name}` of {of}", schema.origin),
    };
    let wanted = match name {
        FieldName::Own(name) | FieldName::Extension(name) => name,
    };
    let names: Vec<&str> = schema[message].fields.iter().map(Field::name).collect();
    let help = match suggestion(wanted, names.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if names.is_empty() => "it has no fields".to_owned(),
        None => format!("its fields are: {}", names.join(", ")),
    };
    (text, help)
}

/// All fields of a message that data can hold: its own and the extensions that the schema knows.
pub(crate) fn fields_of(schema: &Schema, message: MessageId) -> impl Iterator<Item = FieldRef> + '_ {
    let own = (0..schema[message].fields.len()).map(move |index| FieldRef::Member(message, index));
    let extendable = !schema[message].extension_ranges.is_empty();
    let full_name = &schema[message].element.full_name;
    let extensions = schema.extensions.iter().enumerate().filter(move |(_, e)| extendable && e.extendee == *full_name);
    own.chain(extensions.map(|(index, _)| FieldRef::Extension(index)))
}
