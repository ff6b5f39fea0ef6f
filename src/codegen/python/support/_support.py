"""What the functions of this package report, and how they are run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, NoReturn, TypeVar

from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct, Value

from ._text import escaped, joined, keyed
from ._unknown import unknown_fields

LEVELS: Final = 100
"""How many levels of messages there may be below the outermost one."""
LISTED: Final = 10_000
"""How many remarks of a kind are listed."""
LISTED_ELEMENTS: Final = 16
"""How many lost elements of one list are listed."""

HOLLOW: Final = (
    "it is there and empty, which has no form of its own in the other version"
)
ROOM_FOR_ONE: Final = "the other version has room for one"

S = TypeVar("S", bound=Message)
T = TypeVar("T", bound=Message)
R = TypeVar("R")


class AdaptError(ValueError):
    """A message that cannot be converted, and where it goes wrong."""

    def __init__(self, path: str, reason: str) -> None:
        """Take the field, by the names of the message's own version, and the reason."""
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        """Say where and why."""
        return f"`{self.path}`: {self.reason}" if self.path else self.reason


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that the conversion could not carry."""

    path: str
    """The field, by the names of the version that the message was in."""
    reason: str


@dataclass(frozen=True, slots=True)
class Supplied:
    """A value that stands in the result because there was none in the message."""

    path: str
    """The field, by the names of the version that the result is in."""
    value: str


@dataclass(frozen=True, slots=True)
class Converted(Generic[R]):
    """A converted message, and everything that there is to say about it."""

    message: R
    losses: list[Loss]
    """What could not be carried."""
    supplied: list[Supplied]
    """What was put where nothing was."""
    missing: list[str]
    """Required fields that the result lacks, by path."""


class Report:
    """Remarks as they are collected."""

    __slots__ = ("losses", "missing", "supplied", "unlisted")

    def __init__(self) -> None:
        """Begin with none."""
        self.losses: list[Loss] = []
        self.supplied: list[Supplied] = []
        self.missing: list[str] = []
        self.unlisted = 0

    def about(self, message: R) -> Converted[R]:
        """Give them out with the message that they are about."""
        if self.unlisted:
            self.losses.append(Loss("", f"{self.unlisted} more losses"))
        return Converted(message, self.losses, self.supplied, self.missing)


class At:
    """Where a function is at work, in the message and in the result."""

    __slots__ = ("levels", "report", "source", "target")

    def __init__(
        self, report: Report, source: str = "", target: str = "", levels: int = LEVELS
    ) -> None:
        """Take both paths, and how many levels there may be below."""
        self.report = report
        self.source = source
        self.target = target
        self.levels = levels

    def into(self, source: str, target: str, levels: int = 1) -> At:
        """Go some levels down."""
        below = self.levels - levels
        if below < 0:
            self.too_deep(source)
        return At(
            self.report, joined(self.source, source), joined(self.target, target), below
        )

    def start(self, source: Message, target: Message) -> None:
        """Begin with a message: the result is there now, even with nothing in it."""
        target.SetInParent()
        self.unknown(source)

    def lose(self, path: str, reason: str) -> None:
        """Note a loss."""
        if len(self.report.losses) < LISTED:
            self.report.losses.append(Loss(joined(self.source, path), reason))
        else:
            self.report.unlisted += 1

    def supply(self, path: str, value: str) -> None:
        """Note a value of the result that comes from nowhere in the message."""
        if len(self.report.supplied) < LISTED:
            self.report.supplied.append(Supplied(joined(self.target, path), value))

    def miss(self, path: str) -> None:
        """Note a required field of the result that has no value."""
        if len(self.report.missing) < LISTED:
            self.report.missing.append(joined(self.target, path))

    def mark(self) -> tuple[int, int]:
        """Remember what has been said about the result."""
        return len(self.report.supplied), len(self.report.missing)

    def take_back(self, mark: tuple[int, int]) -> None:
        """Forget what has been said about the result since."""
        supplied, missing = mark
        del self.report.supplied[supplied:]
        del self.report.missing[missing:]

    def fail(self, path: str, reason: str) -> NoReturn:
        """Give up."""
        raise AdaptError(joined(self.source, path), reason)

    def too_deep(self, path: str) -> NoReturn:
        """Give up on a message that is too deep."""
        self.fail(path, f"nested more than {LEVELS} levels deep")

    def lose_others(self, path: str, count: int) -> None:
        """Note all elements of a list after the first as lost."""
        listed = min(count, LISTED_ELEMENTS + 1)
        for index in range(1, listed):
            self.lose(f"{path}[{index}]", ROOM_FOR_ONE)
        if count > listed:
            self.lose(f"{path}[{listed}..{count}]", ROOM_FOR_ONE)

    def lose_version(self, path: str, version: str | bytes, reason: str) -> None:
        """Note an element of a list as lost because of its version."""
        text = version if isinstance(version, str) else ""
        self.lose(path, f'version "{escaped(text)}": {reason}')

    def unknown(self, message: Message, path: str = "") -> None:
        """Note what the message holds beside its fields."""
        for step, reason in unknown_fields(message):
            self.lose(joined(path, step), reason)

    def take_apart(self, message: Message, path: str) -> None:
        """Note what is unknown in a message that is none in the result."""
        self.unknown(message, path)
        self.hollow(message, path)

    def hollow(self, message: Message, path: str, **lists: Sequence[object]) -> None:
        """Note that there is nothing in a message, of which some lists are filtered."""
        names = [field.name for field, _ in message.ListFields()]
        if not any(lists.get(name, True) for name in names):
            self.lose(path, HOLLOW)

    def copy(self, source: T, target: T, path: str, levels: int = 1) -> None:
        """Copy a message of a type that is the same in both versions."""
        target.SetInParent()
        target.MergeFrom(source)
        target.DiscardUnknownFields()
        below = self.levels - levels
        size = source.ByteSize()
        # Only what has two bytes for each level can be too deep.
        if below < 0 or size >= 2 * below or size != target.ByteSize():
            self.look_through(source, path, below)

    def look_through(self, message: Message, path: str, below: int) -> None:
        """Note what is unknown in a message and below it."""
        if below < 0:
            self.too_deep(path)
        self.unknown(message, path)
        for field, value in message.ListFields():
            if field.message_type is None:
                continue
            inner = joined(path, field.name)
            if field.message_type.GetOptions().map_entry:
                self.look_through_map(value, inner, below - 2)
            elif isinstance(value, Message):
                self.look_through(value, inner, below - 1)
            else:
                for index, element in enumerate(value):
                    self.look_through(element, f"{inner}[{index}]", below - 1)

    def look_through_map(
        self, entries: Mapping[object, object], path: str, below: int
    ) -> None:
        """Note what is unknown in the messages of a map."""
        for key, value in entries.items():
            if isinstance(value, Message):
                text = keyed(path, key) if isinstance(key, str) else path
                self.look_through(value, text, below)

    def unwrap(self, source: Value, target: Struct, path: str, levels: int = 1) -> None:
        """Take the object out of a value, or put the value into one."""
        target.SetInParent()
        kind = source.WhichOneof("kind")
        if kind == "struct_value":
            self.unknown(source, path)
            inner = joined(path, "struct_value")
            self.copy(source.struct_value, target, inner, levels + 1)
        elif kind is not None:
            self.copy(source, target.fields["value"], path, levels + 3)
            self.lose(
                path,
                'the other version holds objects only; it stands there as {"value": …}',
            )
        else:
            self.unknown(source, path)
            self.lose(
                path,
                "a value without a kind; the other version has an empty object there",
            )


def converted(fill: Callable[[S, T, At], None], source: S, target: T) -> Converted[T]:
    """Convert one message."""
    report = Report()
    try:
        fill(source, target, At(report))
    except UnicodeDecodeError as error:
        # Strings of proto2 may be anything when read, and must be text when set.
        raise AdaptError("", "invalid UTF-8") from error
    return report.about(target)


def first_of(elements: Sequence[T], kind: Callable[[], T]) -> T:
    """Give the first element of a list, or one with nothing in it."""
    return elements[0] if elements else kind()


def first_kept(
    elements: Sequence[tuple[int, T]], kind: Callable[[], T]
) -> tuple[int, T]:
    """Give the first element that is left of a list, or one with nothing in it."""
    return elements[0] if elements else (0, kind())
