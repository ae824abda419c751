"""What is best under other circumstances, as tables for people, 80 columns wide.

Imported only where a table is to be printed: rich is slow to import.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_solve.cards import Rank
from euchre_solve.cli.advice_table import basis, call_name, headline, source, with_error
from euchre_solve.cli.advising import Over, Swept
from euchre_solve.cli.tables import lone_words, plain_table, suit_text

if TYPE_CHECKING:
    from euchre_solve.advice.recommend import Action, Advice
    from euchre_solve.rules import Rules

_PASS: Final = "p"
_IN_KITTY: Final = "-k"
"""What marks an exchange with the kitty, of which there are too many for columns."""
_STYLES: Final = {True: "bold green", False: "cyan"}
"""Of a call alone, and of one with partner; a pass is plain."""


def show_sweep(swept: Swept, console: Console) -> None:
    """Print the best action at every score, in every seat or under every upcard."""
    console.print(headline(swept.seen, swept.seat, console), style="bold")
    shown = [advice.actions[0] for advice in swept.advices]
    if swept.over is Over.SCORE:
        _show_scores(swept, console)
    elif swept.over is Over.UPCARD:
        console.print(_upcards_table(swept, console))
    else:
        console.print(_seats_table(swept, console))
        shown = [action for advice in swept.advices for action in advice.actions]
    if not swept.seen.rules.is_auction:
        console.print(_legend(shown, swept.seen.rules))
    if any(action.close for advice in swept.advices for action in advice.actions):
        console.print("~ another action is within two standard errors, so as good")
    for line in _sources(swept):
        console.print(line)


def _sources(swept: Swept) -> Iterator[str]:
    """Yield where the figures come from: how others bid may depend on the score of a side."""
    models: dict[str, list[Advice]] = {}
    for advice in swept.advices:
        models.setdefault(advice.model, []).append(advice)
    if len(models) == 1:
        yield (basis if swept.over is Over.SCORE else source)(swept.advices[0])
        return
    first = swept.advices[0]
    yield source(first._replace(model=f"{len(models)} ways to bid, by the score"))
    if swept.over is Over.SEAT:
        for model, advices in models.items():
            yield f"seats {' '.join(str(advice.seat) for advice in advices)}: {model}"


def _legend(actions: Iterable[Action], rules: Rules) -> str:
    """Return what the tokens of actions stand for."""
    names: dict[str, str] = {}
    for action in _in_order(actions):
        name = call_name(action).partition(",")[0].removesuffix(" alone")
        names.setdefault(action.token[0], name)
    legend = [f"{token} {name}" for token, name in names.items()]
    return "; ".join([*legend, f"a behind it: {lone_words(rules)}"])


def _marked(advice: Advice, best: str) -> Text:
    """Return the name of the best action, marked where another is close."""
    close = "~" if any(action.close for action in advice.actions) else ""
    token = advice.actions[0].token
    style = "" if token == _PASS else _STYLES[token.endswith("a")]
    return Text(f"{best}{close}", style=style)


# --- scores


def _show_scores(swept: Swept, console: Console) -> None:
    target = swept.seen.target or swept.seen.rules.target
    console.print("\nOur score down, theirs across\n")
    rows = [swept.advices[start : start + target] for start in range(0, target**2, target)]
    best = [[_marked(advice, advice.actions[0].token) for advice in row] for row in rows]
    grids = (
        *_grids("Best action", best, 4),
        *_grids("Percent of games that we win", [list(map(_win, row)) for row in rows], 3),
    )
    if target > _SIDE_BY_SIDE:
        for grid in grids:
            console.print(grid)
            console.print()
    else:
        pair = Table.grid(padding=(0, 3, 0, 0))
        pair.add_row(*grids)
        console.print(pair)
        console.print()


_COLUMNS: Final = 80

_SUITS: Final = 7
"""The calls of the second round without no-trump: with as many there is no room for words."""

_SIDE_BY_SIDE: Final = 10
"""The highest target whose two grids stand in one row of 80 columns."""


def _win(advice: Advice) -> Text:
    return Text(str(min(max(round(100 * (advice.actions[0].win or 0)), 1), 99)))


def _grids(title: str, rows: Sequence[Sequence[Text]], width: int) -> Iterator[Table]:
    """Yield a grid of all scores, or several with some columns each where it is too wide."""
    target = len(rows)
    parts = ceil(target * width / (_COLUMNS - len(str(target)) - 1))
    size = ceil(target / parts)
    for start in range(0, target, size):
        columns = range(start, min(start + size, target))
        yield _grid(title, rows, columns, width)
        title = ""


def _grid(title: str, rows: Sequence[Sequence[Text]], columns: range, width: int) -> Table:
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=None,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    table.add_column("", justify="right")
    for theirs in columns:
        table.add_column(str(theirs), no_wrap=True, min_width=width - 1)
    for ours, row in enumerate(rows):
        table.add_row(Text(str(ours), style="bold"), *(row[theirs] for theirs in columns))
    return table


# --- seats


def _seats_table(swept: Swept, console: Console) -> Table:
    has_win = swept.seen.score is not None
    tokens = list(
        dict.fromkeys(
            action.token
            for advice in swept.advices
            for action in _in_order(advice.actions)
            if _IN_KITTY not in action.token
        )
    )
    figures = ("win %" if has_win else "points", *tokens)
    table = plain_table("", "seat", "best", *figures, right=figures)
    decimals = 2 if len(tokens) <= _SUITS else 1
    for advice in swept.advices:
        best = advice.actions[0]
        values = {action.token: _figure(action, decimals) for action in advice.actions}
        table.add_row(
            _seat_name(advice) if len(tokens) <= _SUITS else str(advice.seat),
            _marked(advice, best.label if len(tokens) < _SUITS else best.token),
            _figure_with_error(advice.actions[0], console),
            *(values.get(token, "") for token in tokens),
        )
    return table


def _seat_name(advice: Advice) -> str:
    names = {1: " eldest", advice.deal.rules.dealer: " dealer"}
    return f"{advice.seat}{names.get(advice.seat, '')}"


def _in_order(actions: Iterable[Action]) -> list[Action]:
    """Return a pass first, then calls by their tokens, bids from the lowest up."""

    def place(action: Action) -> tuple[bool, int, str]:
        token = action.token
        return token != _PASS, int(token) if token.isdecimal() else 0, token

    return sorted(actions, key=place)


def _figure(action: Action, decimals: int = 2) -> str:
    return f"{action.ev:+.{decimals}f}" if action.win is None else f"{100 * action.win:.1f}"


def _figure_with_error(action: Action, console: Console) -> str:
    if action.win is None:
        return with_error(_figure(action), action.stderr, console)
    error = None if action.win_stderr is None else 100 * action.win_stderr
    return with_error(_figure(action), error, console, decimals=1)


# --- upcards


def _upcards_table(swept: Swept, console: Console) -> Table:
    table = plain_table("", "upcard")
    suits = dict.fromkeys(advice.deal.upcard.suit for advice in swept.advices if advice.deal.upcard)
    for suit in suits:
        table.add_column(suit_text(suit, console), no_wrap=True, min_width=14)
    cells = {advice.deal.upcard: advice for advice in swept.advices}
    by_place = {
        (card.rank, card.suit): _marked(advice, advice.actions[0].token)
        + Text(f" {_figure_with_error(advice.actions[0], console)}")
        for card, advice in cells.items()
        if card
    }
    for rank in Rank:
        row = [by_place.get((rank, suit), Text("")) for suit in suits]
        if any(row):
            table.add_row(str(rank), *row)
    return table
