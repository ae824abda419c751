"""What a deal is worth (§2.7) and when a game is over (§2.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_LEAD: Final = 2


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Points by result; what a euchre pays goes to the defenders.

    ``one_short`` pays for every trick but one where a game has such a step (three-handed with
    seven cards); None means that it counts as ``made``. With ``euchre_to_best`` the defender with
    the most tricks takes what a euchre pays, those level share it; else each takes all of it.
    A blind loner pays ``blind_march`` for all tricks, else ``blind_failed`` to the defenders.

    >>> ScoreTable().points(tricks=5, need=3, march_tricks=5, alone=True)
    4
    """

    made: int = 1
    march: int = 2
    lone_made: int = 1
    lone_march: int = 4
    euchre: int = 2
    lone_defender_euchre: int = 4
    one_short: int | None = None
    euchre_to_best: bool = False
    blind_march: int = 5
    blind_failed: int = 1

    def points(
        self,
        tricks: int,
        need: int,
        march_tricks: int,
        *,
        alone: bool,
        defended_alone: bool = False,
    ) -> int:
        """Return the makers' points for their ``tricks``; negative when they are euchred.

        Never decreasing in ``tricks``, so best play for tricks is best play for points.
        """
        if tricks < need:
            return -(self.lone_defender_euchre if defended_alone else self.euchre)
        if tricks >= march_tricks:
            return self.lone_march if alone else self.march
        if self.one_short is not None and tricks == march_tricks - 1:
            return self.one_short
        return self.lone_made if alone else self.made


def winning_side(
    score: Sequence[int],
    target: int,
    *,
    by_two: bool = False,
    counts_down: bool = False,
    first: int | None = None,
) -> int | None:
    """Return the index in ``score`` of the side that has won the game, or None while it goes on.

    With ``by_two`` it also has to lead by two points; where points are counted down the lowest
    score wins. Of seats that reach the target at once the one with more points wins, of level
    ones that at the place ``first``, else the first of all.
    """
    if counts_down:
        score, target = [-figure for figure in score], -target
    best, second = sorted(score, reverse=True)[:2]
    is_over = best >= target and best - second >= (_LEAD if by_two else 0)
    if not is_over:
        return None
    return first if first is not None and score[first] == best else list(score).index(best)
