"""``equity`` in games in which each of three players has a score: how often each wins.

A score is ours, then that of the player on our left, then that of the one on our right.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from euchre_solve.cli.inputs import games_of, naming_rules, rubber_games
from euchre_solve.cli.output import Views, rounded
from euchre_solve.errors import ErrorCode, NotationError, RuleError
from euchre_solve.formats.diagnostics import SCHEMA
from euchre_solve.scoring import winning_side

if TYPE_CHECKING:
    from rich.console import Console

    from euchre_solve.advice.seat_race import Chances, Score, SeatEquity
    from euchre_solve.cli.equity import Wanted

_ROLES: Final = ("we", "left", "right")
_COLUMNS: Final = ("score", "dealer", *_ROLES)


class SeatAnswer(NamedTuple):
    """Chances at the ``scores`` asked for, ours first; without one asked for tables have a few."""

    rules: str
    equity: SeatEquity
    scores: tuple[Score, ...]

    def chances(self, score: Score, dealer: int) -> Chances:
        """Return the chances at a score where the ``dealer``-th player of it deals."""
        eldest = dealer + 1
        found = self.equity.chances(score[eldest:] + score[:eldest])
        return found[-eldest:] + found[:-eldest]


def seat_answer(wanted: Wanted) -> SeatAnswer:
    """Return the chances that were asked for; raises `EuchreError`."""
    from euchre_solve.advice.seat_race import seat_equity  # lazy: start-up
    from euchre_solve.advice.seat_shares import verify_seats

    with naming_rules():
        verify_seats(wanted.rules)
    _verify_options(wanted)
    equity = seat_equity(wanted.rules, wanted.target or wanted.rules.target)
    return SeatAnswer(str(wanted.rules), equity, _scores(wanted, equity.target))


def _verify_options(wanted: Wanted) -> None:
    games_of(wanted.rules, rubber_games(wanted.games))
    is_given = {
        "--shares": wanted.shares is not None,
        "--skill": wanted.skill != 0.5,  # noqa: PLR2004 - its default
        "--win-by-two": wanted.win_by_two,
    }
    for option, given in is_given.items():
        if given:
            raise RuleError(ErrorCode.CONFLICT, "this is for games of two sides", source=option)


def _scores(wanted: Wanted, target: int) -> tuple[Score, ...]:
    if wanted.score is None:
        return tuple(product(range(target), repeat=len(_ROLES)))
    from euchre_solve.formats.bare_hand import naming_option  # lazy: start-up
    from euchre_solve.formats.field_values import read_score

    with naming_option("--score", wanted.score) as span:
        score = read_score(wanted.score, span, wanted.rules)
        if winning_side(score, target) is not None:
            raise NotationError(ErrorCode.BAD_VALUE, f"at {wanted.score.strip()} the game is over")
    return (score,)


# --- answers


def _rows(answer: SeatAnswer) -> Iterator[dict[str, Any]]:
    for score in answer.scores:
        for dealer, role in enumerate(_ROLES):
            chances = map(rounded, answer.chances(score, dealer))
            named = dict(zip(_ROLES, chances, strict=True))
            yield {"score": _text(score), "dealer": role, **named}


def _record(answer: SeatAnswer) -> dict[str, Any]:
    from euchre_solve.advice.seat_shares import SOURCE  # lazy: start-up

    return {
        "schema": SCHEMA,
        "kind": "equity",
        "deal": None,
        "rules": answer.rules,
        "target": answer.equity.target,
        "source": SOURCE,
        "scores": list(_rows(answer)),
    }


def _text(score: Score) -> str:
    return "-".join(map(str, score))


def _show(answer: SeatAnswer, console: Console) -> None:
    from euchre_solve.cli.equity_table import show_seats  # lazy: start-up

    show_seats(answer, console)


SEAT_VIEWS: Final = Views(_record, _COLUMNS, _rows, _show)
