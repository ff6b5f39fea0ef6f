//! Random schemas. Seeds are small and independent, so that proptest shrinks a schema by shrinking its seeds.

use proptest::prelude::*;
use proto_diff::schema::Scalar;

use super::model::{EnumModel, FieldModel, KindModel, Label, MessageModel, Model, Openness, Syntax, ValueModel};

/// A field to be.
#[derive(Debug, Clone)]
pub struct FieldSeed {
    pub label: Label,
    pub kind: KindSeed,
    /// Numbers left out before it.
    gap: i32,
    oneof: Option<usize>,
    packed: Option<bool>,
    default: Option<u8>,
    sets_json_name: bool,
}

/// A kind to be; indexes are taken modulo what there is.
#[derive(Debug, Clone, Copy)]
pub enum KindSeed {
    Scalar(Scalar),
    Enum(usize),
    Message(usize),
    /// With a message of its own.
    Group,
}

/// An enum to be: the number of its first value, and how far apart the others are.
#[derive(Debug, Clone)]
pub struct EnumSeed {
    first: i32,
    gaps: Vec<i32>,
    openness: Openness,
}

pub fn schemas(syntax: Syntax) -> impl Strategy<Value = Model> {
    let messages = prop::collection::vec(prop::collection::vec(fields(syntax), 1..5), 1..4);
    let enums = prop::collection::vec(enums(), 1..3);
    (messages, enums).prop_map(move |(messages, enums)| build(syntax, messages, enums))
}

pub fn fields(syntax: Syntax) -> impl Strategy<Value = FieldSeed> {
    let gap = prop_oneof![6 => Just(0), 2 => 1..4, 1 => Just(1000)];
    let oneof = prop_oneof![3 => Just(None), 1 => (0_usize..2).prop_map(Some)];
    let packed = prop_oneof![2 => Just(None), 1 => any::<bool>().prop_map(Some)];
    let default = prop_oneof![4 => Just(None), 1 => any::<u8>().prop_map(Some)];
    let sets_json_name = prop::bool::weighted(0.1);
    (labels(), kinds(syntax), gap, oneof, packed, default, sets_json_name).prop_map(
        |(label, kind, gap, oneof, packed, default, sets_json_name)| FieldSeed {
            label,
            kind,
            gap,
            oneof,
            packed,
            default,
            sets_json_name,
        },
    )
}

pub fn labels() -> impl Strategy<Value = Label> {
    prop_oneof![
        8 => Just(Label::Plain),
        3 => Just(Label::Optional),
        5 => Just(Label::Repeated),
        1 => Just(Label::Required),
        3 => map_keys().prop_map(Label::Map),
    ]
}

fn map_keys() -> impl Strategy<Value = Scalar> {
    let unfit = |key: &Scalar| matches!(key, Scalar::Float | Scalar::Double | Scalar::Bytes);
    let keys: Vec<Scalar> = Scalar::ALL.into_iter().rev().filter(|key| !unfit(key)).collect();
    prop::sample::select(keys)
}

pub fn kinds(syntax: Syntax) -> impl Strategy<Value = KindSeed> {
    let groups = match syntax {
        Syntax::Proto2 => 2,
        Syntax::Proto3 => 0,
    };
    prop_oneof![
        12 => prop::sample::select(Scalar::ALL.to_vec()).prop_map(KindSeed::Scalar),
        3 => (0_usize..2).prop_map(KindSeed::Enum),
        5 => (0_usize..3).prop_map(KindSeed::Message),
        groups => Just(KindSeed::Group),
    ]
}

fn enums() -> impl Strategy<Value = EnumSeed> {
    let first = prop_oneof![9 => Just(0), 1 => Just(1)];
    let gaps = prop::collection::vec(prop_oneof![5 => Just(1), 2 => 2..6, 1 => Just(-9)], 0..4);
    let openness = prop_oneof![Just(Openness::Closed), Just(Openness::Open)];
    (first, gaps, openness).prop_map(|(first, gaps, openness)| EnumSeed { first, gaps, openness })
}

fn build(syntax: Syntax, messages: Vec<Vec<FieldSeed>>, enums: Vec<EnumSeed>) -> Model {
    let mut model = Model::new(syntax);
    for name in ["Hue", "Mood"].iter().take(enums.len()) {
        model.enums.push(EnumModel { name: (*name).to_owned(), values: Vec::new(), openness: Openness::Closed });
    }
    for (index, seed) in enums.into_iter().enumerate() {
        model.enums[index].openness = seed.openness;
        let mut number = seed.first;
        add_value(&mut model, index, number);
        for gap in seed.gaps {
            number += gap;
            add_value(&mut model, index, number);
        }
    }
    for name in ["Ledger", "Comet", "Parish"].iter().take(messages.len()) {
        model.messages.push(MessageModel::new((*name).to_owned(), None));
    }
    for (index, seeds) in messages.iter().enumerate() {
        seeds.iter().for_each(|seed| add_field(&mut model, index, seed));
    }
    model
}

/// Adds a value, unless the number is taken.
pub fn add_value(model: &mut Model, of: usize, number: i32) {
    if model.enums[of].values.iter().all(|value| value.number != number) {
        let (uid, name) = (model.uid(), model.name().to_uppercase());
        model.enums[of].values.push(ValueModel { uid, name, number });
    }
}

/// Adds a field behind the others.
pub fn add_field(model: &mut Model, message: usize, seed: &FieldSeed) {
    let number = model.messages[message].free_number() + seed.gap;
    let field = field(model, message, number, seed);
    model.messages[message].fields.push(field);
}

/// A new field with this number.
pub fn field(model: &mut Model, message: usize, number: i32, seed: &FieldSeed) -> FieldModel {
    let (uid, name) = (model.uid(), model.name());
    let kind = kind(model, message, &name, seed.kind);
    // A group has the name of its message, and nobody sets another.
    let is_group = matches!(kind, KindModel::Group(_));
    let json_name = (seed.sets_json_name && !is_group).then(|| format!("{}Json", model.name()));
    let is_message = matches!(kind, KindModel::Message(_) | KindModel::Group(_));
    let label = match seed.label {
        // A required message inside itself has no end, and a map has no groups.
        Label::Required if is_message => Label::Optional,
        Label::Map(_) if is_group => Label::Repeated,
        label => label,
    };
    FieldModel {
        uid,
        name,
        number,
        json_name,
        label,
        kind,
        oneof: seed.oneof,
        packed: seed.packed,
        default: seed.default,
    }
}

/// The kind that a seed stands for, in a field of this name.
pub fn kind(model: &mut Model, message: usize, name: &str, seed: KindSeed) -> KindModel {
    match seed {
        KindSeed::Scalar(scalar) => KindModel::Scalar(scalar),
        KindSeed::Enum(index) => KindModel::Enum(index % model.enums.len()),
        KindSeed::Message(index) => {
            let named: Vec<usize> = (0..model.messages.len()).filter(|i| model.messages[*i].inside.is_none()).collect();
            KindModel::Message(named[index % named.len()])
        }
        KindSeed::Group => {
            let (first, rest) = name.split_at(1);
            let mut group = MessageModel::new(first.to_uppercase() + rest, Some(message));
            for (number, scalar) in [(1, Scalar::String), (2, Scalar::Int32)] {
                group.fields.push(FieldModel {
                    uid: model.uid(),
                    name: model.name(),
                    number,
                    json_name: None,
                    label: Label::Plain,
                    kind: KindModel::Scalar(scalar),
                    oneof: None,
                    packed: None,
                    default: None,
                });
            }
            model.messages.push(group);
            KindModel::Group(model.messages.len() - 1)
        }
    }
}
