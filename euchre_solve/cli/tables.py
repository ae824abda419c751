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
from euchre_solve.rules import Rules
from euchre_solve.solver.double_dummy import (
    ByRank,
    ContractSolution,
    Opening,
    PositionSolution,
)
from euchre_solve.trump import Trump

_SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "n": "NT", "l": "low"}
_RED = {"h", "d"}
_SWEEP = 4
"""Points from which a result stands out."""


def show_hands(deal: Deal, console: Console) -> None:
    """Print the cards of a deal."""
    console.print(hands_table(deal, console))


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


def result_text(tricks: int, points: int) -> Text:
    """Return tricks and the points that they bring."""
    return Text(f"{tricks} ") + points_text(points)


def _seat_name(seat: int, deal: Deal) -> str:
    if seat == 1:
        return f"{seat} eldest"
    return f"{seat} dealer" if seat == deal.rules.dealer else str(seat)


def best_discards(opening: Opening) -> list[Card]:
    """Return what the dealer may discard for his best result."""
    value = dict(opening.discards)[opening.discard] if opening.discard else None
    return [card for card, tricks in opening.discards if tricks == value]


def makers_name(contract: ContractSolution, rules: Rules) -> str:
    """Return who made trump, and how if alone."""
    if not contract.alone:
        return " & ".join(map(str, contract.makers))
    return f"{contract.alone} {lone_words(rules, is_blind=contract.blind)}"


def lone_words(rules: Rules, *, is_blind: bool = False) -> str:
    """Return how a lone maker plays: in set-back all do, and he has said that he takes all."""
    if rules.counts_down:
        return "with a march declared"
    return "alone and blind" if is_blind else "alone"


# --- hands


def hands_table(deal: Deal, console: Console) -> Table:
    """Return the cards of a deal, by suits."""
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


# --- one contract


def show_position(solution: PositionSolution, console: Console) -> None:
    """Print one contract of a deal: the cards of the seat on turn, and a line of best play."""
    contract = solution.contract
    discard = solution.deal.discarded or contract.opening.discard
    exchanges = solution.deal.exchanges or contract.opening.exchanges
    deal = replace(solution.deal, discarded=discard, exchanges=exchanges)
    if solution.burials:
        deal = replace(deal, buried=solution.burials[0])
    console.print(hands_table(deal, console))
    console.print(_headline(contract, deal.rules, console))
    if contract.opening.by_rank:
        console.print(_by_rank_line(contract.opening.by_rank, console))
    for defence in solution.defences:
        console.print(Text("  or ") + _headline(defence, deal.rules, console))
    if len(solution.burials) > 1:
        count = len(solution.burials) - 1
        console.print(f"{count:,} other choice{'s' * (count > 1)} of discards as good")
    console.print()
    if len(contract.opening.discards) > 1:
        console.print(_discards_table(contract.opening, console))
    if solution.cards:
        console.print(_cards_table(solution, console))
    console.print(_line_table(solution.line, replace(deal, tricks=()), console))


def _headline(contract: ContractSolution, rules: Rules, console: Console) -> Text:
    who = makers_name(contract, rules)
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
    line = Text("cards exchanged by rank: ") + result_text(by_rank.tricks, by_rank.points)
    return Text(", ").join((line, *changes))


def _discards_table(opening: Opening, console: Console) -> Table:
    table = plain_table("Dealer's discard", "")
    for card, _ in opening.discards:
        table.add_column(cards_text([card], console), justify="center")
    table.add_row("makers' tricks", *(str(tricks) for _, tricks in opening.discards))
    table.add_row(
        "best", *("*" if card in best_discards(opening) else "" for card, _ in opening.discards)
    )
    return table


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
