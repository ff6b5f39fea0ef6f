//! Options that only some fields can have, closed enums where open ones are needed, imports.

use std::collections::HashMap;

use buffa_descriptor::generated::descriptor::{
    DescriptorProto, FieldDescriptorProto,
    field_descriptor_proto::{Label, Type},
    field_options::JSType,
};

use super::{
    child, each, part,
    report::{Place, Reporter},
    tag,
};
use crate::schema::{FieldType, FileRole, Kind, SchemaError, Syntax};

/// `google.protobuf.FieldOptions` fields.
mod option {
    pub(super) const PACKED: i32 = 2;
    pub(super) const LAZY: i32 = 5;
    pub(super) const JSTYPE: i32 = 6;
    /// `google.protobuf.MessageOptions.map_entry`.
    pub(super) const MAP_ENTRY: i32 = 7;
}

pub(super) fn imports(reporter: &Reporter, imports: &[String]) -> Result<(), SchemaError> {
    let mut first: HashMap<&str, usize> = HashMap::with_capacity(imports.len());
    for (i, import) in imports.iter().enumerate() {
        if let Some(earlier) = first.insert(import, i) {
            return Err(reporter.error(
                format!("`{import}` is imported twice"),
                [
                    Place::new(child(&[], tag::FILE_IMPORT, i), "imported again"),
                    Place::new(child(&[], tag::FILE_IMPORT, earlier), "imported here already"),
                ],
                "remove one of the two",
            ));
        }
    }
    Ok(())
}

pub(super) fn message(
    reporter: &Reporter,
    message: &DescriptorProto,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    let is_map_entry = message.options.as_option().and_then(|options| options.map_entry).unwrap_or(false);
    if is_map_entry {
        let option = [path, &[tag::MESSAGE_OPTIONS, option::MAP_ENTRY]].concat();
        return match reporter.is_written(&option) {
            true => Err(reporter.error(
                format!("`{full_name}` sets `map_entry`, which only the compiler may"),
                [Place::new(option, "set here")],
                "declare the field as `map<Key, Value>`",
            )),
            false => Ok(()),
        };
    }
    each(path, tag::MESSAGE_FIELD, &message.field, |field, path| {
        let name = format!("{full_name}.{}", field.name.as_deref().unwrap_or_default());
        options(reporter, field, &name, path)?;
        json_name(reporter, field, &name, path)
    })?;
    enums(reporter, full_name)
}

/// Options of a field or extension.
pub(super) fn options(
    reporter: &Reporter,
    field: &FieldDescriptorProto,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    let Some(options) = field.options.as_option() else { return Ok(()) };
    let refused = |option: i32, name: &str, on: &str, help: &str| {
        let place = Place::new([path, &[tag::FIELD_OPTIONS, option]].concat(), "set here");
        Err(reporter.error(format!("`{full_name}`: `{name}` can only be set on {on}"), [place], help))
    };
    let unpackable = |ty: Type| {
        matches!(ty, Type::TYPE_STRING | Type::TYPE_BYTES | Type::TYPE_MESSAGE | Type::TYPE_GROUP)
            && !is_stand_in(reporter, field)
    };
    let is_repeated = field.label == Some(Label::LABEL_REPEATED);
    if options.packed == Some(true) && (!is_repeated || field.r#type.is_none_or(unpackable)) {
        return refused(option::PACKED, "packed", "repeated numbers, enums and bools", "remove `packed = true`");
    }
    let is_64_bits = matches!(
        field.r#type,
        Some(Type::TYPE_INT64 | Type::TYPE_UINT64 | Type::TYPE_SINT64 | Type::TYPE_FIXED64 | Type::TYPE_SFIXED64)
    );
    if options.jstype.is_some_and(|jstype| jstype != JSType::JS_NORMAL) && !is_64_bits {
        return refused(option::JSTYPE, "jstype", "integers of 64 bits", "remove `jstype`");
    }
    let is_message = matches!(field.r#type, Some(Type::TYPE_MESSAGE | Type::TYPE_GROUP));
    if options.lazy == Some(true) && !is_message {
        return refused(option::LAZY, "lazy", "messages", "remove `lazy = true`");
    }
    Ok(())
}

fn is_stand_in(reporter: &Reporter, field: &FieldDescriptorProto) -> bool {
    let type_name = field.type_name.as_deref().unwrap_or_default().trim_start_matches('.');
    let message = reporter.schema.message_named(type_name);
    message.is_some_and(|id| reporter.schema[reporter.schema[id].element.file].role == FileRole::StandIn)
}

fn json_name(
    reporter: &Reporter,
    field: &FieldDescriptorProto,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    match field.json_name.as_deref() {
        Some(name) if name.starts_with('[') && name.ends_with(']') => Err(reporter.error(
            format!("`{full_name}` has the JSON name `{name}`"),
            [Place::new(part(path, tag::FIELD_JSON_NAME), "set here")],
            "names in brackets are those of extensions; take another one",
        )),
        _ => Ok(()),
    }
}

/// A proto3 message cannot hold what a closed enum does with unknown numbers; a map cannot do without a zero.
fn enums(reporter: &Reporter, full_name: &str) -> Result<(), SchemaError> {
    let schema = reporter.schema;
    let Some(id) = schema.message_named(full_name) else { return Ok(()) };
    for field in &schema[id].fields {
        let Kind::Enum(used) = field.value_kind() else { continue };
        let used = &schema[*used];
        let place = |label| Place::new(field.element.path.clone(), label);
        if reporter.file.syntax == Syntax::Proto3 && used.closed {
            let mut error = reporter.error(
                format!(
                    "`{}` is in proto3 and uses the closed enum `{}`",
                    field.element.full_name, used.element.full_name
                ),
                [place("a proto3 field of a proto2 enum")],
                "declare the enum in a proto3 file, or the message in a proto2 one",
            );
            if used.element.file != field.element.file {
                let there = Reporter::new(schema, &schema[used.element.file]);
                let defined = Place::new(used.element.path.clone(), "closed, because this file is proto2");
                error = error.with_related(there.error("the enum is defined here", [defined], "see above"));
            }
            return Err(error);
        }
        let starts_at_zero = used.values.first().is_some_and(|value| value.number == 0);
        if matches!(field.ty, FieldType::Map { .. }) && !starts_at_zero {
            return Err(reporter.error(
                format!(
                    "`{}`: the values are `{}`, whose first number is not 0",
                    field.element.full_name, used.element.full_name
                ),
                [place("a map of this enum")],
                "a missing map value is 0, so the enum needs a first value with that number",
            ));
        }
    }
    Ok(())
}
