"""Which model bids in a game at a score: a trained table, the nearest one, or hand strength."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Final

from euchre_solve.advice.bidding.model import BiddingModel, TableModel
from euchre_solve.advice.bidding.strength import StrengthModel
from euchre_solve.advice.bidding.table import catalogue, load_table
from euchre_solve.rules import Rules

_TABLE_TARGET: Final = 10
"""Points that win the games whose scores the catalogue names."""
_INDIFFERENT: Final = {
    *("preset", "toggles", "target", "win_by_two", "laps", "slam", "rubber"),
    *("set_back", "blind_loner", "revoke_costs_four"),
}
"""Parameters that change no call: names, the end of the game, which is the score's matter, where
points of a march or a revoke go, and what is offered before the calls."""
_MINOR: Final = {"lead", "defend_alone"}
"""Parameters that leave the cards, the calls and the points alone, and matter to few deals."""


@lru_cache(maxsize=64)
def model_for(rules: Rules, score: tuple[int, int] | None = None) -> BiddingModel:
    """Return the best model there is for ``rules`` at ``score``, the dealer's side first.

    Its ``name`` says which it is, its ``note`` where it is no table of these rules. A score
    without a table of its own bids by the plain one. Raises `RuleError` for rules not built.
    """
    rules.verify_advised()
    distance = {name: _differences(rules, Rules.parse(name)) for name in catalogue()}
    near = [name for name, differences in distance.items() if differences <= _MINOR]
    if not near:
        return StrengthModel(rules)
    nearest = min(near, key=lambda name: len(distance[name]))
    at = score_key(rules, score) if score and not rules.win_by_two else ""
    at = at if at in catalogue()[nearest] else ""
    table = catalogue()[nearest][at]  # a score may bid by the table of another
    name = f"table {table.replace('@', ' at ')}"
    if distance[nearest]:
        name += f" (nearest to {rules})"
    model = TableModel(load_table(table), name, rules)
    if distance[nearest]:
        model.note = f"no bidding table is trained for {rules}: bid as in {nearest}"
    return model


def score_key(rules: Rules, score: tuple[int, int]) -> str:
    """Return the score in a game to 10 from which both sides have as far to go.

    >>> score_key(Rules.parse("north-american-to15"), (14, 13))
    '9-8'
    """
    dealing, other = (_TABLE_TARGET - rules.target + points for points in score)
    return f"{dealing}-{other}"


def _differences(rules: Rules, other: Rules) -> set[str]:
    """Return the parameters of a deal in which the rules differ."""
    names = {item.name for item in fields(Rules)} - _INDIFFERENT
    return {name for name in names if getattr(rules, name) != getattr(other, name)}
