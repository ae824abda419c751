"""The switches of an EGN ruleset and the rules that they stand for."""

from __future__ import annotations

from typing import Any, Final

from euchre_solve.errors import ErrorCode, NotationError, RuleError
from euchre_solve.formats.json_text import JsonObject
from euchre_solve.rules import DefendAlone, LeadRule, Rules

_MIN_RANKS: Final = {9: "", 8: "deck28", 7: "deck32"}
_PLAIN_CARDS: Final = {24: 9, 28: 8, 32: 7}
_TARGET_TOGGLES: Final = (5, 7, 11, 15, 21)
_SWITCHES: Final = {
    "canadian": "secondalone",
    "defend_alone": "defendalone",
    "joker": "benny",
    "allow_no_trump": "nt",
}
_UNBUILT: Final = ("fast_break", "four_trick_tokens")
_POINTS: Final = {"loner_march_score": 4, "loner_euchred_score": 2}
_KNOWN: Final = {
    "std",
    "min_rank",
    "winning_score",
    "loner_lead",
    "num_players",
    *_SWITCHES,
    *_UNBUILT,
    *_POINTS,
}
NO_TARGET: Final = 1000
"""The target of a game that a number of deals ends."""


def read_ruleset(ruleset: JsonObject) -> tuple[Rules, int | None, dict[str, Any]]:
    """Return the rules, a target that they don't have by name, and switches of no consequence.

    Raises `EuchreError` for rules that can't be told by a name of ours.
    """
    toggles = [name for switch, name in _SWITCHES.items() if ruleset.take(bool, switch)]
    toggles.append(_deck(ruleset))
    lead = ruleset.take(str, "loner_lead")
    if lead not in {None, "LEFT_OF_DEALER", "LEFT_OF_LONER"}:
        raise NotationError(ErrorCode.BAD_VALUE, f"loner_lead {lead!r} is not known")
    toggles.append("leftleads" if lead == "LEFT_OF_LONER" else "")
    _refuse_unbuilt(ruleset)
    target = ruleset.take(int, "winning_score")
    if target is not None and not 0 <= target <= NO_TARGET:
        raise NotationError(ErrorCode.BAD_VALUE, f"winning_score {target} is not a target")
    if target in _TARGET_TOGGLES:
        toggles.append(f"to{target}")
    rules = Rules.parse("-".join(["north-american", *filter(None, toggles)]))
    rest = ruleset.rest(_KNOWN)
    deals = ruleset.take(int, "num_deals")
    if target == 0 or (target is None and deals):
        return rules, NO_TARGET, rest
    return rules, None if target in {None, rules.target} else target, rest


def _deck(ruleset: JsonObject) -> str:
    lowest = ruleset.take(int, "min_rank")
    toggle = _MIN_RANKS.get(9 if lowest is None else lowest)
    if toggle is None:
        raise RuleError(ErrorCode.NOT_BUILT, f"min_rank {lowest} isn't built", hint="7, 8 or 9 is")
    return toggle


def _refuse_unbuilt(ruleset: JsonObject) -> None:
    players = ruleset.take(int, "num_players")
    if players not in {None, 4}:
        raise RuleError(ErrorCode.NOT_BUILT, f"games of {players} players aren't built yet")
    for switch in _UNBUILT:
        if ruleset.take(bool, switch):
            raise RuleError(ErrorCode.NOT_BUILT, f"the rule {switch} isn't built")
    for key, built in _POINTS.items():
        points = ruleset.take(int, key)
        if points not in {None, built}:
            raise RuleError(ErrorCode.NOT_BUILT, f"{key} {points} isn't built", hint=f"{built} is")


def ruleset_of(rules: Rules, target: int | None, rest: dict[str, Any]) -> dict[str, Any]:
    """Return the switches for ``rules``, as near as they come."""
    is_left = rules.lead is LeadRule.LEFT_OF_LONER
    ruleset: dict[str, Any] = {
        "std": True,
        "canadian": rules.second_hand_alone,
        "loner_lead": "LEFT_OF_LONER" if is_left else "LEFT_OF_DEALER",
    }
    points = target or rules.target
    if "num_deals" not in rest and points != Rules().target:
        ruleset["winning_score"] = 0 if points == NO_TARGET else points
    if rules.plain_cards in _PLAIN_CARDS and rules.plain_cards != Rules().plain_cards:
        ruleset["min_rank"] = _PLAIN_CARDS[rules.plain_cards]
    if rules.defend_alone is not DefendAlone.OFF:
        ruleset["defend_alone"] = True
    if rules.best_bower:
        ruleset["joker"] = True
    if rules.no_trump_in_round_2:
        ruleset["allow_no_trump"] = True
    return {**ruleset, **{key: value for key, value in rest.items() if key not in ruleset}}


def is_kept(rules: Rules) -> bool:
    """Tell whether the switches say all of ``rules``."""
    return read_ruleset(JsonObject(ruleset_of(rules, None, {})))[0] == rules
