//! Rule ids: buf's where buf has the rule, ours in the same style where it has none.

use crate::{
    changes::{CallPart, Change, ChangeKind, Detail, Subject},
    effects::{Effects, Outcome},
};

/// The rules a change violates.
pub(super) fn of(change: &Change, effects: &Effects) -> Vec<&'static str> {
    use ChangeKind as K;
    let json_name_differs = effects.json.is_some_and(|json| json.worst() != Outcome::Exact);
    let of_enum = matches!(change.subject, Subject::Enum(_) | Subject::EnumValue { .. });
    match change.kind {
        K::FieldAdded | K::MessageAdded | K::EnumAdded | K::EnumValueAdded | K::ServiceAdded | K::RpcAdded => {
            Vec::new()
        }
        K::FieldRemoved => vec!["FIELD_NO_DELETE"],
        K::FieldMeaningChanged => vec!["FIELD_SAME_MEANING"],
        K::FieldRenamed if means_something_else(change) => {
            vec!["FIELD_SAME_MEANING", "FIELD_SAME_NAME", "FIELD_SAME_JSON_NAME"]
        }
        K::FieldRenamed if json_name_differs => vec!["FIELD_SAME_NAME", "FIELD_SAME_JSON_NAME"],
        K::FieldRenamed => vec!["FIELD_SAME_NAME"],
        K::FieldRenumbered => vec!["FIELD_SAME_NUMBER"],
        K::FieldNumberReused => vec!["FIELD_NO_NUMBER_REUSE", "FIELD_SAME_NAME"],
        K::FieldMeaningSuspect => vec!["FIELD_SAME_MEANING", "FIELD_SAME_NAME"],
        K::FieldTypeChanged => vec!["FIELD_SAME_TYPE"],
        K::FieldCardinalityChanged => vec!["FIELD_SAME_CARDINALITY"],
        K::FieldPresenceChanged => vec!["FIELD_SAME_CARDINALITY"],
        K::FieldOneofChanged => vec!["FIELD_SAME_ONEOF"],
        K::FieldJsonNameChanged => vec!["FIELD_SAME_JSON_NAME"],
        K::FieldDefaultChanged => vec!["FIELD_SAME_DEFAULT"],
        K::FieldOptionChanged => match &change.detail {
            Detail::Option { name, .. } if name == "ctype" => vec!["FIELD_SAME_CPP_STRING_TYPE"],
            Detail::Option { name, .. } if name == "jstype" => vec!["FIELD_SAME_JSTYPE"],
            Detail::Option { name, .. } if name == "features.utf8_validation" => vec!["FIELD_SAME_UTF8_VALIDATION"],
            _ => Vec::new(),
        },
        K::FieldRequiredChanged => match change.detail {
            Detail::Required { on_the_wire: true } => vec!["MESSAGE_SAME_REQUIRED_FIELDS"],
            _ => vec!["FIELD_SAME_REQUIRED_BEHAVIOR"],
        },
        K::NumberNotReserved if of_enum => vec!["ENUM_VALUE_NO_DELETE_UNLESS_NUMBER_RESERVED"],
        K::NumberNotReserved => vec!["FIELD_NO_DELETE_UNLESS_NUMBER_RESERVED"],
        K::NameNotReserved if of_enum => vec!["ENUM_VALUE_NO_DELETE_UNLESS_NAME_RESERVED"],
        K::NameNotReserved => vec!["FIELD_NO_DELETE_UNLESS_NAME_RESERVED"],
        K::ReservedNumberRemoved | K::ReservedNameRemoved if of_enum => vec!["RESERVED_ENUM_NO_DELETE"],
        K::ReservedNumberRemoved | K::ReservedNameRemoved => vec!["RESERVED_MESSAGE_NO_DELETE"],
        K::NumberCounterStale => vec!["MESSAGE_COUNTER_UP_TO_DATE"],
        K::MessageRemoved => vec!["MESSAGE_NO_DELETE"],
        K::MessageRenamed => vec!["MESSAGE_NO_DELETE"],
        K::MessageOptionChanged => Vec::new(),
        K::EnumRemoved | K::EnumRenamed => vec!["ENUM_NO_DELETE"],
        K::EnumValueRemoved => vec!["ENUM_VALUE_NO_DELETE"],
        K::EnumValueRenamed => vec!["ENUM_VALUE_SAME_NAME"],
        K::EnumValueRenumbered => vec!["ENUM_VALUE_SAME_NUMBER"],
        K::EnumValueNumberReused => vec!["ENUM_VALUE_NO_NUMBER_REUSE", "ENUM_VALUE_SAME_NAME"],
        K::EnumClosednessChanged => vec!["ENUM_SAME_TYPE"],
        K::EnumOptionChanged => Vec::new(),
        K::OneofRemoved | K::OneofRenamed => vec!["ONEOF_NO_DELETE"],
        K::ExtensionRangeRemoved => vec!["EXTENSION_MESSAGE_NO_DELETE"],
        K::ServiceRemoved | K::ServiceRenamed => vec!["SERVICE_NO_DELETE"],
        K::RpcRemoved | K::RpcRenamed => vec!["RPC_NO_DELETE"],
        K::RpcTypeChanged => match change.detail {
            Detail::CallType { part: CallPart::Response, .. } => vec!["RPC_SAME_RESPONSE_TYPE"],
            _ => vec!["RPC_SAME_REQUEST_TYPE"],
        },
        K::RpcStreamingChanged => streaming(&change.detail),
        K::RpcHttpChanged => vec!["RPC_SAME_HTTP_BINDING"],
        K::RpcOptionChanged => match &change.detail {
            Detail::Option { name, .. } if name == "idempotency_level" => vec!["RPC_SAME_IDEMPOTENCY_LEVEL"],
            _ => Vec::new(),
        },
        K::PackageChanged => vec!["FILE_SAME_PACKAGE"],
        K::SyntaxChanged => vec!["FILE_SAME_SYNTAX"],
        K::FileOptionChanged => file_option(&change.detail),
        K::FileRemoved => vec!["FILE_NO_DELETE"],
    }
}

/// A manifest says that values are not what they were.
fn means_something_else(change: &Change) -> bool {
    matches!(&change.detail, Detail::Told(word) if word.transform.is_some())
}

fn streaming(detail: &Detail) -> Vec<&'static str> {
    let Detail::Streaming { old, new } = detail else { return Vec::new() };
    let client = (old.0 != new.0).then_some("RPC_SAME_CLIENT_STREAMING");
    let server = (old.1 != new.1).then_some("RPC_SAME_SERVER_STREAMING");
    client.into_iter().chain(server).collect()
}

/// buf has a rule for each of these; other file options have none.
fn file_option(detail: &Detail) -> Vec<&'static str> {
    let Detail::Option { name, .. } = detail else { return Vec::new() };
    let rule = match name.as_str() {
        "cc_enable_arenas" => "FILE_SAME_CC_ENABLE_ARENAS",
        "cc_generic_services" => "FILE_SAME_CC_GENERIC_SERVICES",
        "csharp_namespace" => "FILE_SAME_CSHARP_NAMESPACE",
        "go_package" => "FILE_SAME_GO_PACKAGE",
        "java_generic_services" => "FILE_SAME_JAVA_GENERIC_SERVICES",
        "java_multiple_files" => "FILE_SAME_JAVA_MULTIPLE_FILES",
        "java_outer_classname" => "FILE_SAME_JAVA_OUTER_CLASSNAME",
        "java_package" => "FILE_SAME_JAVA_PACKAGE",
        "objc_class_prefix" => "FILE_SAME_OBJC_CLASS_PREFIX",
        "optimize_for" => "FILE_SAME_OPTIMIZE_FOR",
        "php_class_prefix" => "FILE_SAME_PHP_CLASS_PREFIX",
        "php_metadata_namespace" => "FILE_SAME_PHP_METADATA_NAMESPACE",
        "php_namespace" => "FILE_SAME_PHP_NAMESPACE",
        "py_generic_services" => "FILE_SAME_PY_GENERIC_SERVICES",
        "ruby_package" => "FILE_SAME_RUBY_PACKAGE",
        "swift_prefix" => "FILE_SAME_SWIFT_PREFIX",
        _ => return Vec::new(),
    };
    vec![rule]
}
