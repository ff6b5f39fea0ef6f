//! First pass: every message and enum gets its id and can be found by its full name.

use std::collections::HashMap;

use buffa_descriptor::generated::descriptor::{DescriptorProto, EnumDescriptorProto, FileDescriptorProto};

use crate::schema::{Definition, EnumId, MessageId, SchemaError, SchemaErrorKind};

/// Ids by full name. Messages and enums are numbered in the order of files and declarations, outer before inner;
/// the second pass walks in the same order.
pub(super) struct Names<'a> {
    definitions: HashMap<String, (Definition, &'a FileDescriptorProto)>,
    /// Descriptors by [`MessageId`].
    messages: Vec<&'a DescriptorProto>,
    enums: usize,
}

impl<'a> Names<'a> {
    pub(super) fn collect(files: &[&'a FileDescriptorProto]) -> Result<Self, SchemaError> {
        let mut names = Names { definitions: HashMap::new(), messages: Vec::new(), enums: 0 };
        for file in files {
            let package = file.package.as_deref().unwrap_or_default();
            for message in &file.message_type {
                names.add_message(package, message, file)?;
            }
            for descriptor in &file.enum_type {
                names.add_enum(package, descriptor, file)?;
            }
        }
        Ok(names)
    }

    fn add_message(
        &mut self,
        scope: &str,
        message: &'a DescriptorProto,
        file: &'a FileDescriptorProto,
    ) -> Result<(), SchemaError> {
        let full_name = join(scope, required_name(message.name.as_deref(), "message", scope, file)?);
        let id = MessageId(self.messages.len());
        self.messages.push(message);
        for nested in &message.nested_type {
            self.add_message(&full_name, nested, file)?;
        }
        for descriptor in &message.enum_type {
            self.add_enum(&full_name, descriptor, file)?;
        }
        self.add(full_name, Definition::Message(id), file)
    }

    fn add_enum(
        &mut self,
        scope: &str,
        descriptor: &'a EnumDescriptorProto,
        file: &'a FileDescriptorProto,
    ) -> Result<(), SchemaError> {
        let full_name = join(scope, required_name(descriptor.name.as_deref(), "enum", scope, file)?);
        let id = EnumId(self.enums);
        self.enums += 1;
        self.add(full_name, Definition::Enum(id), file)
    }

    fn add(
        &mut self,
        full_name: String,
        definition: Definition,
        file: &'a FileDescriptorProto,
    ) -> Result<(), SchemaError> {
        if let Some((_, first)) = self.definitions.get(&full_name) {
            return Err(SchemaError::new(
                SchemaErrorKind::DescriptorSet,
                format!("`{full_name}` is defined in `{}` and again in `{}`", file_name(first), file_name(file)),
            ));
        }
        self.definitions.insert(full_name, (definition, file));
        Ok(())
    }

    /// What `type_name` stands for in `scope`, with its full name. A leading dot makes it absolute, as compilers
    /// write it; without one, the innermost scope that has it wins.
    pub(super) fn resolve(&self, type_name: &str, scope: &str) -> Option<(Definition, String)> {
        if let Some(absolute) = type_name.strip_prefix('.') {
            return self.definitions.get(absolute).map(|(definition, _)| (*definition, absolute.to_owned()));
        }
        let mut scope = scope;
        loop {
            let candidate = join(scope, type_name);
            if let Some((definition, _)) = self.definitions.get(&candidate) {
                return Some((*definition, candidate));
            }
            if scope.is_empty() {
                return None;
            }
            scope = scope.rsplit_once('.').map_or("", |(outer, _)| outer);
        }
    }

    /// The file that defines a full name.
    pub(super) fn file_of(&self, full_name: &str) -> Option<&'a FileDescriptorProto> {
        self.definitions.get(full_name).map(|(_, file)| *file)
    }

    pub(super) fn message(&self, id: MessageId) -> &'a DescriptorProto {
        self.messages[id.0]
    }
}

/// `scope.name`, or `name` alone in the unnamed package.
pub(super) fn join(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.to_owned() } else { format!("{scope}.{name}") }
}

pub(super) fn file_name(file: &FileDescriptorProto) -> &str {
    file.name.as_deref().unwrap_or_default()
}

/// The name of an element, or an error that says which one lacks it.
pub(super) fn required_name<'n>(
    name: Option<&'n str>,
    what: &str,
    scope: &str,
    file: &FileDescriptorProto,
) -> Result<&'n str, SchemaError> {
    match name {
        Some(name) if !name.is_empty() => Ok(name),
        _ => {
            let place = if scope.is_empty() { "the unnamed package".to_owned() } else { format!("`{scope}`") };
            let message = format!("`{}`: a {what} in {place} has no name", file_name(file));
            Err(SchemaError::new(SchemaErrorKind::DescriptorSet, message))
        }
    }
}
