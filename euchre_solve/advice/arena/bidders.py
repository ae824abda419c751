"""Who calls for a seat and discards for the dealer: by a model, by counting points, at random.

As card players they see the deal as their seat knows it. `SamplingBidder` has a module of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.arena.card_play import plain_order
from euchre_solve.advice.bidding.model import SEATS, BiddingModel, actions_of, allowed_at
from euchre_solve.auction import PASS, Call
from euchre_solve.cards import DECK, Card, CardSet, Rank, Suit
from euchre_solve.deal import Deal
from euchre_solve.trump import Trump


class Bidder(Protocol):
    """Who makes the calls of a seat, and the dealer's discard."""

    @property
    def name(self) -> str:
        """A word for tables and reports."""
        ...

    def call(self, seen: Deal, rng: np.random.Generator) -> Call:
        """Return the call of the seat on turn; ``seen`` is all that it knows."""
        ...

    def discard(self, seen: Deal, rng: np.random.Generator) -> Card:
        """Return the dealer's discard; ``seen`` is all that he knows."""
        ...


@dataclass(frozen=True, slots=True)
class RandomBidder:
    """Makes any call that the rules allow, each as likely, and discards any card."""

    name: str = "random"

    def call(self, seen: Deal, rng: np.random.Generator) -> Call:
        """Return a legal call at random."""
        node = len(seen.calls)
        actions = actions_of(seen.rules, node, _upcard_suit(seen))
        allowed = [
            at
            for at, is_allowed in enumerate(allowed_at(seen.rules, node, _upcard_suit(seen)))
            if is_allowed
        ]
        return actions[allowed[rng.integers(len(allowed))]]

    def discard(self, seen: Deal, rng: np.random.Generator) -> Card:
        """Return one of the dealer's six cards at random."""
        six = tuple(seen.six_cards)
        return six[rng.integers(len(six))]


@dataclass(frozen=True, slots=True)
class ModelBidder:
    """Makes the likeliest call of a ``model``, or with ``sampled`` each as often as it does."""

    model: BiddingModel
    sampled: bool = False

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    def call(self, seen: Deal, rng: np.random.Generator) -> Call:
        """Return the likeliest of the legal calls, or one drawn."""
        node = len(seen.calls)
        hands, upcards = _arrays(seen, node % SEATS)
        chances = self.model.chances(node, hands, upcards)[0].astype(np.float64)
        allowed = np.array(allowed_at(seen.rules, node, _upcard_suit(seen)))
        action = np.where(allowed, chances, -1.0).argmax()
        if self.sampled and chances[allowed].any():
            shares = np.cumsum(np.where(allowed, chances, 0.0))
            action = shares[:-1].searchsorted(rng.random() * shares[-1], side="right")
        return actions_of(seen.rules, node, _upcard_suit(seen))[action]

    def discard(self, seen: Deal, rng: np.random.Generator) -> Card:
        """Return the card that the model discards; nothing is drawn."""
        contract = seen.contract
        assert contract is not None  # a dealer discards only after a call
        chosen = self.model.discards(
            contract.maker, *_arrays(seen, SEATS - 1), alone=contract.alone
        )
        return DECK[int(chosen[0])]


@dataclass(frozen=True, slots=True)
class PointCountBidder:
    """Counts points as euchrestrategy.info ("Euchre Point System") does, and calls by the sum.

    The right bower counts 4, the left 3, the ace of trumps 3, king and queen 2, ten and nine 1;
    a side ace 2; a hand of no more than two suits 1. An upcard ordered up counts as a trump for
    the dealer's side and as much against it for the other; the dealer counts the hand that he
    would play. ``make`` points, in either round and at every seat, are enough to make the suit
    that counts most, ``alone`` points to go alone: the source has ten do, but twelve win more.

    The discard is the lowest card of the shortest side suit, aces and trumps are kept as long as
    there is another.
    """

    make: int = 7
    alone: int = 12
    name: str = "points"

    def call(self, seen: Deal, rng: np.random.Generator) -> Call:
        """Return the call that the count says; nothing is drawn."""
        node = len(seen.calls)
        actions = actions_of(seen.rules, node, _upcard_suit(seen))
        allowed = allowed_at(seen.rules, node, _upcard_suit(seen))
        is_stuck = not allowed[0]
        counts = [self._count(seen, node, call) for call in actions]
        needs = [self.alone if call.alone else self.make for call in actions]
        enough = [
            (count, call.alone, -at)
            for at, (call, count, need) in enumerate(zip(actions, counts, needs, strict=True))
            if allowed[at] and call != PASS and (count >= need or (is_stuck and not call.alone))
        ]
        return actions[-max(enough)[2]] if enough else PASS

    def _count(self, seen: Deal, node: int, call: Call) -> int:
        """Return the points of the hand that would play if ``call`` is made."""
        hand = seen.hands[node % SEATS]
        if call == PASS:
            return 0
        if isinstance(call.act, Trump):
            return count_points(hand, call.act)
        upcard = _upcard(seen)
        trump = Trump(_upcard_suit(seen).value)
        if node == SEATS - 1:
            six = hand.with_card(upcard)
            return count_points(six.without_card(_shortest(six, trump)), trump)
        value = _TRUMP_POINTS[trump.strength_of(upcard)]
        is_dealers_side = node % 2 == 1
        return count_points(hand, trump) + (value if is_dealers_side else -value)

    def discard(self, seen: Deal, rng: np.random.Generator) -> Card:
        """Return the lowest card of the shortest side suit."""
        contract = seen.contract
        assert contract is not None  # a dealer discards only after a call
        return _shortest(seen.six_cards, contract.trump)


_TRUMP_POINTS: Final = {
    Trump.SPADES.strength_of(Card.parse(name)): points
    for name, points in (
        ("Js", 4),
        ("Jc", 3),
        ("As", 3),
        ("Ks", 2),
        ("Qs", 2),
        ("Ts", 1),
        ("9s", 1),
    )
}
_SIDE_ACE: Final = 2
_TWO_SUITED: Final = 2


def count_points(hand: CardSet, trump: Trump) -> int:
    """Return the points of five cards under ``trump``.

    >>> count_points(CardSet.of("Qc", "Jd", "Ac", "Qh", "Kd"), Trump.DIAMONDS)
    8
    """
    points = 0
    for card in hand:
        if trump.is_trump(card):
            points += _TRUMP_POINTS[trump.strength_of(card)]
        elif card.rank is Rank.ACE:
            points += _SIDE_ACE
    return points + (len({trump.suit_of(card) for card in hand}) <= _TWO_SUITED)


def _shortest(six: CardSet, trump: Trump) -> Card:
    order = plain_order(trump)

    def reluctance(card: Card) -> tuple[bool, bool, int, int]:
        length = len(six & trump.cards_of(trump.suit_of(card)))
        return trump.is_trump(card), card.rank is Rank.ACE, length, order[card.index]

    return min(six, key=reluctance)


def _arrays(seen: Deal, seat_index: int) -> tuple[NDArray[np.uint64], NDArray[np.int8]]:
    return (
        np.array([seen.hands[seat_index].mask], np.uint64),
        np.array([_upcard(seen).index], np.int8),
    )


def _upcard(seen: Deal) -> Card:
    assert seen.upcard is not None  # there are calls only on an upcard
    return seen.upcard


def _upcard_suit(seen: Deal) -> Suit:
    suit = _upcard(seen).suit
    assert suit is not None  # the best bower isn't among the 24 cards
    return suit
