"""Transcripts of the EECS 280 euchre project: ``Jack of Spades led by Barbara``.

A game is a line with the program and its arguments, and then hand by hand the dealer, the upcard,
the calls, the cards played. Without the pack the hands are known only from what human players were
shown; with it they are dealt again. The rules are ``north-american-stick``, nobody goes alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError, NotationError
from euchre_solve.formats import deal_reader
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.lines import Line, good_lines, read_lines, read_text
from euchre_solve.formats.pack import Pack, parse_pack, shuffled_for
from euchre_solve.formats.record import COMPASS, NAME_TAGS, Record, Stated
from euchre_solve.formats.transcript_hand import HandReader, Table
from euchre_solve.rules import Rules

DEFAULT_RULES: Final = Rules.parse("north-american-stick")
"""The rules of the project."""

_HEADING: Final = re.compile(
    r"(?:\$\s+)?\S+\s+\S+\s+(?P<shuffle>(?:no)?shuffle)\s+(?P<target>\d{1,3})\s+(?P<players>\S.*?)\s*"
)
_HAND: Final = re.compile(r"Hand (\d{1,6})\s*")
_SCORE: Final = re.compile(r"(.+) and (.+) have (\d{1,4}) points?\s*")
_WON: Final = re.compile(r"(?P<names>.+ and .+) win!\s*")
_SEATS: Final = 4
_PACK_SIZE: Final = 1 << 16
"""Characters of a pack file that are looked at; 24 names have some 400."""


class TranscribedHand(NamedTuple):
    """One hand of a transcript.

    ``line`` is where it begins, ``game`` and ``number`` count from 1 and from 0. ``names`` are
    the players from seat 1 on, ``dealer`` is the dealer's place at the table, 0 to 3. ``after``
    is the score stated after the hand, seat 1's side first.
    """

    line: int
    deal: Deal
    game: int
    number: int
    names: tuple[str, ...]
    dealer: int
    after: tuple[int, int] | None = None


class Source(NamedTuple):
    """What goes with a transcript: the pack it was dealt from, and whether it was shuffled.

    ``shuffle`` None leaves that to the transcript's first line.
    """

    pack: Pack | None = None
    shuffle: bool | None = None
    rules: Rules = DEFAULT_RULES


def parse_transcript(text: str, source: Source | None = None) -> Iterator[Deal]:
    """Yield the deal of each hand; raises `EuchreError` at the first fault."""
    lines = [Line(number, line) for number, line in enumerate(text.splitlines(), start=1)]
    for item in read_transcript(lines, source):
        if isinstance(item, Diagnostic):
            raise item.error
        yield item.deal


def read_transcript(
    lines: Iterable[Line], source: Source | None = None, name: str = "<stdin>"
) -> Iterator[TranscribedHand | Diagnostic]:
    """Yield each hand of the games, or what is wrong with it, and go on with the next."""
    reader = _Reader(source or Source(), name)
    for line in lines:
        try:
            yield from reader.feed(line)
        except EuchreError as error:
            reader.hand = None
            yield _diagnostic(error, name, line)
    yield from reader.ended()


def read_transcript_file(
    stream: BinaryIO, source: str = "<stdin>", rules: Rules | None = None
) -> Iterator[Record | Diagnostic]:
    """Yield the hands of a file, dealt from the pack beside it if there is one.

    That is the file of the same name ending in ``.pack``, else ``pack.in``. ``rules`` other than
    the default of all formats take the place of the project's.
    """
    try:
        pack = _pack_beside(source)
    except EuchreError as error:
        yield Diagnostic.of(error, error.source or source)
        pack = None
    given = DEFAULT_RULES if rules in {None, deal_reader.DEFAULT_RULES} else rules
    faults: list[Diagnostic] = []
    lines = good_lines(read_lines(stream, source, keep_blank=True), faults)
    for item in read_transcript(lines, Source(pack, rules=given or DEFAULT_RULES), source):
        yield from faults
        faults.clear()
        yield item if isinstance(item, Diagnostic) else _record(item, source)
    yield from faults


def _pack_beside(source: str) -> Pack | None:
    """Return the pack that lies beside the transcript called ``source``; raises `EuchreError`."""
    path = Path(source)
    if not path.is_file():
        return None
    for beside in (path.with_suffix(".pack"), path.with_name("pack.in")):
        if beside.is_file():
            with beside.open("rb") as stream:
                text = read_text(stream, _PACK_SIZE)
            try:
                return parse_pack(text)
            except EuchreError as error:
                error.source = str(beside)
                raise
    return None


def _record(hand: TranscribedHand, source: str) -> Record:
    tags = {NAME_TAGS[(hand.dealer + seat) % 4]: name for seat, name in enumerate(hand.names, 1)}
    return Record(
        hand.deal,
        source,
        hand.line,
        game=hand.game,
        tags=tuple((key, tags[key]) for key in NAME_TAGS if tags.get(key)),
        stated=Stated(number=hand.number, dealer=COMPASS[hand.dealer], after=hand.after),
    )


def _diagnostic(error: EuchreError, name: str, line: Line) -> Diagnostic:
    error.text = line.text
    error.span = error.span or (0, len(line.text))
    return Diagnostic.of(error, name, line.number)


class _Reader:
    """The games read so far; ``hand`` is the one under way, None between hands or after a fault."""

    def __init__(self, source: Source, name: str) -> None:
        self.source = source
        self.name = name
        self.hand: HandReader | None = None
        self.first_line = Line(0, "")
        self.number = -1
        self.game = 0
        self.shuffle = source.shuffle
        self.is_skipping = False
        self._begin_game(())

    def _begin_game(self, players: tuple[str, ...], target: int | None = None) -> None:
        self.table = Table(players)
        self.target = target
        self.scores: dict[int, int] = {0: 0, 1: 0}
        self.after: dict[int, int] = {}

    def feed(self, line: Line) -> Iterator[TranscribedHand | Diagnostic]:
        """Take in a line; yield the hand before it, if it begins another."""
        text = line.text.strip()
        if heading := _HEADING.fullmatch(text):
            yield from self.ended()
            self._read_heading(heading)
        elif begins := _HAND.fullmatch(text):
            yield from self.ended()
            self._begin_hand(int(begins[1]), line)
        elif score := _SCORE.fullmatch(text):
            self._read_score(score)
        elif _WON.fullmatch(text):
            yield from self.ended()
            self.is_skipping = False
        elif self.hand:
            self.hand.feed(text)
        elif text and not self.is_skipping:
            self.is_skipping = True
            raise NotationError(
                ErrorCode.BAD_FIELD,
                "this belongs to no hand",
                hint="a hand begins with a line such as Hand 0",
            )

    def _read_heading(self, heading: re.Match[str]) -> None:
        words = heading["players"].split()
        players = tuple(words[::2])
        if len(words) != 2 * _SEATS:
            raise NotationError(
                ErrorCode.BAD_VALUE,
                f"{len(words)} words for four players",
                hint="after the points stand a name and a type for each of four players",
            )
        self._begin_game(players, int(heading["target"]))
        self.game += 1
        self.number = -1
        self.is_skipping = False
        if self.source.shuffle is None:
            self.shuffle = heading["shuffle"] == "shuffle"

    def _begin_hand(self, number: int, line: Line) -> None:
        if self.game == 0 or (number == 0 and self.number >= 0):
            self._begin_game(self.table.names if self.game == 0 else ())
            self.game += 1
        self.number, self.first_line, self.is_skipping = number, line, True
        pack = self.source.pack
        if pack and self.shuffle:
            pack = shuffled_for(pack, number)
        self.scores |= self.after
        self.after = {}
        self.hand = HandReader(self.source.rules, self.table, number, pack)

    def _read_score(self, match: re.Match[str]) -> None:
        side = self.table.side_of((match[1], match[2]), len(self.after))
        self.after[side] = int(match[3])

    def ended(self) -> Iterator[TranscribedHand | Diagnostic]:
        """Yield the hand under way, which has come to its end, or what is wrong with it."""
        hand, self.hand = self.hand, None
        if hand is None:
            return
        try:
            yield self._transcribed(hand)
        except EuchreError as error:
            yield _diagnostic(error, self.name, self.first_line)

    def _transcribed(self, hand: HandReader) -> TranscribedHand:
        deal = hand.finished()
        eldest = (hand.dealer + 1) % 2
        target = self.target if self.target != deal.rules.target else None
        deal = replace(deal, score=(self.scores[eldest], self.scores[1 - eldest]), target=target)
        after = None
        if len(self.after) == len(self.scores):
            after = self.after[eldest], self.after[1 - eldest]
        return TranscribedHand(
            self.first_line.number,
            deal,
            self.game,
            self.number,
            hand.names,
            hand.dealer,
            after,
        )
