"""What comes of deals bid by strength and counted with open hands, by the seat that makes trump.

These are the shares of `seat_shares`, for games that no table is trained for. Who of the defenders
takes a euchre is told as `decision.euchre_shares` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.model import actions_of, finish
from euchre_solve.advice.bidding.reading import usual_discards
from euchre_solve.advice.decision.positions import Positions
from euchre_solve.advice.decision.results import result_count
from euchre_solve.advice.worlds import card_masks
from euchre_solve.auction import PASS, Auction
from euchre_solve.cards import DECK
from euchre_solve.contract import Contract
from euchre_solve.rules import Rules

CHUNK: Final = 2000


class Bid(NamedTuple):
    """Deals that the bidding ends alike in: the contract, and the hands after the discard."""

    contract: Contract
    hands: NDArray[np.uint64]


def open_results(rules: Rules, chunks: int, seed: int) -> NDArray[np.float64]:
    """Return the shares of all deals by maker and result, as `decision.results` numbers them.

    They are ``float64[players, results]``, of so many chunks of deals of three players.
    """
    made = np.zeros((rules.players, result_count(rules)))
    rng = np.random.default_rng(seed)
    for _ in range(chunks):
        positions, bids = Positions(rules), list(_bid(rules, rng))
        for bid in bids:
            positions.add(bid.contract, bid.hands)
        for bid, results in zip(bids, positions.solve(1), strict=True):
            made[bid.contract.maker - 1] += np.bincount(results, minlength=made.shape[1])
    return made / (chunks * CHUNK)


def _bid(rules: Rules, rng: np.random.Generator) -> Iterator[Bid]:
    """Deal a chunk and bid it; yield the deals that aren't passed out, by upcard and contract."""
    model = model_for(rules)
    deck = np.array([card.index for card in rules.deck])
    order = rng.permuted(np.tile(deck, (CHUNK, 1)), axis=1)
    dealt, upcards = np.split(order, [rules.players * rules.hand_size], axis=1)
    upcard_indices = upcards[:, 0].astype(np.int8)
    hands = np.bitwise_or.reduce(
        card_masks(dealt.astype(np.int8)).reshape(CHUNK, rules.players, -1), axis=2
    )
    ending = finish(model, 0, hands, upcard_indices, rng)
    ends = np.stack([upcard_indices, ending.nodes, ending.actions], axis=1)
    for upcard_index, node, action in np.unique(ends[ending.nodes >= 0], axis=0).tolist():
        rows = (ends == (upcard_index, node, action)).all(axis=1)
        upcard = DECK[upcard_index]
        call = actions_of(rules, node, upcard.suit)[action]
        contract = Auction(rules, upcard, (PASS,) * node + (call,)).contract
        assert contract
        held = hands[rows].copy()
        if contract.round == 1:
            picked_up = held[:, -1] | np.uint64(1 << upcard_index)
            discards = usual_discards(model, contract, held[:, -1], upcard_indices[rows])
            held[:, -1] = picked_up & ~card_masks(discards)
        yield Bid(contract, held)
