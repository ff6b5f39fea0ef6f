//! The options that `google/protobuf/descriptor.proto` itself defines, by name.

use buffa::{Enumeration, UnknownFields};
use buffa_descriptor::generated::descriptor::{
    EnumOptions, EnumValueOptions, FieldOptions, FileOptions, MessageOptions, MethodOptions, OneofOptions,
    ServiceOptions, field_options, file_options, method_options,
};
use serde_json::Value;

use crate::schema::Options;

/// One of the option messages of `descriptor.proto`.
pub(super) trait StandardOptions {
    /// Its full name: custom options extend it.
    const FULL_NAME: &'static str;

    /// The options that are set, apart from those lowered to facts (`features`, `packed`, `map_entry`).
    fn standard(&self) -> Options;

    /// The custom options, not yet understood.
    fn custom(&self) -> &UnknownFields;
}

/// A value as ProtoJSON has it.
trait OptionValue {
    fn to_json(&self) -> Value;
}

impl OptionValue for String {
    fn to_json(&self) -> Value {
        Value::String(self.clone())
    }
}

impl OptionValue for bool {
    fn to_json(&self) -> Value {
        Value::Bool(*self)
    }
}

macro_rules! enum_option_values {
    ($($ty:ty),* $(,)?) => {$(
        impl OptionValue for $ty {
            fn to_json(&self) -> Value {
                Value::String(self.proto_name().to_owned())
            }
        }
    )*};
}
enum_option_values!(
    file_options::OptimizeMode,
    field_options::CType,
    field_options::JSType,
    field_options::OptionRetention,
    field_options::OptionTargetType,
    method_options::IdempotencyLevel,
);

macro_rules! standard_options {
    ($ty:ty, $full_name:literal, [$($field:ident),* $(,)?] $(, repeated [$($repeated:ident),*])?) => {
        impl StandardOptions for $ty {
            const FULL_NAME: &'static str = $full_name;

            fn standard(&self) -> Options {
                let set: Vec<Option<(String, Value)>> = vec![
                    $(self.$field.as_ref().map(|value| (stringify!($field).to_owned(), value.to_json())),)*
                    $($((!self.$repeated.is_empty()).then(|| {
                        let values = self.$repeated.iter().map(OptionValue::to_json).collect();
                        (stringify!($repeated).to_owned(), values)
                    }),)*)?
                ];
                Options(set.into_iter().flatten().collect())
            }

            fn custom(&self) -> &UnknownFields {
                &self.__buffa_unknown_fields
            }
        }
    };
}

standard_options!(
    FileOptions,
    "google.protobuf.FileOptions",
    [
        java_package,
        java_outer_classname,
        java_multiple_files,
        java_generate_equals_and_hash,
        java_string_check_utf8,
        optimize_for,
        go_package,
        cc_generic_services,
        java_generic_services,
        py_generic_services,
        deprecated,
        cc_enable_arenas,
        objc_class_prefix,
        csharp_namespace,
        swift_prefix,
        php_class_prefix,
        php_namespace,
        php_metadata_namespace,
        ruby_package,
    ]
);
standard_options!(
    MessageOptions,
    "google.protobuf.MessageOptions",
    [message_set_wire_format, no_standard_descriptor_accessor, deprecated, deprecated_legacy_json_field_conflicts]
);
standard_options!(
    FieldOptions,
    "google.protobuf.FieldOptions",
    [ctype, jstype, lazy, unverified_lazy, deprecated, weak, debug_redact, retention],
    repeated[targets]
);
standard_options!(OneofOptions, "google.protobuf.OneofOptions", []);
standard_options!(
    EnumOptions,
    "google.protobuf.EnumOptions",
    [allow_alias, deprecated, deprecated_legacy_json_field_conflicts]
);
standard_options!(EnumValueOptions, "google.protobuf.EnumValueOptions", [deprecated, debug_redact]);
standard_options!(ServiceOptions, "google.protobuf.ServiceOptions", [deprecated]);
standard_options!(MethodOptions, "google.protobuf.MethodOptions", [deprecated, idempotency_level]);
