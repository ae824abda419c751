"""What advice costs beside the kernel it calls: ``python -m benchmarks.advice --decisions 40``.

Random deals are bid by the table up to each node, the seat on turn is advised to the default
precision on one core. The kernel's part is the CPU time inside its batch calls.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from euchre_solve.advice.arena.playing import random_deal
from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.decision import moves, positions
from euchre_solve.advice.recommend import recommend
from euchre_solve.auction import PASS
from euchre_solve.consistent import seen_by
from euchre_solve.deal import Deal
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


def main() -> None:
    """Print a row for each node."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=40)
    count = parser.parse_args().decisions
    meter = Meter()
    positions.solve_class = meter.wrap(positions.solve_class)
    moves.solve_moves = meter.wrap(moves.solve_moves)
    rng = np.random.default_rng(1)
    recommend(decisions(0, 1, rng)[0])
    sys.stdout.write("| round | seat | CPU ms a decision | most | worlds | total / kernel |\n")
    sys.stdout.write("|---|---|---:|---:|---:|---:|\n")
    for node in range(8):
        times, worlds = [], 0
        meter.seconds = 0.0
        for deal in decisions(node, count, rng):
            start = time.process_time()
            worlds += recommend(deal).worlds
            times.append(time.process_time() - start)
        ratio = sum(times) / meter.seconds
        row = f"{1 + node // 4} | {1 + node % 4} | {1e3 * sum(times) / count:.0f}"
        row += f" | {1e3 * max(times):.0f} | {worlds / count:,.0f} | {ratio:.2f}"
        sys.stdout.write(f"| {row} |\n")


if __name__ == "__main__":
    main()
