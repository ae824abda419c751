"""Bidding by the strength of a hand, for every game without a trained table.

For each trump that a seat may call its cards are added up: a trump by its place among those still
in play, aces of other suits, and suits it is void in; the dealer counts the hand that he will have
after the discard. What that exceeds a threshold of the node by gives the logarithm of the call's
odds against a pass; for a loner there are other weights and thresholds. Round 1 also counts the
upcard: for the dealer's partner, against the other side.

*Fit.* The weights are those of a logistic regression on a north-american table over 49,152 random
deals, each node weighted by how often the table's auctions come to it. That curve also covers what
strength does not see, and draws too many bad calls; this one is twice as steep. The thresholds are
those by which it calls, and goes alone, as often as the table that is shipped. It agrees with that
table which of call and pass is likelier with 98, 91, 98, 87 % of the hands in round 1, seat by
seat, and with 79, 78, 77, 83 % of those passed in round 2; on the likeliest action, suit and loner
included, with 97, 89, 97, 78 % and 67, 61, 60, 61 %.

*Other games.* With 24 to 32 cards, with or without the best bower, hands of the same strength take
as many open-hand tricks within 0.15, so nothing else is changed for them. With seven cards a hand
strength counts in proportion to the tricks that make. At no-trump aces and kings count, so much
that equal strength takes as many open-hand tricks, or marches alone as often, as with a suit.
Two and three players keep these weights. Their thresholds are those by which each seat does best
for itself with open hands, given the others': found on 20,000 deals of two players, 4,000 of three
with five cards, 3,000 with seven, one node after the other from the last on, until they stay.

Not counted are the score, a game's own scale of points, lone defenders, and who leads to a loner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from euchre_solve.advice.bidding.model import (
    Floats,
    actions_of,
    allowed_actions,
    caller_at,
    is_dealers_order,
)
from euchre_solve.auction import PASS
from euchre_solve.cards import BEST_BOWER, DECK, Card, CardSet, Rank, Suit
from euchre_solve.options import TrumpRule
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

Masks = NDArray[np.uint64]
_BITS: Final = 64
_SUIT_CARDS: Final = 13
_FIRST_BLIND: Final = 3
"""The first of the dealer's actions on the best bower turned up, together and alone by turns."""
_BLIND_ALONE: Final = -4
"""Logarithm of the odds of going alone unseen."""
_FITTED_NEED: Final = 3
"""Tricks that make in the game of the fit."""
_STEEPNESS: Final = 2
"""Logarithm of the odds by unit of strength."""
_JACKS: Final = np.uint64(CardSet.from_cards(card for card in DECK if card.rank is Rank.JACK).mask)
_ACES: Final = CardSet.from_cards(card for card in DECK if card.rank is Rank.ACE)


class _Scale(NamedTuple):
    """What counts how much, and what it takes; thresholds by seat.

    ``trumps`` are the weights by place, the last that of all lower ones. ``upcard`` is how many
    times the upcard's own weight counts when ordered up. ``named`` is for next and a crossed suit,
    ``no_trump`` an ace's weight, a king's, the threshold.
    """

    trumps: tuple[float, ...]
    ace: float
    void: float
    order: tuple[float, ...]
    upcard: tuple[float, ...]
    named: tuple[tuple[float, float], ...]
    no_trump: tuple[tuple[float, float, float], ...]


_TOGETHER: Final = _Scale(
    trumps=(3.35, 1.9, 1.65),
    ace=0.6,
    void=0.75,
    order=(6.8, 6.2, 6.9, 5.1),
    upcard=(-0.55, 0.45, -0.3, 0.0),
    named=((4.0, 5.45), (5.15, 4.15), (4.1, 4.75), (4.85, 5.15)),
    no_trump=((2.1, 0.55, 2.25), (2.1, 0.55, 4.6), (2.1, 0.55, 1.65), (2.1, 0.55, 4.7)),
)
_ALONE: Final = _Scale(
    trumps=(5.4, 3.7, 2.85, 2.6),
    ace=2.2,
    void=2.2,
    order=(14.0, 14.75, 15.05, 13.0),
    upcard=(-0.4, 0.4, -0.1, 0.0),
    named=((11.35, 12.8), (12.8, 12.05), (11.65, 12.45), (12.65, 13.15)),
    no_trump=((3.3, 1.8, 5.85), (5.1, 2.7, 15.35), (5.1, 2.7, 15.2), (5.1, 2.7, 15.85)),
)


_SCALES: Final = {
    (2, 5): _TOGETHER._replace(
        order=(8.75, 3.75), upcard=(-1.0, 0.0), named=((1.5, 2.75), (2.75, 3.0))
    ),
    (3, 5): _TOGETHER._replace(
        order=(6.0, 9.0, 7.0), upcard=(-1.0, 0.0, 0.0), named=((6.5, 7.0), (7.5, 8.0), (7.5, 7.5))
    ),
    (3, 7): _TOGETHER._replace(
        order=(5.25, 6.5, 6.0),
        upcard=(-0.875, -0.25, 0.0),
        named=((5.5, 5.75), (6.0, 6.25), (6.5, 6.25)),
    ),
}
"""Scales of makers without a partner, by the number of players and the cards of a hand."""


class StrengthModel:
    """Bids by strength in any game with a turn-up; see the module."""

    name: Final = "strength estimate"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.note = f"no bidding table is trained for {rules}: calls go by hand strength"

    def chances(self, node: int, hands: ArrayLike, upcards: ArrayLike) -> Floats:
        """Return the chance of each action, see `bidding.BiddingModel`.

        Allowed actions share the chance of forbidden ones in proportion, so a stuck dealer names
        his likeliest trump, and a partner who has to go alone does so wherever that beats a pass.
        """
        masks = np.asarray(hands, np.uint64)
        turned = np.broadcast_to(np.asarray(upcards, np.intp), masks.shape)
        allowed = allowed_actions(self.rules, node, turned)
        if self.rules.trump_rule is not TrumpRule.OFF:
            allowed = allowed & ~self._on_a_jack(node, masks, turned, allowed)
        log_odds = np.full(allowed.shape, -np.inf, np.float32)
        log_odds[allowed[:, 0], 0] = 0
        for upcard in np.unique(turned):
            rows = turned == upcard
            self._fill_odds(log_odds, rows, node, masks[rows], DECK[upcard])
        log_odds[~allowed] = -np.inf
        if is_dealers_order(self.rules, node):
            log_odds[turned == BEST_BOWER.index] = _blind_odds(allowed.shape[1])
        chances: Floats = np.exp(log_odds - log_odds.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return chances

    def discards(
        self, maker: int, hands: ArrayLike, upcards: ArrayLike, *, alone: bool
    ) -> NDArray[np.int8]:
        """Return what the dealer puts away, whoever made trump.

        A card whose suit he is then void in, unless it is an ace, goes first, else a plain card
        below the ace, else an ace, else a trump; of several the lowest. With the best bower turned
        up he is taken to have named spades: ask `discards_for` where the suit is known.
        """
        masks = np.asarray(hands, np.uint64)
        turned = np.broadcast_to(np.asarray(upcards, np.intp), masks.shape)
        chosen = np.empty(len(masks), np.int8)
        for upcard in set(turned.tolist()):
            rows = turned == upcard
            trump = tuple(Trump)[max(upcard - 1, 0) // _SUIT_CARDS]
            chosen[rows] = discards_for(self.rules, masks[rows], DECK[upcard], trump)
        return chosen

    def _on_a_jack(
        self, node: int, hands: Masks, upcards: NDArray[np.intp], allowed: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Tell of each action whether the trump rule forbids it to each hand (§3.3)."""
        rests = np.zeros(allowed.shape, np.bool_)
        rule = self.rules.trump_rule
        if rule is TrumpRule.DEALER and caller_at(self.rules, node) != self.rules.dealer:
            return rests
        for upcard in np.unique(upcards[upcards != BEST_BOWER.index]):
            rows = upcards == upcard
            suit = DECK[upcard].suit
            for action, call in enumerate(actions_of(self.rules, node, suit)):
                trump = call.act if isinstance(call.act, Trump) else Trump(str(suit))
                if call == PASS or trump.suit is None:
                    continue
                held = hands[rows] & np.uint64(trump.cards_of(trump.suit).mask)
                rests[rows, action] = (np.bitwise_count(held) <= 1) & (held & ~_JACKS == 0)
        is_free = (allowed & ~rests).any(axis=1, keepdims=True)
        return rests & is_free

    def _fill_odds(
        self, log_odds: Floats, rows: NDArray[np.bool_], node: int, hands: Masks, upcard: Card
    ) -> None:
        """Fill in the logarithm of the odds of every allowed call against a pass."""
        allowed = allowed_actions(self.rules, node, upcard.index)
        for action, call in enumerate(actions_of(self.rules, node, upcard.suit)):
            if call == PASS or not allowed[action]:
                continue
            trump = call.act if isinstance(call.act, Trump) else Trump(str(upcard.suit))
            held = hands
            if is_dealers_order(self.rules, node):
                dropped = discards_for(self.rules, hands, upcard, trump)
                held = (hands | _bit(upcard)) & ~(np.uint64(1) << dropped.astype(np.uint64))
            measure = _measure(self.rules, node, upcard, trump, alone=call.alone)
            log_odds[rows, action] = _STEEPNESS * measure.excess(held)


class _Measure(NamedTuple):
    """What a hand is measured by for one call.

    ``octets`` are ``float32[8, 256]``: what the cards of each byte of a hand add up to; ``void``
    is the weight of each of the ``plain_suits``, masks, that it lacks.
    """

    octets: Floats
    void: float
    plain_suits: tuple[int, ...]
    threshold: float

    def excess(self, hands: Masks) -> Floats:
        """Return how far the strength exceeds the threshold: ``float32[n]``."""
        strength = np.full(len(hands), -self.threshold, np.float32)
        for octet, values in zip(_octets(hands).T, self.octets, strict=True):
            strength += values[octet]
        for suit_mask in self.plain_suits:
            strength += np.float32(self.void) * ((hands & np.uint64(suit_mask)) == 0)
        return strength


@lru_cache(maxsize=2048)
def _measure(rules: Rules, node: int, upcard: Card, trump: Trump, *, alone: bool) -> _Measure:
    scale = _ALONE if alone else _SCALES.get((rules.players, rules.hand_size), _TOGETHER)
    seat = caller_at(rules, node) - 1
    unit = _FITTED_NEED / rules.need
    if trump.suit is None:
        ace, king, threshold = scale.no_trump[seat]
        weights = unit * _rank_weights({Rank.ACE: ace, Rank.KING: king})
        return _Measure(_octet_sums(weights), 0, (), threshold)
    in_play = rules.deck if node < rules.players else rules.deck.without_card(upcard)
    weights = _rank_weights({Rank.ACE: scale.ace})
    trumps = sorted(in_play & _trumps(trump), key=trump.strength_of, reverse=True)
    for place, card in enumerate(trumps):
        weights[card.index] = scale.trumps[min(place, len(scale.trumps) - 1)]
    weights *= unit
    if node < rules.players:
        threshold = scale.order[seat] - scale.upcard[seat] * float(weights[upcard.index])
    else:
        threshold = scale.named[seat][trump.suit is not _next_of(upcard)]
    plain_suits = tuple(trump.cards_of(suit).mask for suit in Suit if suit is not trump.suit)
    return _Measure(_octet_sums(weights), unit * scale.void, plain_suits, threshold)


def _rank_weights(by_rank: dict[Rank, float]) -> Floats:
    """Return the weight of each bit of a hand, by the rank of its card."""
    weights = np.zeros(_BITS, np.float32)
    weights[: len(DECK)] = [by_rank.get(card.rank, 0) for card in DECK]
    return weights


def _octet_sums(weights: Floats) -> Floats:
    """Return the sum of the weights of the bits set, for each value of each byte."""
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    sums: Floats = (bits * weights.reshape(-1, 1, 8)).sum(axis=2, dtype=np.float32)
    return sums


def _octets(hands: Masks) -> NDArray[np.uint8]:
    """Return the bytes of each hand, the lowest first: ``uint8[n, 8]``."""
    return np.ascontiguousarray(hands, "<u8").view(np.uint8).reshape(-1, 8)


def _next_of(upcard: Card) -> Suit | None:
    return upcard.suit and upcard.suit.same_colour


def _trumps(trump: Trump) -> CardSet:
    return trump.cards_of(trump.suit).with_card(BEST_BOWER)


def _blind_odds(actions: int) -> Floats:
    """Return the logarithm of the odds of the dealer who has to name a suit unseen.

    He names any suit as often, and seldom goes alone.
    """
    log_odds = np.full(actions, -np.inf, np.float32)
    log_odds[_FIRST_BLIND::2] = 0
    log_odds[_FIRST_BLIND + 1 :: 2] = _BLIND_ALONE
    return log_odds


def discards_for(rules: Rules, hands: Masks, upcard: Card, trump: Trump) -> NDArray[np.int8]:
    """Return what the dealer, who picks up ``upcard``, puts away: ``int8[n]``."""
    six = hands | _bit(upcard)
    may_go = six if rules.may_discard_upcard else six & ~_bit(upcard)
    return least_kept(rules, six, may_go, trump)


def least_kept(rules: Rules, cards: Masks, may_go: Masks, trump: Trump) -> NDArray[np.int8]:
    """Return which card of each hand is least worth keeping, of those that ``may_go``.

    They go in the order of `StrengthModel.discards`.
    """
    last = np.zeros_like(cards)
    for suit in Suit:
        held = cards & np.uint64(trump.cards_of(suit).mask)
        last |= np.where(np.bitwise_count(held) == 1, held, np.uint64(0))
    six = may_go
    trumps, aces = np.uint64(_trumps(trump).mask), np.uint64(_ACES.mask)
    choice = six
    for better in (six & ~trumps, six & ~trumps & ~aces, last & ~trumps & ~aces):
        choice = np.where(better != 0, better, choice)
    dropped = np.zeros(len(six), np.int8)
    for card in sorted(rules.deck, key=trump.strength_of, reverse=True):
        dropped[(choice & _bit(card)) != 0] = card.index
    return dropped


def _bit(card: Card) -> np.uint64:
    return np.uint64(1 << card.index)
