//! Experiments on enum values: a message with one field of the enum.

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
    dynamic::Value,
    pairing::Sides,
    schema::{
        Comments, Element, Enum, EnumId, EnumValue, Field, FieldType, Kind, Message, NumberSet, Options, Presence,
        Reserved, Schema, Utf8,
    },
};

/// Number and name of the one field.
const FIELD: i32 = 1;
const HOLDER_FIELD: &str = "value";
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
    let samples = |direction| {
        let written = match direction {
            Direction::Upgrade => old,
            Direction::Downgrade => new,
        };
        // Spelled by this very name: an alias may be in JSON that a person wrote, though no writer prints it.
        let spelled = |value: &EnumValue| Form::Spelled(json!({ HOLDER_FIELD: value.element.name }));
        written.map(|value| sample(value.number, spelled(value))).into_iter().collect()
    };
    try_samples(ground, enums, one_value, samples, run)
}

/// Tries what becomes of a number that the enum does not name.
pub(super) fn try_unknown_number(
    ground: &Ground<'_>,
    enums: Sides<EnumId>,
    run: &mut dyn FnMut(Experiment<'_>),
) -> Notice {
    let Sides::Both { old, new } = enums else { return Notice::NotAboutData };
    let one_value = Some((Some(UNKNOWN_NUMBER), Some(UNKNOWN_NUMBER)));
    let samples = |direction| {
        let writer_is_closed = match direction {
            Direction::Upgrade => ground.old[old].closed,
            Direction::Downgrade => ground.new[new].closed,
        };
        if writer_is_closed { Vec::new() } else { vec![sample(UNKNOWN_NUMBER, Form::Plain)] }
    };
    try_samples(ground, enums, one_value, samples, run)
}

fn try_samples(
    ground: &Ground<'_>,
    enums: Sides<EnumId>,
    one_value: Option<(Option<i32>, Option<i32>)>,
    samples: impl Fn(Direction) -> Vec<Sample>,
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
    for direction in Direction::BOTH {
        let (writer, reader, meant): (_, _, &dyn Fn(i32) -> Option<i32>) = match direction {
            Direction::Upgrade => (old, new, &upgrade),
            Direction::Downgrade => (new, old, &downgrade),
        };
        run(Experiment {
            direction,
            writer,
            reader,
            identity: Identity {
                numbers: vec![(FIELD, FIELD)],
                types: Types::Paired(ground, direction),
                enum_numbers: EnumNumbers::Mean(meant),
            },
            must_be_present: None,
            must_be_complete: None,
            readers: &Trial::ALL,
            samples: samples(direction),
        });
    }
    Notice::Tried
}

fn sample(number: i32, form: Form) -> Sample {
    Sample { form, ..Sample::only(FIELD, Value::Enum(number)) }
}

/// The number under which the reader has one of the writer's names for `number`.
fn by_name(writer: &Enum, reader: &Enum, number: i32) -> Option<i32> {
    writer.values_numbered(number).find_map(|value| Some(reader.value_named(&value.element.name)?.number))
}

/// A message with one optional field of the enum.
fn holder(schema: &Schema, of: EnumId) -> Message {
    let element = |name: &str| Element {
        name: name.to_owned(),
        full_name: name.to_owned(),
        file: schema[of].element.file,
        path: Vec::new(),
        comments: Comments::default(),
    };
    Message {
        element: element("Holder"),
        nested_name: "Holder".to_owned(),
        parent: None,
        fields: vec![Field {
            element: element(HOLDER_FIELD),
            number: FIELD,
            json_name: HOLDER_FIELD.to_owned(),
            ty: FieldType::Singular { kind: Kind::Enum(of), presence: Presence::Explicit },
            oneof: None,
            default: None,
            utf8: Utf8::Verify,
            options: Options::default(),
        }],
        oneofs: Vec::new(),
        reserved: Reserved::default(),
        extension_ranges: NumberSet::default(),
        is_map_entry: false,
        options: Options::default(),
    }
}
