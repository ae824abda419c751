"""What exact answers cost in every game: ``python -m benchmarks.auctions``.

For every preset the whole answer to a random deal: every contract, or all that everyone can bid.
For games of two to seven players, and auction games, also the general search of one deal, the
makers' tricks with any trump and leader. CPU time of one process.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from random import Random
from statistics import mean, median

from euchre_solve.cards import CardSet
from euchre_solve.presets import PRESETS
from euchre_solve.rules import Rules
from euchre_solve.solver import kernel
from euchre_solve.solver.auction_games import solve_auction
from euchre_solve.solver.double_dummy import solve_deal
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump
from tests.random_deals import fresh_deal

SIDES = {
    "two-handed": ((1,),),
    "three-handed-hoyle": ((1,),),
    "three-handed-cutthroat": ((1,),),
    "call-ace": ((1, 3),),
    "set-back": ((1,),),
    "auction-5": ((1,), (1, 3), (1, 3, 4)),
    "auction-6": ((1, 3, 5),),
    "auction-7": ((1,), (1, 3), (1, 3, 5)),
    "bid-partners": ((1, 3),),
    "bid-partners-cards8": ((1, 3),),
    "bid-partners-cards9": ((1, 3),),
    "bid-individual": ((1,),),
    "bid-individual-three": ((1,),),
}
"""The makers' seats by game, where the general search is measured."""

SUITS = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS)


def timed(run: Callable[[], int]) -> tuple[float, int]:
    """Return the CPU seconds and the nodes of a run."""
    started = time.process_time()
    nodes = run()
    return time.process_time() - started, nodes


def random_position(rules: Rules, makers: tuple[int, ...], random: Random) -> Position:
    """Return the start of the play of a random deal."""
    cards = random.sample(list(rules.deck), rules.players * rules.hand_size)
    hands = tuple(CardSet.from_cards(cards[seat :: rules.players]) for seat in range(rules.players))
    sides = tuple(seat in makers for seat in rules.seats)
    return Position(hands, sides, random.choice(SUITS), random.randrange(rules.players))


def row(name: str, what: str, results: Iterable[tuple[float, int]]) -> str:
    """Return a row of the table: time and nodes of an item."""
    seconds, nodes = zip(*results, strict=True)
    times = " | ".join(f"{1000 * value:,.2f}" for value in (mean(seconds), median(seconds)))
    effort = f"{mean(nodes):,.0f} | {max(nodes):,}" if any(nodes) else " | "
    return f"| `{name}` | {what} | {times} | {1000 * max(seconds):,.1f} | {effort} |\n"


def search_rows(name: str, count: int) -> Iterator[str]:
    """Yield a row for each number of makers: the general search of ``count`` deals."""
    rules, random = Rules.parse(name), Random(name)
    for makers in SIDES.get(name, ()):
        positions = [random_position(rules, makers, random) for _ in range(count)]
        results = [
            timed(lambda at=position: kernel.solve_tricks(at).nodes)  # type: ignore[misc]
            for position in positions
        ]
        yield row(name, f"search, {len(makers)} against {rules.players - len(makers)}", results)


def answer_row(name: str, count: int) -> str:
    """Return the row of the whole answers to ``count`` deals."""
    rules, random = Rules.parse(name), Random(f"{name}, whole")
    solve = solve_auction if rules.is_auction else solve_deal
    deals = [fresh_deal(random, rules) for _ in range(count)]
    answers = [timed(lambda at=deal: 0 * len(solve(at))) for deal in deals]  # type: ignore[misc]
    return row(name, f"every {'bid' if rules.is_auction else 'contract'} of a deal", answers)


def main() -> None:
    """Write the tables that the command line asks for."""
    parser = argparse.ArgumentParser(description="costs of exact answers by game")
    parser.add_argument("--deals", type=int, default=50, help="deals searched once")
    parser.add_argument("--answers", type=int, default=5, help="deals answered in full")
    parser.add_argument("names", nargs="*", help="games; all if none")
    arguments = parser.parse_args()
    head = ("game", "item", "mean ms", "median ms", "most ms", "mean nodes", "most nodes")
    sys.stdout.write(f"| {' | '.join(head)} |\n|---|---|---:|---:|---:|---:|---:|\n")
    for name in arguments.names or dict.fromkeys((*PRESETS, *SIDES)):
        if arguments.deals:
            sys.stdout.writelines(search_rows(name, arguments.deals))
        if arguments.answers:
            sys.stdout.write(answer_row(name, arguments.answers))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
