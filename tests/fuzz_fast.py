"""Hold the fast search and the endgame tables against the general kernel.

Run it as ``python -m tests.fuzz_fast --deals 200000 --entries all --seed 1``: random deals with
four, three and two hands, as tricks, class and leads, by both paths; every position of every
200th deal; and each entry of the tables with three tricks left, here found by counting, with no
code of the kernel's. The exit status is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np

from euchre_solve.solver import batch, kernel
from euchre_solve.solver.endgame import load_endgame

RECORD = np.dtype(
    {
        "names": ["hands", "players", "trump", "leader", "sides"],
        "formats": [("<u8", 7), "u1", "u1", "u1", "u1"],
        "offsets": [0, 56, 57, 58, 59],
        "itemsize": 72,
    }
)
DECK_INDICES = np.array([1 + 13 * suit + rank for suit in range(4) for rank in range(6)])
ACTIVE_MASKS = (0b1111, 0b1110, 0b1101, 0b1011, 0b0111, 0b0011, 0b0110, 0b1100, 0b1001)
KINDS = {"four": 4, "loner first": 3, "loner second": 3, "loner third": 3, "two": 2}
LEADER_SIDES = (0b0101, 0b001, 0b101, 0b011, 0b01)
"""Of each kind of endgame: who is on the leader's side, counted from the leader."""

# Spades are trumps; clubs have lent their jack.  Each suit from its lowest card up.
SPADES = [6, 5, 3, 2, 1, 43, 4]
HEARTS = [19, 18, 17, 16, 15, 14]
DIAMONDS = [32, 31, 30, 29, 28, 27]
CLUBS = [45, 44, 42, 41, 40]


def random_deals(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return hands ``[count, 4]`` and upcards of 24 cards."""
    cards = DECK_INDICES[np.random.default_rng(seed).random((count, 24)).argsort(axis=1)]
    masks = np.uint64(1) << cards[:, :20].astype(np.uint64)
    hands = masks.reshape(count, 4, 5).sum(axis=2, dtype=np.uint64)
    return hands, cards[:, 20].astype(np.int8)


def random_positions(count: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return hands, trumps and leaders; four, three or two play."""
    hands, _ = random_deals(count, seed)
    random = np.random.default_rng([seed, 1])
    active = random.choice(ACTIVE_MASKS, count)
    leaders = random.integers(0, 4, count)
    for _ in range(3):
        out = active >> leaders & 1 == 0
        leaders[out] = (leaders[out] + 1) % 4
    hands[active[:, None] >> np.arange(4) & 1 == 0] = 0
    return hands, random.integers(0, 4, count), leaders


def records(hands: np.ndarray, trumps: np.ndarray, leaders: np.ndarray) -> bytes:
    """Pack positions for the general kernel; seats without cards are left out."""
    packed = np.zeros(len(hands), RECORD)
    active = hands != 0
    places = active.cumsum(axis=1) - 1
    rows, seats = active.nonzero()
    packed["hands"][rows, places[rows, seats]] = hands[rows, seats]
    packed["players"] = active.sum(axis=1)
    packed["trump"] = trumps
    packed["leader"] = places[np.arange(len(hands)), leaders]
    np.bitwise_or.at(packed["sides"], rows, ((seats % 2 == 0) << places[rows, seats]).astype("u1"))
    return packed.tobytes()


def general(hands: np.ndarray, trumps: np.ndarray, leaders: np.ndarray) -> np.ndarray:
    """Return the tricks by the general kernel."""
    return np.array(kernel.solve_tricks_packed(records(hands, trumps, leaders)), np.int8)


def classes(tricks: np.ndarray, hands: np.ndarray) -> np.ndarray:
    """Return what `batch.solve_class` should say."""
    values = np.array([0, 2, 2, 3, 3, 5], np.int8)[tricks]
    three = (hands != 0).sum(axis=1) == 3
    lone_a = three & ((hands[:, 0] == 0) | (hands[:, 2] == 0))
    values[three & lone_a & (values == 0)] = 2
    values[three & ~lone_a & (values == 5)] = 3
    return values


def count_mismatches(count: int, seed: int) -> int:
    """Compare random positions of all kinds; return how many differ in anything."""
    hands, trumps, leaders = random_positions(count, seed)
    expected = kernel.solve_best_packed(records(hands, trumps, leaders))
    tricks, leads = np.array(expected[0], np.int8), np.array(expected[1], np.uint64)
    wrong = batch.solve_class(hands, trumps, leaders) != classes(tricks, hands)
    suits, first = trumps.astype(np.int8), leaders.astype(np.int8)
    for portable in (False, True):
        found, best = np.empty(count, np.int8), np.empty(count, np.uint64)
        arrays = hands, suits, first, found, best
        kernel.solve_fast_packed(arrays, load_endgame(), portable=portable)
        wrong |= (found != tricks) | (best != leads)
    return int(wrong.sum())


def positions_of_deal(
    hands: np.ndarray, upcards: np.ndarray, column: int
) -> tuple[np.ndarray, ...]:
    """Return the positions of one column of `batch.solve_all_positions`."""
    about = batch.POSITIONS[column]
    dealt, turned = hands.copy(), (upcards - 1) // 13
    trumps = turned.astype(np.int8)
    if about.round == 2:
        trumps = np.array([[suit for suit in range(4) if suit != up] for up in turned])
        trumps = trumps[:, about.suit_index]
    if about.discard_index is not None:
        six = dealt[:, 3] | np.uint64(1) << upcards.astype(np.uint64)
        discard = six.copy()
        for _ in range(about.discard_index):
            discard &= discard - np.uint64(1)
        dealt[:, 3] = six & ~(discard & (~discard + np.uint64(1)))
    if about.alone:
        dealt[:, (about.alone + 1) % 4] = 0
    return dealt, trumps, np.full(len(dealt), int(about.alone == 3))


def count_deal_mismatches(count: int, seed: int) -> int:
    """Compare all positions of random deals, as tricks and as classes."""
    hands, upcards = random_deals(count, seed)
    exact = batch.solve_all_positions(hands, upcards)
    rounded = batch.solve_all_positions(hands, upcards, only_class=True)
    wrong = 0
    for column in range(len(batch.POSITIONS)):
        dealt, trumps, leaders = positions_of_deal(hands, upcards, column)
        tricks = general(dealt, trumps, leaders)
        wrong += int((exact[:, column] != tricks).sum())
        wrong += int((rounded[:, column] != classes(tricks, dealt)).sum())
    return wrong


# --- the endgame tables


def compositions(cards: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the lengths of trumps and of the plain suits, longest first, in the tables' order."""
    for trumps in range(8):
        for longest in range(7):
            for middle in range(longest + 1):
                shortest = cards - trumps - longest - middle
                if 0 <= shortest <= middle:
                    yield trumps, longest, middle, shortest


@cache
def deals_of(hand_count: int) -> np.ndarray:
    """Return all ways to deal three cards each, as masks of places from below."""
    cards = 3 * hand_count

    def deal(rest: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
            return
        hands = sorted(combinations(rest, 3), key=lambda hand: sum(1 << place for place in hand))
        for hand in hands:
            for others in deal(tuple(place for place in rest if place not in hand), left - 1):
                yield sum(1 << place for place in hand), *others

    return np.array(list(deal(tuple(range(cards)), hand_count)), np.uint64)


def endgames(kind: int, lengths: tuple[int, int, int, int], chosen: np.ndarray) -> np.ndarray:
    """Return records of the entries ``chosen`` of one composition; seat 0 leads."""
    trumps, *plain = lengths
    cards = [
        card
        for suit, length in zip((HEARTS, DIAMONDS, CLUBS), plain, strict=True)
        for card in suit[:length]
    ] + SPADES[:trumps]
    hand_count = list(KINDS.values())[kind]
    places = deals_of(hand_count)[chosen]
    packed = np.zeros(len(chosen), RECORD)
    for bit, card in enumerate(cards):
        held = (places >> np.uint64(bit) & np.uint64(1)) << np.uint64(card)
        packed["hands"][:, :hand_count] |= held
    packed["players"] = hand_count
    packed["sides"] = LEADER_SIDES[kind]
    return packed


def count_entry_mismatches(kind: int, seed: int, share: float) -> tuple[int, int]:
    """Compare a random share of the entries of one table; return how many, how many differ."""
    random = np.random.default_rng([seed, kind])
    hand_count = list(KINDS.values())[kind]
    bits = np.frombuffer(load_endgame(), np.uint8)
    start, checked, wrong = kernel.ENDGAME_STARTS[kind], 0, 0
    ways = len(deals_of(hand_count))
    for lengths in compositions(3 * hand_count):
        chosen = np.flatnonzero(random.random(ways) < share)
        numbers = start + chosen
        stored = bits[numbers // 4] >> (numbers % 4 * 2).astype(np.uint8) & 3
        solved = kernel.solve_tricks_packed(endgames(kind, lengths, chosen).tobytes())
        wrong += int((np.array(solved, np.uint8) != stored).sum())
        checked += len(chosen)
        start += ways
    return checked, wrong


def main() -> int:
    """Run the checks that the command line asks for."""
    parser = argparse.ArgumentParser(description="fast search against the general kernel")
    parser.add_argument("--deals", type=int, default=0)
    parser.add_argument("--entries", default="0", help="share of the tables' entries, or 'all'")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    started, failed = time.perf_counter(), 0
    if arguments.deals:
        wrong = count_mismatches(arguments.deals, arguments.seed)
        sys.stdout.write(f"{arguments.deals} random positions, {wrong} differ\n")
        deals = max(1, arguments.deals // 200)
        in_deals = count_deal_mismatches(deals, arguments.seed)
        sys.stdout.write(f"{deals} deals of 40 positions, twice, {in_deals} differ\n")
        failed += wrong + in_deals
    share = 1.0 if arguments.entries == "all" else float(arguments.entries)
    for kind, name in enumerate(KINDS if share else ()):
        checked, wrong = count_entry_mismatches(kind, arguments.seed, share)
        sys.stdout.write(f"{checked} entries, {name}, {wrong} differ\n")
        failed += wrong
    sys.stdout.write(f"{time.perf_counter() - started:.0f} s\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
