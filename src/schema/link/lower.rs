//! Second pass: descriptors become the model.

use std::collections::HashMap;

use buffa::MessageField;
use buffa_descriptor::{
    features::{self, EnumType, ResolvedFeatures},
    generated::descriptor::{
        DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileOptions,
        OneofDescriptorProto, ServiceDescriptorProto,
    },
};

use super::{
    FileFacts, Locations, TextOption,
    custom_options::{OptionHolder, Pending},
    field::{FieldScope, Lowered, Place, json_name},
    names::{Names, file_name, join, required_name},
    standard_options::StandardOptions,
};
use crate::schema::{
    Definition, Element, Enum, EnumId, EnumValue, Extension, Field, File, FileId, FileRole, Kind, Message, MessageId,
    Method, NumberSet, Oneof, Options, Reserved, Schema, SchemaError, SchemaErrorKind, Service, ServiceId, Syntax,
    message,
};

/// Field numbers inside the descriptor messages: the steps of `SourceCodeInfo.Location.path`.
mod tag {
    pub(super) const FILE_MESSAGE: i32 = 4;
    pub(super) const FILE_ENUM: i32 = 5;
    pub(super) const FILE_SERVICE: i32 = 6;
    pub(super) const FILE_EXTENSION: i32 = 7;
    pub(super) const MESSAGE_FIELD: i32 = 2;
    pub(super) const MESSAGE_NESTED: i32 = 3;
    pub(super) const MESSAGE_ENUM: i32 = 4;
    pub(super) const MESSAGE_EXTENSION: i32 = 6;
    pub(super) const MESSAGE_ONEOF: i32 = 8;
    pub(super) const ENUM_VALUE: i32 = 2;
    pub(super) const SERVICE_METHOD: i32 = 2;
}

/// Lowers all files. Custom options come back beside the schema: they can only be read once it is complete.
pub(super) fn lower(
    files: &[&FileDescriptorProto],
    names: &Names,
    mut facts: HashMap<String, FileFacts>,
    origin: String,
) -> Result<(Schema, Vec<Pending>), SchemaError> {
    let roles: HashMap<String, FileRole> = facts.iter().map(|(name, facts)| (name.clone(), facts.role)).collect();
    let role_of = |name: &str| roles.get(name).copied().unwrap_or(FileRole::Subject);
    let mut arenas = Arenas::default();
    for (i, descriptor) in files.iter().enumerate() {
        let name = file_name(descriptor);
        let facts = facts.remove(name).unwrap_or_else(|| FileFacts {
            display_path: name.to_owned(),
            role: FileRole::Subject,
            source: None,
            text_options: Vec::new(),
        });
        let id = FileId(i);
        let locations = Locations::new(descriptor.source_code_info.as_option(), id);
        let mut text_options: HashMap<Vec<i32>, Vec<TextOption>> = HashMap::new();
        for option in facts.text_options {
            text_options.entry(option.element.clone()).or_default().push(option);
        }
        let mut lowering = FileLowering {
            descriptor,
            names,
            roles: &role_of,
            id,
            locations,
            text_options,
            arenas: &mut arenas,
            path: Vec::new(),
        };
        let (options, comments) = lowering.contents()?;
        let locations = lowering.locations.into_spans();
        arenas.files.push(File {
            id,
            name: name.to_owned(),
            display_path: facts.display_path,
            package: descriptor.package.clone().unwrap_or_default(),
            syntax: syntax(descriptor)?,
            role: facts.role,
            options,
            comments,
            source: facts.source,
            locations,
        });
    }
    let Arenas { files, messages, enums, services, extensions, pending } = arenas;
    Ok((Schema::new(origin, files, messages, enums, services, extensions), pending))
}

fn syntax(file: &FileDescriptorProto) -> Result<Syntax, SchemaError> {
    match (file.syntax.as_deref(), file.edition) {
        (None | Some("" | "proto2"), None) => Ok(Syntax::Proto2),
        (Some("proto3"), _) => Ok(Syntax::Proto3),
        (Some("editions"), Some(edition)) => Ok(Syntax::Edition(edition as i32)),
        (None | Some("" | "proto2"), Some(_)) => Ok(Syntax::Proto2),
        (syntax, edition) => {
            let syntax = syntax.unwrap_or_default();
            let message = match edition {
                None if syntax == "editions" => format!("`{}` does not say which edition it is in", file_name(file)),
                _ => format!("`{}` has the unknown syntax `{syntax}`", file_name(file)),
            };
            Err(SchemaError::new(SchemaErrorKind::DescriptorSet, message))
        }
    }
}

#[derive(Default)]
struct Arenas {
    files: Vec<File>,
    messages: Vec<Message>,
    enums: Vec<Enum>,
    services: Vec<Service>,
    extensions: Vec<Extension>,
    pending: Vec<Pending>,
}

/// One file while it is being lowered. Walks in the order of [`Names::collect`], so that positions in the arenas are
/// the ids given there.
struct FileLowering<'a> {
    descriptor: &'a FileDescriptorProto,
    names: &'a Names<'a>,
    roles: &'a dyn Fn(&str) -> FileRole,
    id: FileId,
    locations: Locations,
    /// By the path of their element.
    text_options: HashMap<Vec<i32>, Vec<TextOption>>,
    arenas: &'a mut Arenas,
    /// The descriptor path of what is being lowered.
    path: Vec<i32>,
}

/// What a declaration inherits from the one around it.
struct Scope<'s> {
    /// Full name: the package, or a message.
    full_name: &'s str,
    /// The part of the full name that is not the package.
    nested_name: &'s str,
    parent: Option<MessageId>,
    features: ResolvedFeatures,
}

impl<'a> FileLowering<'a> {
    fn contents(&mut self) -> Result<(Options, crate::schema::Comments), SchemaError> {
        let file = self.descriptor;
        let package = file.package.as_deref().unwrap_or_default();
        let features = features::for_file(file);
        let scope = Scope { full_name: package, nested_name: "", parent: None, features };
        for (i, descriptor) in file.message_type.iter().enumerate() {
            self.within(tag::FILE_MESSAGE, i, |this| this.message(descriptor, &scope))?;
        }
        for (i, descriptor) in file.enum_type.iter().enumerate() {
            self.within(tag::FILE_ENUM, i, |this| this.enumeration(descriptor, &scope))?;
        }
        for (i, descriptor) in file.service.iter().enumerate() {
            self.within(tag::FILE_SERVICE, i, |this| this.service(descriptor, package))?;
        }
        for (i, descriptor) in file.extension.iter().enumerate() {
            self.within(tag::FILE_EXTENSION, i, |this| this.extension(descriptor, &scope))?;
        }
        let options = self.options::<FileOptions, _>(&file.options, OptionHolder::File(self.id));
        Ok((options, self.locations.take_file_comments()))
    }

    fn within<T>(&mut self, tag: i32, index: usize, lower: impl FnOnce(&mut Self) -> T) -> T {
        // An index beyond i32 cannot come from a descriptor set, which is smaller than 2 GiB.
        self.path.extend([tag, i32::try_from(index).unwrap_or(i32::MAX)]);
        let result = lower(self);
        self.path.truncate(self.path.len() - 2);
        result
    }

    fn element(&mut self, name: &str, scope: &str) -> Element {
        Element {
            name: name.to_owned(),
            full_name: join(scope, name),
            file: self.id,
            path: self.path.clone(),
            comments: self.locations.take_comments(&self.path),
        }
    }

    /// Standard options at once, options kept as text at once, custom ones later.
    fn options<O, P>(&mut self, options: &MessageField<O, P>, holder: OptionHolder) -> Options
    where
        O: StandardOptions + Default,
        P: buffa::ProtoBox<O>,
    {
        let mut lowered = Options::default();
        if let Some(options) = options.as_option() {
            lowered = options.standard();
            if !options.custom().is_empty() {
                let fields = options.custom().clone();
                self.arenas.pending.push(Pending { holder, extendee: O::FULL_NAME, fields });
            }
        }
        for option in self.text_options.remove(&self.path).unwrap_or_default() {
            lowered.0.insert(option.name, option.value);
        }
        lowered
    }

    fn message(&mut self, descriptor: &DescriptorProto, scope: &Scope) -> Result<(), SchemaError> {
        let name = required_name(descriptor.name.as_deref(), "message", scope.full_name, self.descriptor)?;
        let id = MessageId(self.arenas.messages.len());
        let element = self.element(name, scope.full_name);
        let nested_name = join(scope.nested_name, name);
        let full_name = element.full_name.clone();
        let options = self.options(&descriptor.options, OptionHolder::Message(id));
        let is_map_entry = descriptor.options.as_option().and_then(|o| o.map_entry).unwrap_or(false);
        self.arenas.messages.push(Message {
            element,
            nested_name: nested_name.clone(),
            parent: scope.parent,
            fields: Vec::new(),
            oneofs: Vec::new(),
            reserved: message_reserved(descriptor),
            extension_ranges: descriptor.extension_range.iter().map(|r| half_open(r.start, r.end)).collect(),
            is_map_entry,
            options,
        });
        let features = features::resolve_child(&scope.features, features::message_features(descriptor));
        let inner = Scope { full_name: &full_name, nested_name: &nested_name, parent: Some(id), features };
        for (i, nested) in descriptor.nested_type.iter().enumerate() {
            self.within(tag::MESSAGE_NESTED, i, |this| this.message(nested, &inner))?;
        }
        for (i, nested) in descriptor.enum_type.iter().enumerate() {
            self.within(tag::MESSAGE_ENUM, i, |this| this.enumeration(nested, &inner))?;
        }
        for (i, nested) in descriptor.extension.iter().enumerate() {
            self.within(tag::MESSAGE_EXTENSION, i, |this| this.extension(nested, &inner))?;
        }
        let (oneofs, real_oneof) = self.oneofs(descriptor, &full_name, id)?;
        let mut fields = Vec::with_capacity(descriptor.field.len());
        for (i, field) in descriptor.field.iter().enumerate() {
            let field = self.within(tag::MESSAGE_FIELD, i, |this| {
                let declared = this.declared_oneof(field, descriptor, &full_name)?;
                let oneof = declared.and_then(|i| real_oneof[i]);
                let features = match declared.filter(|_| oneof.is_some()) {
                    Some(i) => features::resolve_child(&features, features::oneof_features(&descriptor.oneof_decl[i])),
                    None => features,
                };
                let place = match is_map_entry {
                    true => Place::MapEntry,
                    false => Place::Message { in_oneof: oneof.is_some() },
                };
                let holder = OptionHolder::Field(id, i);
                this.field(field, &Scope { features, ..inner }, place, oneof, holder)
            })?;
            fields.push(field);
        }
        let message = &mut self.arenas.messages[id.0];
        message.fields = fields;
        message.oneofs = oneofs;
        Ok(())
    }

    /// The index in `oneof_decl` that a field names, checked.
    fn declared_oneof(
        &self,
        field: &FieldDescriptorProto,
        message: &DescriptorProto,
        full_name: &str,
    ) -> Result<Option<usize>, SchemaError> {
        let Some(declared) = field.oneof_index else { return Ok(None) };
        match usize::try_from(declared) {
            Ok(i) if i < message.oneof_decl.len() => Ok(Some(i)),
            _ => {
                let name = field.name.as_deref().unwrap_or_default();
                let message = format!(
                    "`{}`: field `{name}` of `{full_name}` is in oneof #{declared}, which does not exist",
                    file_name(self.descriptor)
                );
                Err(SchemaError::new(SchemaErrorKind::DescriptorSet, message))
            }
        }
    }

    /// The oneofs that a person wrote, and for each declared one its index among them. A oneof that only exists to
    /// give a proto3 `optional` field presence has none.
    fn oneofs(
        &mut self,
        message: &DescriptorProto,
        full_name: &str,
        id: MessageId,
    ) -> Result<(Vec<Oneof>, Vec<Option<usize>>), SchemaError> {
        let mut real = Vec::new();
        let mut index = Vec::with_capacity(message.oneof_decl.len());
        for (i, descriptor) in message.oneof_decl.iter().enumerate() {
            if is_synthetic(message, i) {
                index.push(None);
                continue;
            }
            index.push(Some(real.len()));
            let holder = OptionHolder::Oneof(id, real.len());
            let oneof = self.within(tag::MESSAGE_ONEOF, i, |this| this.oneof(descriptor, full_name, holder))?;
            real.push(oneof);
        }
        Ok((real, index))
    }

    fn oneof(
        &mut self,
        descriptor: &OneofDescriptorProto,
        message: &str,
        holder: OptionHolder,
    ) -> Result<Oneof, SchemaError> {
        let name = required_name(descriptor.name.as_deref(), "oneof", message, self.descriptor)?;
        let options = self.options(&descriptor.options, holder);
        Ok(Oneof { element: self.element(name, message), options })
    }

    fn field(
        &mut self,
        descriptor: &FieldDescriptorProto,
        scope: &Scope,
        place: Place,
        oneof: Option<usize>,
        holder: OptionHolder,
    ) -> Result<Field, SchemaError> {
        let name = required_name(descriptor.name.as_deref(), "field", scope.full_name, self.descriptor)?;
        let Some(number) = descriptor.number else {
            let message =
                format!("`{}`: field `{name}` of `{}` has no number", file_name(self.descriptor), scope.full_name);
            return Err(SchemaError::new(SchemaErrorKind::DescriptorSet, message));
        };
        let surroundings = FieldScope {
            file: self.descriptor,
            names: self.names,
            roles: self.roles,
            scope: scope.full_name,
            features: scope.features,
            place,
        };
        let Lowered { ty, utf8 } = surroundings.lower(descriptor)?;
        let options = self.options(&descriptor.options, holder);
        Ok(Field {
            element: self.element(name, scope.full_name),
            number,
            json_name: descriptor.json_name.clone().unwrap_or_else(|| json_name(name)),
            ty,
            oneof,
            default: descriptor.default_value.clone(),
            utf8,
            options,
        })
    }

    fn extension(&mut self, descriptor: &FieldDescriptorProto, scope: &Scope) -> Result<(), SchemaError> {
        let holder = OptionHolder::Extension(self.arenas.extensions.len());
        let extendee = self.message_kind(descriptor.extendee.as_deref(), "is extended", scope.full_name)?;
        let field = self.field(descriptor, scope, Place::Extension, None, holder)?;
        let extendee = match extendee {
            Kind::StandIn(full_name) => full_name,
            _ => self.full_name_of(descriptor.extendee.as_deref(), scope.full_name),
        };
        self.arenas.extensions.push(Extension { field, extendee });
        Ok(())
    }

    fn full_name_of(&self, type_name: Option<&str>, scope: &str) -> String {
        let resolved = type_name.and_then(|name| self.names.resolve(name, scope));
        resolved.map(|(_, full_name)| full_name).unwrap_or_default()
    }

    /// A reference to a message, by name: an extendee, the types of a method.
    fn message_kind(&self, type_name: Option<&str>, used_as: &str, scope: &str) -> Result<Kind, SchemaError> {
        let type_name = type_name.unwrap_or_default();
        let file = file_name(self.descriptor);
        let error = |problem: &str| {
            let message = format!("`{file}`: `{type_name}` {used_as} in `{scope}`, but {problem}");
            SchemaError::new(SchemaErrorKind::DescriptorSet, message)
        };
        match self.names.resolve(type_name, scope) {
            None => Err(error("it is not defined")),
            Some((Definition::Enum(_), _)) => Err(error("it is an enum")),
            Some((Definition::Message(id), full_name)) => {
                let defined_in = self.names.file_of(&full_name).map(file_name).unwrap_or_default();
                match (self.roles)(defined_in) {
                    FileRole::StandIn => Ok(Kind::StandIn(full_name)),
                    FileRole::Subject | FileRole::Library => Ok(Kind::Message(id)),
                }
            }
        }
    }

    fn enumeration(&mut self, descriptor: &EnumDescriptorProto, scope: &Scope) -> Result<(), SchemaError> {
        let name = required_name(descriptor.name.as_deref(), "enum", scope.full_name, self.descriptor)?;
        let id = EnumId(self.arenas.enums.len());
        let element = self.element(name, scope.full_name);
        let options = self.options(&descriptor.options, OptionHolder::Enum(id));
        let features = features::resolve_child(&scope.features, features::enum_features(descriptor));
        let mut values = Vec::with_capacity(descriptor.value.len());
        for (i, value) in descriptor.value.iter().enumerate() {
            let value = self.within(tag::ENUM_VALUE, i, |this| {
                let name = required_name(value.name.as_deref(), "value", &element.full_name, this.descriptor)?;
                let options = this.options(&value.options, OptionHolder::EnumValue(id, i));
                let number = value.number.unwrap_or_default();
                Ok(EnumValue { element: this.element(name, scope.full_name), number, options })
            })?;
            values.push(value);
        }
        self.arenas.enums.push(Enum {
            nested_name: join(scope.nested_name, name),
            element,
            values,
            closed: features.enum_type == EnumType::Closed,
            reserved: Reserved {
                // Unlike those of messages, these ranges include their end.
                numbers: descriptor
                    .reserved_range
                    .iter()
                    .map(|r| r.start.unwrap_or_default()..=r.end.unwrap_or_default())
                    .collect(),
                names: descriptor.reserved_name.iter().cloned().collect(),
            },
            options,
        });
        Ok(())
    }

    fn service(&mut self, descriptor: &ServiceDescriptorProto, package: &str) -> Result<(), SchemaError> {
        let name = required_name(descriptor.name.as_deref(), "service", package, self.descriptor)?;
        let id = ServiceId(self.arenas.services.len());
        let element = self.element(name, package);
        let options = self.options(&descriptor.options, OptionHolder::Service(id));
        let mut methods = Vec::with_capacity(descriptor.method.len());
        for (i, method) in descriptor.method.iter().enumerate() {
            let method = self.within(tag::SERVICE_METHOD, i, |this| {
                let name = required_name(method.name.as_deref(), "method", &element.full_name, this.descriptor)?;
                let options = this.options(&method.options, OptionHolder::Method(id, i));
                let used_as = |what: &str| format!("is the {what} type of `{name}`");
                Ok(Method {
                    input: this.message_kind(method.input_type.as_deref(), &used_as("request"), &element.full_name)?,
                    output: this.message_kind(
                        method.output_type.as_deref(),
                        &used_as("response"),
                        &element.full_name,
                    )?,
                    client_streaming: method.client_streaming.unwrap_or(false),
                    server_streaming: method.server_streaming.unwrap_or(false),
                    element: this.element(name, &element.full_name),
                    options,
                })
            })?;
            methods.push(method);
        }
        self.arenas.services.push(Service { element, methods, options });
        Ok(())
    }
}

/// Whether a oneof exists only to give a proto3 `optional` field presence.
fn is_synthetic(message: &DescriptorProto, oneof: usize) -> bool {
    let mut members =
        message.field.iter().filter(|f| f.oneof_index.and_then(|i| usize::try_from(i).ok()) == Some(oneof));
    matches!((members.next(), members.next()), (Some(only), None) if only.proto3_optional == Some(true))
}

fn message_reserved(descriptor: &DescriptorProto) -> message::Reserved {
    let numbers: NumberSet = descriptor.reserved_range.iter().map(|r| half_open(r.start, r.end)).collect();
    Reserved { numbers, names: descriptor.reserved_name.iter().cloned().collect() }
}

/// A range of a message's descriptor, whose end is exclusive, as an inclusive one.
fn half_open(start: Option<i32>, end: Option<i32>) -> std::ops::RangeInclusive<i32> {
    start.unwrap_or_default()..=end.unwrap_or_default().saturating_sub(1)
}
