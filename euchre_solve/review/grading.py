"""One decision graded: what it lost by what its seat knew, and with all hands open.

The values are those of `advice.recommend` on the deal as the seat saw it, with the same seed for
every decision, so that `advise` gives the same numbers. Where the record doesn't have all that the
seat knew, the missing cards are drawn `COMPLETIONS` times from the deals that agree with the whole
record, each of these is graded, and the values are averaged; their spread is the error.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite, sqrt
from typing import Final, NamedTuple

from euchre_solve.advice.decision.choices import decision_of
from euchre_solve.advice.hindsight import open_points
from euchre_solve.advice.recommend import Action, Advice, recommend
from euchre_solve.consistent import ConsistentDeals, seen_by
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.review.graded import Alternative, Effort, Grade, Graded, Kind
from euchre_solve.review.turns import Turn

COMPLETIONS: Final = 8
ERRORS: Final = 2
"""Standard errors of its loss that a decision is given."""
POINTS: Final = (0.02, 0.1, 0.3)
"""Points lost beyond the error above which a decision is an inaccuracy, a mistake, a blunder."""
GAMES: Final = (0.002, 0.01, 0.03)
"""The same in chances of winning the game, which decide where there is a score."""
_WORSE: Final = (Grade.FINE, Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
_DECIMALS: Final = 6
"""Of all values, so that they are the same read back from a file."""


class Loss(NamedTuple):
    """How far an act is behind the best, and the paired standard error of that."""

    mean: float
    stderr: float


def grade_of(points: Loss, games: Loss | None) -> Grade:
    """Return the grade of an act behind the best by so much, in games if there is a score.

    >>> grade_of(Loss(0.5, 0.03), None), grade_of(Loss(0.05, 0.04), None)
    (Grade.BLUNDER, Grade.FINE)
    """
    lost, steps = (games, GAMES) if games else (points, POINTS)
    if lost.mean <= 0:
        return Grade.BEST
    beyond = lost.mean - ERRORS * lost.stderr
    return _WORSE[sum(beyond > step for step in steps)]


def graded(turn: Turn, known: Deal, effort: Effort) -> Graded | None:
    """Return the grade of an act, None where there was nothing to choose.

    ``known`` is the whole record without faults, which completes what it doesn't have of the
    seat's cards. Raises `RuleError` for an act or a deal that can't be.
    """
    found = _advices(turn, known, effort)
    if not found:
        return None
    opened = open_points(turn.deal, turn.seat)
    points, games = _lost(found, turn.done)
    grade, hindsight = grade_of(points, games), _hindsight(opened, turn.done)
    first = found[0]
    return Graded(
        act=turn.act,
        seat=turn.seat,
        kind=_kind(turn),
        round=first.round,
        done=turn.done,
        best=turn.done if grade is Grade.BEST else _best(found),
        lost=points.mean,
        lost_stderr=points.stderr,
        win_lost=games.mean if games else None,
        win_lost_stderr=games.stderr if games else None,
        hindsight_best=hindsight[0],
        hindsight_lost=hindsight[1],
        grade=grade,
        options=_options(found, opened),
        worlds=first.worlds,
        exact=first.exact,
        position=format_deal(seen_by(turn.deal, turn.seat)),
    )


def _advices(turn: Turn, known: Deal, effort: Effort) -> list[Advice]:
    """Return the advice in which there is a choice and the act is one, for each completion."""
    asked: dict[Deal, Advice | None] = {}
    found = []
    for seen in _as_seen(turn, known, effort.seed):
        if seen not in asked:
            asked[seen] = _advice(seen, effort)
        advice = asked[seen]
        if advice and _action(advice, turn.done):
            found.append(advice)
    return found


def _as_seen(turn: Turn, known: Deal, seed: int) -> list[Deal]:
    """Return the deal as the seat saw it, several where the record doesn't have its cards."""
    if turn.knows_its_cards:
        return [seen_by(turn.deal, turn.seat)]
    deals = ConsistentDeals(known)
    rng = random.Random(seed)
    before = turn.deal
    has_discarded = turn.kind in {"defend", "play"}
    return [
        seen_by(
            replace(
                before,
                hands=full.hands,
                discarded=full.discarded if has_discarded else None,
            ),
            turn.seat,
        )
        for full in (deals.sample(rng) for _ in range(COMPLETIONS))
    ]


def _advice(seen: Deal, effort: Effort) -> Advice | None:
    """Return the advice of a decision, None where the rules leave one choice."""
    if len(decision_of(seen).choices) == 1:
        return None
    return recommend(
        seen,
        seed=effort.seed,
        worlds=effort.worlds,
        precision=effort.precision,
        values=effort.values,
    )


def _action(advice: Advice, token: str) -> Action | None:
    return next((action for action in advice.actions if action.token == token), None)


def _kind(turn: Turn) -> Kind:
    if turn.kind != "play":
        return turn.kind
    return "play" if turn.deal.play_state.trick else "lead"


# --- by what the seat knew


def _lost(found: Sequence[Advice], done: str) -> tuple[Loss, Loss | None]:
    """Return what the act lost in points and in games, on average over ``found``."""
    actions = [_behind(advice, done) for advice in found]
    points = _mean([points for points, _ in actions])
    games = [games for _, games in actions if games]
    return points, _mean(games) if games else None


def _behind(advice: Advice, done: str) -> tuple[Loss, Loss | None]:
    action, best = _action(advice, done), advice.actions[0]
    assert action is not None
    has_win = best.win is not None
    if action is best or action.token in map(str, best.equal):
        return Loss(0.0, 0.0), Loss(0.0, 0.0) if has_win else None
    games = None
    if action.vs_best_win is not None and action.vs_best_win_stderr is not None:
        games = Loss(-action.vs_best_win, action.vs_best_win_stderr)
    return Loss(-action.vs_best, action.vs_best_stderr), games


def _mean(losses: Sequence[Loss]) -> Loss:
    count = len(losses)
    mean = sum(loss.mean for loss in losses) / count
    stderr = losses[0].stderr
    if count > 1:
        spread = sum((loss.mean - mean) ** 2 for loss in losses) / (count - 1)
        stderr = sqrt(spread / count)
    return Loss(_rounded(mean), _rounded(stderr))


def _best(found: Sequence[Advice]) -> str:
    """Return the act to do; that of most completions, where there are several."""
    best = [advice.actions[0].token for advice in found]
    return max(best, key=best.count)


def _options(found: Sequence[Advice], opened: dict[str, float] | None) -> tuple[Alternative, ...]:
    """Return the choices, the best first, with what they are worth on average."""
    options = []
    for action in found[0].actions:
        same = [other for advice in found if (other := _action(advice, action.token))]
        count = len(same)
        wins = [other.win for other in same if other.win is not None]
        options.append(
            Alternative(
                action.token,
                action.label,
                _rounded(sum(other.ev for other in same) / count),
                _rounded(sqrt(sum(other.stderr**2 for other in same)) / count),
                _rounded(sum(wins) / len(wins)) if wins else None,
                _rounded(opened[action.token]) if opened else None,
            )
        )
    if len(found) > 1:
        options.sort(key=lambda option: -(option.ev if option.win is None else option.win))
    return tuple(options)


# --- with all hands open


def _hindsight(opened: dict[str, float] | None, done: str) -> tuple[tuple[str, ...], float | None]:
    """Return the best acts with all hands open, and what the act done lost against them."""
    if opened is None:
        return (), None
    if done not in opened:
        raise RuleError(ErrorCode.OUT_OF_TURN, f"{done} is no choice here")
    best = max(opened.values())
    lost = _rounded(best - opened[done])
    return tuple(token for token, points in opened.items() if _rounded(best - points) == 0), lost


def _rounded(value: float) -> float:
    """Return a value as it is written; nought has no sign."""
    return round(value, _DECIMALS) + 0.0 if isfinite(value) else inf
