"""What makes the numbers of a piece of advice, for people, 80 columns wide.

Imported only where a table is to be printed: rich is slow to import.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_solve.auction import PASS, Act, Call
from euchre_solve.cards import Card, Rank
from euchre_solve.cli.advice_table import (
    action_name,
    call_name,
    distinct,
    percent,
    signed,
    with_error,
)
from euchre_solve.cli.tables import can_draw, cards_text, plain_table, points_text, suit_text
from euchre_solve.formats.deal_reader import NO_CALL
from euchre_solve.trump import Trump

if TYPE_CHECKING:
    from euchre_solve.advice.decision.places import CardPlaces
    from euchre_solve.advice.recommend import Action, Advice
    from euchre_solve.contract import Contract

_BAR: Final = 48
"""Columns of a bar for all deals."""

_SHOWN: Final = 3
"""Calls and discards that get bars: more than these nobody compares."""


def show_why(advice: Advice, console: Console, *, is_reduced: bool) -> None:
    """Print what the figures of the table above come from."""
    if is_reduced:
        console.print(f"The line tells more than seat {advice.seat} knows; that isn't used.")
    console.print()
    console.print(_lead(advice, console))
    if advice.decision != "play":
        console.print(_opened(advice, console))
    console.print()
    _show(Text("What it comes to, percent"), _outcomes_table(advice, console), console)
    if advice.decision == "play":
        _show_unseen(advice, console)
    elif trump := _trump(advice):
        title = Text("Where the high trumps were dealt, percent, if ") + suit_text(trump, console)
        places = [place for place in advice.places if place.trump is trump]
        _show(title + Text(" is trump"), _places_table(advice, places, console), console)
    for action in advice.actions:
        if action.ends:
            is_suit = advice.decision == "suit"
            what = "Who is partner by" if is_suit else "How the auction ends after"
            title = Text(f"{what} {call_name(action)}, percent")
            _show(title, _ends_table(action, advice, console), console)
    discarding = next((action for action in advice.actions if action.discards), None)
    if discarding:
        title = Text(f"Discard to {call_name(discarding)}")
        _show(title, _discards_table(discarding, console), console)


def _show(title: Text, table: Table, console: Console) -> None:
    """Print a table under its title, which may be wider than the table."""
    console.print(title, style="bold")
    console.print(table)


def _lead(advice: Advice, console: Console) -> Text:
    """Return how far the best action is ahead, in words."""
    if len(advice.actions) == 1:
        return Text("There is nothing else to do.")
    best, *others = distinct(advice)
    if not others:
        return Text("All cards come to the same.")
    second = others[0]
    lead = with_error(f"{abs(second.vs_best):.2f}", second.vs_best_stderr, console)
    ahead = "ahead of" if second.vs_best <= 0 else "behind"
    name = action_name(best, advice, console)
    text = Text(name.plain[0].upper()) + name[1:]
    text += Text(f" is {lead} points {ahead} ") + action_name(second, advice, console)
    text += Text("; either will do." if second.close else ".")
    if best.match is not None and second.match is not None:
        text += Text(f"\nIt is worth {best.match - second.match:.2f} {advice.match_unit} more.")
    elif best.win is not None and second.win is not None:
        text += Text(f"\nIt wins {100 * (best.win - second.win):.1f} more games of 100.")
    return text


def _opened(advice: Advice, console: Console) -> Text:
    shown = [
        action_name(action, advice, console) + Text(f" {action.open_ev:+.2f}")
        for action in advice.actions[:_SHOWN]
    ]
    return Text("With all hands open: ") + Text(", ").join(shown) + Text(".")


# --- outcomes


def _outcomes_table(advice: Advice, console: Console) -> Table:
    block = "█" if can_draw(console) else "#"
    table = plain_table("", "", "points", "%", "", right=("points", "%"))
    for action in distinct(advice)[: None if advice.decision == "play" else _SHOWN]:
        name = action_name(action, advice, console)
        for points, chance in sorted(action.outcomes, reverse=True):
            if not percent(chance):
                continue
            style = points_text(points).style if points else ""
            bar = Text(block * round(_BAR * chance), style=style)
            table.add_row(name, signed(points), percent(chance), bar)
            name = Text("")
    return table


# --- where cards sit


def _trump(advice: Advice) -> Trump | None:
    """Return the trump of the best action that makes or has one."""
    contract = advice.deal.contract
    if contract:
        return contract.trump
    tokens = (action.token for action in advice.actions)
    calls = (Call.parse(token) for token in tokens if token != NO_CALL)
    act = next((call.act for call in calls if call != PASS), None)
    if isinstance(act, Trump):
        return act
    suit = advice.deal.upcard.suit if advice.deal.upcard else None
    return Trump(suit.value) if act in {Act.ORDER, Act.BLIND} and suit else None


def _show_unseen(advice: Advice, console: Console) -> None:
    """Print where the missing trumps sit, and the cards of the suit led, or best to lead."""
    state = advice.deal.play_state
    trump = state.contract.trump
    led = state.trick[0] if state.trick else Card.parse(advice.actions[0].token)
    wanted = {trump.suit, trump.suit_of(led)}
    places = [place for place in advice.places if trump.suit_of(place.card) in wanted]
    if places:
        suits = dict.fromkeys(trump.suit_of(place.card) for place in places)
        names = Text(" and ").join(suit_text(suit, console) for suit in suits)
        title = Text("Where the missing ") + names + Text(" sit, percent")
        _show(title, _unseen_table(advice, places, console), console)


def _unseen_table(advice: Advice, places: Iterable[CardPlaces], console: Console) -> Table:
    others = [seat for seat in advice.deal.rules.seats if seat != advice.seat]
    headers = ("", *(_role(seat, advice) for seat in others), "kitty")
    table = plain_table("", *headers, right=headers[1:])
    for place in places:
        shares = (*(place.seats[seat - 1] for seat in others), place.kitty)
        table.add_row(_place_name(place, console), *map(percent, shares))
    return table


def _places_table(advice: Advice, places: Iterable[CardPlaces], console: Console) -> Table:
    seats = [_role(seat, advice) for seat in advice.deal.rules.seats]
    headers = ("", *seats, "kitty", "turned up")
    table = plain_table("", *headers, right=headers[1:])
    for place in places:
        shares = (*place.seats, place.kitty, place.turned_up)
        table.add_row(_place_name(place, console), *map(percent, shares))
    return table


def _place_name(place: CardPlaces, console: Console) -> Text:
    return Text(f"{_rank_name(place)} ") + cards_text([place.card], console)


def _rank_name(place: CardPlaces) -> str:
    if place.card.suit is None:
        return "best"
    if place.card.rank is Rank.JACK and place.trump.is_trump(place.card):
        return "right" if place.card.suit is place.trump.suit else "left"
    return place.card.rank.name.lower()


def _role(seat: int, advice: Advice) -> str:
    if seat == advice.seat:
        return "we"
    if seat in advice.deal.rules.side_of(advice.seat):
        return "partner"
    return f"seat {seat}"


# --- after a pass


def _ends_table(action: Action, advice: Advice, console: Console) -> Table:
    table = plain_table("", "who", "trump", "%", right=("%",))
    for end in action.ends:
        if percent(end.chance):
            table.add_row(*_end(end.contract, advice, console), percent(end.chance))
    return table


def _end(contract: Contract | None, advice: Advice, console: Console) -> Iterator[str | Text]:
    if contract is None:
        yield from ("passed out", "")
        return
    who = _role(contract.maker, advice)
    if contract.partners:
        who = _role(contract.partners[0], advice)
    yield f"{who} alone" if contract.alone else who
    yield suit_text(contract.trump, console)


# --- discards


def _discards_table(action: Action, console: Console) -> Table:
    table = plain_table("", "", "points", "vs best", right=("points", "vs best"))
    for value in sorted(action.discards, key=lambda value: -value.ev):
        is_best = value.card == action.discard
        behind = with_error(f"{value.vs_best:+.2f}", value.vs_best_stderr, console)
        table.add_row(
            cards_text([value.card], console), f"{value.ev:+.2f}", "" if is_best else behind
        )
    return table
