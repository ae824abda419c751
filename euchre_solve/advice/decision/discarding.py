"""The dealer's discard where nobody else saw it: drawn anew as a bidding model has it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.model import BiddingModel
from euchre_solve.advice.bidding.reading import OTHER_DISCARD, usual_discards
from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.decision.positions import Masks
from euchre_solve.advice.worlds import WorldArrays, card_indices, card_masks
from euchre_solve.consistent import Facts
from euchre_solve.contract import Contract


class Discarding:
    """Draws it from the dealer's six cards, the model's discard mostly."""

    def __init__(self, facts: Facts, contract: Contract, model: BiddingModel) -> None:
        self._facts = facts
        self._contract = contract
        self._model = model
        players = facts.rules.players
        known = facts.fixed[players + 1]
        self._may_go = np.uint64(facts.loose & facts.may_take[players + 1] | known)
        self._must_go = np.uint64(facts.loose & ~facts.may_take[players - 1] | known)

    def counts(self, dealt: Masks) -> NDArray[np.uint8]:
        """Return how many discards the record leaves to each hand that the dealer was dealt."""
        return np.bitwise_count(self._possible(dealt))

    def redrawn(self, worlds: WorldArrays, rng: np.random.Generator) -> tuple[WorldArrays, Floats]:
        """Return the worlds with other discards, and for each what it would count on average.

        The average is over all that are possible, of which any but the model's counts
        `OTHER_DISCARD`. The discards before don't matter, if there were any.
        """
        dealt = worlds.dealt[:, -1]
        possible = self._possible(dealt)
        usual = card_masks(self._usual(dealt)) & possible
        others = possible & ~usual
        is_usual, counts = usual > 0, np.bitwise_count(others)
        total = is_usual + OTHER_DISCARD * counts
        skipped = (rng.random(len(dealt)) * total - is_usual) / OTHER_DISCARD
        discards = np.where(skipped < 0, usual, _nth_card(others, skipped))
        hands = worlds.hands.copy()
        gone = discards | np.uint64(self._facts.played[-1])
        hands[:, -1] = (dealt | np.uint64(self._facts.upcard)) & ~gone
        redrawn = worlds._replace(hands=hands, discards=card_indices(discards))
        return redrawn, total / (counts + is_usual)

    def _possible(self, dealt: Masks) -> Masks:
        six = dealt | np.uint64(self._facts.upcard)
        bound = six & self._must_go
        is_one = np.bitwise_count(bound) == 1
        return np.where(bound, bound * is_one, six) & self._may_go

    def _usual(self, dealt: Masks) -> NDArray[np.int8]:
        upcard_index = self._facts.upcard.bit_length() - 1
        return usual_discards(self._model, self._contract, dealt, upcard_index)


def _nth_card(cards: Masks, skipped: Floats) -> Masks:
    """Return the card of each set after so many lower ones, at most all but one."""
    for step in range(1, 1 + int(np.bitwise_count(cards).max(initial=0))):
        more = cards & cards - np.uint64(1)
        cards = np.where((skipped >= step) & (more > 0), more, cards)
    return cards & -cards
