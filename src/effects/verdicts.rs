//! What users of generated code and callers notice.
//!
//! Nothing can be executed here: generated code differs from language to language, and callers are elsewhere. These
//! are rules about names and signatures, which all languages derive from the schema in the same way.

use super::{Ground, Verdict};
use crate::{
    changes::{Change, ChangeKind, Detail, Subject},
    pairing::Pair,
    schema::{Schema, ServiceId},
};

/// File options that decide where generated code lives or what it looks like.
const SHAPES_CODE: &[&str] = &[
    "cc_enable_arenas",
    "cc_generic_services",
    "csharp_namespace",
    "go_package",
    "java_generic_services",
    "java_multiple_files",
    "java_outer_classname",
    "java_package",
    "objc_class_prefix",
    "optimize_for",
    "php_class_prefix",
    "php_metadata_namespace",
    "php_namespace",
    "py_generic_services",
    "ruby_package",
    "swift_prefix",
];
/// Field options that change the type generated for a field.
const SHAPES_FIELD: &[&str] = &["ctype", "jstype", "lazy", "weak"];

/// What users of generated code notice.
pub(super) fn source(change: &Change) -> Verdict {
    use ChangeKind as K;
    let option_in = |names: &[&str]| match &change.detail {
        Detail::Option { name, .. } if names.contains(&name.as_str()) => Verdict::Breaking,
        _ => Verdict::Same,
    };
    match change.kind {
        K::FieldRemoved
        | K::FieldRenamed
        | K::FieldNumberReused
        | K::FieldMeaningSuspect
        | K::FieldTypeChanged
        | K::FieldCardinalityChanged
        | K::FieldPresenceChanged
        | K::FieldOneofChanged
        | K::MessageRemoved
        | K::MessageRenamed
        | K::EnumRemoved
        | K::EnumRenamed
        | K::EnumValueRemoved
        | K::EnumValueRenamed
        | K::EnumValueNumberReused
        | K::OneofRemoved
        | K::OneofRenamed
        | K::ServiceRemoved
        | K::ServiceRenamed
        | K::RpcRemoved
        | K::RpcRenamed
        | K::RpcTypeChanged
        | K::RpcStreamingChanged
        | K::PackageChanged
        | K::FileRemoved => Verdict::Breaking,
        K::FieldRequiredChanged => match change.detail {
            Detail::Required { on_the_wire: true } => Verdict::Breaking,
            _ => Verdict::Same,
        },
        K::FileOptionChanged => option_in(SHAPES_CODE),
        K::FieldOptionChanged => option_in(SHAPES_FIELD),
        K::FieldAdded
        | K::FieldRenumbered
        | K::MessageAdded
        | K::EnumAdded
        | K::EnumValueAdded
        | K::EnumValueRenumbered
        | K::EnumClosednessChanged
        | K::ServiceAdded
        | K::RpcAdded
        | K::SyntaxChanged => Verdict::Compatible,
        K::FieldMeaningChanged
        | K::FieldJsonNameChanged
        | K::FieldDefaultChanged
        | K::NumberNotReserved
        | K::NameNotReserved
        | K::ReservedNumberRemoved
        | K::ReservedNameRemoved
        | K::NumberCounterStale
        | K::MessageOptionChanged
        | K::EnumOptionChanged
        | K::ExtensionRangeRemoved
        | K::RpcHttpChanged
        | K::RpcOptionChanged => Verdict::Same,
    }
}

/// What callers notice: http bindings and gRPC paths.
pub(super) fn http(ground: &Ground<'_>, change: &Change) -> Verdict {
    match (change.kind, &change.detail) {
        (ChangeKind::RpcHttpChanged, Detail::Http { gone, .. }) if gone.is_empty() => Verdict::Compatible,
        (ChangeKind::RpcHttpChanged | ChangeKind::RpcRemoved | ChangeKind::RpcRenamed, _) => Verdict::Breaking,
        (ChangeKind::ServiceRemoved | ChangeKind::ServiceRenamed, _) => Verdict::Breaking,
        (ChangeKind::RpcTypeChanged | ChangeKind::RpcStreamingChanged, _) => Verdict::Breaking,
        (ChangeKind::RpcAdded | ChangeKind::ServiceAdded, _) => Verdict::Compatible,
        (ChangeKind::PackageChanged, _) if moves_a_service(ground, &change.subject) => Verdict::Breaking,
        _ => Verdict::Same,
    }
}

/// Whether a service that lives on is called by another path now.
fn moves_a_service(ground: &Ground<'_>, subject: &Subject) -> bool {
    let Subject::Package(packages) = subject else { return false };
    ground.pairing.services.iter().any(|pair| match pair {
        Pair::Both { old, new, .. } => {
            let package_of = |schema: &Schema, id: ServiceId| schema[schema[id].element.file].package.clone();
            packages.old() == Some(&package_of(ground.old, *old))
                && packages.new() == Some(&package_of(ground.new, *new))
        }
        Pair::Old(_) | Pair::New(_) => false,
    })
}
