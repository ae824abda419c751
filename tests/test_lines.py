"""Streams of deal lines in every encoding, and in bounded memory."""

import io
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_solve.formats.deal_line import format_deal, parse_deal
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.line_file import read_line_file as read_deals
from euchre_solve.formats.lines import Line, read_lines
from euchre_solve.formats.record import Record
from euchre_solve.rules import Rules

GOOD = "1:JsAs9h9dTc"
CANONICAL = "1:AsJs9h9dTc"


def read(data, **options):
    return list(read_deals(io.BytesIO(data), "games.edl", **options))


def told(data):
    return [
        (item.line, item.error.code.number, item.column)
        if isinstance(item, Diagnostic)
        else (item.line, format_deal(item.deal))
        for item in read(data)
    ]


class Trickle:
    """A stream that gives few bytes at a time, as a terminal or a socket does."""

    def __init__(self, data, size=1):
        self.data = io.BytesIO(data)
        self.size = size

    def read(self, size=-1):
        return self.data.read(min(size, self.size))


class Flood:
    """A stream of one long line, made while it is read, and a good one after it."""

    def __init__(self, size):
        self.left = size
        self.tail = f"\n{GOOD}\n".encode()

    def read(self, size=-1):
        if self.left:
            size = min(size, self.left)
            self.left -= size
            return b"x" * size
        tail, self.tail = self.tail, b""
        return tail


def test_good_lines_bad_lines_comments_and_blanks():
    text = f"# a club\n\n{GOOD}\n   \n1:Zs\n  # more\n{GOOD} # the same\n1:-_s:12-0"
    *items, last = read(text.encode())
    assert [type(item) for item in items] == [Record, Diagnostic, Record]
    assert [item.line for item in items] == [3, 5, 7]
    assert str(items[1]).startswith("games.edl:5:3: error E103 bad-card")
    assert [str(warning).split()[1:3] for warning in last.warnings] == [["warning", "W401"]]
    assert last.source == last.warnings[0].source == "games.edl"
    assert items[1].is_error


def test_rules_of_the_caller_hold_where_a_line_names_none():
    (record,) = read(b"1:Bbx", rules=Rules.parse("british"))
    assert record.deal.rules.preset == "british"


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [("utf-8", b""), ("utf-8-sig", b""), ("utf-16", b""), ("utf-16-be", b"\xfe\xff")],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encodings_and_line_ends(encoding, mark, end):
    data = mark + f"1:J♠A♠9♥9♦10♣{end}1:Z♠{end}{GOOD}".encode(encoding)
    expected = [(1, CANONICAL), (2, "E103", 3), (3, CANONICAL)]
    assert told(data) == expected
    trickled = read_lines(Trickle(data))
    assert [(line.number, line.text) for line in trickled][1:] == [(2, "1:Z♠"), (3, GOOD)]


def test_bytes_that_are_no_text():
    assert told(b"1:Js\xff\n" + GOOD.encode()) == [(1, "E109", 5), (2, CANONICAL)]
    assert told("1:J♠\x00".encode()) == [(1, "E109", 5)]
    assert told("é\n".encode("latin-1")) == [(1, "E109", 1)]
    assert told("1:J♠".encode()[:-1]) == [(1, "E109", 4)]
    assert told(GOOD.encode("utf-16-le")) == [(1, "E109", 2)]
    assert told(b"\xff\xfe1\x00:\x00J") == [(1, "E109", 3)]
    assert told(b"\xff") == [(1, "E109", 1)]
    assert told(b"\xef\xbb\xbf") == told(b"") == told(b"\r\n\n") == []


def test_a_line_may_have_4096_characters():
    padded = GOOD + " " * (4096 - len(GOOD))
    assert told(padded.encode()) == [(1, CANONICAL)]
    assert told(padded.encode() + b"\r\n" + GOOD.encode()) == [(1, CANONICAL), (2, CANONICAL)]
    assert told(padded.encode() + b" \n" + GOOD.encode()) == [(1, "E110", 4097), (2, CANONICAL)]
    wide = "1:-_i:" + "♠" * 4090
    assert told(wide.encode()) == [(1, "E108", 7)]
    assert told((wide + "♠").encode()) == [(1, "E110", 4097)]
    assert told(b"#" + b"x" * 200_000 + b"\n" + GOOD.encode()) == [(2, CANONICAL)]


def test_a_line_without_end_needs_no_memory():
    tracemalloc.start()
    try:
        items = list(read_deals(Flood(3_000_000)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [item.line for item in items] == [1, 2]
    assert items[0].column == 4097
    assert len(str(items[0])) < 400
    assert peak < 1_000_000


def test_lines_come_as_soon_as_they_are_there():
    stream = Trickle(f"{GOOD}\n1:-\n".encode(), size=len(GOOD) + 1)
    lines = read_lines(stream)
    assert next(lines) == Line(1, GOOD)
    assert stream.data.tell() == len(GOOD) + 1


@given(st.binary(max_size=400), st.integers(1, 7))
def test_any_bytes_are_read_alike_in_any_pieces(data, size):
    whole = [str(item) for item in read_lines(io.BytesIO(data))]
    assert [str(item) for item in read_lines(Trickle(data, size))] == whole
    for item in read(data):
        if isinstance(item, Record):
            assert parse_deal(format_deal(item.deal)) == item.deal
