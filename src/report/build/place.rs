//! Where a change stands: the element on each side, and what holds it.

use crate::{
    changes::{Change, ChangeKind, FieldRef, Subject},
    pairing::Sides,
    report::{ElementEntry, Names, Scope, Span},
    schema::{Element, EnumValue, FileId, Kind, Method, Schema},
};

/// One side of a comparison.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Old,
    New,
}

impl Side {
    /// The element on this side.
    pub(super) fn of<T>(self, sides: &Sides<T>) -> Option<&T> {
        match self {
            Side::Old => sides.old(),
            Side::New => sides.new(),
        }
    }
}

/// What sort of thing holds the changed element.
pub(super) fn scope(subject: &Subject) -> Scope {
    match subject {
        Subject::Field { .. } | Subject::Oneof { .. } | Subject::Message(_) => Scope::Message,
        Subject::Enum(_) | Subject::EnumValue { .. } => Scope::Enum,
        Subject::Service(_) | Subject::Rpc { .. } => Scope::Service,
        Subject::File(_) => Scope::File,
        Subject::Package(_) => Scope::Package,
    }
}

/// Full names of the holders.
pub(super) fn holders(subject: &Subject, old: &Schema, new: &Schema) -> Names {
    let name = |schema: &Schema, side: Side| {
        Some(match subject {
            Subject::Field { messages, .. } | Subject::Oneof { messages, .. } | Subject::Message(messages) => {
                schema[*side.of(messages)?].element.full_name.clone()
            }
            Subject::Enum(enums) | Subject::EnumValue { enums, .. } => {
                schema[*side.of(enums)?].element.full_name.clone()
            }
            Subject::Service(services) | Subject::Rpc { services, .. } => {
                schema[*side.of(services)?].element.full_name.clone()
            }
            Subject::File(files) => schema[*side.of(files)?].name.clone(),
            Subject::Package(packages) => side.of(packages)?.clone(),
        })
    };
    Names { old: name(old, Side::Old), new: name(new, Side::New) }
}

/// The position of the holder among the declarations of its scope, old ones first.
pub(super) fn order(subject: &Subject, old: &Schema) -> usize {
    fn position<T: Copy>(sides: &Sides<T>, index: impl Fn(T) -> usize, old_count: usize) -> usize {
        match sides {
            Sides::Both { old, .. } | Sides::Old(old) => index(*old),
            Sides::New(new) => old_count + index(*new),
        }
    }
    match subject {
        Subject::Field { messages, .. } | Subject::Oneof { messages, .. } | Subject::Message(messages) => {
            position(messages, |id| id.0, old.messages.len())
        }
        Subject::Enum(enums) | Subject::EnumValue { enums, .. } => position(enums, |id| id.0, old.enums.len()),
        Subject::Service(services) | Subject::Rpc { services, .. } => position(services, |id| id.0, old.services.len()),
        Subject::File(files) => position(files, |id| id.0, old.files.len()),
        Subject::Package(_) => 0,
    }
}

/// The changed element on one side.
pub(super) fn element(change: &Change, schema: &Schema, side: Side) -> Option<ElementEntry> {
    Some(match &change.subject {
        Subject::Field { field, .. } => field_entry(schema, *side.of(field)?),
        Subject::Oneof { messages, oneof } => {
            plain(schema, &schema[*side.of(messages)?].oneofs[*side.of(oneof)?].element)
        }
        Subject::Message(messages) => plain(schema, &schema[*side.of(messages)?].element),
        Subject::Enum(enums) => plain(schema, &schema[*side.of(enums)?].element),
        Subject::EnumValue { value, .. } => {
            let value = side.of(value)?;
            value_entry(schema, &schema[value.of].values[value.index])
        }
        Subject::Service(services) => plain(schema, &schema[*side.of(services)?].element),
        Subject::Rpc { services, method } => rpc_entry(schema, &schema[*side.of(services)?].methods[*side.of(method)?]),
        Subject::File(files) => file_entry(schema, *side.of(files)?, change.kind),
        Subject::Package(packages) => package_entry(schema, side.of(packages)?),
    })
}

fn plain(schema: &Schema, element: &Element) -> ElementEntry {
    ElementEntry { name: element.name.clone(), number: None, type_name: None, span: element_span(schema, element) }
}

fn field_entry(schema: &Schema, field: FieldRef) -> ElementEntry {
    let number_and_type = |field: &crate::schema::Field| ElementEntry {
        number: Some(field.number),
        type_name: Some(schema.type_name(field)),
        ..plain(schema, &field.element)
    };
    match field {
        FieldRef::Member(..) => number_and_type(field.get(schema)),
        // An extension is known by its full name: its simple one may be taken in the message.
        FieldRef::Extension(_) => {
            let field = field.get(schema);
            ElementEntry { name: format!("[{}]", field.element.full_name), ..number_and_type(field) }
        }
    }
}

fn value_entry(schema: &Schema, value: &EnumValue) -> ElementEntry {
    ElementEntry { number: Some(value.number), ..plain(schema, &value.element) }
}

fn rpc_entry(schema: &Schema, method: &Method) -> ElementEntry {
    let package = &schema[method.element.file].package;
    let message = |kind: &Kind, streaming: bool| {
        let stream = if streaming { "stream " } else { "" };
        format!("{stream}{}", schema.kind_name(kind, package))
    };
    let request = message(&method.input, method.client_streaming);
    let response = message(&method.output, method.server_streaming);
    ElementEntry { type_name: Some(format!("({request}) returns ({response})")), ..plain(schema, &method.element) }
}

/// `google.protobuf.FileDescriptorProto` paths of the statements that file changes are about.
const PACKAGE_PATH: &[i32] = &[2];
const SYNTAX_PATH: &[i32] = &[12];

fn file_entry(schema: &Schema, id: FileId, kind: ChangeKind) -> ElementEntry {
    let statement: &[i32] = match kind {
        ChangeKind::SyntaxChanged => SYNTAX_PATH,
        _ => &[],
    };
    ElementEntry { name: schema[id].name.clone(), number: None, type_name: None, span: span_at(schema, id, statement) }
}

/// A package stands where the first file that belongs to it says so.
fn package_entry(schema: &Schema, package: &str) -> ElementEntry {
    let file = schema.subject_files().find(|&id| schema[id].package == package);
    ElementEntry {
        name: package.to_owned(),
        number: None,
        type_name: None,
        span: file.and_then(|id| span_at(schema, id, PACKAGE_PATH)),
    }
}

fn element_span(schema: &Schema, element: &Element) -> Option<Span> {
    span_at(schema, element.file, &element.path)
}

fn span_at(schema: &Schema, file: FileId, path: &[i32]) -> Option<Span> {
    let span = schema[file].span(path)?;
    Some(Span {
        file: schema[file].display_path.clone(),
        line: span.start_line,
        column: span.start_column,
        end_line: span.end_line,
        end_column: span.end_column,
    })
}
