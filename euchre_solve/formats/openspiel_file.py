"""Files of OpenSpiel histories: one a line, or games and states as OpenSpiel serializes them.

Each history is a game of its own; of the table it tells the dealer's place, 0 to 3 being N E S W.
Of a serialized one the actions may stand one a line, up to a blank line or the next heading.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, Final

from euchre_solve.deal import Deal
from euchre_solve.errors import EuchreError
from euchre_solve.formats.deal_reader import DEFAULT_RULES
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.lines import Line, read_lines
from euchre_solve.formats.openspiel import format_history, parse_history
from euchre_solve.formats.record import COMPASS, NOTHING_STATED, Record, Stated
from euchre_solve.replay import replay
from euchre_solve.rules import Rules

_HEADINGS: Final = ("[Meta]", "[Game]")
_STATE: Final = "[State]"
_MOST_LINES: Final = 200
"""Lines of one serialized game; no history has so many actions."""


def read_openspiel(
    stream: BinaryIO, source: str = "<stdin>", rules: Rules | None = None
) -> Iterator[Record | Diagnostic]:
    """Yield the deal of each history, or what is wrong with it.

    ``rules`` hold where no game is named; the default ones are those that the history shows.
    """
    wanted = None if rules == DEFAULT_RULES else rules
    game = 0
    for item in _histories(stream, source):
        if isinstance(item, Diagnostic):
            yield item
            continue
        game += 1
        named = _STATE in item[0].text or len(item) > 1
        yield _read(item, source, game, None if named else wanted)


def _histories(stream: BinaryIO, source: str) -> Iterator[list[Line] | Diagnostic]:
    """Yield the lines of each history."""
    gathered: list[Line] = []
    for line in read_lines(stream, source, keep_blank=True):
        if isinstance(line, Diagnostic):
            yield line
            continue
        text = line.text.strip()
        is_in_state = any(_STATE in other.text for other in gathered)
        begins = text.startswith(_HEADINGS) and (is_in_state or not gathered)
        if gathered and ((not text and is_in_state) or begins or len(gathered) == _MOST_LINES):
            yield gathered
            gathered = []
        if not text:
            continue
        if gathered or text.startswith((*_HEADINGS, _STATE)):
            gathered.append(line)
        else:
            yield [line]
    if gathered:
        yield gathered


def _read(lines: list[Line], source: str, game: int, rules: Rules | None) -> Record | Diagnostic:
    text = "\n".join(line.text for line in lines)
    try:
        deal = parse_history(text, rules)
    except EuchreError as error:
        at = next((line for line in lines if line.text == error.text), lines[0])
        return Diagnostic.of(error, source, at.number)
    place = int(next(word for word in _words(text) if word.isdecimal()))
    return Record(deal, source, lines[0].number, game=game, stated=Stated(dealer=COMPASS[place]))


def _words(text: str) -> list[str]:
    actions = text.rpartition(_STATE)[2]
    return actions.translate(str.maketrans("[](),", "     ")).split()


class OpenSpielWriter:
    """Formats records as histories, one a line; a deal that none can hold is left out."""

    def __init__(self) -> None:
        self.losses: set[str] = set()

    def format(self, record: Record) -> str:
        """Return the line of ``record``; nothing if no history holds it."""
        deal = record.deal
        if replay(deal).faults:
            self.losses.add("deals with illegal acts")
            return ""
        try:
            text = format_history(deal)
            back = parse_history(text, deal.rules)
        except EuchreError as error:
            self.losses.add(f"deals that no history holds: {error.message}")
            return ""
        self._note_losses(record, back, parse_history(text).rules)
        dealer = record.stated.dealer
        place = COMPASS[-1] if dealer is None else dealer
        return f"{COMPASS.index(place)} {text.partition(' ')[2]}\n"

    def finish(self) -> str:
        """Return what stands after the last record."""
        return ""

    def _note_losses(self, record: Record, back: Deal, shown: Rules) -> None:
        deal, stated = record.deal, record.stated
        lost = {
            "kitty cards": bool(deal.kitty.mask),
            "scores": deal.score is not None,
            "targets": deal.target is not None,
            "identifiers": bool(deal.identifier),
            "points taken off the other side": deal.taken_off,
            f"the rules {deal.rules}, read back as {shown}": deal.rules != shown,
            "calls and answers that a history has no action for": _acts(deal) != _acts(back),
            "stated facts": stated._replace(dealer=None) != NOTHING_STATED,
            "tags": bool(record.tags),
            "unknown words": bool(record.words),
            "remarks": bool(record.remarks),
        }
        self.losses |= {what for what, is_lost in lost.items() if is_lost}


def _acts(deal: Deal) -> Deal:
    """Return ``deal`` without what is no act."""
    return replace(
        deal,
        kitty=replace(deal.kitty, mask=0),
        score=None,
        target=None,
        identifier="",
        taken_off=False,
    )
