//! Where a parsed file defines a name.

use protox::prost_reflect::prost_types::{DescriptorProto, EnumDescriptorProto, FileDescriptorProto};

/// The descriptor path of the name of a top-level or nested message, enum, enum value, extension or service.
pub(super) fn path_of(full_name: &str, file: &FileDescriptorProto) -> Option<Vec<i32>> {
    let wanted = match file.package() {
        "" => full_name,
        package => full_name.strip_prefix(package)?.strip_prefix('.')?,
    };
    let simple = |mut names: Box<dyn Iterator<Item = &str> + '_>, tag| {
        let position = i32::try_from(names.position(|name| name == wanted)?).ok()?;
        Some(vec![tag, position, 1])
    };
    (0..)
        .zip(&file.message_type)
        .find_map(|(i, message)| in_message(wanted, message, vec![4, i]))
        .or_else(|| (0..).zip(&file.enum_type).find_map(|(i, descriptor)| in_enum(wanted, descriptor, vec![5, i])))
        .or_else(|| simple(Box::new(file.service.iter().map(|service| service.name())), 6))
        .or_else(|| simple(Box::new(file.extension.iter().map(|extension| extension.name())), 7))
}

fn in_message(wanted: &str, message: &DescriptorProto, path: Vec<i32>) -> Option<Vec<i32>> {
    let rest = wanted.strip_prefix(message.name())?;
    if rest.is_empty() {
        return Some([path.as_slice(), &[1]].concat());
    }
    let rest = rest.strip_prefix('.')?;
    let nested = |tag, i| [path.as_slice(), &[tag, i]].concat();
    (0..)
        .zip(&message.nested_type)
        .find_map(|(i, inner)| in_message(rest, inner, nested(3, i)))
        .or_else(|| (0..).zip(&message.enum_type).find_map(|(i, inner)| in_enum(rest, inner, nested(4, i))))
}

/// The values of an enum are named in the scope around it.
fn in_enum(wanted: &str, descriptor: &EnumDescriptorProto, path: Vec<i32>) -> Option<Vec<i32>> {
    if wanted == descriptor.name() {
        return Some([path.as_slice(), &[1]].concat());
    }
    let value = descriptor.value.iter().position(|value| wanted == value.name())?;
    Some([path.as_slice(), &[2, i32::try_from(value).ok()?, 1]].concat())
}
