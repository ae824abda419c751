"""A deal line cut into its parts: a seat, hands, and fields of a key and a value.

Parts are places in the line, half-open and without the blanks around them; what they mean is a
matter of :mod:`euchre_solve.formats.deal_line`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from euchre_solve.errors import ErrorCode, NotationError, Span
from euchre_solve.formats.card_text import BLANKS

MAX_LENGTH: Final = 4096
"""Characters in a line; no deal needs a tenth of them."""

KEYS: Final = "duknrbmxetwsgi"
"""Every key of a field, in the order of writing."""

_AROUND: Final = BLANKS + "\r\n"
_REPLACEMENT: Final = "\ufffd"
_SMUGGLED_BYTES: Final = range(0xDC80, 0xDD00)  # surrogateescape


class LineParts(NamedTuple):
    """The places of the parts in a line; ``fields`` by lower-case key."""

    seat: Span
    hands: tuple[Span, ...]
    fields: dict[str, Span]


def split_line(text: str) -> LineParts:
    """Cut a deal line into its parts; raises `NotationError`."""
    if len(text) > MAX_LENGTH:
        raise too_long()
    verify_text(text)
    start, end = _trimmed(text, (0, len(text)), _AROUND)
    if start == end:
        raise NotationError(
            ErrorCode.EMPTY,
            "there is no deal here",
            span=(start, end),
            hint="a deal is a seat and its hand, such as 3:JsJcAsKh9d_u:Th",
        )
    hands, *fields = split_at(text, (start, end), "_")
    seat, dealt = _split_hands(text, hands)
    places: dict[str, Span] = {}
    for place in fields:
        key, value = _split_field(text, place)
        name = text[slice(*key)].lower()
        if name in places:
            raise NotationError(
                ErrorCode.REPEATED_KEY,
                f"the field {name} is here twice",
                span=key,
                hint="each field stands once in a line",
            )
        places[name] = value
    return LineParts(seat, dealt, places)


def too_long(limit: int = MAX_LENGTH) -> NotationError:
    """Return the error of a line that is too long."""
    return NotationError(
        ErrorCode.TOO_LONG,
        f"the line is longer than {limit:,} characters",
        span=(limit, limit + 1),
        hint="one line is one deal",
    )


def verify_text(text: str) -> None:
    """Raise `NotationError` at the first character that can't be seen, blanks and ends apart."""
    if text.isprintable() and _REPLACEMENT not in text:
        return
    start, end = _trimmed(text, (0, len(text)), _AROUND)
    for at in range(start, end):
        char = text[at]
        if (char.isprintable() or char in BLANKS) and char != _REPLACEMENT:
            continue
        code = ord(char)
        what = f"U+{code:04X} is not text"
        if code in _SMUGGLED_BYTES:
            what = f"the byte 0x{code - 0xDC00:02X} is not UTF-8"
        raise NotationError(
            ErrorCode.NOT_TEXT, what, span=(at, at + 1), hint="a deal line is plain text in UTF-8"
        )


def split_at(text: str, span: Span, separator: str) -> Iterator[Span]:
    """Yield the places of the parts between the ``separator`` characters, blanks trimmed."""
    start, end = span
    while True:
        at = text.find(separator, start, end)
        if at < 0:
            yield _trimmed(text, (start, end))
            return
        yield _trimmed(text, (start, at))
        start = at + 1


def _trimmed(text: str, span: Span, blanks: str = BLANKS) -> Span:
    start, end = span
    while start < end and text[start] in blanks:
        start += 1
    while start < end and text[end - 1] in blanks:
        end -= 1
    return start, end


def _split_hands(text: str, place: Span) -> tuple[Span, tuple[Span, ...]]:
    start, end = place
    colon = text.find(":", start, end)
    if colon < 0:
        raise NotationError(
            ErrorCode.BAD_SEAT,
            "the line does not begin with a seat and a colon",
            span=place,
            hint="the seat of the first hand goes before it: 1:JsAs9h9dTc (1 is the dealer's left)",
        )
    return _trimmed(text, (start, colon)), tuple(split_at(text, (colon + 1, end), "."))


def _split_field(text: str, place: Span) -> tuple[Span, Span]:
    start, end = place
    colon = text.find(":", start, end)
    if colon < 0:
        raise NotationError(
            ErrorCode.BAD_FIELD,
            f"{text[start:end]!r} has no colon" if start < end else "there is no field here",
            span=place,
            hint="after each _ stand a key, a colon and a value, such as u:Jc",
        )
    key = _trimmed(text, (start, colon))
    name = text[slice(*key)].lower()
    if len(name) != 1 or name not in KEYS:
        raise NotationError(
            ErrorCode.UNKNOWN_KEY,
            f"no field is called {name!r}",
            span=key,
            hint=f"fields: {' '.join(KEYS)}",
        )
    value = _trimmed(text, (colon + 1, end))
    if value[0] == value[1]:
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"the field {name} has no value",
            span=value,
            hint="leave out what isn't known",
        )
    return key, value
