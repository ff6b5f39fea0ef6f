//! What people do to schemas. Every step keeps identities, so that it is known afterwards who became whom.

use proptest::prelude::*;

use super::{
    model::{FieldModel, KindModel, Label, MessageModel, Model, Openness, Syntax},
    seeds::{self, FieldSeed, KindSeed, add_field, add_value},
};

/// One step. Fields and enum values are chosen by an index modulo what there is.
#[derive(Debug, Clone)]
pub enum Step {
    Field {
        message: usize,
        field: usize,
        does: FieldStep,
    },
    Enum {
        of: usize,
        value: usize,
        does: EnumStep,
    },
    Add {
        message: usize,
        field: FieldSeed,
    },
    /// To proto3, or back.
    ChangeSyntax,
}

#[derive(Debug, Clone)]
pub enum FieldStep {
    Remove,
    RemoveAndReserve,
    /// Another field takes the number of one that goes.
    GiveWayTo(FieldSeed),
    Rename,
    RenameKeepingJson,
    Renumber,
    /// Numbers with the next field.
    Swap,
    Retype(KindSeed),
    Relabel(Label),
    Repack,
    Redefault(u8),
    EnterOneof(usize),
    /// Together with the next field.
    EnterOneofWithNext,
    LeaveOneof,
    /// Group to message, or back.
    Regroup,
    /// A map becomes a list of messages that look like its entries.
    SpellOutEntries,
}

#[derive(Debug, Clone)]
pub enum EnumStep {
    AddValue(i32),
    RemoveValue,
    RenameValue,
    RenumberValue,
    /// Numbers with the next value.
    SwapValues,
    /// Another value takes the number of one that goes.
    GiveWay,
    OpenOrClose,
}

pub fn steps(syntax: Syntax) -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(step(syntax), 1..4)
}

fn step(syntax: Syntax) -> impl Strategy<Value = Step> {
    let field = (0_usize..3, 0_usize..5, field_step(syntax));
    let of = (0_usize..2, 0_usize..4, enum_step());
    prop_oneof![
        16 => field.prop_map(|(message, field, does)| Step::Field { message, field, does }),
        4 => of.prop_map(|(of, value, does)| Step::Enum { of, value, does }),
        2 => (0_usize..3, seeds::fields(syntax)).prop_map(|(message, field)| Step::Add { message, field }),
        1 => Just(Step::ChangeSyntax),
    ]
}

fn field_step(syntax: Syntax) -> impl Strategy<Value = FieldStep> {
    prop_oneof![
        1 => Just(FieldStep::Remove),
        1 => Just(FieldStep::RemoveAndReserve),
        2 => seeds::fields(syntax).prop_map(FieldStep::GiveWayTo),
        1 => Just(FieldStep::Rename),
        1 => Just(FieldStep::RenameKeepingJson),
        1 => Just(FieldStep::Renumber),
        2 => Just(FieldStep::Swap),
        8 => seeds::kinds(syntax).prop_map(FieldStep::Retype),
        5 => seeds::labels().prop_map(FieldStep::Relabel),
        1 => Just(FieldStep::Repack),
        1 => any::<u8>().prop_map(FieldStep::Redefault),
        1 => (0_usize..2).prop_map(FieldStep::EnterOneof),
        1 => Just(FieldStep::EnterOneofWithNext),
        1 => Just(FieldStep::LeaveOneof),
        1 => Just(FieldStep::Regroup),
        1 => Just(FieldStep::SpellOutEntries),
    ]
}

fn enum_step() -> impl Strategy<Value = EnumStep> {
    prop_oneof![
        prop_oneof![0..7, Just(-3)].prop_map(EnumStep::AddValue),
        Just(EnumStep::RemoveValue),
        Just(EnumStep::RenameValue),
        Just(EnumStep::RenumberValue),
        Just(EnumStep::SwapValues),
        Just(EnumStep::GiveWay),
        Just(EnumStep::OpenOrClose),
    ]
}

/// Takes a step. One that makes no sense here changes nothing.
pub fn take(model: &mut Model, step: &Step) {
    match step {
        Step::Field { message, field, does } => {
            let message = message % model.messages.len();
            if let Some(field) = field.checked_rem(model.messages[message].fields.len()) {
                change_field(model, message, field, does);
            }
        }
        Step::Enum { of, value, does } => {
            let of = of % model.enums.len();
            let value = value % model.enums[of].values.len();
            change_enum(model, of, value, does);
        }
        Step::Add { message, field } => {
            let message = message % model.messages.len();
            add_field(model, message, field);
        }
        Step::ChangeSyntax => {
            model.syntax = match model.syntax {
                Syntax::Proto2 => Syntax::Proto3,
                Syntax::Proto3 => Syntax::Proto2,
            }
        }
    }
}

fn change_field(model: &mut Model, message: usize, index: usize, does: &FieldStep) {
    let others = model.messages[message].fields.len();
    let next = (index + 1) % others;
    // What is called as its message is called cannot be called otherwise, nor be anything else than one.
    let is_group = matches!(model.messages[message].fields[index].kind, KindModel::Group(_));
    match does {
        FieldStep::Remove => drop(model.messages[message].fields.remove(index)),
        FieldStep::RemoveAndReserve => {
            let of = &mut model.messages[message];
            let field = of.fields.remove(index);
            of.reserved_numbers.push(field.number);
            of.reserved_names.push(field.name);
        }
        FieldStep::GiveWayTo(seed) => {
            let number = model.messages[message].fields[index].number;
            let field = seeds::field(model, message, number, seed);
            model.messages[message].fields[index] = field;
        }
        FieldStep::Rename if !is_group => {
            let name = model.name();
            let field = &mut model.messages[message].fields[index];
            (field.name, field.json_name) = (name, None);
        }
        FieldStep::RenameKeepingJson if !is_group => {
            let name = model.name();
            let field = &mut model.messages[message].fields[index];
            let json_name = field.json_name.take().unwrap_or_else(|| camel_case(&field.name));
            (field.name, field.json_name) = (name, Some(json_name));
        }
        FieldStep::Renumber => {
            let number = model.messages[message].free_number();
            model.messages[message].fields[index].number = number;
        }
        FieldStep::Swap => {
            let fields = &mut model.messages[message].fields;
            (fields[index].number, fields[next].number) = (fields[next].number, fields[index].number);
        }
        FieldStep::Retype(seed) => {
            let FieldModel { name, label, .. } = model.messages[message].fields[index].clone();
            let may_be_group = !matches!(label, Label::Map(_)) && model.messages[message].inside.is_none() && !is_group;
            if may_be_group || !matches!(seed, KindSeed::Group) {
                let kind = seeds::kind(model, message, &name, *seed);
                model.messages[message].fields[index].kind = kind;
            }
            optional_if_message(&mut model.messages[message].fields[index]);
        }
        FieldStep::Relabel(label) if !(is_group && matches!(label, Label::Map(_))) => {
            model.messages[message].fields[index].label = *label;
            optional_if_message(&mut model.messages[message].fields[index]);
        }
        FieldStep::Repack => {
            let packed = &mut model.messages[message].fields[index].packed;
            *packed = Some(*packed != Some(true));
        }
        FieldStep::Redefault(seed) => model.messages[message].fields[index].default = Some(*seed),
        FieldStep::EnterOneof(oneof) => model.messages[message].fields[index].oneof = Some(*oneof),
        FieldStep::EnterOneofWithNext => {
            let fields = &mut model.messages[message].fields;
            (fields[index].oneof, fields[next].oneof) = (Some(0), Some(0));
        }
        FieldStep::LeaveOneof => model.messages[message].fields[index].oneof = None,
        FieldStep::Regroup => {
            let kind = &mut model.messages[message].fields[index].kind;
            if let KindModel::Group(of) = *kind {
                *kind = KindModel::Message(of);
            }
        }
        FieldStep::SpellOutEntries => spell_out_entries(model, message, index),
        FieldStep::Rename | FieldStep::RenameKeepingJson | FieldStep::Relabel(_) => {}
    }
}

/// A required message inside itself has no end.
fn optional_if_message(field: &mut FieldModel) {
    if field.is_message() && field.label == Label::Required {
        field.label = Label::Optional;
    }
}

fn spell_out_entries(model: &mut Model, message: usize, index: usize) {
    let map = model.messages[message].fields[index].clone();
    let Label::Map(key) = map.label else { return };
    let name = model.name();
    let mut entry = MessageModel::new(format!("Entry{name}"), None);
    for (name, number, kind) in [("key", 1, KindModel::Scalar(key)), ("value", 2, map.kind)] {
        let uid = model.uid();
        let plain = FieldModel {
            uid,
            name: name.to_owned(),
            number,
            json_name: None,
            label: Label::Plain,
            kind,
            oneof: None,
            packed: None,
            default: None,
        };
        entry.fields.push(plain);
    }
    let kind = KindModel::Message(model.messages.len());
    model.messages.push(entry);
    let field = &mut model.messages[message].fields[index];
    (field.label, field.kind) = (Label::Repeated, kind);
}

fn change_enum(model: &mut Model, of: usize, index: usize, does: &EnumStep) {
    let next = (index + 1) % model.enums[of].values.len();
    match does {
        EnumStep::AddValue(number) => add_value(model, of, *number),
        EnumStep::RemoveValue if model.enums[of].values.len() > 1 => drop(model.enums[of].values.remove(index)),
        EnumStep::RemoveValue => {}
        EnumStep::RenameValue => model.enums[of].values[index].name = model.name().to_uppercase(),
        EnumStep::RenumberValue => {
            let values = &mut model.enums[of].values;
            values[index].number = values.iter().map(|value| value.number).max().unwrap_or(0) + 1;
        }
        EnumStep::SwapValues => {
            let values = &mut model.enums[of].values;
            (values[index].number, values[next].number) = (values[next].number, values[index].number);
            // The first is zero where one has to be.
            values.swap(index, next);
        }
        EnumStep::GiveWay => {
            let (uid, name) = (model.uid(), model.name().to_uppercase());
            let value = &mut model.enums[of].values[index];
            (value.uid, value.name) = (uid, name);
        }
        EnumStep::OpenOrClose => {
            let openness = &mut model.enums[of].openness;
            *openness = match openness {
                Openness::Open => Openness::Closed,
                Openness::Closed => Openness::Open,
            }
        }
    }
}

/// The name that JSON makes of a field's.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |all, word| {
        let (initial, rest) = word.split_at(word.len().min(1));
        all + &initial.to_uppercase() + rest
    })
}
