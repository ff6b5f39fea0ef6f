//! The message that a witness was written or read as.

use proto_diff::{
    Comparison,
    changes::{CallPart, Change, Detail, Subject},
    effects::Direction,
    schema::{
        Comments, Element, EnumId, Field, FieldType, Kind, Message, MessageId, NumberSet, Options, Packing, Presence,
        Reserved, Schema, Utf8,
    },
};

/// A message and the schema it is of, or made for.
pub struct Side<'a> {
    /// The schema.
    pub schema: &'a Schema,
    /// The message; one with a field and a list where the change is about an enum.
    pub message: Message,
    /// Full name of the message, or of the enum that it was made for.
    pub name: &'a str,
}

impl<'a> Side<'a> {
    /// Who reads, in a direction.
    pub fn reader(comparison: &'a Comparison, change: &Change, direction: Direction) -> Option<Self> {
        match direction {
            Direction::Upgrade => Self::new_side(comparison, change),
            Direction::Downgrade => Self::old_side(comparison, change),
        }
    }

    fn old_side(comparison: &'a Comparison, change: &Change) -> Option<Self> {
        let schema = &comparison.old;
        Some(match &change.subject {
            Subject::Field { messages, .. } | Subject::Oneof { messages, .. } => plain(schema, *messages.old()?),
            Subject::Message(messages) => plain(schema, *messages.old()?),
            Subject::EnumValue { enums, .. } | Subject::Enum(enums) => holder(schema, *enums.old()?),
            Subject::Rpc { services, method } => {
                let method = &schema[*services.old()?].methods[*method.old()?];
                plain(schema, payload(&method.input, &method.output, &change.detail)?)
            }
            Subject::Service(_) | Subject::File(_) | Subject::Package(_) => return None,
        })
    }

    fn new_side(comparison: &'a Comparison, change: &Change) -> Option<Self> {
        let schema = &comparison.new;
        Some(match &change.subject {
            Subject::Field { messages, .. } | Subject::Oneof { messages, .. } => plain(schema, *messages.new()?),
            Subject::Message(messages) => plain(schema, *messages.new()?),
            Subject::EnumValue { enums, .. } | Subject::Enum(enums) => holder(schema, *enums.new()?),
            Subject::Rpc { services, method } => {
                let method = &schema[*services.new()?].methods[*method.new()?];
                plain(schema, payload(&method.input, &method.output, &change.detail)?)
            }
            Subject::Service(_) | Subject::File(_) | Subject::Package(_) => return None,
        })
    }
}

fn plain(schema: &Schema, message: MessageId) -> Side<'_> {
    Side { schema, message: schema[message].clone(), name: &schema[message].element.full_name }
}

fn payload(input: &Kind, output: &Kind, detail: &Detail) -> Option<MessageId> {
    match detail {
        Detail::CallType { part: CallPart::Request, .. } => input.message(),
        Detail::CallType { part: CallPart::Response, .. } => output.message(),
        _ => None,
    }
}

/// `message Holder { optional E value = 1; repeated E values = 2; }`, required where some field of `E` is, in which values of enums are tried.
fn holder(schema: &Schema, of: EnumId) -> Side<'_> {
    let element = |name: &str| Element {
        name: name.to_owned(),
        full_name: name.to_owned(),
        file: schema[of].element.file,
        path: Vec::new(),
        comments: Comments::default(),
    };
    let kind = Kind::Enum(of);
    let field = |name: &str, number, ty| Field {
        element: element(name),
        number,
        json_name: name.to_owned(),
        ty,
        oneof: None,
        default: None,
        utf8: Utf8::Verify,
        options: Options::default(),
    };
    let is_required = |field: &Field| field.is_required() && *field.value_kind() == kind;
    let required = schema.messages.iter().flat_map(|message| &message.fields).any(is_required);
    let presence = if required { Presence::Required } else { Presence::Explicit };
    let one = field("value", 1, FieldType::Singular { kind: kind.clone(), presence });
    let list = field("values", 2, FieldType::Repeated { kind, packing: Packing::Expanded });
    let message = Message {
        element: element("Holder"),
        nested_name: "Holder".to_owned(),
        parent: None,
        fields: vec![one, list],
        oneofs: Vec::new(),
        reserved: Reserved::default(),
        extension_ranges: NumberSet::default(),
        is_map_entry: false,
        options: Options::default(),
    };
    Side { schema, message, name: &schema[of].element.full_name }
}
