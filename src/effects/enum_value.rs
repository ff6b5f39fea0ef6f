//! Experiments on enum values: a message with one field of the enum, and a list where either version has one of it.

use std::collections::HashSet;

use serde_json::json;

use super::{
    Direction, Ground, Notice,
    experiment::Experiment,
    judge::{EnumNumbers, Identity, Types},
    sample::{Form, Sample},
    trial::Trial,
    typed::Typed,
};
use crate::{
    changes::{ChangeKind, ValueRef},
    dynamic::{DynamicMessage, Value},
    pairing::Sides,
    schema::{
        Comments, Element, Enum, EnumId, EnumValue, Field, FieldType, Kind, Message, NumberSet, Options, Packing,
        Presence, Reserved, Schema, Utf8,
    },
};

/// Number and name of the one field, and of the list.
const ONE: (i32, &str) = (1, "value");
const LIST: (i32, &str) = (2, "values");
/// A number that neither enum names.
const UNKNOWN_NUMBER: i32 = 1_000_003;

/// Tries what becomes of a value that was added, removed, renamed or renumbered.
pub(super) fn try_out(
    ground: &Ground<'_>,
    kind: ChangeKind,
    enums: Sides<EnumId>,
    value: Sides<ValueRef>,
    run: &mut dyn FnMut(Experiment<'_>),
) -> Notice {
    let old = value.old().map(|v| &ground.old[v.of].values[v.index]);
    let new = value.new().map(|v| &ground.new[v.of].values[v.index]);
    let (old_number, new_number) = (old.map(|v| v.number), new.map(|v| v.number));
    // Two values that this change is about are one, unless it says that they are not.
    let one_value = (kind != ChangeKind::EnumValueNumberReused).then_some((old_number, new_number));
    // Spelled by this very name: an alias may be in JSON that a person wrote, though no writer prints it.
    let written = |direction| match direction {
        Direction::Upgrade => old.map(|value| (value.number, Some(value.element.name.as_str()))),
        Direction::Downgrade => new.map(|value| (value.number, Some(value.element.name.as_str()))),
    };
    try_number(ground, enums, one_value, written, run)
}

/// Tries what becomes of a number that the enum does not name.
pub(super) fn try_unknown_number(
    ground: &Ground<'_>,
    enums: Sides<EnumId>,
    run: &mut dyn FnMut(Experiment<'_>),
) -> Notice {
    let Sides::Both { old, new } = enums else { return Notice::NotAboutData };
    let one_value = Some((Some(UNKNOWN_NUMBER), Some(UNKNOWN_NUMBER)));
    let written = |direction| {
        let writer_is_closed = match direction {
            Direction::Upgrade => ground.old[old].closed,
            Direction::Downgrade => ground.new[new].closed,
        };
        (!writer_is_closed).then_some((UNKNOWN_NUMBER, None))
    };
    try_number(ground, enums, one_value, written, run)
}

/// A number of the enum, and the name to spell it by in JSON.
type Written<'a> = (i32, Option<&'a str>);

fn try_number<'a>(
    ground: &Ground<'_>,
    enums: Sides<EnumId>,
    one_value: Option<(Option<i32>, Option<i32>)>,
    written: impl Fn(Direction) -> Option<Written<'a>>,
    run: &mut dyn FnMut(Experiment<'_>),
) -> Notice {
    let Sides::Both { old: old_id, new: new_id } = enums else { return Notice::NotAboutData };
    let (old_message, new_message) = (holder(ground.old, old_id), holder(ground.new, new_id));
    let (old_enum, new_enum) = (&ground.old[old_id], &ground.new[new_id]);
    let told = |from: Option<i32>, to: Option<i32>, number| if from == Some(number) { to } else { None };
    let upgrade = |number| {
        by_name(old_enum, new_enum, number).or_else(|| one_value.and_then(|(old, new)| told(old, new, number)))
    };
    let downgrade = |number| {
        by_name(new_enum, old_enum, number).or_else(|| one_value.and_then(|(old, new)| told(new, old, number)))
    };
    let old = Typed { schema: ground.old, message: &old_message };
    let new = Typed { schema: ground.new, message: &new_message };
    let in_lists = has_field(ground.old, old_id, is_list) || has_field(ground.new, new_id, is_list);
    let shared = if in_lists { shared_values(old_enum, new_enum) } else { Vec::new() };
    for direction in Direction::BOTH {
        let (writer, reader, meant): (_, _, &dyn Fn(i32) -> Option<i32>) = match direction {
            Direction::Upgrade => (old, new, &upgrade),
            Direction::Downgrade => (new, old, &downgrade),
        };
        let samples = written(direction).into_iter().flat_map(|written| {
            let companion = shared.iter().find(|value| value.number != written.0);
            [Some(alone(written)), companion.map(|companion| in_a_list(written, companion))].into_iter().flatten()
        });
        run(Experiment {
            direction,
            writer,
            reader,
            identity: Identity {
                meaning: None,
                numbers: vec![(ONE.0, ONE.0), (LIST.0, LIST.0)],
                types: Types::Paired(ground, direction),
                enum_numbers: EnumNumbers::Mean(meant),
            },
            must_be_present: reader.message.fields[0].is_required().then_some(ONE.1),
            must_be_complete: None,
            readers: &Trial::ALL,
            samples: samples.collect(),
        });
    }
    Notice::Tried
}

fn alone((number, name): Written<'_>) -> Sample {
    let form = name.map_or(Form::Plain, |name| Form::Spelled(json!({ ONE.1: name })));
    Sample { form, ..Sample::only(ONE.0, Value::Enum(number)) }
}

/// The number beside one that nothing happens to: closed enums take out of a list what they do not know.
fn in_a_list((number, name): Written<'_>, companion: &EnumValue) -> Sample {
    let other = companion.element.name.as_str();
    let form = name.map_or(Form::Plain, |name| Form::Spelled(json!({ ONE.1: other, LIST.1: [name, other] })));
    let list = Value::List(vec![Value::Enum(number), Value::Enum(companion.number)]);
    let fields = [(ONE.0, Value::Enum(companion.number)), (LIST.0, list)].into_iter().collect();
    Sample { form, message: DynamicMessage { fields, unknown: Vec::new() } }
}

/// Values that both versions have under one number and one name: the two with the smallest numbers, so that there is
/// one beside any other, whatever the order of declarations.
fn shared_values<'a>(old: &'a Enum, new: &Enum) -> Vec<&'a EnumValue> {
    let new: HashSet<(&str, i32)> =
        new.values.iter().map(|value| (value.element.name.as_str(), value.number)).collect();
    let is_shared = |value: &&EnumValue| new.contains(&(value.element.name.as_str(), value.number));
    let mut shared: Vec<&EnumValue> = old.values.iter().filter(is_shared).collect();
    shared.sort_by_key(|value| (value.number, &value.element.name));
    shared.dedup_by_key(|value| value.number);
    shared.truncate(2);
    shared
}

/// Whether some field of an enum is like this.
fn has_field(schema: &Schema, of: EnumId, like: impl Fn(&Field) -> bool) -> bool {
    let fields = schema.messages.iter().flat_map(|message| &message.fields);
    let mut fields = fields.chain(schema.extensions.iter().map(|extension| &extension.field));
    fields.any(|field| *field.value_kind() == Kind::Enum(of) && like(field))
}

fn is_list(field: &Field) -> bool {
    !matches!(field.ty, FieldType::Singular { .. })
}

/// The number under which the reader has one of the writer's names for `number`.
fn by_name(writer: &Enum, reader: &Enum, number: i32) -> Option<i32> {
    writer.values_numbered(number).find_map(|value| Some(reader.value_named(&value.element.name)?.number))
}

/// A message with one field of the enum, required if any is, and a list.
fn holder(schema: &Schema, of: EnumId) -> Message {
    let element = |name: &str| Element {
        name: name.to_owned(),
        full_name: name.to_owned(),
        file: schema[of].element.file,
        path: Vec::new(),
        comments: Comments::default(),
    };
    let field = |(number, name): (i32, &str), ty: FieldType| Field {
        element: element(name),
        number,
        json_name: name.to_owned(),
        ty,
        oneof: None,
        default: None,
        utf8: Utf8::Verify,
        options: Options::default(),
    };
    let kind = Kind::Enum(of);
    let presence = if has_field(schema, of, Field::is_required) { Presence::Required } else { Presence::Explicit };
    Message {
        element: element("Holder"),
        nested_name: "Holder".to_owned(),
        parent: None,
        fields: vec![
            field(ONE, FieldType::Singular { kind: kind.clone(), presence }),
            field(LIST, FieldType::Repeated { kind, packing: Packing::Expanded }),
        ],
        oneofs: Vec::new(),
        reserved: Reserved::default(),
        extension_ranges: NumberSet::default(),
        is_map_entry: false,
        options: Options::default(),
    }
}
