//! The tables of one version, made from its schema and what is known beyond it.

use std::collections::{BTreeMap, HashMap};

use super::{
    DraftContent, DraftField, Expectation, Hints, Repetition,
    hints::MessageHints,
    shapes::{Content, EnumShape, Expected, FieldShape, List, MessageShape, Often, Origin, Required, Shapes, Utf8},
};
use crate::schema::{
    self, Enum, Field, FieldType, Kind, Message, MessageId, Packing, Presence, Scalar, Schema,
    is_required_by_annotation,
};

impl Shapes {
    /// The tables of a schema, whose messages and enums have the indices that they have there.
    pub fn of(schema: &Schema, hints: &Hints) -> Self {
        let builder = Builder::new(schema);
        let messages = schema.messages.iter().enumerate();
        let messages = messages.map(|(id, message)| builder.message(MessageId(id), message, hints)).collect();
        let enums = schema.enums.iter().map(enumeration).collect();
        Shapes { messages, enums }
    }

    /// The tables of what can be reached from these messages, and the index that each of its messages has here.
    ///
    /// # Panics
    /// When one of them is not in the tables.
    pub fn reached_from(&self, roots: &[usize]) -> (Shapes, Vec<usize>) {
        let (mut messages, mut enums) = (Moved::default(), Moved::default());
        for root in roots {
            messages.index(*root);
        }
        let mut next = 0;
        while let Some(&old) = messages.kept.get(next) {
            next += 1;
            for field in self.messages[old].fields.iter() {
                match field.content {
                    Content::Message(index) | Content::Group(index) => messages.index(index),
                    Content::Enum(index) => enums.index(index),
                    _ => continue,
                };
            }
        }
        let mut kept: Vec<MessageShape> = messages.kept.iter().map(|old| self.messages[*old].clone()).collect();
        for field in kept.iter_mut().flat_map(|message| message.fields.to_mut()) {
            field.content = match field.content {
                Content::Message(index) => Content::Message(messages.index(index)),
                Content::Group(index) => Content::Group(messages.index(index)),
                Content::Enum(index) => Content::Enum(enums.index(index)),
                content => content,
            };
        }
        let enums = enums.kept.iter().map(|old| self.enums[*old].clone()).collect();
        (Shapes { messages: kept.into(), enums }, messages.kept)
    }
}

/// Indices that become others.
#[derive(Default)]
struct Moved {
    /// Old indices in the order of the new ones.
    kept: Vec<usize>,
    new: HashMap<usize, usize>,
}

impl Moved {
    fn index(&mut self, old: usize) -> usize {
        *self.new.entry(old).or_insert_with(|| {
            self.kept.push(old);
            self.kept.len() - 1
        })
    }
}

struct Builder<'s> {
    schema: &'s Schema,
    /// Numbers of extensions, by the name of the message they extend.
    extensions: HashMap<&'s str, Vec<i32>>,
    /// The field that each map entry belongs to.
    maps: HashMap<MessageId, &'s Field>,
}

impl<'s> Builder<'s> {
    fn new(schema: &'s Schema) -> Self {
        let mut extensions: HashMap<&str, Vec<i32>> = HashMap::new();
        for extension in &schema.extensions {
            extensions.entry(&extension.extendee).or_default().push(extension.field.number);
        }
        let fields = schema.messages.iter().flat_map(|message| &message.fields);
        let maps = fields.filter_map(|field| match field.ty {
            FieldType::Map { entry, .. } => Some((entry, field)),
            _ => None,
        });
        Builder { schema, extensions, maps: maps.collect() }
    }

    fn message(&self, id: MessageId, message: &Message, hints: &Hints) -> MessageShape {
        let hints = hints.of(&message.element.full_name);
        // What is declared comes before what extends it, and what the schema knows before drafts.
        let mut fields = BTreeMap::new();
        for field in message.fields.iter().chain(self.extensions_of(message)) {
            fields.entry(field.number).or_insert_with(|| Some(self.field(id, field, hints)));
        }
        for draft in hints.into_iter().flat_map(|hints| &hints.drafts) {
            fields.entry(draft.number).or_insert_with(|| self.draft(draft, hints));
        }
        let required = message.fields.iter().filter(|field| field.is_required() || is_required_by_annotation(field));
        let required = required.map(|field| Required { number: field.number, name: field.name().to_owned().into() });
        let (fields, required) = (fields.into_values().flatten().collect(), required.collect());
        MessageShape { fields, required, is_map_entry: message.is_map_entry }
    }

    /// The extensions of a message that readers find, as [`crate::dynamic::find_field`] does.
    fn extensions_of(&self, message: &Message) -> impl Iterator<Item = &'s Field> {
        let name = message.element.full_name.as_str();
        let numbers = self.extensions.get(name).into_iter().flatten();
        let numbers = numbers.filter(|number| message.extension_ranges.contains(**number));
        numbers.filter_map(|number| Some(&self.schema.extension_of(name, *number)?.field))
    }

    fn field(&self, message: MessageId, field: &Field, hints: Option<&MessageHints>) -> FieldShape {
        // Whether the text in an entry is checked is said of the map.
        let utf8 = match self.maps.get(&message).map_or(field.utf8, |map| map.utf8) {
            schema::Utf8::Verify => Utf8::Checked,
            schema::Utf8::Unchecked => Utf8::Unchecked,
        };
        let content = match (&field.ty, field.value_kind()) {
            (FieldType::Map { entry, .. }, _) => Content::Message(entry.0),
            (_, Kind::Scalar(scalar)) => of_scalar(*scalar, utf8),
            (_, Kind::Enum(id)) => Content::Enum(id.0),
            (_, Kind::Message(id)) => Content::Message(id.0),
            (_, Kind::Group(id)) => Content::Group(id.0),
            (_, Kind::StandIn(_)) => Content::Anything,
        };
        let often = match &field.ty {
            // Writers put key and value of a map entry down even when they are defaults.
            FieldType::Singular { presence: Presence::Implicit, .. } if !self.schema[message].is_map_entry => {
                Often::Implicit
            }
            FieldType::Singular { .. } => Often::Explicit,
            FieldType::Repeated { packing: Packing::Packed, .. } => Often::Packed,
            FieldType::Repeated { packing: Packing::Expanded, .. } | FieldType::Map { .. } => Often::Expanded,
        };
        let origin = match field.value_kind() {
            Kind::StandIn(_) => Origin::Unlinked,
            _ => Origin::Schema,
        };
        let (name, oneof) = (field.name(), field.oneof);
        let expected = expected(name, content, hints);
        FieldShape { number: field.number, name: name.to_owned().into(), content, often, oneof, origin, expected }
    }

    /// A field of drafts; `None` when it is of a type that the schema does not have.
    fn draft(&self, draft: &DraftField, hints: Option<&MessageHints>) -> Option<FieldShape> {
        let content = match &draft.content {
            DraftContent::Scalar(scalar) => of_scalar(*scalar, Utf8::Checked),
            DraftContent::Message(name) => Content::Message(self.schema.message_named(name)?.0),
        };
        let often = match draft.repetition {
            Repetition::Single => Often::Explicit,
            Repetition::Repeated => Often::Packed,
        };
        let (name, expected) = (draft.name.clone().into(), expected(&draft.name, content, hints));
        Some(FieldShape { number: draft.number, name, content, often, oneof: None, origin: Origin::Draft, expected })
    }
}

fn enumeration(of: &Enum) -> EnumShape {
    let mut numbers: Vec<i32> = of.values.iter().map(|value| value.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    EnumShape { numbers: numbers.into(), closed: of.closed }
}

fn of_scalar(scalar: Scalar, utf8: Utf8) -> Content {
    match scalar {
        Scalar::Bool => Content::Bool,
        Scalar::Int32 => Content::Int32,
        Scalar::Uint32 | Scalar::Sint32 => Content::Uint32,
        Scalar::Int64 | Scalar::Uint64 | Scalar::Sint64 => Content::Varint64,
        Scalar::Fixed32 | Scalar::Sfixed32 | Scalar::Float => Content::Fixed32,
        Scalar::Fixed64 | Scalar::Sfixed64 | Scalar::Double => Content::Fixed64,
        Scalar::String => Content::Text(utf8),
        Scalar::Bytes => Content::Bytes,
    }
}

/// What the text of a field may be.
fn expected(field: &str, content: Content, hints: Option<&MessageHints>) -> List<Expected> {
    let names = hints.filter(|_| matches!(content, Content::Text(_))).into_iter().flat_map(|hints| &hints.names);
    let expectations = names.filter(|(name, _)| name == field).map(|(_, expectation)| match expectation {
        Expectation::Is(template) => Expected::Is(template.to_string().into()),
        Expectation::IsNot(template) => Expected::IsNot(template.to_string().into()),
        Expectation::Uri => Expected::Uri,
    });
    expectations.collect()
}
