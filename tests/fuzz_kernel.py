"""Hold the kernel against the reference, and against DDS, on many random positions.

Run it as ``python -m tests.fuzz_kernel --positions 20000 --five-card-deals 100 --seed 1``; with
``--dds 2000`` it also compares four-handed deals with the bridge engine of the package `endplay`.
Each check depends only on seed, kind and number, so that a mismatch, printed as ``KIND/NUMBER``,
can be repeated alone with ``--only KIND/NUMBER``. The exit status is 1 if anything differs.

The reference takes some seconds for a deal of five cards.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterable
from functools import partial
from random import Random

from euchre_solve.cards import Card, CardSet, Rank, Suit
from euchre_solve.solver import kernel, reference
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump
from tests.positions import kin_of, random_deal, random_long_suits, random_position

_DDS_BATCH = 100
_TRUMP_RANKS = "AKQJT98"
"""What stands for right, left, A, K, Q, T, 9 of trumps in the bridge ending."""


def position_of(name: str, seed: int) -> Position:
    """Return the position ``KIND/NUMBER`` of a run with ``seed``."""
    random = Random(f"{seed}/{name}")
    if name.startswith("position/"):
        return random_position(random, max_cards=16)
    if name.startswith("long/"):
        *_, position = kin_of(random_long_suits(random), random, random.randint(1, 8))
        return position
    return random_deal(random)


def mismatch_of(name: str, seed: int) -> tuple[str, str | None]:
    """Return the kind of position ``name``, and what is wrong with the kernel's answers to it."""
    position = position_of(name, seed)
    trick = "mid-trick" if position.trick else "lead"
    trump = {Trump.NO_TRUMP: "no-trump", Trump.LOW_NO_TRUMP: "low"}.get(position.trump, "suit")
    kind = f"{len(position.hands)} players, {trump}, {trick}"
    values = reference.solve_cards(position)
    best = max if position.side_a[position.turn_index] else min
    tricks = best(values.values())
    cards = CardSet.from_cards(card for card, value in values.items() if value == tricks)
    answers = (
        kernel.solve_tricks(position).tricks,
        kernel.solve_cards(position),
        kernel.solve_best(position),
    )
    if answers == (tricks, values, reference.BestCards(tricks, cards, nodes=0)):
        return kind, None
    return kind, f"MISMATCH --only {name} --seed {seed}: {position!r}: {answers}, not {values}"


def check_against_reference(names: list[str], seed: int) -> int:
    """Check the positions on all cores; return how many differ."""
    kinds: Counter[str] = Counter()
    mismatch_count = 0
    started = time.perf_counter()
    with multiprocessing.Pool() as pool:
        for kind, text in pool.imap_unordered(partial(mismatch_of, seed=seed), names, 4):
            kinds[kind] += 1
            if text:
                mismatch_count += 1
                sys.stdout.write(f"{text}\n")
    for kind, count in sorted(kinds.items()):
        sys.stdout.write(f"{count:8} {kind}\n")
    seconds = time.perf_counter() - started
    sys.stdout.write(f"{len(names)} checked, {mismatch_count} mismatches, {seconds:.0f} s\n")
    return mismatch_count


def check_against_dds(count: int, seed: int) -> int:
    """Compare the tricks of ``count`` deals with DDS; return how many differ."""
    names = [f"dds/{number}" for number in range(count)]
    mismatch_count = 0
    for start in range(0, count, _DDS_BATCH):
        batch = names[start : start + _DDS_BATCH]
        deals = [position_of(name, seed) for name in batch]
        expected = dds_tricks(deals)
        for name, tricks, dds in zip(batch, kernel.solve_tricks_many(deals), expected, strict=True):
            if tricks != dds:
                mismatch_count += 1
                sys.stdout.write(f"MISMATCH {name} --seed {seed}: {tricks}, DDS {dds}\n")
    sys.stdout.write(f"{count} deals compared with DDS, {mismatch_count} mismatches\n")
    return mismatch_count


def dds_tricks(deals: Iterable[Position]) -> list[int]:
    """Return the tricks of side A by DDS: a deal with a trump suit is a bridge ending."""
    from endplay.dds import solve_all_boards  # lazy: not a test dependency
    from endplay.types import Deal, Denom, Player

    positions = list(deals)
    boards = []
    for position in positions:
        hands = " ".join(map(partial(bridge_hand, trump=position.trump), position.hands))
        trump = Denom.find(position.trump.value)
        boards.append(Deal(f"N:{hands}", first=Player(position.leader_index), trump=trump))
    answers = []
    for position, solved in zip(positions, solve_all_boards(boards), strict=True):
        most = max(tricks for _, tricks in solved)
        hand_size = len(position.hands[0])
        answers.append(most if position.side_a[position.leader_index] else hand_size - most)
    return answers


def bridge_hand(hand: Iterable[Card], trump: Trump) -> str:
    """Return the hand in bridge notation, trumps renamed to what ranks alike.

    >>> from euchre_solve.cards import CardSet
    >>> bridge_hand(CardSet.of("9s", "Jc", "Ac", "Jh", "Ts"), Trump.SPADES)
    'K98.J..A'
    """
    trumps = sorted(
        (card for card in trump.cards_of(trump.suit) if card.rank in tuple(Rank)[1:7]),
        key=trump.strength_of,
        reverse=True,
    )
    holdings = dict.fromkeys(Suit, "")
    for card in sorted(hand, key=trump.strength_of, reverse=True):
        suit = trump.suit_of(card)
        if suit is None:
            raise ValueError("DDS knows no joker")
        is_trump = suit is trump.suit
        holdings[suit] += _TRUMP_RANKS[trumps.index(card)] if is_trump else str(card.rank)
    return ".".join(holdings.values())


def main() -> int:
    """Run the checks that the command line asks for."""
    parser = argparse.ArgumentParser(description="kernel against reference and DDS")
    parser.add_argument("--positions", type=int, default=0, help="up to 4 cards a hand, all kinds")
    parser.add_argument("--long-suits", type=int, default=0, help="few, long suits of 52 cards")
    parser.add_argument("--five-card-deals", type=int, default=0, help="4 players, 24 cards")
    parser.add_argument("--dds", type=int, default=0, help="deals to compare with endplay's DDS")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="KIND/NUMBER", help="repeat one check")
    arguments = parser.parse_args()
    if not kernel.HAS_EXTENSION:
        sys.stdout.write("the extension is not built\n")
        return 1
    names = [f"position/{number}" for number in range(arguments.positions)]
    names += [f"long/{number}" for number in range(arguments.long_suits)]
    names += [f"deal/{number}" for number in range(arguments.five_card_deals)]
    if arguments.only:
        names = [arguments.only]
    mismatch_count = check_against_reference(names, arguments.seed) if names else 0
    if arguments.dds:
        mismatch_count += check_against_dds(arguments.dds, arguments.seed)
    return 1 if mismatch_count else 0


if __name__ == "__main__":
    sys.exit(main())
