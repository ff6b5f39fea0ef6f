//! Default values that are taken out of fields for compiling.

use buffa_descriptor::generated::descriptor::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet,
};

/// A default value that was taken out of a field.
#[derive(Debug)]
pub(in crate::schema::load::compile) struct StrippedDefault {
    pub(super) file: String,
    /// The descriptor path of the field.
    pub(super) field: Vec<i32>,
    pub(super) value: String,
}

/// Puts them back into the compiled set.
pub(in crate::schema::load::compile) fn restore_defaults(set: &mut FileDescriptorSet, defaults: Vec<StrippedDefault>) {
    for StrippedDefault { file, field, value } in defaults {
        let file = set.file.iter_mut().find(|candidate| candidate.name.as_deref() == Some(&file));
        if let Some(field) = file.and_then(|file| field_at(file, &field)) {
            field.default_value = Some(value);
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
