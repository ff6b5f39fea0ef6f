//! A schema of which it is known who is who: every field and enum value carries an identity that no change takes away.

use proto_diff::schema::Scalar;

/// Who an element is, whatever it is called and whichever number it has.
pub type Uid = usize;

/// A schema of one or two files.
#[derive(Debug, Clone)]
pub struct Model {
    pub syntax: Syntax,
    pub messages: Vec<MessageModel>,
    pub enums: Vec<EnumModel>,
    /// How many identities and names were given away.
    given: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    Proto2,
    Proto3,
}

#[derive(Debug, Clone)]
pub struct MessageModel {
    pub name: String,
    /// The message it is declared in: that of a group, or what once was one.
    pub inside: Option<usize>,
    pub fields: Vec<FieldModel>,
    pub reserved_numbers: Vec<i32>,
    pub reserved_names: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct FieldModel {
    pub uid: Uid,
    pub name: String,
    pub number: i32,
    pub json_name: Option<String>,
    pub label: Label,
    pub kind: KindModel,
    /// Which oneof, if any. Without meaning for what cannot be in one.
    pub oneof: Option<usize>,
    /// `[packed = …]`, if that is said. Without meaning for what cannot be packed.
    pub packed: Option<bool>,
    /// A number from which a default is made. Without meaning for what cannot have one.
    pub default: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// Nothing in proto3, `optional` in proto2.
    Plain,
    Optional,
    /// Plain in proto3.
    Required,
    Repeated,
    /// A map with such keys.
    Map(Scalar),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KindModel {
    Scalar(Scalar),
    /// By index.
    Enum(usize),
    /// By index.
    Message(usize),
    /// By index, of a message inside the one that has the field. In proto3 it is an ordinary message.
    Group(usize),
}

#[derive(Debug, Clone)]
pub struct EnumModel {
    pub name: String,
    pub values: Vec<ValueModel>,
    pub openness: Openness,
}

/// What an enum of a proto2 schema is; in proto3 all are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Openness {
    /// Declared in a file of its own, in proto3.
    Open,
    Closed,
}

#[derive(Debug, Clone)]
pub struct ValueModel {
    pub uid: Uid,
    pub name: String,
    pub number: i32,
}

impl Model {
    pub fn new(syntax: Syntax) -> Model {
        Model { syntax, messages: Vec::new(), enums: Vec::new(), given: 0 }
    }

    /// An identity that nobody has.
    pub fn uid(&mut self) -> Uid {
        self.given += 1;
        self.given
    }

    /// A name that nobody has or had, and that resembles no other.
    pub fn name(&mut self) -> String {
        super::names::unlike_any_other(self.uid())
    }

    /// Full name of a message.
    pub fn full_name(&self, message: usize) -> String {
        let model = &self.messages[message];
        match model.inside {
            Some(outer) => format!("{}.{}", self.full_name(outer), model.name),
            None => format!("{PACKAGE}.{}", model.name),
        }
    }
}

/// Where everything is declared.
pub const PACKAGE: &str = "evolving";

impl MessageModel {
    pub fn new(name: String, inside: Option<usize>) -> MessageModel {
        MessageModel { name, inside, fields: Vec::new(), reserved_numbers: Vec::new(), reserved_names: Vec::new() }
    }

    /// A number that no field has and that is not reserved.
    pub fn free_number(&self) -> i32 {
        let taken = self.fields.iter().map(|field| field.number).chain(self.reserved_numbers.iter().copied());
        taken.max().unwrap_or(0) + 1
    }
}

impl FieldModel {
    pub fn is_singular(&self) -> bool {
        matches!(self.label, Label::Plain | Label::Optional | Label::Required)
    }

    pub fn is_message(&self) -> bool {
        matches!(self.kind, KindModel::Message(_) | KindModel::Group(_))
    }

    /// Its oneof, where it can be in one.
    pub fn in_oneof(&self) -> Option<usize> {
        self.oneof.filter(|_| matches!(self.label, Label::Plain | Label::Optional))
    }
}
