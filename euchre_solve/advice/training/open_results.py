"""What comes of deals bid by strength and counted with open hands, by the seat that makes trump.

These are the shares of `seat_shares`, for games that no table is trained for. Where a euchre pays
the defender with the most tricks, deals are played to the end with best cards, drawn where several
are best.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.model import actions_of, finish
from euchre_solve.advice.bidding.reading import usual_discards
from euchre_solve.advice.decision.positions import Positions
from euchre_solve.advice.decision.results import least_tricks
from euchre_solve.advice.worlds import card_masks
from euchre_solve.auction import PASS, Auction
from euchre_solve.cards import DECK, CardSet
from euchre_solve.contract import Contract
from euchre_solve.play import Play
from euchre_solve.rules import Rules
from euchre_solve.solver.double_dummy import card_values

CHUNK: Final = 2000
_EUCHRE: Final = 0


class Bid(NamedTuple):
    """Deals that the bidding ends alike in: the contract, and the hands after the discard."""

    contract: Contract
    hands: NDArray[np.uint64]


class OpenResults(NamedTuple):
    """Shares of all deals by maker and result, euchre first: ``float64[players, results]``.

    ``most_tricks`` are the shares of the euchres in which the defender on the maker's left takes
    the most tricks, the other does, or both take as many.
    """

    made: NDArray[np.float64]
    most_tricks: tuple[float, ...]


def open_results(rules: Rules, chunks: int, seed: int) -> OpenResults:
    """Return what comes of so many chunks of deals of three players."""
    made = np.zeros((rules.players, len(least_tricks(rules))))
    most: Counter[int] = Counter()
    rng, cards = np.random.default_rng(seed), random.Random(seed)
    for _ in range(chunks):
        positions, bids = Positions(rules), list(_bid(rules, rng))
        for bid in bids:
            positions.add(bid.contract, bid.hands)
        for bid, results in zip(bids, positions.solve(1), strict=True):
            made[bid.contract.maker - 1] += np.bincount(results, minlength=made.shape[1])
            if rules.score.euchre_to_best:
                most.update(
                    _most_tricks(bid.contract, hands, rules, cards)
                    for hands in bid.hands[results == _EUCHRE].tolist()
                )
    shares = tuple(most[who] / (most.total() or 1) for who in range(rules.players))
    return OpenResults(made / (chunks * CHUNK), shares)


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


def _most_tricks(contract: Contract, hands: list[int], rules: Rules, rng: random.Random) -> int:
    """Play on; return which defender takes the most tricks, from the maker's left, 2 if level."""
    state = Play.start(rules, contract, tuple(map(CardSet, hands)))
    while state.turn:
        state = state.play(
            rng.choice([value.card for value in card_values(state) if value.is_best])
        )
    first, second = (state.tricks_won[seat - 1] for seat in contract.defenders(rules))
    return 2 if first == second else int(second > first)
