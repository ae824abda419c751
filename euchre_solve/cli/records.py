"""Answers as the records of the machine output: plain dictionaries in a fixed order of keys."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Final

from euchre_solve.cards import CARD_NAMES, CardSet
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
SOLVE_COLUMNS: Final = ("deal", "rules", *CONTRACT_COLUMNS, "seat", "card", "card_tricks", "best")
"""Columns of the comma-separated form: one row a contract, or one a card of a contract."""

_SEATS: Final = tuple(map(str, range(10)))


def solve_record(solution: DealSolution | PositionSolution) -> dict[str, Any]:
    """Return the record of a solved deal: all its contracts, or one contract's cards."""
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "kind": "solve",
        "deal": format_deal(solution.deal),
        "rules": str(solution.deal.rules),
    }
    if isinstance(solution, DealSolution):
        record["contracts"] = list(map(_contract_record, solution.contracts))
        return record
    record["contract"] = _contract_record(solution.contract)
    if solution.defences:
        record["defences"] = list(map(_contract_record, solution.defences))
    record["seat"] = _seat(solution.seat)
    record["cards"] = list(map(_card_record, solution.cards))
    record["line"] = ".".join("".join(map(str, trick)) for trick in solution.line)
    return record


def solve_rows(solution: DealSolution | PositionSolution) -> Iterable[dict[str, Any]]:
    """Yield the flat rows of a solved deal, keys as in `SOLVE_COLUMNS`."""
    deal = {"deal": format_deal(solution.deal), "rules": str(solution.deal.rules)}
    if isinstance(solution, DealSolution):
        for contract in solution.contracts:
            yield deal | _flat(_contract_record(contract))
        return
    contract_row = _flat(_contract_record(solution.contract))
    for value in solution.cards:
        yield (
            deal
            | contract_row
            | {
                "seat": _seat(solution.seat),
                "card": str(value.card),
                "card_tricks": value.tricks,
                "best": value.is_best,
            }
        )
    if not solution.cards:
        yield deal | contract_row


def _contract_record(solution: ContractSolution) -> dict[str, Any]:
    trump, round_number, makers, alone, defend_alone, opening, other_lead = solution
    record = _head(trump, round_number, makers, alone, defend_alone) | _opening_record(opening)
    if other_lead:
        record["other_lead"] = _opening_record(other_lead)
    return record


@cache
def _head(
    trump: Trump,
    round_number: int | None,
    makers: tuple[int, ...],
    alone: int | None,
    defend_alone: int | None,
) -> dict[str, Any]:
    return {
        "trump": trump.value,
        "round": round_number,
        "side": "".join(map(str, makers)),
        "alone": _seat(alone),
        "defend_alone": _seat(defend_alone),
    }


def _opening_record(opening: Opening) -> dict[str, Any]:
    leader, tricks, points, best_leads, discard, discards = opening
    record: dict[str, Any] = {
        "leader": _SEATS[leader],
        "discard": CARD_NAMES[discard.index] if discard else None,
        "tricks": tricks,
        "points": points,
        "best_leads": _names(best_leads.mask),
    }
    if discards:
        record["discards"] = [_discard_record(card.index, tricks) for card, tricks in discards]
    return record


@lru_cache(maxsize=1 << 14)
def _names(mask: int) -> tuple[str, ...]:
    return tuple(map(str, CardSet(mask)))


@cache
def _discard_record(card_index: int, tricks: int) -> dict[str, Any]:
    return {"card": CARD_NAMES[card_index], "tricks": tricks}


def _card_record(value: CardValue) -> dict[str, Any]:
    return {"card": str(value.card), "tricks": value.tricks, "best": value.is_best}


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    row = {column: record[column] for column in CONTRACT_COLUMNS}
    return row | {"best_leads": " ".join(record["best_leads"])}


def _seat(seat: int | None) -> str | None:
    return None if seat is None else str(seat)
