"""Hold `batch.solve_moves` against the general kernel and the plain reference.

Run it as ``python -m tests.fuzz_moves --positions 50000 --seed 1``: random positions of one to
five cards with four, three and two hands and any place in the trick, by both paths; those of few
cards also by the reference. The exit status is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from random import Random

import numpy as np

from euchre_solve.cards import Card
from euchre_solve.solver import kernel, reference
from euchre_solve.solver.endgame import load_endgame
from euchre_solve.solver.position import Position
from tests.fuzz_fast import ACTIVE_MASKS
from tests.positions import random_deal

REFERENCE_CARDS = 7
"""Up to so many cards in all the reference is quick."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position, and the seats 0 to 3 of its players."""

    position: Position
    seats: tuple[int, ...]

    @classmethod
    def random(cls, random: Random) -> Moment:
        """Return one with every number of cards and players, and every place, equally likely."""
        active_mask = random.choice(ACTIVE_MASKS)
        seats = tuple(seat for seat in range(4) if active_mask >> seat & 1)
        dealt = random_deal(random, len(seats), random.randint(1, 5))
        sides = tuple(seat % 2 == 0 for seat in seats)
        position = Position(dealt.hands, sides, dealt.trump, dealt.leader_index)
        for _ in range(random.randrange(len(seats))):
            position = position.play(random.choice(list(position.legal_cards)))
        return cls(position, seats)

    @property
    def hand_masks(self) -> list[int]:
        """The hands of all four seats."""
        masks = [0, 0, 0, 0]
        for seat, hand in zip(self.seats, self.position.hands, strict=True):
            masks[seat] = hand.mask
        return masks

    @property
    def trick_indices(self) -> list[int]:
        """The cards of the trick in progress, filled up with -1."""
        trick = [card.index for card in self.position.trick]
        return trick + [-1] * (4 - len(trick))

    @property
    def out_mask(self) -> int:
        """Who sits out."""
        return 0b1111 ^ sum(1 << seat for seat in self.seats)

    def row_of(self, values: dict[Card, int]) -> list[int]:
        """Return the values of cards as `batch.solve_moves` does."""
        hand = self.position.hands[self.position.turn_index]
        row = [values.get(card, -1) for card in sorted(hand, key=lambda card: card.index)]
        return row + [-1] * (5 - len(row))


def random_moments(count: int, seed: int) -> list[Moment]:
    """Return random moments."""
    random = Random(seed)
    return [Moment.random(random) for _ in range(count)]


def arrays_of(moments: list[Moment]) -> tuple[np.ndarray, ...]:
    """Return what `batch.solve_moves` takes."""
    return (
        np.array([moment.hand_masks for moment in moments], np.uint64),
        np.array(["shdc".index(moment.position.trump.value) for moment in moments], np.int8),
        np.array([moment.trick_indices for moment in moments], np.int8),
        np.array([moment.seats[moment.position.leader_index] for moment in moments], np.int8),
        np.array([moment.out_mask for moment in moments], np.int8),
    )


def expected_rows(moments: list[Moment]) -> np.ndarray:
    """Return the values by the general kernel, one position at a time."""
    rows = [moment.row_of(kernel.solve_cards(moment.position)) for moment in moments]
    return np.array(rows, np.int8)


def count_mismatches(moments: list[Moment]) -> int:
    """Compare moments by both paths; return how many differ in anything."""
    expected = expected_rows(moments)
    wrong = np.zeros(len(moments), bool)
    for portable in (False, True):
        found = np.empty_like(expected)
        kernel.solve_moves_packed((*arrays_of(moments), found), load_endgame(), portable=portable)
        wrong |= (found != expected).any(axis=1)
    for number, moment in enumerate(moments):
        if sum(map(len, moment.position.hands)) <= REFERENCE_CARDS:
            plain = moment.row_of(reference.solve_cards(moment.position))
            wrong[number] |= plain != expected[number].tolist()
    return int(wrong.sum())


def main() -> int:
    """Run the checks that the command line asks for."""
    parser = argparse.ArgumentParser(description="values of cards against the general kernel")
    parser.add_argument("--positions", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    started = time.perf_counter()
    wrong = count_mismatches(random_moments(arguments.positions, arguments.seed))
    seconds = time.perf_counter() - started
    sys.stdout.write(f"{arguments.positions} positions, {wrong} differ, {seconds:.0f} s\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
