"""Convert messages of one version to the other: `upgrade` and `downgrade`, by type.

Every function leaves the message that it is given as it is, and returns a new one
together with what was lost on the way, what was supplied, and what is missing in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from ._support import AdaptError, Converted, Loss, Supplied

if TYPE_CHECKING:
    from google.protobuf.message import Message

MODULES: Final = ()
"""The modules that have the classes of messages, those of the old version first."""

try:
    from . import downgrade, upgrade
except ImportError as error:
    names = ", ".join(MODULES)
    raise ImportError(f"one of {names} is not what it was: {error}") from error

__all__ = [
    "MODULES",
    "AdaptError",
    "Converted",
    "Loss",
    "Supplied",
    "convert",
    "downgrade",
    "upgrade",
]


def convert(
    way: Literal["upgrade", "downgrade"], old: str, new: str, message: Message
) -> Converted[Message]:
    """Convert a message by the names of its type in the old and the new version."""
    table = upgrade.BY_NAME if way == "upgrade" else downgrade.BY_NAME
    function = table.get((old, new))
    if function is None:
        raise AdaptError("", f"`{old}` and `{new}` are no pair of types")
    expected = old if way == "upgrade" else new
    name = type(message).DESCRIPTOR.full_name
    if name != expected:
        raise AdaptError("", f"it is a `{name}`, and a `{expected}` is needed")
    return function(message)
