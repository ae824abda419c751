"""How likely the others make what they did, world by world: what a bidding model makes of it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.model import SEATS, BiddingModel, likelihood
from euchre_solve.advice.worlds import WorldArrays
from euchre_solve.auction import PASS, Act, Call
from euchre_solve.deal import Deal

OTHER_DISCARD: Final = 0.1
"""What a discard that isn't the model's counts against one that is."""
LEAST: Final = 1e-12
"""Above nought, so that worlds remain where the model believes in none."""


def likelihoods(
    model: BiddingModel, seen: Deal, seat: int, worlds: WorldArrays
) -> NDArray[np.float64]:
    """Return how likely each world makes the calls of all but ``seat``: ``float64[n]``.

    So does the dealer's discard if the worlds have one. A stated contract is as good as its calls,
    as all before it were passes; without an upcard nobody knows what was passed.
    """
    if seen.upcard is None:
        return np.ones(len(worlds.hands))
    upcard_index = seen.upcard.index
    chances = likelihood(model, calls_of(seen), worlds.dealt, upcard_index, {seat}).astype(
        np.float64
    )
    contract = seen.contract
    if contract and seat != seen.rules.dealer and worlds.discards[0] >= 0:
        dealers = worlds.dealt[:, -1]
        usual = model.discards(contract.maker, dealers, upcard_index, alone=contract.alone)
        chances[usual != worlds.discards] *= OTHER_DISCARD
    return chances + LEAST


def calls_of(seen: Deal) -> tuple[Call, ...]:
    """Return the calls, also those that a stated contract stands for."""
    contract = seen.stated_contract
    if contract is None:
        return seen.calls
    is_ordered = contract.round == 1 and seen.upcard is not None and seen.upcard.suit is not None
    passes = (PASS,) * (SEATS * (contract.round - 1) + contract.maker - 1)
    return *passes, Call(Act.ORDER if is_ordered else contract.trump, alone=contract.alone)
