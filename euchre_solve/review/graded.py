"""What a review says of a decision and of a deal: the values that every report is made of.

Points are those of the side that decides, in the rest of the deal; results of a deal are those of
the side of seats 1 and 3.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from euchre_solve.formats.record import Record
from euchre_solve.named import Named

Kind = Literal["bid", "discard", "defend", "lead", "play"]


class Effort(NamedTuple):
    """How each decision is looked at: the options of `recommend` by the same names."""

    seed: int = 1
    worlds: int | None = None
    precision: float = 0.05
    values: Literal["played", "open"] = "played"


class Grade(Named):
    """How good a decision was, by what it lost beyond the error of that loss."""

    BEST = "best"
    FINE = "fine"
    """Not the best, but too close to it to tell."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Alternative(NamedTuple):
    """One thing that the seat could have done: its ``token`` in the notation, and its worth.

    ``ev`` is in points, ``win`` the chance of winning the game, None without a score.
    ``open_points`` is what it comes to with all hands open in the very deal, None where a hand
    isn't known.
    """

    token: str
    label: str
    ev: float
    stderr: float
    win: float | None
    open_points: float | None


class Graded(NamedTuple):
    """One decision: a choice of one act where the rules left others.

    ``act`` is the place in the record as in `record.Remark`: ``b3`` the third call, ``d1`` the
    first defender asked, ``x`` the discard, ``t7`` the seventh card played. ``lost`` is how far
    the act done is behind the best by what the seat knew, with the paired error of the difference,
    in points and in chances to win the game (None without a score). ``hindsight_lost`` is how far
    it is behind the best with all hands open, None where a hand isn't known. ``options`` are all
    that could be done, the best first; equal cards of the best are as good as it. ``position`` is
    the deal line of what the seat saw, which `advise` takes.
    """

    act: str
    seat: int
    kind: Kind
    round: int | None
    done: str
    best: str
    lost: float
    lost_stderr: float
    win_lost: float | None
    win_lost_stderr: float | None
    hindsight_best: tuple[str, ...]
    hindsight_lost: float | None
    grade: Grade
    options: tuple[Alternative, ...]
    worlds: int
    exact: bool
    position: str = ""

    @property
    def counted(self) -> float:
        """The points that error rates and luck count: none for a tie, whose loss may be chance.

        Nor for an act that gives up games for points.
        """
        return 0.0 if self.grade in {Grade.BEST, Grade.FINE} else max(self.lost, 0.0)

    @property
    def win_counted(self) -> float | None:
        """The same in chances to win the game."""
        if self.win_lost is None or self.grade in {Grade.BEST, Grade.FINE}:
            return None if self.win_lost is None else 0.0
        return self.win_lost


class Luck(NamedTuple):
    """The result of a deal taken apart, in points of seats 1 and 3: all parts sum to ``result``.

    ``skill`` is what each seat lost by decisions that are worse than fine, seat 1 first, counted
    against its side:
    nought or negative for seats 1 and 3, nought or positive for 2 and 4. ``cards`` is what the
    deal was worth before the first call; ``play`` is the rest.
    """

    result: int
    skill: tuple[float, ...]
    cards: float
    play: float


class ReviewedDeal(NamedTuple):
    """A deal of a history with its decisions in their order.

    ``number`` counts the deals of the input from 1. ``luck`` is None where the deal wasn't
    finished. ``win_before`` and ``win_after`` are the chances of seats 1 and 3 to win the game at
    the score before and after the deal, None without a score. ``errors`` say what couldn't be
    graded, and why; what stands before the first act against the rules is.
    """

    record: Record
    number: int
    decisions: tuple[Graded, ...]
    luck: Luck | None
    win_before: float | None
    win_after: float | None
    errors: tuple[str, ...] = ()
