"""``rules``: the presets and toggles, and what one name means in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from euchre_solve.bids import Bid
from euchre_solve.cli.environment import Environment
from euchre_solve.cli.options import Format, FormatOption, JsonOption, OutputOption
from euchre_solve.cli.output import Target, Views, write_answers
from euchre_solve.errors import EuchreError, is_allowed
from euchre_solve.formats.diagnostics import SCHEMA, Diagnostic
from euchre_solve.options import DefendAlone, Sides, WeakHand
from euchre_solve.presets import PRESETS, TOGGLES
from euchre_solve.rules import Rules
from euchre_solve.sources import SOURCES

if TYPE_CHECKING:
    from rich.console import Console

NameArgument = Annotated[
    str | None, typer.Argument(metavar="[PRESET[-TOGGLE…]]", help="Rules to print in full.")
]

_WORDS: Final = {
    "players": "players",
    "plain_cards": "cards, the best bower and extra twos apart",
    "twos": "the twos are in the deck",
    "best_bower": "best bower in the deck",
    "hand_size": "cards a hand",
    "need": "tricks that make",
    "march_tricks": "tricks for a march",
    "sides": "sides",
    "trump_making": "trump is made by",
    "widow_size": "cards in the widow",
    "bids": "bids",
    "names_no_trump": "no-trump, high or low, may be named",
    "bid_score": "points: a bid kept pays",
    "set_costs": "points: a bid not kept costs (0: as bid)",
    "no_trick_costs": "points: no trick costs",
    "stick_dealer": "the dealer is stuck in round 2",
    "no_trump_in_round_2": "no-trump in round 2",
    "second_hand_alone": "second hand calls only alone in round 1",
    "euchre_deducts": "a euchre takes off each defender's count",
    "dealer_first": "the dealer calls first",
    "trump_rule": "may not make trump on a lone jack",
    "may_discard_upcard": "the upcard may be discarded",
    "alone": "makers may go alone",
    "declared_march": "a march may be declared",
    "defend_alone": "defending alone",
    "exchange": "may change a card for partner's best",
    "farmers_hand": "a farmer's hand may",
    "farmers_cards": "what a farmer's hand is",
    "ace_no_face": "an ace without faces may",
    "lead": "first lead",
    "made": "points: made",
    "march": "points: march",
    "lone_made": "points: made alone",
    "lone_march": "points: march alone",
    "euchre": "points: euchre",
    "lone_defender_euchre": "points: euchre by a lone defender",
    "one_short": "points: all tricks but one",
    "euchre_to_best": "a euchre pays the defender with most tricks",
    "blind_march": "points: march of a blind loner",
    "blind_failed": "points: to the others if he fails",
    "start": "points at the start",
    "target": "points that win",
    "win_by_two": "the winner leads by two",
    "laps": "points beyond the target carry over",
    "slam": "a game against nothing counts twice",
    "rubber": "two games won are a rubber",
    "set_back": "a march may be taken off the others",
    "revoke_costs_four": "a revoke costs four points, not two,",
    "blind_loner": "the dealer may go alone unseen on a jack",
}


_OF_AUCTIONS: Final = {"widow_size", "bids", "names_no_trump", "bid_score"}
_OF_TURN_UPS: Final = {
    *("stick_dealer", "no_trump_in_round_2", "second_hand_alone", "dealer_first", "trump_rule"),
    *("may_discard_upcard", "alone", "declared_march", "farmers_hand", "farmers_cards"),
    *("ace_no_face", "need", "march_tricks"),
}
_OF_COUNTS: Final = {"euchre_deducts", "no_trick_costs", "declared_march"}
_OF_SCORES: Final = {"made", "march", "euchre", "euchre_to_best"}
_OF_PAIRS: Final = {
    *("defend_alone", "exchange", "set_back", "revoke_costs_four", "blind_loner", "rubber"),
    *("laps", "slam", "second_hand_alone"),
}
_OF_LONERS: Final = {"lone_made", "lone_march"}
_OF_BLIND_LONERS: Final = {"blind_march", "blind_failed"}


class Catalogue(NamedTuple):
    """All presets and toggles."""

    presets: tuple[Rules, ...]
    toggles: tuple[tuple[str, str], ...]


def rules_command(
    context: typer.Context,
    name: NameArgument = None,
    *,
    form: FormatOption = Format.AUTO,
    json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """List the presets and toggles, or print what one name means in full."""
    environment: Environment = context.obj
    target = Target(Format.JSON if json else form, output)
    views = Views(_record, _COLUMNS, _rows, _show)
    write_answers(environment, views, _answers(name), target)


def _answers(name: str | None) -> Iterator[Catalogue | Rules | Diagnostic]:
    try:
        yield _catalogue() if name is None else Rules.parse(name)
    except EuchreError as error:
        yield Diagnostic.of(error)


def _catalogue() -> Catalogue:
    toggles = tuple((name, says) for name, (says, _) in TOGGLES.items())
    return Catalogue(tuple(PRESETS.values()), toggles)


def _parameters(rules: Rules) -> dict[str, Any]:
    """Return every parameter by name, the score table's among them."""
    parameters = asdict(rules)
    for own in ("preset", "toggles"):
        del parameters[own]
    parameters |= parameters.pop("score")
    parameters["bids"] = "; ".join(map(_bid_text, rules.legal_bids)) if rules.is_auction else None
    return {
        key: value.value if isinstance(value, Enum) else value for key, value in parameters.items()
    }


def _matters(key: str, rules: Rules) -> bool:
    """Tell whether a parameter says anything of games under ``rules``."""
    groups = (
        (_OF_AUCTIONS, rules.is_auction),
        (_OF_TURN_UPS, not rules.is_auction),
        (_OF_COUNTS, rules.counts_down),
        (_OF_SCORES, not rules.is_auction and not rules.counts_down),
        (_OF_PAIRS, rules.sides is Sides.PARTNERS and not rules.is_auction),
        (_OF_LONERS, rules.alone and not rules.counts_down and not rules.is_auction),
        (_OF_BLIND_LONERS, rules.blind_loner),
        ({"farmers_cards"}, rules.farmers_hand is not WeakHand.OFF),
        ({"lone_defender_euchre"}, rules.defend_alone is not DefendAlone.OFF),
        ({"one_short"}, rules.score.one_short is not None),
        ({"set_costs"}, rules.is_auction or rules.counts_down),
    )
    return all(applies for keys, applies in groups if key in keys)


def _bid_text(bid: Bid) -> str:
    partners = f"{bid.partners} partner{'s' * (bid.partners > 1)}" if bid.partners else ""
    alone = "alone" if bid.alone else ""
    widow = "" if bid.takes_widow else "no widow"
    tricks = f"{bid.tricks} tricks" if bid.tricks != bid.value else ""
    terms = ", ".join(filter(None, (tricks, partners, alone, widow)))
    return f"{bid}: {terms}" if terms else str(bid)


_COLUMNS: Final = ("rules", "built", *_WORDS, "sources")


def _rules_row(rules: Rules) -> dict[str, Any]:
    head = {"rules": str(rules), "built": is_allowed(rules.verify_built)}
    sources = "; ".join(f"{name}: {tags}" for name, tags in _sources(rules))
    return head | _parameters(rules) | {"sources": sources}


def _sources(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield the preset and each toggle of ``rules`` with the tags of its sources."""
    return ((name, SOURCES[name]) for name in (rules.preset, *rules.toggles))


def _record(answer: Catalogue | Rules) -> dict[str, Any]:
    head: dict[str, Any] = {"schema": SCHEMA, "kind": "rules", "deal": None}
    if isinstance(answer, Rules):
        return head | _rules_row(answer)
    return head | {
        "rules": None,
        "presets": list(map(_rules_row, answer.presets)),
        "toggles": [
            {"toggle": name, "says": says, "sources": SOURCES[name]}
            for name, says in answer.toggles
        ],
    }


def _rows(answer: Catalogue | Rules) -> list[dict[str, Any]]:
    presets = [answer] if isinstance(answer, Rules) else answer.presets
    return list(map(_rules_row, presets))


def _show(answer: Catalogue | Rules, console: Console) -> None:
    from euchre_solve.cli.tables import plain_table  # lazy: start-up

    if isinstance(answer, Rules):
        table = plain_table(str(answer), "", "")
        table.show_header = False
        usual = _parameters(Rules())
        for key, value in _parameters(answer).items():
            if value != usual[key] or _matters(key, answer):
                table.add_row(_WORDS[key], _said(value))
        for name, tags in _sources(answer):
            table.add_row(f"sources of {name}", tags)
        console.print(table)
        return
    figures = ("players", "cards", "hand", "target")
    table = plain_table("Presets", "name", *figures, "sides", right=figures)
    for rules in answer.presets:
        counts = map(str, (rules.players, rules.deck_size, rules.hand_size, rules.target))
        table.add_row(str(rules), *counts, rules.sides.value)
    console.print(table)
    table = plain_table("Toggles, added to a preset by a hyphen", "name", "says")
    for name, says in answer.toggles:
        table.add_row(name, says)
    console.print(table)


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)
