"""The bidder that deals the hidden cards at random, and bids each deal out with open hands.

What the others called is no evidence to it: that is what "plain sampling" means. In a world every
seat sees all cards and takes what is best for its side, to the end of the auction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.arena.card_play import plain_order
from euchre_solve.advice.arena.sampling import TRUMPS, side_points
from euchre_solve.advice.bidding.model import NODES, SEATS, actions_of, allowed_at
from euchre_solve.advice.worlds import Worlds
from euchre_solve.auction import PASS, Call
from euchre_solve.cards import Card, Suit
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.rules import Rules
from euchre_solve.solver.batch import POSITIONS, solve_all_positions, solve_class
from euchre_solve.trump import Trump

_TIE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class SamplingBidder:
    """Makes the call with the most points on average over ``worlds`` deals, hands open.

    Of equal calls the first is made: pass, then together before alone. Of equal discards the
    lowest card goes, a side card before a trump.
    """

    worlds: int = 30

    @property
    def name(self) -> str:
        """``sampling`` with the number of worlds."""
        return f"sampling-{self.worlds}"

    def call(self, seen: Deal, rng: np.random.Generator) -> Call:
        """Return the call that is best on average."""
        node = len(seen.calls)
        assert seen.upcard and seen.upcard.suit  # no best bower among 24 cards
        means = self.means(seen, rng)
        allowed = np.array(allowed_at(seen.rules, node, seen.upcard.suit))
        best = means[allowed].max() - _TIE
        return actions_of(seen.rules, node, seen.upcard.suit)[
            int(np.argmax(allowed & (means >= best)))
        ]

    def means(self, seen: Deal, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return the mean points of the side on turn after each action, forbidden ones too."""
        worlds = Worlds(seen).sample(rng, self.worlds)
        node = len(seen.calls)
        assert seen.upcard and seen.upcard.suit
        tricks = solve_all_positions(worlds.dealt, worlds.upcards, only_class=True)
        values = action_values(tricks, node, seen.upcard.suit, seen.rules)
        sign = 1 if node % 2 == 0 else -1
        means: NDArray[np.float64] = sign * values.mean(axis=0)
        return means

    def discard(self, seen: Deal, rng: np.random.Generator) -> Card:
        """Return the dealer's discard that is best on average."""
        contract = seen.contract
        assert contract is not None  # a dealer discards only after a call
        worlds = Worlds(seen).sample(rng, self.worlds)
        six = tuple(seen.six_cards)
        hands = np.repeat(worlds.hands[:, np.newaxis], len(six), axis=1)
        hands[:, :, -1] &= ~np.array([1 << card.index for card in six], np.uint64)
        for other in seen.rules.seats:
            if other not in contract.active_seats(seen.rules):
                hands[:, :, other - 1] = 0
        leader = contract.first_leader(seen.rules) - 1
        tricks = solve_class(hands.reshape(-1, SEATS), TRUMPS.index(contract.trump), leader)
        points = side_points(contract, seen.rules, seen.rules.dealer)
        means = points[tricks].reshape(-1, len(six)).mean(axis=0)
        order = plain_order(contract.trump)
        best = means.max() - _TIE
        equal = [card for card, mean in zip(six, means.tolist(), strict=True) if mean >= best]
        return min(equal, key=lambda card: order[card.index])


def action_values(
    tricks: NDArray[np.int8], node: int, turned_up: Suit, rules: Rules
) -> NDArray[np.float64]:
    """Return what each action at ``node`` is worth to side A with open hands: ``[n, actions]``.

    ``tricks`` are those of `solve_all_positions`. After a pass all go on as is best for their
    side; nobody scores if all pass.
    """
    value = np.zeros(len(tricks))
    for at in range(NODES - 1, node - 1, -1):
        columns = [
            value if call == PASS else _worth(tricks, at, call, rules, turned_up)
            for call in actions_of(rules, at, turned_up)
        ]
        values = np.stack(columns, axis=1)
        choices = values[:, list(allowed_at(rules, at, turned_up))]
        value = choices.max(axis=1) if at % 2 == 0 else choices.min(axis=1)
    return values


def _worth(
    tricks: NDArray[np.int8], node: int, call: Call, rules: Rules, turned_up: Suit
) -> NDArray[np.float64]:
    """Return what side A scores in each world if ``call`` is made; the dealer discards best."""
    columns, contract = _played(node, call, turned_up)
    points = side_points(contract, rules, 1)[tricks[:, columns]]
    worst: NDArray[np.float64] = points.min(axis=1)
    return worst


@cache
def _played(node: int, call: Call, turned_up: Suit) -> tuple[tuple[int, ...], Contract]:
    """Return the columns of `POSITIONS` that ``call`` leads to, and the contract it makes."""
    maker, round_number = node % SEATS + 1, node // SEATS + 1
    upcard_trump = Trump(turned_up.value)
    trump = call.act if isinstance(call.act, Trump) else upcard_trump
    others = [other for other in TRUMPS if other is not upcard_trump]
    suit_index = others.index(trump) if trump in others else 0
    alone = maker if call.alone else None
    columns = tuple(
        index
        for index, column in enumerate(POSITIONS)
        if (column.round, column.suit_index, column.alone) == (round_number, suit_index, alone)
    )
    return columns, Contract(trump, maker, round_number, call.alone)
