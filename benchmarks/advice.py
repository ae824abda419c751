"""What advice costs beside the kernel it calls: ``python -m benchmarks.advice --decisions 40``.

Random deals are bid by the table up to each node, or played on by a sampling player up to each card
of the first two tricks; the seat on turn is advised to the default precision on one core. The
kernel's part is the CPU time inside its batch calls.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from euchre_solve.advice.arena.bidders import ModelBidder
from euchre_solve.advice.arena.playing import random_deal
from euchre_solve.advice.arena.sampling import SamplingPlayer
from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.decision import moves, positions
from euchre_solve.advice.recommend import recommend
from euchre_solve.auction import PASS
from euchre_solve.consistent import seen_by
from euchre_solve.deal import Deal, Phase
from euchre_solve.rules import Rules


class Meter:
    """CPU seconds spent inside the functions it wraps."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def wrap(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return ``function`` with its time counted."""

        def counted(*given: Any, **named: Any) -> Any:
            start = time.process_time()
            try:
                return function(*given, **named)
            finally:
                self.seconds += time.process_time() - start

        return counted


def decisions(node: int, count: int, rng: np.random.Generator) -> list[Deal]:
    """Return deals, as the seat on turn knows them, passed to ``node`` as the table passes."""
    model = model_for(Rules())
    found: list[Deal] = []
    while len(found) < count:
        deal = random_deal(Rules(), rng)
        for at in range(node):
            hand = np.array([deal.hands[at % 4].mask], np.uint64)
            if rng.random() > model.chances(at, hand, deal.upcard.index)[0, 0]:
                break
            deal = deal.call(PASS)
        else:
            found.append(seen_by(deal, node % 4 + 1))
    return found


def card_decisions(played: int, count: int, rng: np.random.Generator) -> list[Deal]:
    """Return deals that the table called, as the seat on turn knows them after so many cards."""
    model = model_for(Rules())
    bidder, player = ModelBidder(model, sampled=True), SamplingPlayer(20, model)
    found: list[Deal] = []
    while len(found) < count:
        deal = random_deal(Rules(), rng)
        while deal.phase is Phase.CALL:
            deal = deal.call(bidder.call(seen_by(deal, len(deal.calls) % 4 + 1), rng))
        if deal.phase is Phase.DISCARD:
            deal = deal.discard(bidder.discard(seen_by(deal, 4), rng))
        if deal.contract is None:
            continue
        for _ in range(played):
            card = player.card(seen_by(deal, deal.play_state.turn or 0), rng)
            deal = replace(deal, tricks=deal.play_state.play(card).tricks)
        if len(deal.play_state.legal_cards) > 1:
            found.append(seen_by(deal, deal.play_state.turn or 0))
    return found


def write_row(label: str, deals: list[Deal], meter: Meter) -> None:
    """Advise on the deals and write what it cost."""
    times, worlds = [], 0
    meter.seconds = 0.0
    for deal in deals:
        start = time.process_time()
        worlds += recommend(deal).worlds
        times.append(time.process_time() - start)
    total, count = sum(times), len(deals)
    row = f"{label} | {1e3 * total / count:.0f} | {1e3 * max(times):.0f} | {worlds / count:,.0f}"
    row += f" | {1e3 * meter.seconds / count:.1f} | {total / meter.seconds:.2f}"
    sys.stdout.write(f"| {row} |\n")


def main() -> None:
    """Print a row for each node, and for each of the first two tricks' cards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=40)
    count = parser.parse_args().decisions
    meter = Meter()
    positions.solve_class = meter.wrap(positions.solve_class)
    moves.solve_moves = meter.wrap(moves.solve_moves)
    rng = np.random.default_rng(1)
    recommend(decisions(0, 1, rng)[0])
    sys.stdout.write("| decision | CPU ms | most | worlds | of it kernel | total / kernel |\n")
    sys.stdout.write("|---|---:|---:|---:|---:|---:|\n")
    for node in range(8):
        label = f"round {1 + node // 4}, seat {1 + node % 4}"
        write_row(label, decisions(node, count, rng), meter)
    for played in range(8):
        label = f"trick {1 + played // 4}, card {1 + played % 4}"
        write_row(label, card_decisions(played, count, rng), meter)


if __name__ == "__main__":
    main()
