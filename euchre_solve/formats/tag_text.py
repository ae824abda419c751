"""Tags and trailing words of a line file: ``[Title "Club night"]``, ``dealer=N note.b3="!"``.

A value with blanks, quotes or ``#`` stands in double quotes with the escapes of JSON.
"""

from __future__ import annotations

import json
import re
from typing import Final, NamedTuple

from euchre_solve.errors import ErrorCode, NotationError, Span
from euchre_solve.formats.card_text import BLANKS
from euchre_solve.formats.record import COMPASS, NOTHING_STATED, Pairs, Remark, Stated

_KEY: Final = r"[A-Za-z][\w.-]*"
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_TAG: Final = re.compile(rf"\[[{BLANKS}]*({_KEY})[{BLANKS}]+({_QUOTED})[{BLANKS}]*\]", re.ASCII)
_FIRST_WORD: Final = re.compile(rf"(?<![^{BLANKS}]){_KEY}=", re.ASCII)
_WORD: Final = re.compile(
    rf'[{BLANKS}]*({_KEY})=({_QUOTED}|[^"#{BLANKS}]*)(?=[{BLANKS}#]|$)', re.ASCII
)
_KEY_ALONE: Final = re.compile(_KEY, re.ASCII)
_BARE: Final = re.compile(r"[\w.,:;+/@%^*=~-]+", re.ASCII)
_COMMENT: Final = "#"
_NOTE: Final = "note."
_ACT: Final = re.compile(r"[bat][1-9][0-9]{0,4}|x|w|-", re.ASCII)
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}", re.ASCII)
_SCORE: Final = re.compile(r"-?[0-9]{1,4}(--?[0-9]{1,4}){1,6}", re.ASCII)
_LOWEST: Final = {"number": 0, "lead": 1, "tricks": 0, "points": -1000, "winner": 1}
_HIGHEST: Final = {"number": 999_999, "lead": 7, "tricks": 13, "points": 1000, "winner": 7}


class Trailer(NamedTuple):
    """What stands behind a deal."""

    words: Pairs = ()
    remarks: tuple[Remark, ...] = ()
    stated: Stated = NOTHING_STATED


NO_TRAILER: Final = Trailer()


def parse_tag(text: str) -> tuple[str, str]:
    """Return key and value of a tag line; raises `NotationError`."""
    content = text.strip(BLANKS)
    match = _TAG.match(content)
    rest = content[match.end() :].lstrip(BLANKS) if match else ""
    if match is None or (rest and not rest.startswith(_COMMENT)):
        raise NotationError(
            ErrorCode.BAD_FIELD,
            "this is not a tag",
            span=(len(text) - len(text.lstrip(BLANKS)), len(text.rstrip(BLANKS))),
            text=text,
            hint='a tag is a name and a value in quotes, such as [Title "Club night"]',
        )
    at = text.index("[")
    return match[1], _unquoted(match[2], (at + match.start(2), at + match.end(2)))


def format_tag(key: str, value: str) -> str:
    """Return the line of a tag."""
    return f"[{key} {quoted(value)}]"


def is_key(text: str) -> bool:
    """Tell whether ``text`` can be the key of a tag or a word."""
    return _KEY_ALONE.fullmatch(text) is not None


def split_trailer(text: str) -> tuple[str, int]:
    """Return the part of a line before its words and comment, and where the words begin."""
    hash_at = text.find(_COMMENT)
    if "=" in text:
        match = _FIRST_WORD.search(text)
        if match and (hash_at < 0 or match.start() < hash_at):
            return text[: match.start()], match.start()
    end = len(text) if hash_at < 0 else hash_at
    return text[:end], end


def parse_trailer(text: str, start: int) -> Trailer:
    """Return the words of a line from ``start`` on; raises `NotationError`."""
    words: dict[str, str] = {}
    remarks: list[Remark] = []
    stated: dict[str, object] = {}
    at, end = start, len(text.rstrip(BLANKS + "\r\n"))
    while at < end and not text[at:end].lstrip(BLANKS).startswith(_COMMENT):
        match = _WORD.match(text, at, end)
        if match is None:
            raise NotationError(
                ErrorCode.BAD_FIELD,
                "here stands no word of a key and a value",
                span=(at, end),
                hint='after the deal come words such as dealer=N or title="Club night"',
            )
        key, value = match[1], match[2]
        if value.startswith('"'):
            value = _unquoted(value, match.span(2))
        _sort_word(key, value, match.span(), (words, remarks, stated))
        at = match.end()
    return Trailer(tuple(words.items()), tuple(remarks), _stated_of(stated))


def _sort_word(
    key: str,
    value: str,
    span: Span,
    found: tuple[dict[str, str], list[Remark], dict[str, object]],
) -> None:
    words, remarks, stated = found
    act = key.removeprefix(_NOTE)
    if key.startswith(_NOTE) and is_act(act):
        remarks.append(Remark(act, value))
        return
    if key in words or key in stated:
        raise NotationError(ErrorCode.REPEATED_KEY, f"the word {key} is here twice", span=span)
    read = read_fact(key, value)
    if read is None:
        words[key] = value
    elif read == _UNREADABLE:
        raise NotationError(
            ErrorCode.BAD_VALUE,
            f"{value!r} can't be what {key} is",
            span=span,
            hint=_HINTS.get(key, "a whole number"),
        )
    else:
        stated[key] = read


_UNREADABLE: Final = "?"
_HINTS: Final = {
    "dealer": "the dealer's seat at the table: N, E, S or W",
    "after": "a figure for each side, that of the first hand first, such as after=7-9",
    "winner": "the first seat of the side that won: 1 or 2, or any where sides change",
}


def is_act(text: str) -> bool:
    """Tell whether ``text`` names an act that a remark can belong to."""
    return _ACT.fullmatch(text) is not None


def read_fact(key: str, value: str) -> int | str | tuple[int, ...] | None:
    """Return the fact of a known key; None for an unknown one, ``?`` for a value that is none."""
    if key == "dealer":
        return value if len(value) == 1 and value in COMPASS else _UNREADABLE
    if key == "after":
        match = _SCORE.fullmatch(value)
        figures = re.split(r"(?<=[0-9])-", value)
        return tuple(map(int, figures)) if match else _UNREADABLE
    if key not in _LOWEST:
        return None
    if not _NUMBER.fullmatch(value) or not _LOWEST[key] <= int(value) <= _HIGHEST[key]:
        return _UNREADABLE
    return int(value)


def _stated_of(facts: dict[str, object]) -> Stated:
    if not facts:
        return NOTHING_STATED
    facts["leader"] = facts.pop("lead", None)
    return Stated(**facts)  # type: ignore[arg-type]  # read_fact gives each its type


def stated_words(stated: Stated) -> Pairs:
    """Return the words of what is stated, in the order of writing."""
    after = "-".join(map(str, stated.after)) if stated.after else None
    facts = (
        ("number", stated.number),
        ("dealer", stated.dealer),
        ("lead", stated.leader),
        ("tricks", stated.tricks),
        ("points", stated.points),
        ("after", after),
        ("winner", stated.winner),
    )
    return tuple((key, str(value)) for key, value in facts if value is not None)


def format_trailer(trailer: Trailer) -> str:
    """Return the words behind a deal, each with a blank before it."""
    pairs = [*stated_words(trailer.stated), *trailer.words]
    pairs += [(f"{_NOTE}{act}", text) for act, text in trailer.remarks]
    return "".join(
        f" {key}={value if _BARE.fullmatch(value) else quoted(value)}" for key, value in pairs
    )


def quoted(value: str) -> str:
    """Return ``value`` in double quotes, what can't be seen as an escape."""
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable() and "\ufffd" not in text:
        return text
    return "".join(map(_escaped, text))


def _escaped(char: str) -> str:
    is_plain = char.isprintable() and char != "\ufffd"
    return char if is_plain else json.dumps(char)[1:-1]


def _unquoted(text: str, span: Span) -> str:
    try:
        value = json.loads(text, strict=False)
    except ValueError:
        value = None
    if not isinstance(value, str):
        raise NotationError(
            ErrorCode.BAD_VALUE, "the text in quotes has an escape that is none", span=span
        )
    return value
