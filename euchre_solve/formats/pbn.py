"""Deals in the manner of Portable Bridge Notation: dotted hands, alone or in records of tags.

``N:AJ9.K.T. K.T.J9.A T.AJ..JT Q.Q9.KQ.`` is the hand of N and the others clockwise, each spades,
hearts, diamonds and clubs with dots between; ``-`` is an unknown hand. A record has such a value in
its tag ``Deal``, and may have ``Dealer``, ``Auction``, ``Contract``, ``Declarer``, ``Play`` of PBN,
``GameOptionsJson`` of the files called ``.ptn``, and our ``Upcard`` and ``Discard``, without which
a call of the first round has no card to be on. Other tags are left alone.

The dealer is that of ``Dealer``, else the seat before the first to call in ``Auction``, else the
seat of the first hand, as in ``.ptn``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, NamedTuple

from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError, NotationError
from euchre_solve.formats.deal_reader import DEFAULT_RULES
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.lines import Line, good_lines, read_lines
from euchre_solve.formats.pbn_record import TABLE, Part, PbnRecord, RecordReader
from euchre_solve.formats.record import COMPASS, Pairs, Record, Stated
from euchre_solve.rules import Rules

_TAG: Final = re.compile(
    r'\s*\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]\s*(?:[;{].*)?', re.ASCII
)
_DOTTED: Final = re.compile(rf"\s*[{TABLE}]\s*:", re.IGNORECASE)
_COMMENT: Final = re.compile(r"\{[^}]*\}|;.*")
_SECTIONS: Final = ("Auction", "Play")
_MOST_LINES: Final = 200
"""Lines of a section; no deal has so many."""


class NumberedDeal(NamedTuple):
    """A deal and the line where its record begins.

    ``dealer`` is the dealer's place at the table, 0 to 3; ``tags`` are those that say nothing of
    the deal itself.
    """

    line: int
    deal: Deal
    dealer: int
    tags: Pairs = ()


def parse_dotted(text: str, rules: Rules | None = None) -> Deal:
    """Return the deal of dotted hands; the first one deals.

    >>> deal = parse_dotted("N:AJ9.K.T. K.T.J9.A - Q.Q9.KQ.")
    >>> str(deal.hands[3]), str(deal.hands[0]), len(deal.hands[1])
    ('AsJs9sKhTd', 'KsThJd9dAc', 0)
    """
    for deal in parse_pbn(text, rules):
        return deal
    raise NotationError(
        ErrorCode.EMPTY,
        "there is no deal here",
        span=(0, len(text)),
        text=text,
        hint="a dotted deal is such as N:AJ9.K.T. K.T.J9.A - Q.Q9.KQ.",
    )


def parse_pbn(text: str, rules: Rules | None = None) -> Iterator[Deal]:
    """Yield the deal of each record in ``text``; raises `EuchreError` at the first fault."""
    lines = [Line(number, line) for number, line in enumerate(text.splitlines(), start=1)]
    for item in read_pbn(lines, rules=rules):
        if isinstance(item, Diagnostic):
            raise item.error
        yield item.deal


def read_pbn(
    lines: Iterable[Line], source: str = "<stdin>", rules: Rules | None = None
) -> Iterator[NumberedDeal | Diagnostic]:
    """Yield the deal of each record or dotted line, or what is wrong with it, and go on."""
    for record in _records(lines):
        reader = RecordReader(record, rules or DEFAULT_RULES)
        try:
            deal = reader.read()
            yield NumberedDeal(record.first.number, deal, reader.dealer, reader.other_tags)
        except EuchreError as error:
            error.text = error.text or record.first.text
            yield Diagnostic.of(error, source, reader.line or record.first.number)


def read_pbn_file(
    stream: BinaryIO, source: str = "<stdin>", rules: Rules | None = None
) -> Iterator[Record | Diagnostic]:
    """Yield the deal of each record of a file, each a game of its own."""
    faults: list[Diagnostic] = []
    game = 0
    for item in read_pbn(good_lines(read_lines(stream, source), faults), source, rules):
        yield from faults
        faults.clear()
        if isinstance(item, Diagnostic):
            yield item
            continue
        game += 1
        stated = Stated(dealer=COMPASS[item.dealer])
        yield Record(item.deal, source, item.line, game=game, tags=item.tags, stated=stated)
    yield from faults


def _records(lines: Iterable[Line]) -> Iterator[PbnRecord]:
    """Yield the lines record by record; a record ends before a tag that it has already."""
    record: PbnRecord | None = None
    section: list[Part] | None = None
    for line in lines:
        if not line.text.strip() or line.text.startswith("%"):
            continue
        tag = _TAG.fullmatch(line.text)
        is_dotted = tag is None and _DOTTED.match(line.text) is not None
        begins = is_dotted or (tag and record and tag["name"] in {"Event", *record.tags})
        if record and begins:
            yield record
            record = None
        record = record or PbnRecord(line)
        if tag:
            record.tags[tag["name"]] = Part(line, tag.span("value"))
            section = record.sections.setdefault(tag["name"], [])
            section = section if tag["name"] in _SECTIONS else None
        elif is_dotted:
            record.tags["Deal"] = Part(line, (0, len(line.text)))
            section = None
        elif section is not None and len(section) < _MOST_LINES:
            plain = _COMMENT.sub(lambda match: " " * len(match[0]), line.text)
            section.append(Part(Line(line.number, plain), (0, len(plain))))
        else:
            record.strange = record.strange or line
    if record:
        yield record
