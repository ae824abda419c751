"""Answers as tables for people, 80 columns wide.

Imported only where a table is to be printed: rich is slow to import.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_solve.cards import Card, CardSet, Suit
from euchre_solve.deal import Deal
from euchre_solve.rules import Sides
from euchre_solve.solver.double_dummy import (
    ByRank,
    ContractSolution,
    DealSolution,
    Opening,
    PositionSolution,
)
from euchre_solve.trump import Trump

_SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "n": "NT", "l": "low"}
_RED = {"h", "d"}
_TWO = 2
_SWEEP = 4
"""Points from which a result stands out."""


def show_solution(
    solution: DealSolution | PositionSolution, console: Console, *, show_all: bool
) -> None:
    """Print a solved deal: all its contracts, or one contract's cards.

    Loners who don't make are left out unless ``show_all`` is set.
    """
    if isinstance(solution, DealSolution):
        console.print(_hands_table(solution.deal, console))
        _show_contracts(solution, console, show_all=show_all)
    else:
        _show_position(solution, console)


def show_hands(deal: Deal, console: Console) -> None:
    """Print the cards of a deal."""
    console.print(_hands_table(deal, console))


def _show_contracts(solution: DealSolution, console: Console, *, show_all: bool) -> None:
    if solution.deal.rules.sides is Sides.CALLED_CARD:
        console.print(_pairs_table(solution, console))
        return
    console.print(_contracts_table(solution, console))
    if _is_maker_alone(solution.deal):
        contracts = list(solution.contracts)
        console.print(_loners_table("Leads and discards", contracts, solution.deal, console))
    loners = [item for item in solution.contracts if item.alone and not item.defend_alone]
    shown = [
        item
        for item in loners
        if show_all or item.points > 0 or (item.other_lead and item.other_lead.points > 0)
    ]
    if shown:
        title = "Loners" if show_all else "Loners that make"
        console.print(_loners_table(title, shown, solution.deal, console))
    elif loners:
        console.print("No loner makes.")
    defended = [
        item
        for item in solution.contracts
        if item.defend_alone and (show_all or _only_stopped_alone(item, solution))
    ]
    if defended:
        title = "Lone defenders" if show_all else "Contracts that only a lone defender stops"
        console.print(_defenders_table(title, defended, console))


# --- pieces


def plain_table(title: str, *headers: str, right: Iterable[str] = ()) -> Table:
    """Return an empty table in the style of all others; ``right`` names the columns of figures."""
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for header in headers:
        is_figure = header in right
        table.add_column(header, justify="right" if is_figure else "left", no_wrap=is_figure)
    return table


def suit_text(suit: Suit | Trump | None, console: Console) -> Text:
    """Return the symbol of a suit, or its letter where the console can't show it."""
    letter = suit.value if suit else "Bb"
    drawn = _SYMBOLS.get(letter, letter) if can_draw(console) else letter
    return Text(drawn, style="red" if letter in _RED else "")


def can_draw(console: Console) -> bool:
    """Tell whether symbols and blocks can be shown."""
    return console.encoding.lower().startswith("utf")


def cards_text(cards: Iterable[Card], console: Console) -> Text:
    """Return cards with the symbols of their suits."""
    texts = [
        Text(str(card.rank) if card.suit else "", end="") + suit_text(card.suit, console)
        for card in cards
    ]
    return Text(" ").join(texts)


def points_text(points: float) -> Text:
    """Return points with their sign, in the colour of a good or bad result."""
    style = "red" if points < 0 else "bold green" if points >= _SWEEP else "green"
    return Text(f"{points:+g}", style=style)


def _result(tricks: int, points: int) -> Text:
    return Text(f"{tricks} ") + points_text(points)


def _seat_name(seat: int, deal: Deal) -> str:
    if seat == 1:
        return f"{seat} eldest"
    return f"{seat} dealer" if seat == deal.rules.dealer else str(seat)


def _leads(opening: Opening, choices: int, console: Console) -> Text:
    if len(opening.best_leads) == choices:
        return Text("any")
    return cards_text(opening.best_leads, console)


def _discards(opening: Opening, console: Console) -> Text:
    if opening.discard is None:
        return Text("")
    best = _best(opening)
    if len(best) == len(opening.discards) > 1:
        return Text("any")
    return cards_text(best, console)


# --- hands


def _hands_table(deal: Deal, console: Console) -> Table:
    table = plain_table(" ".join(filter(None, (deal.identifier, str(deal.rules)))), "seat")
    for suit in Suit:
        table.add_column(suit_text(suit, console), no_wrap=True)
    for seat in deal.rules.seats:
        hand = deal.hands[seat - 1]
        table.add_row(_seat_name(seat, deal), *_suit_cells(hand))
    if deal.upcard:
        upcard = CardSet.from_cards([deal.upcard])
        label = "turned down" if (deal.contract and deal.contract.round != 1) else "upcard"
        table.add_row(label, *_suit_cells(upcard), style="dim")
    if deal.kitty.mask and deal.rules.is_auction:
        table.add_row("widow", *_suit_cells(deal.kitty), style="dim")
    if deal.buried.mask:
        table.add_row("discards", *_suit_cells(deal.buried), style="dim")
    if deal.discarded:
        table.add_row("discard", *_suit_cells(CardSet.from_cards([deal.discarded])), style="dim")
    return table


def _suit_cells(cards: CardSet) -> list[str]:
    cells = []
    for suit in Suit:
        ranks = [str(card.rank) for card in cards if card.suit is suit]
        cells.append(" ".join(ranks))
    bower = [str(card) for card in cards if card.suit is None]
    return [" ".join((*bower, cells[0])).strip(), *cells[1:]]


# --- contracts


def _contracts_table(solution: DealSolution, console: Console) -> Table:
    rules = solution.deal.rules
    makers = tuple(dict.fromkeys(contract.makers for contract in solution.contracts))
    sides = ["makers\n" + " & ".join(map(str, side)) for side in makers]
    loners = [f"alone\n{seat}" for seat in rules.seats] if rules.alone else []
    shared = () if _is_maker_alone(solution.deal) else ("best\nlead", "best\ndiscard")
    table = plain_table(
        "Tricks and points of the makers, all playing perfectly",
        "\ntrump",
        *sides,
        *loners,
        *shared,
        right=(*sides, *loners),
    )
    trumps = dict.fromkeys(contract.trump for contract in solution.contracts)
    for trump in trumps:
        cells = {
            contract.alone or contract.makers: _result(contract.tricks, contract.points)
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
            _result(found[trump].tricks, found[trump].points) if trump in found else Text("")
            for trump in trumps
        ]
        who = " & ".join(map(str, side)) if len(side) > 1 else f"{side[0]} alone"
        table.add_row(who, *cells)
    return table


def _loners_table(
    title: str, contracts: list[ContractSolution], deal: Deal, console: Console
) -> Table:
    rules = deal.rules
    has_exchanges = any(contract.opening.by_rank for contract in contracts)
    table = plain_table(
        title,
        "trump",
        "alone" if rules.alone else "maker",
        "result",
        *(("by rank",) if has_exchanges else ()),
        "led by",
        "lead",
        "discard",
        *(("other lead rule",) if rules.alone else ()),
        right=("result", "by rank"),
    )
    for contract in contracts:
        opening, other = contract.opening, contract.other_lead
        by_rank = opening.by_rank
        table.add_row(
            suit_text(contract.trump, console),
            f"{contract.alone or contract.makers[0]}{' blind' if contract.blind else ''}",
            _result(opening.tricks, opening.points),
            *([_result(by_rank.tricks, by_rank.points)] if by_rank else []),
            str(opening.leader),
            _leads(opening, rules.hand_size, console),
            _discards(opening, console),
            *(
                [Text(f"if {other.leader} leads: ") + _result(other.tricks, other.points)]
                if other
                else []
            ),
        )
    return table


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


def _defenders_table(title: str, contracts: list[ContractSolution], console: Console) -> Table:
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
        alone = _lone_name(contract)
        table.add_row(
            suit_text(contract.trump, console),
            alone or " & ".join(map(str, contract.makers)),
            str(contract.defend_alone),
            _result(contract.tricks, contract.points),
            str(contract.opening.leader),
            cards_text(contract.opening.best_leads, console),
        )
    return table


# --- one contract


def _show_position(solution: PositionSolution, console: Console) -> None:
    contract = solution.contract
    discard = solution.deal.discarded or contract.opening.discard
    exchanges = solution.deal.exchanges or contract.opening.exchanges
    deal = replace(solution.deal, discarded=discard, exchanges=exchanges)
    if solution.burials:
        deal = replace(deal, buried=solution.burials[0])
    console.print(_hands_table(deal, console))
    console.print(_headline(contract, console))
    if contract.opening.by_rank:
        console.print(_by_rank_line(contract.opening.by_rank, console))
    for defence in solution.defences:
        console.print(Text("  or ") + _headline(defence, console))
    if len(solution.burials) > 1:
        count = len(solution.burials) - 1
        console.print(f"{count:,} other choice{'s' * (count > 1)} of discards as good")
    console.print()
    if len(contract.opening.discards) > 1:
        console.print(_discards_table(contract.opening, console))
    if solution.cards:
        console.print(_cards_table(solution, console))
    console.print(_line_table(solution.line, replace(deal, tricks=()), console))


def _headline(contract: ContractSolution, console: Console) -> Text:
    who = _lone_name(contract) or " & ".join(map(str, contract.makers))
    against = f" against {contract.defend_alone} alone" if contract.defend_alone else ""
    tricks = contract.tricks
    result = Text.assemble(
        suit_text(contract.trump, console),
        f" made by {who}{against}: {tricks} trick{'s' * (tricks != 1)}, ",
        points_text(contract.points),
    )
    result.stylize("bold")
    return result


def _by_rank_line(by_rank: ByRank, console: Console) -> Text:
    """Return what comes of exchanges by rank, and which cards they are."""
    changes = [
        cards_text(each.cards, console) + Text(f" from {each.giver}") for each in by_rank.exchanges
    ]
    line = Text("cards exchanged by rank: ") + _result(by_rank.tricks, by_rank.points)
    return Text(", ").join((line, *changes))


def _lone_name(contract: ContractSolution) -> str:
    """Return how a lone maker is called; nothing for makers who play together."""
    if not contract.alone:
        return ""
    return f"{contract.alone} alone{' and blind' if contract.blind else ''}"


def _discards_table(opening: Opening, console: Console) -> Table:
    table = plain_table("Dealer's discard", "")
    for card, _ in opening.discards:
        table.add_column(cards_text([card], console), justify="center")
    table.add_row("makers' tricks", *(str(tricks) for _, tricks in opening.discards))
    table.add_row("best", *("*" if card in _best(opening) else "" for card, _ in opening.discards))
    return table


def _best(opening: Opening) -> list[Card]:
    value = dict(opening.discards)[opening.discard] if opening.discard else None
    return [card for card, tricks in opening.discards if tricks == value]


def _cards_table(solution: PositionSolution, console: Console) -> Table:
    table = plain_table(f"Seat {solution.seat} to play", "")
    for value in solution.cards:
        table.add_column(cards_text([value.card], console), justify="center")
    table.add_row("makers' tricks", *(str(value.tricks) for value in solution.cards))
    table.add_row("best", *("*" if value.is_best else "" for value in solution.cards))
    return table


def _line_table(line: Iterable[Iterable[Card]], deal: Deal, console: Console) -> Table:
    rules = deal.rules
    seats = [str(seat) for seat in rules.seats]
    table = plain_table("Best play to the end", "trick", "led by", *seats, "won by")
    state = deal.play_state
    for number, trick in enumerate(line, start=1):
        leader = state.leader
        cells = [Text("")] * rules.players
        for card in trick:
            cells[(state.turn or 1) - 1] = cards_text([card], console)
            state = state.play(card)
        table.add_row(str(number), str(leader), *cells, str(state.leader))
    return table
