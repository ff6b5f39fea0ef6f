"""What a message holds that its type has no field for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Protocol

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

VARINT: Final = 0
FIXED64: Final = 1
LEN: Final = 2
GROUP: Final = 3
FIXED32: Final = 5

NAMES: Final = {
    VARINT: "varint",
    FIXED64: "fixed64",
    LEN: "len",
    GROUP: "group",
    FIXED32: "fixed32",
}
FIXED_SIZES: Final = {FIXED64: 8, FIXED32: 4}
WIRE_TYPES: Final = {
    FieldDescriptor.TYPE_DOUBLE: FIXED64,
    FieldDescriptor.TYPE_FLOAT: FIXED32,
    FieldDescriptor.TYPE_FIXED64: FIXED64,
    FieldDescriptor.TYPE_FIXED32: FIXED32,
    FieldDescriptor.TYPE_SFIXED64: FIXED64,
    FieldDescriptor.TYPE_SFIXED32: FIXED32,
    FieldDescriptor.TYPE_STRING: LEN,
    FieldDescriptor.TYPE_BYTES: LEN,
    FieldDescriptor.TYPE_MESSAGE: LEN,
    FieldDescriptor.TYPE_GROUP: GROUP,
}


class KnownField(Protocol):
    """What is asked of the descriptor of a field."""

    @property
    def type(self) -> int:
        """The type in the schema."""

    @property
    def default_value(self) -> object:
        """What it reads as when it is unset: a list, if it is one."""


class UnknownField(Protocol):
    """What is asked of an unknown field."""

    field_number: int
    wire_type: int
    data: Any
    """A number, bytes, or the unknown fields of a group."""


def unknown_fields(message: Message) -> Iterator[tuple[str, str]]:
    """Give each unknown field, as a step of a path, and what it is."""
    fields = UnknownFieldSet(message)
    for index in range(len(fields)):
        field = fields[index]
        number: int = field.field_number
        wire: int = field.wire_type
        known = type(message).DESCRIPTOR.fields_by_number.get(number)
        size = record_size(field)
        if known is None:
            yield (
                f"#{number}",
                f"unknown field {number} of {size} bytes ({NAMES[wire]})",
            )
        elif takes(known, wire):
            reason = "holds a number that its closed enum does not have"
            yield known.name, f"field {number} {reason}"
        else:
            expected = NAMES[wire_type(known)]
            reason = f"should be {expected} and is {NAMES[wire]} ({size} bytes)"
            yield known.name, f"field {number} {reason}"


def takes(field: KnownField, wire: int) -> bool:
    """Tell whether a record of this wire type can be a value of a field, or several."""
    expected = wire_type(field)
    if wire == expected:
        return True
    is_number = expected not in (LEN, GROUP)
    return is_number and wire == LEN and field.default_value == []


def wire_type(field: KnownField) -> int:
    """Give the wire type of one value of a field."""
    return WIRE_TYPES.get(field.type, VARINT)


def record_size(field: UnknownField) -> int:
    """Give how many bytes an unknown field takes, its tag included."""
    tag = varint_size(field.field_number << 3)
    if field.wire_type == GROUP:
        fields = field.data
        return 2 * tag + sum(record_size(fields[index]) for index in range(len(fields)))
    if field.wire_type == LEN:
        return tag + varint_size(len(field.data)) + len(field.data)
    return tag + FIXED_SIZES.get(field.wire_type, varint_size(field.data))


def varint_size(value: int) -> int:
    """Give how many bytes a number takes on the wire."""
    return max(1, -(-(value & 0xFFFF_FFFF_FFFF_FFFF).bit_length() // 7))
