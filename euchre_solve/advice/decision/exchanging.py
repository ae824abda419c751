"""Cards exchanged in many worlds at once, nobody seeing what he gets (§3.5).

Who plays alone puts away the card least worth keeping, by `strength.least_kept`, unless it is ours
to choose; his partner, who sees nothing but his own cards, gives the highest trump, else the
highest card, of equal ones that of the suit he has fewest of. A weak hand gets the three cards
under the upcard: where more lie there, any three of the kitty are as likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from euchre_solve.advice.bidding.strength import least_kept
from euchre_solve.advice.decision.drawing import Drawn
from euchre_solve.advice.decision.positions import Masks
from euchre_solve.advice.worlds import WorldArrays, Worlds, card_masks
from euchre_solve.cards import DECK, NO_CARDS, Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.exchange import exchangers, may_go_under
from euchre_solve.options import FarmersHand, WeakHand
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

UNDER: Final = 3
"""Cards that go under."""
_TRUMP: Final = 100
"""What a trump has ahead of other cards, above any rank."""
_TIE: Final = 10
"""Above the number of cards of a hand."""


class Chosen(NamedTuple):
    """What a seat gives away itself; no card for none at all."""

    seat: int
    card: Card | None


def exchanged(
    contract: Contract, rules: Rules, hands: Masks, upcards: Masks, chosen: Chosen | None
) -> Masks:
    """Return the hands as the play starts, from those after the discard.

    ``upcards`` are masks.
    """
    changed = hands.copy()
    for seat in exchangers(contract, rules):
        partner = rules.partner_of(seat)
        pool = hands[:, partner - 1]
        if contract.round == 1 and partner == rules.dealer and contract.lone_defender != seat:
            pool = pool | upcards
        kept = hands[:, seat - 1]
        gone = card_masks(least_kept(rules, kept, kept, contract.trump))
        given = _best(rules, pool, contract.trump)
        if chosen and chosen.seat in (seat, partner):
            if chosen.card is None:
                continue
            mine = np.full(len(hands), 1 << chosen.card.index, np.uint64)
            gone, given = (mine, given) if chosen.seat == seat else (gone, mine)
        changed[:, seat - 1] = (kept & ~gone) | given
    return changed


def _best(rules: Rules, hands: Masks, trump: Trump) -> Masks:
    """Return the card of each hand that a partner gives away as his best."""
    scores = np.full(len(hands), -_TRUMP * _TIE)
    best = np.zeros_like(hands)
    for card in rules.deck:
        suit = trump.suit_of(card)
        length = np.bitwise_count(hands & np.uint64(trump.cards_of(suit).mask)).astype(np.int64)
        value = _TRUMP * trump.is_trump(card) + trump.strength_of(card)
        score = _TIE * value - length
        bit = np.uint64(1 << card.index)
        is_better = ((hands & bit) != 0) & (score > scores)
        scores = np.where(is_better, score, scores)
        best = np.where(is_better, bit, best)
    return best


def exchange_asked(deal: Deal) -> tuple[int, bool] | None:
    """Return who may give a card now, and whether he plays: a seat with the only hand known.

    None where it isn't asked: that is as soon as a card is led, or the one on turn is known.
    """
    contract = deal.contract
    if contract is None or deal.tricks or deal.exchanges:
        return None
    whole = [seat for seat in deal.rules.seats if len(deal.hands[seat - 1]) == deal.rules.hand_size]
    for seat in exchangers(contract, deal.rules):
        partner = deal.rules.partner_of(seat)
        if whole in ([seat], [partner]):
            return whole[0], whole[0] == seat
    return None


def cards_under(deal: Deal, seat: int) -> Sequence[CardSet]:
    """Return the sets of three cards that the hand of ``seat`` may change with the kitty now."""
    hand, rules = deal.hands[seat - 1], deal.rules
    is_first = len(deal.calls) < rules.players and not deal.kitty.mask  # else it is done
    if not is_first or not may_go_under(hand, rules):
        return ()
    sets = [CardSet.from_cards(cards) for cards in combinations(hand, UNDER)]
    is_three = rules.farmers_cards is FarmersHand.THREE
    if is_three and rules.ace_no_face is not WeakHand.UNDER:
        sets = [cards for cards in sets if len({card.rank for card in cards}) == 1]
    return sets


def after_going_under(drawn: Drawn, seat: int, given: CardSet) -> WorldArrays:
    """Return the worlds with ``given`` changed for the kitty, before the calls that are to come.

    The cards that are got depend on the chunks alone, so they are the same for any ``given``.
    """
    worlds = drawn.worlds
    hands, dealt = worlds.hands.copy(), worlds.dealt.copy()
    got = np.concatenate([_three_of(worlds.kitty[rows], _apart(rng)) for rows, rng in drawn.chunks])
    dealt[:, seat - 1] = dealt[:, seat - 1] & ~np.uint64(given.mask) | got
    hands[:, seat - 1] = dealt[:, seat - 1]
    kitty = worlds.kitty & ~got | np.uint64(given.mask)
    return worlds._replace(hands=hands, dealt=dealt, kitty=kitty)


def _apart(rng: np.random.Generator) -> np.random.Generator:
    """Return a generator of its own: calls to come are drawn from the state that ``rng`` is in."""
    return deepcopy(rng).spawn(1)[0]


def _three_of(kitties: Masks, rng: np.random.Generator) -> Masks:
    """Return as many cards of each kitty as go under, any as likely."""
    bits = np.uint64(1) << np.arange(len(DECK), dtype=np.uint64)
    is_there = (kitties[:, np.newaxis] & bits) != 0
    order = np.where(is_there, rng.random(is_there.shape), np.inf).argpartition(UNDER - 1)
    taken: Masks = np.bitwise_or.reduce(bits[order[:, :UNDER]], axis=1)
    return taken


def redealt(deal: Deal, drawn: Drawn) -> WorldArrays:
    """Return fresh deals for all worlds, with any card of the upcard's suit turned up.

    Suits can be exchanged without changing the game, so these stand for all.
    """
    assert deal.upcard
    ranks = [card for card in deal.rules.deck if card.suit is deal.upcard.suit]
    fresh = replace(deal, hands=(NO_CARDS,) * deal.rules.players, calls=())
    parts = []
    for rows, rng in drawn.chunks:
        sizes = np.diff(np.linspace(rows.start, rows.stop, len(ranks) + 1).astype(int))
        for card, size in zip(ranks, sizes.tolist(), strict=True):
            parts.append(Worlds(replace(fresh, upcard=card)).sample(deepcopy(rng), size))
    return WorldArrays._make(map(np.concatenate, zip(*parts, strict=True)))
