"""All contracts of a deal as tables for people, 80 columns wide.

Imported only where a table is to be printed: rich is slow to import.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_solve.cli.tables import (
    best_discards,
    cards_text,
    hands_table,
    makers_name,
    plain_table,
    result_text,
    suit_text,
)
from euchre_solve.deal import Deal
from euchre_solve.rules import Rules, Sides
from euchre_solve.solver.double_dummy import ContractSolution, DealSolution, Opening

_TWO: Final = 2
_WIDTH: Final = 80
"""Columns of a table; where long hands have many best cards, these are folded."""


def show_contracts(solution: DealSolution, console: Console, *, show_all: bool) -> None:
    """Print a deal and all its contracts.

    Loners who don't make are left out unless ``show_all`` is set.
    """
    console.print(hands_table(solution.deal, console))
    for part in _parts(solution, console, show_all=show_all):
        console.print(part, width=_WIDTH)


def _parts(solution: DealSolution, console: Console, *, show_all: bool) -> Iterator[Table | str]:
    deal, contracts = solution.deal, solution.contracts
    if deal.rules.sides is Sides.CALLED_CARD:
        yield _pairs_table(solution, console)
        return
    yield _contracts_table(solution, console)
    if _is_maker_alone(deal):
        shared = [item for item in contracts if not item.alone]
        yield _openings_table("Leads and discards", shared, deal.rules, console)
    loners = [item for item in contracts if item.alone and not item.defend_alone]
    yield from _loners(loners, deal.rules, console, show_all=show_all)
    defended = [
        item
        for item in contracts
        if item.defend_alone and (show_all or _only_stopped_alone(item, solution))
    ]
    if defended:
        title = "Lone defenders" if show_all else "Contracts that only a lone defender stops"
        yield _defenders_table(title, defended, deal.rules, console)


def _loners(
    loners: list[ContractSolution], rules: Rules, console: Console, *, show_all: bool
) -> Iterator[Table | str]:
    """Yield what becomes of those who go alone, or declare a march; of a blind one always."""
    seen = [item for item in loners if not item.blind]
    shown = [item for item in seen if show_all or _may_make(item, rules)]
    title = "Declared marches" if rules.counts_down else "Loners"
    if shown:
        title = title if show_all else f"{title} that make"
        yield _openings_table(title, shown, rules, console)
    elif seen:
        yield "No declared march makes." if rules.counts_down else "No loner makes."
    blind = [item for item in loners if item.blind]
    if blind:
        yield _openings_table("Blind loner", blind, rules, console)


def _may_make(item: ContractSolution, rules: Rules) -> bool:
    """Tell whether a loner makes, under the other lead rule perhaps."""
    other = None if rules.counts_down else item.other_lead
    return item.points > 0 or (other is not None and other.points > 0)


def _leads(opening: Opening, choices: int, console: Console) -> Text:
    if len(opening.best_leads) == choices:
        return Text("any")
    return cards_text(opening.best_leads, console)


def _discards(opening: Opening, console: Console) -> Text:
    if opening.discard is None:
        return Text("")
    best = best_discards(opening)
    if len(best) == len(opening.discards) > 1:
        return Text("any")
    return cards_text(best, console)


# --- contracts


def _contracts_table(solution: DealSolution, console: Console) -> Table:
    rules = solution.deal.rules
    makers = tuple(dict.fromkeys(contract.makers for contract in solution.contracts))
    makers_word = "makers" if rules.sides is Sides.PARTNERS else "maker"
    sides = [f"{makers_word}\n" + " & ".join(map(str, side)) for side in makers]
    loners = [f"{_lone_heading(rules)}\n{seat}" for seat in rules.seats] if rules.alone else []
    shared = () if _is_maker_alone(solution.deal) else ("best\nlead", "best\ndiscard")
    table = plain_table(
        f"Tricks and points of the {makers_word}, all playing perfectly",
        "\ntrump",
        *sides,
        *loners,
        *shared,
        right=(*sides, *loners),
    )
    trumps = dict.fromkeys(contract.trump for contract in solution.contracts)
    for trump in trumps:
        cells = {
            contract.alone or contract.makers: result_text(contract.tricks, contract.points)
            for contract in solution.contracts
            if contract.trump is trump and contract.defend_alone is None and not contract.blind
        }
        opening = next(
            contract.opening for contract in solution.contracts if contract.trump is trump
        )
        columns = (*makers, *(rules.seats if rules.alone else ()))
        table.add_row(
            suit_text(trump, console),
            *(cells.get(column, "") for column in columns),
            *(
                (_leads(opening, rules.hand_size, console), _discards(opening, console))
                if shared
                else ()
            ),
        )
    return table


def _is_maker_alone(deal: Deal) -> bool:
    """Tell whether each maker plays against two or more, so that each has leads of his own."""
    return deal.rules.sides is not Sides.PARTNERS and deal.rules.players > _TWO


def _pairs_table(solution: DealSolution, console: Console) -> Table:
    """Return the value of each pair of makers, and of each maker alone, by trump."""
    trumps = dict.fromkeys(contract.trump for contract in solution.contracts)
    table = plain_table("Tricks and points of the makers, all playing perfectly", "makers")
    for trump in trumps:
        table.add_column(suit_text(trump, console), justify="right", no_wrap=True)
    makers = dict.fromkeys(contract.makers for contract in solution.contracts)
    for side in makers:
        found = {item.trump: item for item in solution.contracts if item.makers == side}
        cells = [
            result_text(found[trump].tricks, found[trump].points) if trump in found else Text("")
            for trump in trumps
        ]
        who = " & ".join(map(str, side)) if len(side) > 1 else f"{side[0]} alone"
        table.add_row(who, *cells)
    return table


def _lone_heading(rules: Rules) -> str:
    """Return what heads the seats that play alone by their own choice."""
    return "declared" if rules.counts_down else "alone"


def _openings_table(
    title: str, contracts: list[ContractSolution], rules: Rules, console: Console
) -> Table:
    """Return the best leads and discards of each contract."""
    is_lone = any(contract.alone for contract in contracts)
    has_exchanges = any(contract.opening.by_rank for contract in contracts)
    others = [contract.other_lead for contract in contracts]
    has_lead_rule = any(others) and not rules.counts_down  # who declares a march leads himself
    table = plain_table(
        title,
        "trump",
        _lone_heading(rules) if is_lone else "maker",
        "result",
        *(("by rank",) if has_exchanges else ()),
        "led by",
        "lead",
        "discard",
        right=("result", "by rank"),
    )
    if has_lead_rule:
        table.add_column("other lead rule", no_wrap=True)
    for contract in contracts:
        opening, other = contract.opening, contract.other_lead
        cells: list[str | Text] = [
            suit_text(contract.trump, console),
            str(contract.alone or contract.makers[0]),
            result_text(opening.tricks, opening.points),
            *([_by_rank(opening)] if has_exchanges else []),
            str(opening.leader),
            _leads(opening, rules.hand_size, console),
            _discards(opening, console),
        ]
        if has_lead_rule and other:
            result = result_text(other.tricks, other.points)
            cells.append(Text(f"if {other.leader} leads: ") + result)
        table.add_row(*cells)
    return table


def _by_rank(opening: Opening) -> Text:
    by_rank = opening.by_rank
    return result_text(by_rank.tricks, by_rank.points) if by_rank else Text("")


def _only_stopped_alone(item: ContractSolution, solution: DealSolution) -> bool:
    """Tell whether a lone defender euchres makers who make against both."""
    if item.points > 0:
        return False
    together = next(
        other
        for other in solution.contracts
        if (other.trump, other.makers, other.alone, other.blind)
        == (item.trump, item.makers, item.alone, item.blind)
    )
    return together.points > 0


def _defenders_table(
    title: str, contracts: list[ContractSolution], rules: Rules, console: Console
) -> Table:
    table = plain_table(
        title,
        "trump",
        "makers",
        "defender",
        "result",
        "led by",
        "lead",
    )
    for contract in contracts:
        table.add_row(
            suit_text(contract.trump, console),
            makers_name(contract, rules),
            str(contract.defend_alone),
            result_text(contract.tricks, contract.points),
            str(contract.opening.leader),
            cards_text(contract.opening.best_leads, console),
        )
    return table
