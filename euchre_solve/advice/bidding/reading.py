"""How likely the others make what they did, world by world: what a bidding model makes of it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from euchre_solve.advice.bidding.model import BiddingModel, likelihood, node_of
from euchre_solve.advice.bidding.strength import discards_for
from euchre_solve.advice.worlds import WorldArrays
from euchre_solve.auction import BLIND_LONER, PASS, Act, Call
from euchre_solve.cards import BEST_BOWER
from euchre_solve.contract import Contract
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
        usual = usual_discards(model, contract, dealers, upcard_index)
        chances[usual != worlds.discards] *= OTHER_DISCARD
    return chances + LEAST


def usual_discards(
    model: BiddingModel, contract: Contract, hands: ArrayLike, upcards: ArrayLike
) -> NDArray[np.int8]:
    """Return what the dealer puts away by the model, for trump named unseen by hand strength."""
    if (np.asarray(upcards) == BEST_BOWER.index).any():
        masks = np.asarray(hands, np.uint64)
        return discards_for(model.rules, masks, BEST_BOWER, contract.trump)
    return model.discards(contract.maker, hands, upcards, alone=contract.alone)


def calls_of(seen: Deal) -> tuple[Call, ...]:
    """Return the calls by their hands, also those that a stated contract stands for."""
    contract = seen.stated_contract
    if seen.calls[-1:] == (BLIND_LONER,) or (contract and contract.blind):
        return ()
    if contract is None:
        return seen.calls
    is_ordered = contract.round == 1 and seen.upcard is not None and seen.upcard.suit is not None
    passes = (PASS,) * node_of(seen.rules, contract)
    return *passes, Call(Act.ORDER if is_ordered else contract.trump, alone=contract.alone)
