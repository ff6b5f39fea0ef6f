"""How reports show paths and values."""

from __future__ import annotations

import struct
import unicodedata
from decimal import Decimal
from typing import Final


def joined(path: str, step: str) -> str:
    """Give the path that goes one step on."""
    return f"{path}.{step}" if path and step else path or step


def keyed(path: str, key: str) -> str:
    """Give the path of a value of a map."""
    return f'{path}["{"".join(escape(char, chars="") for char in key)}"]'


def shown(value: object) -> str:
    """Give a value as reports show it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return shown_digits(repr(value))
    if isinstance(value, bytes):
        try:
            value = value.decode()
        except UnicodeDecodeError:
            return f"{len(value)} bytes"
    return f"`{shortened(value)}`" if isinstance(value, str) else str(value)


def shown_float32(value: float) -> str:
    """Give a number that has 32 bits as reports show it."""
    for digits in range(1, 9):
        text = f"{value:.{digits}g}"
        try:
            if struct.pack("<f", float(text)) == struct.pack("<f", value):
                return shown_digits(text)
        except OverflowError:
            continue
    return shown_digits(f"{value:.9g}")


def shown_digits(text: str) -> str:
    """Give a number with a point in it as reports show it."""
    if text in ("inf", "-inf", "nan"):
        return text.replace("nan", "NaN")
    digits = f"{Decimal(text):f}"
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def shortened(text: str) -> str:
    """Give enough of a text to recognise it."""
    return text if len(text) <= 80 else f"{text[:80]}…"


def escaped(text: str) -> str:
    """Give a text without anything that cannot be seen."""
    return "".join(
        escape(char, chars="'", marks=index == 0) for index, char in enumerate(text)
    )


def escape(char: str, *, chars: str, marks: bool = True) -> str:
    """Give a character, or an escape where it cannot be seen."""
    simple = ESCAPES.get(char)
    if simple is not None:
        return simple
    if char in chars:
        return f"\\{char}"
    is_mark = marks and unicodedata.category(char) in ("Mn", "Me")
    return char if char.isprintable() and not is_mark else f"\\u{{{ord(char):x}}}"


ESCAPES: Final = {
    "\0": "\\0",
    "\t": "\\t",
    "\n": "\\n",
    "\r": "\\r",
    '"': '\\"',
    "\\": "\\\\",
}
