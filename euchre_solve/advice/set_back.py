"""Whether the makers add the points of a march or take them off the other side's (§3.7).

All cards are played, so nothing is left to chance but the deals to come: see `robson`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from euchre_solve.advice.decision.winning import chance_at
from euchre_solve.advice.matches import verify_match
from euchre_solve.advice.recommend import Action, Advice
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.formats.implied import turned_score

_MODEL: Final = "sides as good as each other"


class _Choice(NamedTuple):
    """One choice, the score after it, ours first, and our chance of winning the game then."""

    token: str
    verb: str
    score: tuple[int, int]
    win: float


def recommend_set_back(deal: Deal, seed: int) -> Advice:
    """Return what either choice of the maker is worth; raise `RuleError` without a score."""
    contract = deal.contract
    assert contract
    verify_match(deal.rules)
    if deal.score is None:
        raise RuleError(
            ErrorCode.OUT_OF_TURN,
            "to add points or to take them off is a matter of the score",
            hint="add s:",
        )
    seat, points = contract.maker, contract.points(deal.rules.march_tricks, deal.rules)
    ours, theirs = turned_score(deal.score, seat)
    scores = ("add", "add", (ours + points, theirs)), ("off", "take off", (ours, theirs - points))
    choices = [_Choice(*parts, chance_at(deal, seat, parts[-1])) for parts in scores]
    choices.sort(key=lambda choice: -choice.win)
    return Advice(
        deal,
        seat,
        "set-back",
        round=None,
        actions=tuple(_action(choice, points, choices[0].win) for choice in choices),
        worlds=1,
        effective=1.0,
        exact=True,
        seed=seed,
        model=_MODEL,
        values="open",
        note=None,
        places=(),
    )


def _action(choice: _Choice, points: int, best: float) -> Action:
    return Action(
        choice.token,
        f"{choice.verb} {points}",
        ev=float(points),
        stderr=0.0,
        open_ev=float(points),
        vs_best=0.0,
        vs_best_stderr=0.0,
        close=False,
        win=choice.win,
        win_stderr=0.0,
        outcomes=((points, 1.0),),
        discard=None,
        discards=(),
        ends=(),
        vs_best_win=choice.win - best,
        vs_best_win_stderr=0.0,
    )
