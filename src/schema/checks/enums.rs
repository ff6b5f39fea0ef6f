//! Enum values: numbers once unless aliases are allowed, a zero where one is needed, names that JSON can tell apart.

use std::collections::HashMap;

use buffa_descriptor::generated::descriptor::{EnumDescriptorProto, EnumValueDescriptorProto};

use super::{
    child, part,
    report::{Place, Reporter},
    tag,
};
use crate::schema::{SchemaError, Syntax};

/// `google.protobuf.EnumDescriptorProto.options` and `google.protobuf.EnumOptions.allow_alias`.
const ALLOW_ALIAS: [i32; 2] = [3, 2];

pub(super) fn check(
    reporter: &Reporter,
    descriptor: &EnumDescriptorProto,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    let Some(first) = descriptor.value.first() else {
        return Err(reporter.error(
            format!("`{full_name}` has no values"),
            [Place::new(path.to_vec(), "an empty enum")],
            "an enum needs at least one value",
        ));
    };
    let place = |i, tag, label| Place::new(part(&child(path, tag::ENUM_VALUE, i), tag), label);
    let is_closed = reporter.schema.enum_named(full_name).is_none_or(|id| reporter.schema[id].closed);
    if !is_closed && number(first) != 0 {
        return Err(reporter.error(
            format!("`{full_name}` starts with {}, and an open enum starts with 0", number(first)),
            [place(0, tag::ENUM_VALUE_NUMBER, "the first number")],
            format!("put a value such as `{}_UNSPECIFIED = 0` first", screaming(full_name)),
        ));
    }
    let aliases = descriptor.options.as_option().and_then(|options| options.allow_alias).unwrap_or(false);
    let mut by_number: HashMap<i32, usize> = HashMap::with_capacity(descriptor.value.len());
    let mut shared = false;
    for (i, value) in descriptor.value.iter().enumerate() {
        let Some(earlier) = by_number.insert(number(value), i) else { continue };
        shared = true;
        if !aliases {
            return Err(reporter.error(
                format!(
                    "`{full_name}`: `{}` and `{}` both have the number {}",
                    name(&descriptor.value[earlier]),
                    name(value),
                    number(value)
                ),
                [
                    place(i, tag::ENUM_VALUE_NUMBER, "used again"),
                    place(earlier, tag::ENUM_VALUE_NUMBER, "used here already"),
                ],
                "give one of them another number, or set `option allow_alias = true`",
            ));
        }
    }
    if aliases && !shared {
        return Err(reporter.error(
            format!("`{full_name}` allows aliases and has none"),
            [Place::new([path, &ALLOW_ALIAS].concat(), "set here")],
            "remove the option",
        ));
    }
    match reporter.file.syntax {
        Syntax::Proto3 => names_apart(reporter, descriptor, full_name, path),
        // In proto2 protoc only warns; in an edition it depends on `features.json_format`, and protoc has looked.
        Syntax::Proto2 | Syntax::Edition(_) => Ok(()),
    }
}

/// Generators strip the enum's name from its values and change their case; two values must not become one.
fn names_apart(
    reporter: &Reporter,
    descriptor: &EnumDescriptorProto,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    let options = descriptor.options.as_option();
    if options.and_then(|options| options.deprecated_legacy_json_field_conflicts).unwrap_or(false) {
        return Ok(());
    }
    let enum_name = descriptor.name.as_deref().unwrap_or_default();
    let mut stripped: HashMap<String, usize> = HashMap::with_capacity(descriptor.value.len());
    for (i, value) in descriptor.value.iter().enumerate() {
        let earlier = *stripped.entry(pascal_case(without_prefix(name(value), enum_name))).or_insert(i);
        if number(&descriptor.value[earlier]) != number(value) {
            let place = |i, label| Place::new(part(&child(path, tag::ENUM_VALUE, i), tag::NAME), label);
            return Err(reporter.error(
                format!(
                    "`{full_name}`: `{}` and `{}` are the same but for case, underscores and the name of the enum",
                    name(&descriptor.value[earlier]),
                    name(value)
                ),
                [place(i, "this name…"), place(earlier, "…and this one")],
                "rename one of them: generated code cannot tell them apart",
            ));
        }
    }
    Ok(())
}

fn name(value: &EnumValueDescriptorProto) -> &str {
    value.name.as_deref().unwrap_or_default()
}

fn number(value: &EnumValueDescriptorProto) -> i32 {
    value.number.unwrap_or_default()
}

/// `PrefixRemover` of protoc's `descriptor.cc`.
fn without_prefix<'v>(value: &'v str, enum_name: &str) -> &'v str {
    let mut rest = value;
    for expected in enum_name.chars().filter(|&c| c != '_') {
        rest = rest.trim_start_matches('_');
        let mut chars = rest.chars();
        match chars.next() {
            Some(c) if c.eq_ignore_ascii_case(&expected) => rest = chars.as_str(),
            _ => return value,
        }
    }
    let rest = rest.trim_start_matches('_');
    if rest.is_empty() { value } else { rest }
}

/// `EnumValueToPascalCase` of protoc's `descriptor.cc`.
fn pascal_case(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    words
        .flat_map(|word| {
            let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            [first.to_ascii_uppercase(), rest.to_ascii_lowercase()]
        })
        .collect()
}

/// `TaskState` → `TASK_STATE`, of the last part of a full name.
fn screaming(full_name: &str) -> String {
    let name = full_name.rsplit('.').next().unwrap_or(full_name);
    let mut screaming = String::with_capacity(name.len() + 4);
    for (i, c) in name.char_indices() {
        if i > 0 && c.is_ascii_uppercase() {
            screaming.push('_');
        }
        screaming.push(c.to_ascii_uppercase());
    }
    screaming
}
