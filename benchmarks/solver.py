"""How fast the solver is, beside its peers: ``python -m benchmarks.solver --deals 20000``.

All times are CPU time of the whole process, threads included, so that an engine gains nothing by
using several cores and the machine's other work does little harm; each measurement is the best of
some runs on the same random deals. DDS comes with the package `endplay` (an extra of ours, `dev`);
a euchre deal with a trump suit is a bridge ending (see `tests.fuzz_kernel`).
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from euchre_solve.cards import DECK, CardSet
from euchre_solve.deal import Deal
from euchre_solve.rules import Rules
from euchre_solve.solver import batch, endgame, kernel, reference
from euchre_solve.solver.double_dummy import solve_deal, solve_deals
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump
from tests.fuzz_fast import random_deals, records

_SIDES = (True, False, True, False)
_TRUMPS = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS)
_REFERENCE_SHARE = 10_000
_DDS_MOST = 2000


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: ``count`` items in the best of some runs."""

    name: str
    item: str
    count: int
    seconds: float
    effort: str = ""

    @property
    def micros(self) -> float:
        """CPU time of an item."""
        return self.seconds / self.count * 1e6


@dataclass(frozen=True, slots=True)
class Deals:
    """Random deals of 24 cards, each with a trump and a leader."""

    hands: np.ndarray
    upcards: np.ndarray
    trumps: np.ndarray
    leaders: np.ndarray

    @classmethod
    def random(cls, count: int, seed: int) -> Deals:
        """Return ``count`` deals."""
        random = np.random.default_rng(seed)
        suits, leaders = (random.integers(0, 4, count).astype(np.int8) for _ in range(2))
        return cls(*random_deals(count, seed), suits, leaders)

    def positions(self, count: int) -> list[Position]:
        """Return the first deals as positions."""
        rows = zip(self.hands.tolist(), self.trumps, self.leaders, strict=True)
        return [
            Position(tuple(map(CardSet, hands)), _SIDES, _TRUMPS[trump], int(leader))
            for _, (hands, trump, leader) in zip(range(count), rows, strict=False)
        ]

    def deals(self, count: int) -> list[Deal]:
        """Return the first deals with their upcards."""
        rules = Rules.parse("north-american")
        rows = zip(self.hands.tolist(), self.upcards, strict=True)
        return [
            Deal(rules, tuple(map(CardSet, hands)), DECK[upcard])
            for _, (hands, upcard) in zip(range(count), rows, strict=False)
        ]


def best_time(action: Callable[[], object], runs: int = 3) -> float:
    """Return the least CPU time that ``action`` took."""
    seconds = []
    for _ in range(runs):
        started = time.process_time()
        action()
        seconds.append(time.process_time() - started)
    return min(seconds)


def general_row(deals: Deals, count: int) -> Row:
    """Measure the general kernel."""
    packed = records(deals.hands[:count], deals.trumps[:count], deals.leaders[:count])
    table = bytearray(64 << 12)
    nodes = kernel._kernel.solve_tricks(packed, bytearray(count), table)
    seconds = best_time(lambda: kernel.solve_tricks_packed(packed))
    return Row("general kernel, tricks", "position", count, seconds, f"{nodes / count:.0f} nodes")


def fast_rows(deals: Deals, tables: bytes) -> Iterator[Row]:
    """Measure the fast search of single positions."""
    count = len(deals.hands)
    given = deals.hands, deals.trumps, deals.leaders
    tricks, best = np.empty(count, np.int8), np.empty(count, np.uint64)
    for name, leads, how in (
        ("fast search, tricks", None, {}),
        ("the same, portable", None, {"portable": True}),
        ("fast search, point class", None, {"only_class": True}),
        ("fast search, best leads", best, {}),
    ):
        arrays = (*given, tricks, leads)
        effort = kernel.solve_fast_packed(arrays, tables, **how)
        seconds = best_time(lambda a=arrays, h=how: kernel.solve_fast_packed(a, tables, **h), 5)
        yield Row(name, "position", count, seconds, per_item(effort, count))


def deal_rows(deals: Deals, tables: bytes, count: int) -> Iterator[Row]:
    """Measure whole deals."""
    given = deals.hands[:count], deals.upcards[:count]
    results = np.empty((count, len(batch.POSITIONS)), np.int8)
    for name, only_class in (("all 40 positions", False), ("all 40, point class", True)):
        arrays = (*given, results)

        def solve(arrays: tuple = arrays, only_class: bool = only_class) -> kernel.Effort:
            return kernel.solve_all_packed(arrays, tables, only_class=only_class)

        yield Row(name, "deal", count, best_time(solve, 5), per_item(solve(), count))
    asked = deals.deals(count // 5)
    yield Row("contract list, solve_deals", "deal", len(asked), best_time(lambda: each(asked)))
    asked = asked[:1000]
    seconds = best_time(lambda: [solve_deal(deal) for deal in asked], 2)
    yield Row("contract list, solve_deal", "deal", len(asked), seconds, "without tables")


def each(deals: list[Deal]) -> None:
    """Solve the deals and keep nothing."""
    for _ in solve_deals(deals):
        pass


def dds_row(deals: Deals, count: int) -> Row | None:
    """Measure DDS on the same positions, and check that it agrees; None if it isn't there."""
    try:
        from endplay.dds import solve_all_boards
        from endplay.types import Deal as Bridge
        from endplay.types import Denom, Player
    except ImportError:
        return None
    from tests.fuzz_kernel import bridge_hand

    positions = deals.positions(count)
    boards = [
        Bridge(
            "N:" + " ".join(bridge_hand(hand, position.trump) for hand in position.hands),
            first=Player(position.leader_index),
            trump=Denom.find(position.trump.value),
        )
        for position in positions
    ]
    parts = [boards[start : start + 200] for start in range(0, count, 200)]
    answers: list[int] = []
    seconds = best_time(
        lambda: answers.extend(
            max(tricks for _, tricks in solved)
            for part in parts
            for solved in list(solve_all_boards(part))
        ),
        2,
    )
    ours = batch.solve_tricks(deals.hands[:count], deals.trumps[:count], deals.leaders[:count])
    odd = deals.leaders[:count] % 2 == 1
    agree = (np.where(odd, 5 - ours, ours) == np.array(answers[:count])).all()
    return Row(
        "DDS, solve_all_boards", "position", count, seconds, "agrees" if agree else "DIFFERS"
    )


def per_item(effort: kernel.Effort, count: int) -> str:
    """Tell the work of one item."""
    return f"{effort.nodes / count:.0f} nodes, {effort.probes / count:.0f} probes"


def machine() -> str:
    """Describe what this runs on."""
    names = [platform.processor() or platform.machine()]
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text().splitlines()
        names += [line.split(":")[1].strip() for line in lines if line.startswith("model name")][:1]
    path = "pext" if kernel._HAS_PEXT else "portable"
    return (
        f"{names[-1]}, {os.cpu_count()} cores; Python {platform.python_version()}"
        f" ({platform.python_compiler()}), numpy {np.__version__}; {path} path"
    )


def measure(count: int) -> Iterator[Row]:
    """Yield all rows."""
    deals = Deals.random(count, seed=1)
    started = time.process_time()
    tables = endgame.load_endgame()
    yield Row("endgame tables, load", "process", 1, time.process_time() - started)
    yield from fast_rows(deals, tables)
    yield from deal_rows(deals, tables, max(10, count // 4))
    yield general_row(deals, max(10, count // 5))
    dds = dds_row(deals, min(count, _DDS_MOST))
    if dds:
        yield dds
    positions = deals.positions(max(1, count // _REFERENCE_SHARE))
    seconds = best_time(lambda: [reference.solve_tricks(item) for item in positions], 1)
    yield Row("reference, plain Python", "position", len(positions), seconds)


def main() -> None:
    """Print all measurements, and ratios to the fast search of tricks."""
    parser = argparse.ArgumentParser(description="speed of the solver, by CPU time")
    parser.add_argument("--deals", type=int, default=20_000)
    count = max(100, parser.parse_args().deals)
    sys.stdout.write(f"{machine()}\n\n")
    sys.stdout.write("| what | item | CPU µs an item | items a second | ratio | work an item |\n")
    sys.stdout.write("|---|---|---:|---:|---:|---|\n")
    base = array("d")
    for row in measure(count):
        if row.name == "fast search, tricks":
            base.append(row.micros)
        ratio = f"{row.micros / base[0]:.1f}" if base and row.item == "position" else ""
        sys.stdout.write(
            f"| {row.name} | {row.item} | {row.micros:,.2f} | {1e6 / row.micros:,.0f} |"
            f" {ratio} | {row.effort} |\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
