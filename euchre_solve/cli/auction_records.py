"""A solved deal of an auction game as a record and as rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.diagnostics import SCHEMA
from euchre_solve.solver.auction_games import AuctionSolution, BidValue, Way


def auction_record(solution: AuctionSolution) -> dict[str, Any]:
    """Return the record of all that can be bid in a deal."""
    return {
        "schema": SCHEMA,
        "kind": "solve",
        "deal": format_deal(solution.deal),
        "rules": str(solution.deal.rules),
        "bids": [_value(value) for value in solution.values],
    }


def _value(value: BidValue) -> dict[str, Any]:
    return {
        "trump": str(value.trump),
        "seat": str(value.maker),
        "bids": [bid.value for bid in value.bids],
        "partners": value.bids[0].partners,
        "alone": value.bids[0].alone,
        "widow": value.bids[0].takes_widow,
        "tricks": value.tricks,
        "bid": value.bid.value if value.bid else None,
        "points": value.points,
        "ways": list(map(_way, value.ways)),
    }


def _way(way: Way) -> dict[str, Any]:
    return {
        "partners": "".join(map(str, way.partners)),
        "discards": [str(card) for card in way.buried],
    }


def auction_rows(solution: AuctionSolution) -> Iterator[dict[str, Any]]:
    """Yield a row for each seat, trump and kind of bid, with the first way to keep it."""
    deal = {"deal": format_deal(solution.deal), "rules": str(solution.deal.rules)}
    for value in solution.values:
        way = value.ways[0]
        yield deal | {
            "trump": str(value.trump),
            "side": "".join(map(str, sorted((value.maker, *way.partners)))),
            "alone": str(value.maker) if value.bids[0].alone else "",
            "discard": str(way.buried),
            "tricks": value.tricks,
            "points": value.points,
            "seat": str(value.maker),
            "bid": value.bid.value if value.bid else "",
        }
