//! Changes to fields that make them compile, and are taken back afterwards.

use buffa_descriptor::generated::descriptor::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet,
};

/// A change to a field.
#[derive(Debug)]
pub(super) struct Patch {
    pub(super) file: String,
    /// The descriptor path of the field.
    pub(super) field: Vec<i32>,
    pub(super) undo: Undo,
}

/// How it is taken back.
#[derive(Debug)]
pub(super) enum Undo {
    /// The default value was taken out.
    DefaultValue(String),
    /// A JSON name was put where there was none.
    JsonName,
}

/// Takes all changes back, in the compiled set.
pub(super) fn undo(set: &mut FileDescriptorSet, patches: Vec<Patch>) {
    for Patch { file, field, undo } in patches {
        let file = set.file.iter_mut().find(|candidate| candidate.name.as_deref() == Some(&file));
        let Some(field) = file.and_then(|file| field_at(file, &field)) else { continue };
        match undo {
            Undo::DefaultValue(value) => field.default_value = Some(value),
            Undo::JsonName => field.json_name = None,
        }
    }
}

fn field_at<'d>(file: &'d mut FileDescriptorProto, path: &[i32]) -> Option<&'d mut FieldDescriptorProto> {
    match *path {
        [7, i] => element(&mut file.extension, i),
        [4, i, ref rest @ ..] => field_in(element(&mut file.message_type, i)?, rest),
        _ => None,
    }
}

fn field_in<'d>(message: &'d mut DescriptorProto, path: &[i32]) -> Option<&'d mut FieldDescriptorProto> {
    match *path {
        [2, i] => element(&mut message.field, i),
        [6, i] => element(&mut message.extension, i),
        [3, i, ref rest @ ..] => field_in(element(&mut message.nested_type, i)?, rest),
        _ => None,
    }
}

fn element<T>(elements: &mut [T], index: i32) -> Option<&mut T> {
    elements.get_mut(usize::try_from(index).ok()?)
}
