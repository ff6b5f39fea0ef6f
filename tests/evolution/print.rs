//! A model as `.proto` text.

use std::fmt::Write;

use proto_diff::schema::Scalar;

use super::model::{EnumModel, FieldModel, KindModel, Label, Model, Openness, PACKAGE, Syntax};

/// Files by name.
pub type Files = Vec<(String, String)>;

pub const MAIN: &str = "main.proto";
const OPEN: &str = "open.proto";

/// The files of a schema; a second one only for open enums among closed ones.
pub fn files(model: &Model) -> Files {
    let is_apart = |of: &&EnumModel| model.syntax == Syntax::Proto2 && of.openness == Openness::Open;
    let (apart, at_home): (Vec<_>, Vec<_>) = model.enums.iter().partition(is_apart);
    let mut main = head(model.syntax);
    if !apart.is_empty() {
        writeln!(main, "import \"{OPEN}\";").unwrap();
    }
    for index in (0..model.messages.len()).filter(|i| model.messages[*i].inside.is_none()) {
        main += &format!("message {} {}", model.messages[index].name, body(model, index, 0));
    }
    at_home.iter().for_each(|of| main += &enumeration(of));
    let mut files = vec![(MAIN.to_owned(), main)];
    if !apart.is_empty() {
        let enums: String = apart.into_iter().map(enumeration).collect();
        files.push((OPEN.to_owned(), head(Syntax::Proto3) + &enums));
    }
    files
}

fn head(syntax: Syntax) -> String {
    let syntax = match syntax {
        Syntax::Proto2 => "proto2",
        Syntax::Proto3 => "proto3",
    };
    format!("syntax = \"{syntax}\";\npackage {PACKAGE};\n")
}

fn body(model: &Model, message: usize, depth: usize) -> String {
    let of = &model.messages[message];
    let indent = "  ".repeat(depth + 1);
    let mut text = "{\n".to_owned();
    let mut oneofs = Vec::new();
    for field in &of.fields {
        match field.in_oneof() {
            None => text += &format!("{indent}{}", statement(model, field, depth)),
            Some(oneof) if !oneofs.contains(&oneof) => {
                oneofs.push(oneof);
                let members = of.fields.iter().filter(|other| other.in_oneof() == Some(oneof));
                let members: String =
                    members.map(|f| format!("{indent}  {}", statement(model, f, depth + 1))).collect();
                text += &format!("{indent}oneof choice_{oneof} {{\n{members}{indent}}}\n");
            }
            Some(_) => {}
        }
    }
    for (index, inner) in model.messages.iter().enumerate().filter(|(_, inner)| inner.inside == Some(message)) {
        let is_group = model.syntax == Syntax::Proto2 && of.fields.iter().any(|f| f.kind == KindModel::Group(index));
        if !is_group {
            text += &format!("{indent}message {} {}", inner.name, body(model, index, depth + 1));
        }
    }
    of.reserved_numbers.iter().for_each(|number| text += &format!("{indent}reserved {number};\n"));
    of.reserved_names.iter().for_each(|name| text += &format!("{indent}reserved \"{name}\";\n"));
    text + &"  ".repeat(depth) + "}\n"
}

fn statement(model: &Model, field: &FieldModel, depth: usize) -> String {
    let FieldModel { name, number, .. } = field;
    let ty = match field.kind {
        KindModel::Scalar(scalar) => scalar.name().to_owned(),
        KindModel::Enum(of) => model.enums[of].name.clone(),
        KindModel::Message(of) => format!(".{}", model.full_name(of)),
        KindModel::Group(of) if model.syntax == Syntax::Proto3 => format!(".{}", model.full_name(of)),
        KindModel::Group(of) => {
            let body = body(model, of, depth + 1);
            return format!("{}group {} = {number} {body}", label(model, field), model.messages[of].name);
        }
    };
    let options = options(model, field);
    match field.label {
        Label::Map(key) => format!("map<{}, {ty}> {name} = {number}{options};\n", key.name()),
        _ => format!("{}{ty} {name} = {number}{options};\n", label(model, field)),
    }
}

fn label(model: &Model, field: &FieldModel) -> &'static str {
    match (field.label, model.syntax) {
        _ if field.in_oneof().is_some() => "",
        (Label::Repeated, _) => "repeated ",
        (Label::Required, Syntax::Proto2) => "required ",
        (Label::Plain, Syntax::Proto2) | (Label::Optional, _) => "optional ",
        (Label::Map(_), _) | (Label::Plain | Label::Required, Syntax::Proto3) => "",
    }
}

fn options(model: &Model, field: &FieldModel) -> String {
    let json_name = field.json_name.iter().map(|name| format!("json_name = \"{name}\""));
    let packable = match field.kind {
        KindModel::Scalar(scalar) => !matches!(scalar, Scalar::String | Scalar::Bytes),
        KindModel::Enum(_) => true,
        KindModel::Message(_) | KindModel::Group(_) => false,
    };
    let packed = field.packed.filter(|_| field.label == Label::Repeated && packable);
    let packed = packed.map(|packed| format!("packed = {packed}"));
    let default = field.default.filter(|_| model.syntax == Syntax::Proto2 && field.is_singular());
    let default = default.and_then(|seed| default_of(model, field.kind, seed)).map(|it| format!("default = {it}"));
    let all: Vec<String> = json_name.chain(packed).chain(default).collect();
    if all.is_empty() { String::new() } else { format!(" [{}]", all.join(", ")) }
}

fn default_of(model: &Model, kind: KindModel, seed: u8) -> Option<String> {
    Some(match kind {
        KindModel::Scalar(Scalar::Bool) => (seed % 2 == 1).to_string(),
        KindModel::Scalar(Scalar::String | Scalar::Bytes) => format!("\"d{seed}\""),
        KindModel::Scalar(Scalar::Float | Scalar::Double) => format!("{seed}.5"),
        KindModel::Scalar(_) => seed.to_string(),
        KindModel::Enum(of) => {
            let values = &model.enums[of].values;
            values[usize::from(seed) % values.len()].name.clone()
        }
        KindModel::Message(_) | KindModel::Group(_) => return None,
    })
}

fn enumeration(of: &EnumModel) -> String {
    let values: String = of.values.iter().map(|value| format!("  {} = {};\n", value.name, value.number)).collect();
    format!("enum {} {{\n{values}}}\n", of.name)
}
