"""A solved deal of an auction game as tables; imported only where one is to be printed."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_solve.bids import Bid
from euchre_solve.cli.tables import cards_text, plain_table, points_text, show_hands, suit_text
from euchre_solve.solver.auction_games import AuctionSolution, BidValue, Way, bid_kinds

_MOST_WAYS = 3
"""Choices of partners that are shown of many."""


def show_auction(solution: AuctionSolution, console: Console) -> None:
    """Print what each seat takes under every kind of bid, and its highest bids."""
    show_hands(solution.deal, console)
    for bids in bid_kinds(solution.deal.rules):
        console.print(_tricks_table(solution, bids, console))
    console.print(_bids_table(solution, console))


def _kind_of(bids: tuple[Bid, ...], *, has_widow: bool) -> str:
    """Say what bids of one kind have in common."""
    bid = bids[0]
    values = " ".join(map(str, bids))
    who = "alone" if bid.alone else ""
    if bid.partners:
        who = f"{bid.partners} partner{'s' * (bid.partners > 1)}"
    widow = "no widow" if has_widow and not bid.takes_widow else ""
    parts = ", ".join(filter(None, (who, widow)))
    return f"Tricks, bid {values}{f': {parts}' if parts else ''}"


def _tricks_table(solution: AuctionSolution, bids: tuple[Bid, ...], console: Console) -> Table:
    rules = solution.deal.rules
    seats = [f"seat {seat}" for seat in rules.seats]
    title = _kind_of(bids, has_widow=rules.widow_size > 0)
    table = plain_table(title, "trump", *seats, right=seats)
    mine = [value for value in solution.values if value.bids == bids]
    for trump in dict.fromkeys(value.trump for value in mine):
        cells = [_tricks_text(value) for value in mine if value.trump is trump]
        table.add_row(suit_text(trump, console), *cells)
    return table


def _tricks_text(value: BidValue) -> Text:
    return Text(str(value.tricks), style="green" if value.bid else "")


def _bids_table(solution: AuctionSolution, console: Console) -> Table:
    has_partners = any(bid.partners for bid in solution.deal.rules.legal_bids)
    has_widow = solution.deal.rules.widow_size > 0
    table = plain_table(
        "Highest bids that are kept",
        "seat",
        "bid",
        "trump",
        "tricks",
        "points",
        *(("partners",) if has_partners else ()),
        *(("discards",) if has_widow else ()),
        right=("bid", "tricks", "points"),
    )
    best = solution.best_bids()
    for seat in solution.deal.rules.seats:
        mine = [value for value in best if value.maker == seat]
        if not mine:
            table.add_row(str(seat), "none")
        for value in mine:
            way = value.ways[0]
            table.add_row(
                str(seat),
                str(value.bid),
                suit_text(value.trump, console),
                str(value.tricks),
                points_text(value.points),
                *((_partners(value.ways),) if has_partners else ()),
                *((cards_text(way.buried, console),) if has_widow else ()),
            )
    return table


def _partners(ways: tuple[Way, ...]) -> str:
    """Return the choices of partners, a few of many."""
    named = [" & ".join(map(str, way.partners)) for way in ways if way.partners]
    more = f" or {len(named) - _MOST_WAYS} more" if len(named) > _MOST_WAYS else ""
    return " or ".join(named[:_MOST_WAYS]) + more
