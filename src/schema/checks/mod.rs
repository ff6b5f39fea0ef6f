//! What protoc refuses and protox lets through.
//!
//! The rules are those of protoc's `descriptor.cc`. They run on the descriptors, which still know how `reserved`
//! statements were split, and take spans, sources and resolved types from the linked schema. Descriptor sets are held
//! to them too: nobody promises that protoc wrote them.

mod enums;
mod extensions;
mod fields;
mod numbers;
mod ranges;
mod report;

use std::collections::HashMap;

use buffa_descriptor::generated::descriptor::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet,
};

use self::report::Reporter;
use super::{File, FileRole, Schema, SchemaError};

/// Field numbers inside the descriptor messages: the steps of `SourceCodeInfo.Location.path`.
mod tag {
    pub(super) const NAME: i32 = 1;
    pub(super) const FILE_IMPORT: i32 = 3;
    pub(super) const FILE_MESSAGE: i32 = 4;
    pub(super) const FILE_ENUM: i32 = 5;
    pub(super) const FILE_EXTENSION: i32 = 7;
    pub(super) const MESSAGE_FIELD: i32 = 2;
    pub(super) const MESSAGE_NESTED: i32 = 3;
    pub(super) const MESSAGE_ENUM: i32 = 4;
    pub(super) const MESSAGE_EXTENSION_RANGE: i32 = 5;
    pub(super) const MESSAGE_EXTENSION: i32 = 6;
    pub(super) const MESSAGE_OPTIONS: i32 = 7;
    pub(super) const MESSAGE_RESERVED_RANGE: i32 = 9;
    pub(super) const MESSAGE_RESERVED_NAME: i32 = 10;
    pub(super) const FIELD_NUMBER: i32 = 3;
    pub(super) const FIELD_OPTIONS: i32 = 8;
    pub(super) const FIELD_JSON_NAME: i32 = 10;
    pub(super) const ENUM_VALUE: i32 = 2;
    pub(super) const ENUM_RESERVED_RANGE: i32 = 4;
    pub(super) const ENUM_RESERVED_NAME: i32 = 5;
    pub(super) const ENUM_VALUE_NUMBER: i32 = 2;
}

/// Checks every file that is compared.
///
/// # Errors
///
/// The first violation, with its place; of two things that clash, both places.
pub(super) fn check(set: &FileDescriptorSet, schema: &Schema) -> Result<(), SchemaError> {
    let mut extensions = extensions::Numbers::default();
    let subjects = schema.files.iter().filter(|file| file.role == FileRole::Subject);
    let subjects: HashMap<&str, &File> = subjects.map(|file| (file.name.as_str(), file)).collect();
    for file in &set.file {
        if let Some(linked) = subjects.get(file.name.as_deref().unwrap_or_default()) {
            let mut checker = Checker { reporter: Reporter::new(schema, linked), extensions: &mut extensions };
            checker.file(file)?;
        }
    }
    Ok(())
}

/// Walks through a file and applies the rules.
struct Checker<'s> {
    reporter: Reporter<'s>,
    extensions: &'s mut extensions::Numbers,
}

impl Checker<'_> {
    fn file(&mut self, file: &FileDescriptorProto) -> Result<(), SchemaError> {
        let package = file.package.as_deref().unwrap_or_default();
        fields::imports(&self.reporter, &file.dependency)?;
        each(&[], tag::FILE_MESSAGE, &file.message_type, |message, path| self.message(message, package, path))?;
        each(&[], tag::FILE_ENUM, &file.enum_type, |descriptor, path| self.enumeration(descriptor, package, path))?;
        each(&[], tag::FILE_EXTENSION, &file.extension, |field, path| self.extension(field, package, path))
    }

    fn message(&mut self, message: &DescriptorProto, scope: &str, path: &[i32]) -> Result<(), SchemaError> {
        let full_name = join(scope, message.name.as_deref().unwrap_or_default());
        ranges::message(&self.reporter, message, &full_name, path)?;
        numbers::message(&self.reporter, message, &full_name, path)?;
        fields::message(&self.reporter, message, &full_name, path)?;
        extensions::message(&self.reporter, message, &full_name, path)?;
        each(path, tag::MESSAGE_NESTED, &message.nested_type, |nested, path| self.message(nested, &full_name, path))?;
        each(path, tag::MESSAGE_ENUM, &message.enum_type, |nested, path| self.enumeration(nested, &full_name, path))?;
        each(path, tag::MESSAGE_EXTENSION, &message.extension, |field, path| self.extension(field, &full_name, path))
    }

    fn enumeration(&mut self, descriptor: &EnumDescriptorProto, scope: &str, path: &[i32]) -> Result<(), SchemaError> {
        let full_name = join(scope, descriptor.name.as_deref().unwrap_or_default());
        ranges::enumeration(&self.reporter, descriptor, &full_name, path)?;
        enums::check(&self.reporter, descriptor, &full_name, path)
    }

    fn extension(&mut self, field: &FieldDescriptorProto, scope: &str, path: &[i32]) -> Result<(), SchemaError> {
        let full_name = join(scope, field.name.as_deref().unwrap_or_default());
        fields::options(&self.reporter, field, &full_name, path)?;
        extensions::extension(&self.reporter, self.extensions, field, &full_name, path)
    }
}

/// Visits the elements of a repeated descriptor field with their paths.
fn each<T>(
    parent: &[i32],
    tag: i32,
    elements: &[T],
    mut visit: impl FnMut(&T, &[i32]) -> Result<(), SchemaError>,
) -> Result<(), SchemaError> {
    let mut path = child(parent, tag, 0);
    for (i, element) in elements.iter().enumerate() {
        path.truncate(parent.len() + 1);
        path.push(i32::try_from(i).unwrap_or(i32::MAX));
        visit(element, &path)?;
    }
    Ok(())
}

/// The path of the `index`th element of a repeated descriptor field.
fn child(parent: &[i32], tag: i32, index: usize) -> Vec<i32> {
    [parent, &[tag, i32::try_from(index).unwrap_or(i32::MAX)]].concat()
}

/// The path of a singular descriptor field.
fn part(parent: &[i32], tag: i32) -> Vec<i32> {
    [parent, &[tag]].concat()
}

fn join(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.to_owned() } else { format!("{scope}.{name}") }
}
