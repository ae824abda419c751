"""Advice as tables for people, 80 columns wide.

Imported only where a table is to be printed: rich is slow to import.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_solve.cards import Card
from euchre_solve.cli.tables import can_draw, cards_text, lone_words, plain_table, suit_text
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.formats.implied import turned_score

if TYPE_CHECKING:
    from euchre_solve.advice.recommend import Action, Advice

_TRACE: Final = 0.0005
"""A probability below which an outcome is not worth a column."""

_EQUAL: Final = "cards in one row come to the same in every deal looked at"
_CARD: Final = re.compile(r"\b([AKQJT2-9][shdc])\b")
_CLOSE: Final = "close: within two standard errors of the best, so as good as far as we know"


def show_advice(advice: Advice, console: Console) -> None:
    """Print one decision: every action, best first, and what the figures rest on."""
    console.print(headline(advice.deal, advice.seat, console), style="bold")
    if advice.decision in {"play", "set-back"}:
        console.print(_play_line(advice.deal, console))
    if advice.decision == "set-back":
        console.print(_set_back_table(advice))
    elif any(action.plan for action in advice.actions):
        from euchre_solve.cli.auction_advice_table import show_plans  # it is made of these tables

        show_plans(advice, console)
    else:
        console.print(_actions_table(advice, console))
        if any(action.making for action in advice.actions):
            console.print(_making_table(advice, console))
    for line in _footer(advice, console):
        console.print(line)


def headline(deal: Deal, seat: int, console: Console) -> Text:
    """Return what the seat holds and has seen, on one line."""
    is_played = deal.phase is Phase.PLAY or deal.exchanges
    held = deal.play_state.hands if is_played else deal.hands
    hand = held[seat - 1]
    parts = [Text(f"Seat {seat}: ") + (cards_text(hand, console) if hand.mask else Text("unseen"))]
    if deal.rules.is_auction and deal.kitty.mask:
        parts.append(Text("widow ") + cards_text(deal.kitty, console))
    if deal.upcard:
        parts.append(Text("upcard ") + cards_text([deal.upcard], console))
    if deal.calls:
        parts.append(Text(f"calls {_calls(deal)}"))
    if deal.score:
        parts.append(Text("-".join(map(str, turned_score(deal.score, seat)))))
    if deal.target:
        parts.append(Text(f"to {deal.target}"))
    parts.append(Text(str(deal.rules)))
    return Text("  ").join(parts)


def _play_line(deal: Deal, console: Console) -> Text:
    """Return the contract, and every trick so far behind the seat that led to it."""
    state = replace(deal, tricks=()).play_state
    contract = state.contract
    how = f" {lone_words(deal.rules, is_blind=contract.blind)}" if contract.alone else ""
    against = f" against {contract.lone_defender} alone" if contract.lone_defender else ""
    line = suit_text(contract.trump, console)
    line += Text(f" made by seat {contract.maker}{how}{against}{_bid(contract)}")
    if contract.called:
        line += Text(", who called ") + suit_text(contract.called, console)
    for trick in deal.tricks:
        line += Text(f"  {state.leader}: ") + cards_text(trick, console)
        for card in trick:
            state = state.play(card)
    return line


def _bid(contract: Contract) -> str:
    """Return with whom a contract is played, for which bid, and who threw up his hand."""
    partners = f" with {' & '.join(map(str, contract.partners))}" if contract.partners else ""
    dropped = f", {' & '.join(map(str, contract.dropped))} out" if contract.dropped else ""
    return f"{partners}{f', bid {contract.bid}' if contract.bid else ''}{dropped}"


def _calls(deal: Deal) -> str:
    players = deal.rules.players
    rounds = (deal.calls[:players], deal.calls[players:])
    return "-".join("".join(map(str, calls)) for calls in rounds if calls)


# --- actions


def _actions_table(advice: Advice, console: Console) -> Table:
    outcomes = _outcomes(advice.actions)
    figures = ("points", "vs best", *_goals(advice))
    table = plain_table("", "", _what(advice), *figures, right=figures)
    heads = list(map(signed, outcomes))
    width = max(3, *(1 + len(head) for head in heads))
    table.add_column(_in_columns(heads, width), no_wrap=True)
    for number, action in enumerate(distinct(advice)):
        chances = dict(action.outcomes)
        cells = (
            "best" if number == 0 else "close" if action.close else "",
            _row_name(action, advice, console),
            with_error(f"{action.ev:+.2f}", action.stderr, console),
            with_error(f"{action.vs_best:+.2f}", action.vs_best_stderr, console) if number else "",
            *_reached(action),
            _in_columns((percent(chances.get(points, 0.0)) for points in outcomes), width),
        )
        table.add_row(*cells, style="bold green" if number == 0 else "")
    return table


def _set_back_table(advice: Advice) -> Table:
    figures = ("win %", "vs best")
    table = plain_table("", "", "march", *figures, right=figures)
    for number, action in enumerate(advice.actions):
        assert action.win is not None and action.vs_best_win is not None
        behind = f"{100 * action.vs_best_win:+.1f}" if number else ""
        table.add_row(
            "" if number else "best",
            action.label,
            f"{100 * action.win:.1f}",
            behind,
            style="" if number else "bold green",
        )
    return table


def _making_table(advice: Advice, console: Console) -> Table:
    """Return how often makers make, and what a euchre of another seat pays to us."""
    shown = [(action, action.making) for action in distinct(advice) if action.making]
    size = advice.deal.rules.hand_size
    tricks = [f"{least}+" if least < size else f"{size}" for least, _ in shown[0][1].at_least]
    figures = (*tricks, "euchred", "a euchre pays us")
    table = plain_table("Makers' tricks, percent", _what(advice), *figures, right=figures)
    for action, making in shown:
        table.add_row(
            _row_name(action, advice, console),
            *(percent(chance) for _, chance in making.at_least),
            percent(making.euchred),
            "" if making.share is None else f"{making.share:.2f}",
        )
    return table


def _goals(advice: Advice) -> list[str]:
    """Return the heading of what counts beside the points: the match before the game."""
    if advice.match_unit:
        return [advice.match_unit.removesuffix(" points")]
    return ["win %"] if advice.actions[0].win is not None else []


def _reached(action: Action) -> list[str]:
    if action.match is not None:
        return [f"{action.match:+.2f}"]
    return [f"{100 * action.win:.1f}"] if action.win is not None else []


def _in_columns(figures: Iterable[str], width: int) -> str:
    """Return figures of two digits, or one of three alone, closer than columns of a table are."""
    return "".join(f"{figure:>{width}}" for figure in figures)


def _outcomes(actions: Iterable[Action]) -> list[float]:
    """Return the points that any of the actions may come to, highest first."""
    found = {points for action in actions for points, chance in action.outcomes if chance >= _TRACE}
    return sorted(found, reverse=True)


def _what(advice: Advice) -> str:
    kinds = {"bid": "call", "defend": "defence", "play": "card"}
    return kinds.get(advice.decision, advice.decision)


def distinct(advice: Advice) -> list[Action]:
    """Return the actions, the best first, without cards that are equal to one before."""
    found: list[Action] = []
    same: set[str] = set()
    for action in advice.actions:
        if action.token not in same:
            found.append(action)
            same.update(map(str, action.equal))
    return found


def _row_name(action: Action, advice: Advice, console: Console) -> Text:
    """Return the name of an action, with the cards that are equal to it behind it."""
    equal = [cards_text([card], console) for card in action.equal]
    return Text(" ").join([action_name(action, advice, console), *equal])


def action_name(action: Action, advice: Advice, console: Console) -> Text:
    """Return the short name of an action, cards with their symbols."""
    if advice.decision in {"discard", "play"}:
        return cards_text([Card.parse(action.token)], console)
    return with_symbols(call_name(action), console)


def call_name(action: Action) -> str:
    """Return the short name of a call."""
    return action.label.removeprefix("call ")


def with_error(figure: str, stderr: float | None, console: Console, decimals: int = 2) -> str:
    """Return a figure with its standard error; ? for one that isn't known."""
    sign = "±" if can_draw(console) else "+-"
    known = stderr is not None and isfinite(stderr)
    error = f"{stderr:.{decimals}f}".removeprefix("0") if known else "?"
    return f"{figure} {sign}{error}"


def percent(chance: float) -> str:
    """Return a chance as a whole percent; nothing for none, and never 0 or 100 in between."""
    if chance < _TRACE:
        return ""
    if chance > 1 - _TRACE:
        return "100"
    return str(min(max(round(100 * chance), 1), 99))


def signed(points: float) -> str:
    """Return points with their sign, nought without."""
    if not points:
        return "0"
    figure = f"{points:+.2f}".rstrip("0").rstrip(".")
    return figure.replace("+0.", "+.").replace("-0.", "-.")


# --- below the table

_FEW: Final = 3
"""Discards that fit in a line, those of the best actions."""


def _footer(advice: Advice, console: Console) -> Iterator[Text]:
    discards = [
        Text(f"{call_name(action)}: ") + cards_text([action.discard], console)
        for action in advice.actions
        if action.discard and advice.decision == "bid"
    ]
    if discards:
        yield Text("Discard: ") + Text(", ").join(discards[:_FEW])
    shown = distinct(advice)
    if any(action.equal for action in shown):
        yield Text(_EQUAL)
    if any(action.close for action in shown):
        yield Text(_CLOSE)
    if advice.proof:
        yield with_symbols(advice.proof, console)
    yield Text(basis(advice))
    if advice.note:
        yield Text(f"note: {advice.note}")


def with_symbols(text: str, console: Console) -> Text:
    """Return a sentence with the symbols of the suits of its cards."""
    line = Text()
    for number, part in enumerate(_CARD.split(text)):
        is_card = number % 2
        line += cards_text([Card.parse(part)], console) if is_card else Text(part)
    return line


def basis(advice: Advice) -> str:
    """Return what the figures rest on."""
    if advice.decision == "set-back":
        return f"exact; {advice.model}"
    deals = f"{advice.worlds:,} deals"
    if round(advice.effective) < advice.worlds:
        deals += f", worth {advice.effective:,.0f}"
    return f"all {deals}; {source(advice)}" if advice.exact else f"{deals}; {source(advice)}"


def source(advice: Advice) -> str:
    """Return where the figures come from, the number of deals apart."""
    seed = "" if advice.exact else f"seed {advice.seed}; "
    return f"{seed}{advice.values} values; {advice.model}"
