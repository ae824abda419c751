"""What a score is worth where more than one game counts: laps, slams and rubbers (§3.8).

*Series.* Games go on for long, and what counts is the games won less those lost; a slam counts as
two. A score is worth the expected outcome of its game and, where points beyond the target carry
over, what they are worth at the start of the next game: the more games that start will bring over
an even one. That start is a score of the same race, so all starts are solved together.

*Rubber.* Two games won end it. A score is worth the expected points of the whole rubber, ours less
theirs, those of the games before left out.

Deals score what the `race` says, and who deals first in the next game is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

from euchre_solve.advice.equity import MatchEquity
from euchre_solve.advice.race import (
    Deals,
    Race,
    Shares,
    State,
    Worth,
    impossible,
    solve_linear,
    solve_race,
)
from euchre_solve.advice.shares import scored_points
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.match import RUBBER, RUBBER_POINTS, game_end, game_points
from euchre_solve.rules import Rules

Unit = Literal["games", "rubber points"]
Games = tuple[int, int]
"""Games of a rubber that we and they have won."""

Start = tuple[int, int]
"""The score at the start of a game: points that we or they have carried over."""

NO_GAMES: Final[Games] = (0, 0)
"""The games of a rubber before the first."""

_EVEN: Final = (0, 0)
_LEAST_TO_TELL: Final = 5
"""A target from which games won by two end with three points or more for the losers."""


@dataclass(frozen=True, slots=True)
class MatchValue:
    """What each score of a game is worth to us in a match, counted in ``unit``.

    ``values`` are those of scores before the end of the ``race``, ``worth`` is that of its end.
    """

    unit: Unit
    race: Race
    values: Mapping[State, float]
    worth: Worth

    def value(self, ours: int, theirs: int, *, dealing: bool) -> float:
        """Return what a score is worth where we deal next, or they do."""
        if self.race.is_over(ours, theirs):
            return self.worth(ours, theirs)
        return self.values[*self.race.reduced(ours, theirs), dealing]

    @property
    def most(self) -> float:
        """The worth furthest from nothing of a score before the end."""
        return max(map(abs, self.values.values()))

    def at_start(self, ours: int, theirs: int) -> float:
        """Return what a score is worth at the start of a game, before the first dealer is drawn."""
        return (
            self.value(ours, theirs, dealing=True) + self.value(ours, theirs, dealing=False)
        ) / 2


def match_unit(rules: Rules) -> Unit | None:
    """Return what a match under ``rules`` counts, None where it is the one game."""
    if rules.rubber:
        return "rubber points"
    return "games" if rules.laps or rules.slam else None


def verify_match(rules: Rules) -> None:
    """Raise `RuleError` for a match whose marches may be taken off: its worth isn't known."""
    if rules.set_back and match_unit(rules):
        raise RuleError(
            ErrorCode.NOT_BUILT, f"what scores are worth in a match under {rules} is not known"
        )


def solve_match(
    rules: Rules, equity: MatchEquity, shares: Shares, games: Games = NO_GAMES
) -> MatchValue | None:
    """Return what scores are worth under ``rules``, None where it is the one game that counts.

    ``equity`` is the chance of winning it by the same ``shares``; ``games`` are those of a rubber.
    """
    if match_unit(rules) is None:
        return None
    verify_match(rules)
    rules = replace(rules, target=equity.target, win_by_two=equity.win_by_two)
    rules.verify()
    deals = Deals(shares, equity.odds)
    if rules.rubber:
        return _solve_rubber(rules, deals, games)
    return _solve_series(rules, deals)


# --- series


def _solve_series(rules: Rules, deals: Deals) -> MatchValue:
    """Solve all starts of games together.

    A start is worth by how much it is above the average game, ``h(s) = V(s) - g``, where ``V`` is
    linear in ``h``; ``h(0-0)`` is set to nothing.
    """
    race = Race.of(rules.target, win_by_two=rules.win_by_two)
    starts = tuple(_starts(rules))

    def solved(nexts: Mapping[Start, float]) -> MatchValue:
        worth = partial(_outcome, rules=rules, nexts=nexts)
        return MatchValue("games", race, solve_race(race, deals, worth), worth)

    nothing = dict.fromkeys(starts, 0.0)
    alone = solved(nothing)
    others = {start: solved({**nothing, start: 1.0}) for start in starts[1:]}
    rows = []
    for start in starts:
        own = alone.at_start(*start)
        coefficients = [
            (start == other) - (with_other.at_start(*start) - own)
            for other, with_other in others.items()
        ]
        rows.append([1.0, *coefficients, own])  # the first unknown is the average game
    _, *worths = solve_linear(rows)
    return solved({**nothing, **dict(zip(others, worths, strict=True))})


def _starts(rules: Rules) -> Iterator[Start]:
    """Yield every score at which a game may start, 0-0 first."""
    most = max(scored_points(rules)) if rules.laps else 1
    yield _EVEN
    for laps in range(1, most):
        yield laps, 0
        yield 0, laps


def _outcome(ours: int, theirs: int, *, rules: Rules, nexts: Mapping[Start, float]) -> float:
    """Return the games that one ended so counts as, and what the next start is worth.

    More laps than a deal can bring, of a score stated beyond the end, are worth as many as it can.
    """
    end = game_end((ours, theirs), rules)
    assert end is not None
    laps = min(end.laps, max(scored_points(rules)) - 1) if end.laps else 0
    if end.winner == 0:
        return end.games + nexts[laps, 0]
    return -end.games + nexts[0, laps]


# --- rubber


def _solve_rubber(rules: Rules, deals: Deals, games: Games) -> MatchValue:
    """Solve the games that may still come, the last first."""
    if rules.win_by_two and rules.target < _LEAST_TO_TELL:
        raise impossible(
            "what the losers of a rubber's game to so few points end with is not known by two"
        )
    race = Race.of(rules.target, win_by_two=rules.win_by_two)

    def worth(ours: int, theirs: int) -> float:
        points = float(game_points((ours, theirs)))
        won = games[0] + (ours > theirs), games[1] + (ours < theirs)
        if RUBBER in won:
            return points + (RUBBER_POINTS if won[0] == RUBBER else -RUBBER_POINTS)
        return points + following[won].at_start(0, 0)

    following = {
        after: _solve_rubber(rules, deals, after)
        for after in ((games[0] + 1, games[1]), (games[0], games[1] + 1))
        if RUBBER not in after
    }
    return MatchValue("rubber points", race, solve_race(race, deals, worth), worth)
