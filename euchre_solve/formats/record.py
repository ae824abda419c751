"""A record: one deal of a history, with everything that its file says about it.

Readers of every format yield records, or diagnostics of what they could not read; writers take
them. The deal of a record holds the acts as they were recorded, legal or not
(:mod:`euchre_solve.replay` tells).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError, NotationError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.rules import Rules

Pairs = tuple[tuple[str, str], ...]
"""Keys and values in their order, each key once."""

COMPASS: Final = "NESW"
"""The seats of the table clockwise; a file that numbers them begins with N."""

NAME_TAGS: Final = ("North", "East", "South", "West")
"""The tags that hold the players' names, in the order of `COMPASS`."""

_MARKS: Final = ("!!", "??", "!?", "?!", "!", "?")


class Remark(NamedTuple):
    """An annotation of one act: ``b3`` the third call, ``x`` the discard, ``t7`` the seventh card
    played in the whole deal; ``-`` the deal as a whole."""

    act: str
    text: str

    @property
    def mark(self) -> str:
        """The verdict that the text begins with, as ``!`` or ``[?!]``; mostly empty."""
        text = self.text.removeprefix("[")
        return next((mark for mark in _MARKS if text.startswith(mark)), "")


class Stated(NamedTuple):
    """What a file states though it follows from the deals, for :mod:`..check` to compare.

    ``dealer`` is the dealer's seat at the table, N E S or W; ``leader`` the seat of the first
    leader (1 is eldest); ``tricks`` and ``points`` are the makers', negative for a euchre;
    ``after`` is the score after the deal, seat 1's side first; ``winner`` is the place in it,
    from 1, of the side or seat that won the game with this deal.
    """

    number: int | None = None
    dealer: str | None = None
    leader: int | None = None
    tricks: int | None = None
    points: int | None = None
    after: tuple[int, ...] | None = None
    winner: int | None = None


NOTHING_STATED: Final = Stated()


def verify_stated(stated: Stated, rules: Rules, text: str = "") -> None:
    """Raise `NotationError` for facts that no deal under ``rules`` can have.

    Its place is that of the fact in ``text``, the line of a line file.
    """
    size = rules.score_size
    if stated.after and len(stated.after) != size:
        key, wrong = "after", f"a score of {rules} has {size} figures, not {len(stated.after)}"
    elif stated.dealer and rules.players != len(COMPASS):
        key = "dealer"
        wrong = f"the dealer's seat at the table is N, E, S or W, but {rules} has {rules.players}"
    elif (stated.winner or 0) > size:
        key, wrong = "winner", f"the winner is 1 to {size}, not {stated.winner}"
    elif (stated.leader or 0) > rules.players:
        key, wrong = "lead", f"the first leader is 1 to {rules.players}, not {stated.leader}"
    else:
        return
    found = re.search(rf"(?<=\s){key}=\S*", text)
    raise NotationError(
        ErrorCode.BAD_VALUE, wrong, span=found.span() if found else None, text=text or None
    )


class Record(NamedTuple):
    """One deal of a history.

    ``line`` of ``source`` is where it stood, ``text`` the deal as written there, if it was a deal
    line; ``warnings`` say what was doubtful in reading it. ``game`` counts from 1. ``tags`` are
    those in force; ``words`` what stood behind the deal, unknown to us.
    """

    deal: Deal
    source: str = "<arg>"
    line: int = 1
    text: str = ""
    warnings: tuple[Diagnostic, ...] = ()
    game: int = 1
    tags: Pairs = ()
    words: Pairs = ()
    remarks: tuple[Remark, ...] = ()
    stated: Stated = NOTHING_STATED

    @property
    def content(self) -> Record:
        """The record apart from where it stood: equal for two files that say the same."""
        return self._replace(source="", line=0, text="", warnings=())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players from seat 1 on; empty where the file doesn't tell."""
        if self.stated.dealer is None or self.deal.rules.players != len(COMPASS):
            return ("",) * self.deal.rules.players
        tags = dict(self.tags)
        dealer = COMPASS.index(self.stated.dealer)
        return tuple(tags.get(NAME_TAGS[(dealer + seat) % 4], "") for seat in range(1, 5))

    def diagnose(self, error: EuchreError) -> Diagnostic:
        """Return ``error`` at the place of this record."""
        return Diagnostic.of(error, self.source, self.line)


Item = Record | Diagnostic
"""What every reader yields."""

Items = Iterator[Item]
