"""The formats of history files: which there are, and which one a file is in.

A format is a row of :data:`FORMS`. To add one, give its reader and writer by module and name, and
a test of what its files begin with; :func:`euchre_solve.formats.history.reader_of_lines` makes the
reader of a format with one deal a line.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import Final, NamedTuple

from euchre_solve.errors import ErrorCode, NotationError

_UTF16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NO_TEXT: Final = b"\0\xef\xbb\xbf\xff\xfe \t\r"
_COMMENTS: Final = re.compile(r"(?:[^\S\n]*(?:#[^\n]*)?\n)+")
_UNTOLD: Final = re.compile(rb"#|\[\0?[A-Za-z]")
_OPENSPIEL: Final = re.compile(r"[\[(]?\s*[0-3](?:[\s,]+\d{1,2}\b(?!:)){8}|\[(?:Meta|Game|State)\]")
_PBN: Final = re.compile(r"%|[NESW]\s*:|(?:\[.*\n|[%{;].*\n|[^\S\n]*\n)*\[\s*Deal\s", re.IGNORECASE)
_TRANSCRIPT: Final = re.compile(r"(?:\$\s+)?\S+\s+\S+\s+(?:no)?shuffle\s+\d|Hand \d+\s")


class Form(NamedTuple):
    """A format: its reader and its writer by module and name, empty where there is none.

    ``begins`` tells from the text that a file begins with whether it is in this format.
    """

    name: str
    title: str
    reader: str
    writer: str
    begins: Callable[[str], bool] = lambda _: False


def _is_egn(head: str) -> bool:
    if not head.startswith("{"):
        return False
    line, newline, _ = head.partition("\n")
    if any(f'"{key}"' in line for key in ("deal", "schema", "hands")):
        return False
    is_named = any(f'"{key}"' in head for key in ("fileType", "initialState", "gameData"))
    return is_named or (bool(newline) and not _is_json(line))


def _is_json(line: str) -> bool:
    import json  # lazy: start-up

    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


FORMS: Final = {
    form.name: form
    for form in (
        Form("egn", "Euchre Game Notation", "egn:read_egn", "egn_writer:EgnWriter", _is_egn),
        Form(
            "jsonl",
            "JSON Lines",
            "json_lines:read_json_lines",
            "json_lines:JsonLinesWriter",
            lambda head: head.startswith("{"),
        ),
        Form("csv", "a table, a row a deal", "", "csv_file:CsvWriter"),
        Form(
            "openspiel",
            "OpenSpiel histories",
            "openspiel_file:read_openspiel",
            "openspiel_file:OpenSpielWriter",
            lambda head: _OPENSPIEL.match(head) is not None,
        ),
        Form(
            "pbn",
            "dotted hands and PBN records",
            "pbn:read_pbn_file",
            "",
            lambda head: _PBN.match(head) is not None,
        ),
        Form(
            "eecs280",
            "transcripts of the EECS 280 project",
            "transcript:read_transcript_file",
            "",
            lambda head: _TRANSCRIPT.match(head) is not None,
        ),
        Form(
            "edl",
            "line file",
            "line_file:read_line_file",
            "line_file:LineFileWriter",
            lambda _: True,
        ),
    )
}
"""Every format by name, in the order in which a file is tried for them."""

READABLE: Final = tuple(form.name for form in FORMS.values() if form.reader)
WRITABLE: Final = tuple(form.name for form in FORMS.values() if form.writer)


def detect(head: bytes, source: str = "<stdin>") -> Form:
    """Return the format of a file that begins with ``head``; raises `NotationError`."""
    is_wide = head.startswith(_UTF16_MARKS)
    is_text = b"\0" not in head or is_wide or b"\n" in head  # a line file tells the line
    if source.endswith(".egnb") or not is_text:
        raise NotationError(
            ErrorCode.UNKNOWN_FORMAT,
            "this is a binary file",
            hint="packed games (.egnb) aren't read: export them as .egn"
            if source.endswith(".egnb")
            else "a deal file is text; packed games (.egnb) have to be exported as .egn",
        )
    text = head.decode("utf-16" if is_wide else "utf-8-sig", "replace").lstrip()
    comments = _COMMENTS.match(text)
    text = text[comments.end() :].lstrip() if comments else text
    return next(form for form in FORMS.values() if form.begins(text))


def is_telling(head: bytes) -> bool:
    """Tell whether ``head`` has a whole line that is no comment and no tag."""
    lines = (line.strip(_NO_TEXT) for line in head.split(b"\n")[:-1])
    return any(line and not _UNTOLD.match(line) for line in lines)
