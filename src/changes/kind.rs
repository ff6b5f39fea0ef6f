//! The vocabulary of changes.

use serde::Serialize;

/// Every sort of difference, named as the JSON report names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// A field that the old side does not have.
    FieldAdded,
    /// A field that the new side does not have, whose number nobody took over.
    FieldRemoved,
    /// The same field under another name; on evidence, when the number alone speaks for it.
    FieldRenamed,
    /// The same field at another number.
    FieldRenumbered,
    /// The number is used by another field now.
    FieldNumberReused,
    /// Same number, same shape, and nothing that says whether it is the same field.
    FieldMeaningSuspect,
    /// The same field, of which a manifest says that its values mean something else now.
    FieldMeaningChanged,
    /// The kind of value changed.
    FieldTypeChanged,
    /// Singular, repeated, map.
    FieldCardinalityChanged,
    /// Implicit or explicit presence.
    FieldPresenceChanged,
    /// Moved into, out of or between oneofs.
    FieldOneofChanged,
    /// The ProtoJSON name changed and the name did not.
    FieldJsonNameChanged,
    /// The declared default changed.
    FieldDefaultChanged,
    /// Any other option of the field changed.
    FieldOptionChanged,
    /// `required`, `LEGACY_REQUIRED` or `google.api.field_behavior = REQUIRED` came or went.
    FieldRequiredChanged,
    /// A number went out of use and is open to be used again.
    NumberNotReserved,
    /// A name went out of use and is open to be used again.
    NameNotReserved,
    /// A reserved number is not reserved any more.
    ReservedNumberRemoved,
    /// A reserved name is not reserved any more.
    ReservedNameRemoved,
    /// A comment such as `Next ID: 20` disagrees with the numbers in use or once used.
    NumberCounterStale,
    /// A message that the old side does not have.
    MessageAdded,
    /// A message that the new side does not have.
    MessageRemoved,
    /// The same message under another name.
    MessageRenamed,
    /// An option of the message changed.
    MessageOptionChanged,
    /// An enum that the old side does not have.
    EnumAdded,
    /// An enum that the new side does not have.
    EnumRemoved,
    /// The same enum under another name.
    EnumRenamed,
    /// An enum value that the old side does not have.
    EnumValueAdded,
    /// An enum value that the new side does not have.
    EnumValueRemoved,
    /// The same number under another name, or another name first among aliases.
    EnumValueRenamed,
    /// The same name at another number.
    EnumValueRenumbered,
    /// The number stands for something else now.
    EnumValueNumberReused,
    /// Open to closed or back.
    EnumClosednessChanged,
    /// An option of the enum or of one of its values changed.
    EnumOptionChanged,
    /// A oneof that the new side does not have.
    OneofRemoved,
    /// The same oneof under another name.
    OneofRenamed,
    /// Numbers that were open to extensions are not any more.
    ExtensionRangeRemoved,
    /// A service that the old side does not have.
    ServiceAdded,
    /// A service that the new side does not have.
    ServiceRemoved,
    /// The same service under another name.
    ServiceRenamed,
    /// An rpc that the old side does not have.
    RpcAdded,
    /// An rpc that the new side does not have.
    RpcRemoved,
    /// The same rpc under another name.
    RpcRenamed,
    /// The request or response type changed.
    RpcTypeChanged,
    /// A stream became a single message or the other way round.
    RpcStreamingChanged,
    /// The http bindings changed.
    RpcHttpChanged,
    /// Any other option of the rpc, or of the service, changed.
    RpcOptionChanged,
    /// The package changed its name.
    PackageChanged,
    /// proto2, proto3, edition.
    SyntaxChanged,
    /// A file option changed.
    FileOptionChanged,
    /// A file that the new side does not have.
    FileRemoved,
}

impl ChangeKind {
    /// The name in reports: `field_number_reused`.
    pub fn name(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(name)) => name,
            _ => unreachable!("a unit variant serialises to a string"),
        }
    }
}

/// Who can notice a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// Readers of the binary encoding.
    Binary,
    /// Readers of ProtoJSON.
    Json,
    /// Users of the generated code.
    Source,
    /// Callers over HTTP or gRPC: bindings and paths.
    Http,
}
