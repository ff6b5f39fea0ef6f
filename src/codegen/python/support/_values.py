"""How a value of one version becomes one of the other."""

from __future__ import annotations

import base64
import binascii
import math
import re
import struct
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar, cast

from ._support import At, Converted, Report
from ._text import joined, shortened, shown

INT32: Final = range(-(2**31), 2**31)
INT64: Final = range(-(2**63), 2**63)
UINT32: Final = range(2**32)
UINT64: Final = range(2**64)

MISFIT: Final = "it does not fit the type that the field has in the other version"

V = TypeVar("V")


class Choice(Generic[V]):
    """One value from several places, of which the first that has one goes before."""

    __slots__ = ("at", "path", "show", "value")

    def __init__(self, at: At, show: Callable[[V], str] | None = None) -> None:
        """Begin with none."""
        self.at = at
        self.path = ""
        self.show: Callable[[V], str] = show or shown
        self.value: V | None = None

    def offer(self, path: str, value: V | None, loss: str | None = None) -> None:
        """Take a value, or note that it is another one than that which was taken."""
        if value is None:
            return
        if self.value is None:
            self.path = joined(self.at.source, path)
            self.value = value
            if loss is not None:
                self.at.lose(path, loss)
        elif not same(self.value, value):
            found, won = self.show(value), self.show(self.value)
            reason = (
                f"it says {found}, and `{self.path}`, which goes before it, says {won}"
            )
            self.at.lose(path, reason)


@dataclass(frozen=True, slots=True)
class Becomes(Generic[V]):
    """What a number of an enum becomes, and why that is a loss, where it is one."""

    to: V | None
    lost: str | None = None


class EnumMap(Generic[V]):
    """What the numbers of an enum become."""

    __slots__ = ("changed", "closed", "taken")

    def __init__(
        self,
        changed: Mapping[int, Becomes[V]] | None = None,
        taken: Iterable[int] = (),
        closed: Iterable[int] | None = None,
    ) -> None:
        """Take what changes, what only the target has, and what a closed one has."""
        self.changed = changed or {}
        self.taken = frozenset(taken)
        self.closed = None if closed is None else frozenset(closed)

    def convert(self, number: int, at: At, path: str) -> V | None:
        """Convert one number."""
        becomes = self.changed.get(number)
        if becomes is not None:
            if becomes.lost is not None:
                at.lose(path, f"{number}: {becomes.lost}")
            return becomes.to
        if number in self.taken:
            meaning = "means nothing here and something else in the other version"
            at.lose(path, f"the number {number} {meaning}")
            return None
        if self.closed is not None and number not in self.closed:
            at.lose(path, f"the other version has no value {number}")
            return None
        return cast("V", number)

    def converted(self, number: int) -> Converted[V | None]:
        """Convert one number that stands for itself."""
        report = Report()
        return report.about(self.convert(number, At(report), ""))


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a resource name."""

    path: str
    value: str
    carried: bool = False
    """Whether it is carried elsewhere too."""
    is_set: bool = False
    """Whether it is there, even if it is empty."""


class Template:
    """The form of a resource name: `tasks/{id}`."""

    __slots__ = ("pattern", "segments")

    def __init__(self, pattern: str) -> None:
        """Understand a pattern."""
        self.pattern = pattern
        self.segments = pattern.split("/")

    def part(self, name: str, index: int, at: At, path: str) -> str:
        """Give one variable of a name, which must have this form."""
        segments = name.split("/")
        variables = [
            segment
            for segment, form in zip(segments, self.segments, strict=False)
            if form.startswith("{")
        ]
        fits = len(segments) == len(self.segments) and all(
            segment if form.startswith("{") else segment == form
            for segment, form in zip(segments, self.segments, strict=True)
        )
        if not fits:
            reason = f"`{shortened(name)}` is not a name of the form `{self.pattern}`"
            at.fail(path, reason)
        return variables[index]

    def fill(self, at: At, field: str, *parts: Part) -> str | None:
        """Put a name together, if all of its parts are there."""
        if not all(part.value for part in parts):
            for part in parts:
                if not part.carried:
                    self.lose(at, field, part)
            return None
        for part in parts:
            if "/" in part.value:
                form = f"cannot be a part of a name of the form `{self.pattern}`"
                at.fail(part.path, f"`{part.value}` {form}")
        values = iter(parts)
        return "/".join(
            next(values).value if form.startswith("{") else form
            for form in self.segments
        )

    def lose(self, at: At, field: str, part: Part) -> None:
        """Note a part that has no name to be in."""
        if part.value:
            reason = (
                f"`{field}` is a name of the form `{self.pattern}`,"
                " and another part of it is missing"
            )
            at.lose(part.path, reason)
        elif part.is_set:
            reason = f"no part of a name of the form `{self.pattern}` is empty"
            at.lose(part.path, f"set to its default, and {reason}")


def is_in(
    version: str | bytes,
    start: tuple[int, int] | None,
    below: tuple[int, int] | None,
    *,
    empty: bool,
) -> bool:
    """Tell whether a version lies in a range. Patch numbers do not count."""
    if not version or isinstance(version, bytes):
        return empty
    match = re.fullmatch(r"\+?([0-9]+)\.\+?([0-9]+)(\..*)?", version, re.DOTALL)
    if match is None:
        return False
    found = int(match[1]), int(match[2])
    if max(found) not in UINT32:
        return False
    return (start is None or start <= found) and (below is None or found < below)


def fit(number: int, numbers: range, at: At, path: str) -> int | None:
    """Give a number if it is one of another type."""
    if number in numbers:
        return number
    at.lose(path, MISFIT)
    return None


def listed(number: int, numbers: Container[int], at: At, path: str) -> int | None:
    """Give a number if a closed enum has it."""
    if number not in INT32:
        return fit(number, INT32, at, path)
    if number in numbers:
        return number
    at.lose(path, f"{number} is a number that its closed enum does not have")
    return None


def fit_float(number: float, at: At, path: str) -> float | None:
    """Give a number if 32 bits hold it."""
    try:
        (short,) = struct.unpack("<f", struct.pack("<f", number))
    except OverflowError:
        short = None
    if short == number or math.isnan(number):
        return number
    at.lose(path, MISFIT)
    return None


def otherwise(value: V | None, default: V) -> V:
    """Give a value, or another one where there is none."""
    return default if value is None else value


def nonzero(number: float) -> bool:
    """Tell whether a number is not zero. The negative zero is not."""
    return number != 0 or str(number).startswith("-")


def same(one: object, other: object) -> bool:
    """Tell whether two values are one, to the bit."""
    if isinstance(one, float) and isinstance(other, float):
        return struct.pack("<d", one) == struct.pack("<d", other)
    return one == other


def as_text(value: str | bytes, at: At, path: str) -> str | None:
    """Give bytes as text, if they are."""
    if isinstance(value, str):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        at.lose(path, "it is not UTF-8")
        return None


def as_bytes(value: str | bytes) -> bytes:
    """Give text as bytes."""
    return value if isinstance(value, bytes) else value.encode()


def from_base64(value: str | bytes, at: At, path: str) -> bytes:
    """Give the bytes that base64 text stands for, in either alphabet."""
    text = as_bytes(value)
    content = text.rstrip(b"=")
    padding = len(text) - len(content)
    plain = content.replace(b"-", b"+").replace(b"_", b"/")
    is_one_alphabet = re.fullmatch(rb"[A-Za-z0-9+/]*|[A-Za-z0-9_-]*", content)
    if is_one_alphabet and len(content) % 4 != 1 and padding <= -len(content) % 4:
        decoded = base64.b64decode(plain + b"=" * (-len(content) % 4))
        if binascii.b2a_base64(decoded, newline=False).rstrip(b"=") == plain:
            return decoded
    return at.fail(path, f"not base64 text: {shown(text)}")


def to_base64(value: bytes) -> bytes:
    """Give bytes as base64 text, in bytes."""
    return base64.b64encode(value)


def to_base64_text(value: bytes) -> str:
    """Give bytes as base64 text."""
    return base64.b64encode(value).decode()


def major_minor(version: str, at: At, path: str) -> str:
    """Give `0.3.0` as `0.3`; anything else stays."""
    match = re.fullmatch(r"([0-9]+\.[0-9]+)\.([0-9]+)", version)
    if match is None:
        return version
    at.lose(path, f"the patch number {match[2]} of version {version}")
    return match[1]
