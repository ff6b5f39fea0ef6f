//! JSON names that clash in proto2: a warning for protoc, an error for protox.

use std::collections::HashMap;

use protox::prost_reflect::prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorProto};

use super::patch::{Patch, Undo};
use crate::schema::link::json_name;

/// Sets names that nobody wrote apart for as long as compiling takes. Two that were written stay an error, and so does
/// everything in proto3.
pub(super) fn set_apart(file: &mut FileDescriptorProto) -> Vec<Patch> {
    let mut fields = Vec::new();
    if matches!(file.syntax.as_deref(), None | Some("proto2")) {
        for (i, message) in (0..).zip(&mut file.message_type) {
            in_message(message, vec![4, i], &mut fields);
        }
    }
    let file = file.name().to_owned();
    fields.into_iter().map(|field| Patch { file: file.clone(), field, undo: Undo::JsonName }).collect()
}

fn in_message(message: &mut DescriptorProto, path: Vec<i32>, patched: &mut Vec<Vec<i32>>) {
    let mut users: HashMap<String, usize> = HashMap::with_capacity(message.field.len());
    for field in &message.field {
        *users.entry(effective_name(field)).or_default() += 1;
    }
    for (i, field) in (0..).zip(&mut message.field) {
        if field.json_name.is_none() && users.get(&effective_name(field)).is_some_and(|&users| users > 1) {
            // No identifier has a space, so this clashes with nothing.
            field.json_name = Some(format!("{} {i}", field.name()));
            patched.push([path.as_slice(), &[2, i]].concat());
        }
    }
    for (i, nested) in (0..).zip(&mut message.nested_type) {
        in_message(nested, [path.as_slice(), &[3, i]].concat(), patched);
    }
}

fn effective_name(field: &FieldDescriptorProto) -> String {
    field.json_name.clone().unwrap_or_else(|| json_name(field.name()))
}
