"""Answers as the records of the machine output: plain dictionaries in a fixed order of keys."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import starmap
from typing import Any, Final

from euchre_solve.cards import Card, CardSet
from euchre_solve.exchange import Transfer
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.diagnostics import SCHEMA
from euchre_solve.solver.double_dummy import (
    CardValue,
    ContractSolution,
    DealSolution,
    Opening,
    PositionSolution,
)
from euchre_solve.trump import Trump

CONTRACT_COLUMNS: Final = (
    "trump",
    "round",
    "side",
    "alone",
    "defend_alone",
    "leader",
    "discard",
    "tricks",
    "points",
    "best_leads",
)
SOLVE_COLUMNS: Final = (
    "deal",
    "rules",
    *CONTRACT_COLUMNS,
    "seat",
    "card",
    "card_tricks",
    "best",
    "bid",
    "blind",
)
"""Columns of the comma-separated form: one row a contract, or one a card of a contract."""

_QUOTE: Final = '"'


def solve_line(solution: DealSolution | PositionSolution) -> str:
    """Return the record of a solved deal as JSON: all its contracts, or one contract's cards.

    Written out piece by piece, which takes half the time of a dictionary and its encoding; what
    stands in it is notation and needs no escapes.
    """
    head = (
        f'{{"schema": "{SCHEMA}", "kind": "solve", "deal": "{format_deal(solution.deal)}", '
        f'"rules": "{solution.deal.rules}", '
    )
    if isinstance(solution, DealSolution):
        return f'{head}"contracts": {_list(map(_contract_text, solution.contracts))}}}'
    defences = _list(map(_contract_text, solution.defences))
    line = ".".join("".join(map(str, trick)) for trick in solution.line)
    return "".join(
        (
            f'{head}"contract": {_contract_text(solution.contract)}, ',
            f'"defences": {defences}, ' if solution.defences else "",
            f'"burials": {_list(map(_burial_text, solution.burials))}, '
            if solution.burials
            else "",
            f'"seat": {_seat(solution.seat)}, "cards": {_list(map(_card_text, solution.cards))}, ',
            f'"line": "{line}"}}',
        )
    )


def solve_record(solution: DealSolution | PositionSolution) -> dict[str, Any]:
    """Return the record of a solved deal."""
    record: dict[str, Any] = json.loads(solve_line(solution))
    return record


def solve_rows(solution: DealSolution | PositionSolution) -> Iterable[dict[str, Any]]:
    """Yield the flat rows of a solved deal, keys as in `SOLVE_COLUMNS`."""
    record = solve_record(solution)
    deal = {"deal": record["deal"], "rules": record["rules"]}
    if "contracts" in record:
        yield from (deal | _flat(contract) for contract in record["contracts"])
        return
    row = deal | _flat(record["contract"])
    for value in record["cards"]:
        yield row | {
            "seat": record["seat"],
            "card": value["card"],
            "card_tricks": value["tricks"],
            "best": value["best"],
        }
    if not record["cards"]:
        yield row


def _contract_text(solution: ContractSolution) -> str:
    trump, round_number, makers, alone, defend_alone, opening, other_lead, is_blind = solution
    head = _head(trump, round_number, makers, alone, defend_alone)
    blind = '"blind": true, ' if is_blind else ""
    other = f', "other_lead": {{{_opening_text(other_lead)}}}' if other_lead else ""
    return f"{{{head}{blind}{_opening_text(opening)}{other}}}"


@cache
def _head(
    trump: Trump,
    round_number: int | None,
    makers: tuple[int, ...],
    alone: int | None,
    defend_alone: int | None,
) -> str:
    return (
        f'"trump": "{trump}", "round": {round_number or "null"}, '
        f'"side": "{"".join(map(str, makers))}", '
        f'"alone": {_seat(alone)}, "defend_alone": {_seat(defend_alone)}, '
    )


def _opening_text(opening: Opening) -> str:
    leader, tricks, points, best_leads, discard, discards, exchanges, by_rank = opening
    text = (
        f'"leader": "{leader}", "discard": {f"{_QUOTE}{discard}{_QUOTE}" if discard else "null"}, '
        f'"tricks": {tricks}, "points": {points}, "best_leads": {_names(best_leads.mask)}'
    )
    if exchanges:
        text = f'{text}, "exchanges": {_transfers_text(exchanges)}'
    if by_rank:
        text = (
            f'{text}, "by_rank": {{"tricks": {by_rank.tricks}, "points": {by_rank.points}, '
            f'"exchanges": {_transfers_text(by_rank.exchanges)}}}'
        )
    if not discards:
        return text
    return f'{text}, "discards": {_list(starmap(_discard_text, discards))}'


def _transfers_text(transfers: Iterable[Transfer]) -> str:
    return _list(f"{_QUOTE}{each}{_QUOTE}" for each in transfers)


@lru_cache(maxsize=1 << 14)
def _names(mask: int) -> str:
    return _list(f'"{card}"' for card in CardSet(mask))


@cache
def _discard_text(card: Card, tricks: int) -> str:
    return f'{{"card": "{card}", "tricks": {tricks}}}'


def _card_text(value: CardValue) -> str:
    best = "true" if value.is_best else "false"
    return f'{{"card": "{value.card}", "tricks": {value.tricks}, "best": {best}}}'


def _burial_text(cards: CardSet) -> str:
    return _names(cards.mask)


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(texts)}]"


def _seat(seat: int | None) -> str:
    return "null" if seat is None else f'"{seat}"'


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    row = {column: record[column] for column in CONTRACT_COLUMNS}
    return row | {"best_leads": " ".join(record["best_leads"]), "blind": record.get("blind")}
