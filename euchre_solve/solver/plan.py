"""The same questions about many deals: what a contract is worth when the play starts.

A `Question` is the start of the play of a contract, a `Plan` the list of them; the kernel answers
a whole plan about a deal in one call. All values are tricks of side A, that of seat 1; the dealer
sits last. With the endgame tables (`endgame.load_endgame`) deals of 24 cards to four players are
solved by the fast search, everything else by the general one.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from euchre_solve.cards import DECK, CardSet
from euchre_solve.solver import kernel, reference
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump


@dataclass(frozen=True, slots=True)
class Question:
    """The start of the play of a contract; side A is always that of seat 1.

    ``active`` are the seats that play; where ``picks_up`` the dealer takes the upcard and puts
    away what is best for his side. Two contracts may ask the same: with partner, one for each
    side. ``side_a_seats`` are on side A, those included that sit out.
    """

    trump: Trump
    active: tuple[int, ...]
    leader: int
    picks_up: bool
    side_a_seats: tuple[int, ...] = (1, 3)

    @property
    def side_a(self) -> tuple[bool, ...]:
        """Tell for each active seat whether it is on side A."""
        return tuple(seat in self.side_a_seats for seat in self.active)


@dataclass(frozen=True)
class Plan:
    """Questions about deals of ``hand_size`` cards to ``players``."""

    players: int
    hand_size: int
    questions: tuple[Question, ...]

    @cached_property
    def packed(self) -> bytes:
        """The questions as the kernel reads them."""
        return b"".join(
            kernel.pack_question(
                question.trump,
                (_mask_of(question.active), _mask_of(question.side_a_seats)),
                question.leader - 1,
                picks_up=question.picks_up,
            )
            for question in self.questions
        )


class Cards(NamedTuple):
    """A deal, as masks by card index.

    ``allowed_mask`` are those of the dealer's cards and the upcard that he may discard.
    """

    hand_masks: Sequence[int]
    upcard_index: int | None
    allowed_mask: int


class Answers(NamedTuple):
    """The answers to the questions of a plan, in order.

    ``discards`` holds, ``hand_size + 1`` for each question, the tricks for each card of the
    dealer's and the upcard, by card index; -1 where nothing is picked up or the card may not be
    discarded. ``discard_indices`` are the cards chosen, of equal ones the least worth keeping (no
    trump, then the lowest rank, then the first of the deck); -1 for none. ``tricks`` and
    ``lead_masks``, all leads that keep the value, are those after this discard.
    """

    discards: Sequence[int]
    discard_indices: Sequence[int]
    tricks: Sequence[int]
    lead_masks: Sequence[int]


def solve_plan(plan: Plan, cards: Cards, endgame: bytes | None = None) -> Answers:
    """Answer all questions about one deal.

    Raises `ValueError` for hands that can't be.
    """
    if not kernel.HAS_EXTENSION:
        return _solve_plainly(plan, cards)
    count = len(plan.questions)
    answers = (
        array("b", bytes(count * (plan.hand_size + 1))),
        array("b", bytes(count)),
        array("b", bytes(count)),
        array("Q", bytes(8 * count)),
    )
    upcard_index = -1 if cards.upcard_index is None else cards.upcard_index
    given = (
        array("Q", cards.hand_masks),
        array("b", (upcard_index,)),
        array("Q", (cards.allowed_mask,)),
        plan.packed,
    )
    sizes = plan.players, plan.hand_size
    kernel.solve_plan_packed(sizes, (*given, *answers), endgame)
    return Answers(*answers)


def _solve_plainly(plan: Plan, cards: Cards) -> Answers:
    """Answer as the kernel would, by the reference."""
    discards: list[int] = []
    rows: list[tuple[int, int, int]] = []
    for question in plan.questions:
        masks = list(cards.hand_masks)
        values = [-1] * (plan.hand_size + 1)
        chosen = -1
        if question.picks_up and cards.upcard_index is not None:
            six = CardSet(masks[-1] | 1 << cards.upcard_index)
            for number, card in enumerate(six):
                if cards.allowed_mask >> card.index & 1:
                    masks[-1] = six.without_card(card).mask
                    values[number] = reference.solve_tricks(_position(question, masks)).tricks
            for_side_a = plan.players in question.side_a_seats
            chosen = _choose_discard(question.trump, six, values, for_side_a=for_side_a)
            masks[-1] = six.without_card(DECK[chosen]).mask
        best = reference.solve_best(_position(question, masks))
        rows.append((chosen, best.tricks, best.cards.mask))
        discards += values
    return Answers(discards, *zip(*rows, strict=True))


def _mask_of(seats: Sequence[int]) -> int:
    return sum(1 << seat - 1 for seat in seats)


def _position(question: Question, masks: Sequence[int]) -> Position:
    hands = tuple(CardSet(masks[seat - 1]) for seat in question.active)
    leader_index = question.active.index(question.leader)
    return Position(hands, question.side_a, question.trump, leader_index)


def _choose_discard(trump: Trump, six: CardSet, values: list[int], *, for_side_a: bool) -> int:
    known = [(card, value) for card, value in zip(six, values, strict=True) if value >= 0]
    best = (max if for_side_a else min)(value for _, value in known)
    return min(
        (card for card, value in known if value == best),
        key=lambda card: (trump.is_trump(card), trump.strength_of(card), card),
    ).index
