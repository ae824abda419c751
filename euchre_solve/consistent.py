"""The full deals that a partly known one leaves open: counted exactly, listed, sampled.

A full deal states every hand as dealt, the upcard, the kitty, and the discard if it has been made.
It is consistent if it holds every card stated and the record replays in it: each seat had the
cards it played, a seat that didn't follow suit was void then, the dealer may have played the
upcard, and a partner who sat out had any cards. Calls are no evidence here. A record that breaks
the rules by itself raises `RuleError`.

A discard has been made once it is stated, a card is played, or a defender has answered; before
that it is a choice to come and the deals don't state it, unless ``after_discard`` is set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from euchre_solve.cards import BEST_BOWER, DECK, NO_CARDS, CardSet, Suit
from euchre_solve.consistent_auction import AuctionDeals, Seen
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.exchange import KITTY, LOW, Transfer
from euchre_solve.options import FarmersHand, WeakHand
from euchre_solve.placing import Place, Placing
from euchre_solve.rules import Rules

if TYPE_CHECKING:
    import random


def count_consistent(deal: Deal, *, after_discard: bool = False) -> int:
    """Count the full deals that agree with ``deal``.

    >>> count_consistent(Deal.of("JsJcAsKh9d", "", "", "", upcard="Th"))
    617512896
    """
    return ConsistentDeals(deal, after_discard=after_discard).count


def consistent_deals(deal: Deal, *, after_discard: bool = False) -> Iterator[Deal]:
    """Yield the full deals that agree with ``deal``, always in the same order."""
    return iter(ConsistentDeals(deal, after_discard=after_discard))


def sample_consistent(
    deal: Deal, rng: random.Random, size: int, *, after_discard: bool = False
) -> Iterator[Deal]:
    """Yield ``size`` full deals that agree with ``deal``, each drawn uniformly from all of them.

    Raises `RuleError` if there is none.
    """
    deals = ConsistentDeals(deal, after_discard=after_discard)
    for _ in range(size):
        yield deals.sample(rng)


def seen_by(deal: Deal, seat: int) -> Deal:
    """Return what ``seat`` knows of ``deal``: its own hand and discard, and what all have seen.

    Whoever took a widow knows it, and what he put away. Cards exchanged are known to the two who
    did it; who changed three with the kitty before the calls is told as if dealt what he then held.
    That the dealer has discarded is then told by the play alone: before the first lead ask for
    the deals ``after_discard``.

    >>> deal = Deal.of("JsAs9h9dTc", "KhQh9sTdAd", "AhKsQc9cJd", "JhQsKdAcTh", upcard="Jc")
    >>> [str(hand) for hand in seen_by(deal, 2).hands]
    ['', '9sKhQhAdTd', '', '']
    """
    own = tuple(each for each in deal.exchanges if seat in (each.giver, each.taker))
    under = tuple(each for each in own if KITTY in (each.giver, each.taker))
    if under:
        after = replace(deal, kitty=NO_CARDS, exchanges=under).settled
        deal = replace(after, exchanges=tuple(each for each in own if each not in under))
        own = deal.exchanges
    is_taker = deal.rules.is_auction and _takes_widow(deal, seat)
    return replace(
        deal,
        hands=tuple(
            hand if holder == seat else NO_CARDS
            for holder, hand in zip(deal.rules.seats, deal.hands, strict=True)
        ),
        kitty=deal.kitty if is_taker or under else NO_CARDS,
        buried=deal.buried if is_taker else NO_CARDS,
        discarded=deal.discarded if seat == deal.rules.dealer else None,
        exchanges=own,
    )


def _takes_widow(deal: Deal, seat: int) -> bool:
    """Tell whether ``seat`` has won the auction with a bid that takes the widow."""
    if deal.contract:
        return seat == deal.contract.maker and deal.contract.takes_widow(deal.rules)
    bidding = deal.bidding
    bid = bidding.high_bid if bidding.is_bid_out else None
    return bid is not None and seat == bidding.bidder and bid.takes_widow


class ConsistentDeals:
    """The full deals that agree with ``deal``, numbered from 0 to ``count`` - 1."""

    def __init__(self, deal: Deal, *, after_discard: bool = False) -> None:
        self.deal = deal
        if deal.rules.is_auction:
            shown = _shown_in(deal)
            auction = AuctionDeals(
                deal, Seen(shown.played, shown.barred), after_discard=after_discard
            )
            self._at = auction.at
            self.count = _confirmed(deal, auction.count if shown.is_sound else 0)
            return
        self._facts = Facts(deal, after_discard=after_discard)
        kinds = self._facts.kinds()
        self._kinds = [[str(card) for card in CardSet(kind)] for kind in kinds]
        may_take = self._facts.may_take
        places = [
            Place(room, tuple(bool(kind & fitting) for kind in kinds))
            for room, fitting in zip(self._facts.rooms, may_take, strict=True)
        ]
        self._placing = Placing(tuple(map(len, self._kinds)), places)
        self._at = self._turned_up_at
        self.count = self._facts.confirmed(self._placing.count)

    def __iter__(self) -> Iterator[Deal]:
        return map(self.at, _numbers(self.count))

    def sample(self, rng: random.Random) -> Deal:
        """Return one of the deals, each as likely; raises `RuleError` if there is none."""
        return self.at(rng.randrange(some(self.count)))

    def at(self, number: int) -> Deal:
        """Return deal ``number``."""
        if not 0 <= number < self.count:
            raise IndexError(number)
        return self._at(number)

    def _turned_up_at(self, number: int) -> Deal:
        placed = [CardSet.of(*cards) for cards in self._placing.at(number, self._kinds)]
        return self._facts.with_placed(placed)


class Facts:
    """What a record tells: where cards are for certain, and where the others may be.

    The places are the hands, seat 1 first, then the upcard, the discard, and the kitty. A hand is
    as dealt; the dealer's, once the discard is made, as he kept it. Sets of cards are masks.
    ``shown`` is what the play shows, if not what the record has: cards that were exchanged before.
    """

    def __init__(
        self, deal: Deal, *, after_discard: bool = False, shown: Shown | None = None
    ) -> None:
        self.deal = deal
        self.rules = rules = deal.rules
        contract = deal.contract
        play = shown or _shown_in(deal)
        self.played = tuple(play.played)
        """What each seat has played."""
        self.is_picked_up = contract is not None and _picks_up(contract, deal)
        self.is_discarded = self.is_picked_up and bool(
            deal.discarded
            or deal.tricks
            or deal.defence
            or after_discard
            or (contract and contract.lone_defender)
        )
        self.upcard = 1 << deal.upcard.index if deal.upcard else 0
        self._discard = 1 << deal.discarded.index if deal.discarded else 0
        self.fixed = self._fixed()
        """The cards that are surely there, by place."""
        self.rooms = self._rooms()
        """How many more cards each place holds."""
        known = 0
        for cards in self.fixed:
            known |= cards
        self.loose = rules.deck.mask & ~known
        """The cards that aren't surely anywhere."""
        self.may_take = self._may_take(play.barred, contract)
        """The loose cards that may be there, by place."""
        self._agree = play.is_sound and self._cards_agree(known, play.barred)

    def confirmed(self, ways: int) -> int:
        """Return ``ways``, those to place the loose cards, or 0 if the fixed ones can't be.

        Raises `RuleError` if it's the play that breaks the rules. To replay it card by card costs
        more than all else here, and it always ends in no way if it does.
        """
        return _confirmed(self.deal, ways if self._agree else 0)

    @property
    def _may_be_buried(self) -> int:
        """The known cards of the dealer of which he has discarded one that isn't known."""
        if not self.is_discarded or self._discard:
            return 0
        return (self.deal.hands[-1].mask | self.upcard) & ~self.played[-1]

    def _fixed(self) -> tuple[int, ...]:
        hands = [
            hand.mask | played for hand, played in zip(self.deal.hands, self.played, strict=True)
        ]
        upcard = self.upcard
        if self.is_discarded:
            hands[-1] = (hands[-1] | upcard) & ~(self._discard | self._may_be_buried)
            upcard = 0
        kitty = self.deal.kitty.mask
        for each in self.deal.exchanges:
            kitty |= each.cards.mask if each.giver == KITTY else 0
        return (*hands, upcard, self._discard, kitty)

    def _rooms(self) -> tuple[int, ...]:
        rules = self.rules
        sizes = [rules.hand_size] * rules.players
        sizes += [int(not self.is_discarded), int(self.is_discarded), rules.kitty_size - 1]
        return tuple(
            size - cards.bit_count() for size, cards in zip(sizes, self.fixed, strict=True)
        )

    def _may_take(self, barred: list[int], contract: Contract | None) -> tuple[int, ...]:
        buried = self._may_be_buried
        others = self.loose & ~buried
        hands = [others & ~suits for suits in barred]
        hands[-1] |= buried & ~barred[-1]
        turned_up = others
        if contract and not self.upcard:
            # it was turned down: neither of the suit that was named, nor the best bower
            turned_up &= ~(_printed(contract.trump.suit) | 1 << BEST_BOWER.index)
        discard = self.loose if self.rules.may_discard_upcard else self.loose & ~self.upcard
        return (*hands, turned_up, discard, others)

    def _cards_agree(self, known: int, barred: list[int]) -> bool:
        discard = self._discard
        if sum(map(int.bit_count, self.fixed)) > known.bit_count():
            return False
        if known & (~self.rules.deck.mask | self._may_be_buried):
            return False
        if discard and not (
            self.is_discarded and (discard != self.upcard or self.rules.may_discard_upcard)
        ):
            return False
        if discard & self.played[-1]:
            return False
        hands = zip(self.fixed, self.played, barred, strict=False)
        return not any(held & ~played & suits for held, played, suits in hands)

    def kinds(self) -> list[int]:
        """Return the loose cards, those together that fit in the same places."""
        kinds = [self.loose] if self.loose else []
        open_places = [cards for cards, room in zip(self.may_take, self.rooms, strict=True) if room]
        for fitting in dict.fromkeys(open_places):
            parts = [part for kind in kinds for part in (kind & fitting, kind & ~fitting)]
            kinds = [part for part in parts if part]
        return kinds

    def with_placed(self, placed: list[CardSet]) -> Deal:
        """Return the full deal with the loose cards ``placed``, by place."""
        full = [known | more.mask for known, more in zip(self.fixed, placed, strict=True)]
        *hands, upcard, discard, kitty = full
        if self.is_discarded:
            upcard = self.upcard
            hands[-1] = (hands[-1] | discard) & ~upcard
        return replace(
            self.deal,
            hands=tuple(map(CardSet, hands)),
            upcard=next(iter(CardSet(upcard))),
            kitty=CardSet(kitty),
            discarded=next(iter(CardSet(discard)), None),
        )


class Shown:
    """What the play shows of each seat: the cards it had, and the suits it was void in."""

    def __init__(self, players: int) -> None:
        self.played = [0] * players
        self.barred = [0] * players
        self.is_sound = True
        """False if a card is played twice, or of a suit that its seat had failed to follow."""

    def replay(self, deal: Deal, contract: Contract) -> None:
        """Take in the tricks of ``deal``."""
        trump = contract.trump
        active = contract.active_seats(deal.rules)
        cards = [card for trick in deal.tricks for card in trick]
        start = active.index(contract.first_leader(deal.rules))
        for at in range(0, len(cards), len(active)):
            trick = cards[at : at + len(active)]
            followers = trump.cards_of(trump.suit_of(trick[0])).mask
            for seat, card in zip(active[start:] + active[:start], trick, strict=False):
                self._see(seat - 1, 1 << card.index, followers)
            start = (start + trump.winner_index(trick)) % len(active)

    def _see(self, seat_index: int, card: int, followers: int) -> None:
        if card & (self.played[seat_index] | self.barred[seat_index]):
            self.is_sound = False
        self.played[seat_index] |= card
        if not card & followers:
            self.barred[seat_index] |= followers


def _confirmed(deal: Deal, ways: int) -> int:
    """Return ``ways``; if there are none, raise `RuleError` if it's the play that is at fault."""
    if not ways and deal.tricks and deal.contract:
        _ = deal.play_state
    return ways


def _shown_in(deal: Deal) -> Shown:
    """Return what the play shows of the hands as dealt, whatever was exchanged after that."""
    shown = Shown(deal.rules.players)
    if deal.contract and deal.tricks:
        shown.replay(deal, deal.contract)
    with_kitty = [each for each in deal.exchanges if KITTY in (each.giver, each.taker)]
    with_partner = [each for each in deal.exchanges if each not in with_kitty]
    for exchange in (with_partner, with_kitty):  # the last first
        _undo(shown, exchange, deal)
    if with_kitty:
        shown.barred[max(with_kitty[0].giver, with_kitty[0].taker) - 1] |= _not_weak(deal.rules)
    return shown


def _undo(shown: Shown, exchange: list[Transfer], deal: Deal) -> None:
    """Show cards given away as if their giver had played them, those got as if nobody had."""
    for each in exchange:
        if each.taker != KITTY:
            shown.played[each.taker - 1] &= ~each.cards.mask
    for each in exchange:
        if each.giver != KITTY:
            shown.barred[each.giver - 1] &= ~each.cards.mask
            turned_up = NO_CARDS
            if deal.upcard and not (deal.contract and _picks_up(deal.contract, deal)):
                turned_up = CardSet.of(deal.upcard)  # the dealer gives what he left on the table
            shown.played[each.giver - 1] |= (each.cards - turned_up).mask


def _not_weak(rules: Rules) -> int:
    """Return the cards that a hand which goes under hasn't; raises `RuleError` if it may have any.

    Three cards of one rank that go under make a hand weak enough by themselves.
    """
    if rules.ace_no_face is WeakHand.UNDER:
        raise RuleError(ErrorCode.NOT_BUILT, "hands that went under with an ace aren't counted yet")
    if rules.farmers_cards is FarmersHand.THREE:
        return 0
    low = CardSet.from_cards(card for card in rules.deck if card.rank in LOW)
    return rules.deck.mask & ~low.mask


def some(count: int) -> int:
    """Return ``count``; raise `RuleError` if it is nought, with nothing to draw from."""
    if not count:
        raise RuleError(
            ErrorCode.NO_DEAL,
            "no deal agrees with this record",
            hint="a card is where it can't be, or suit wasn't followed: see euchre-solve check",
        )
    return count


def _picks_up(contract: Contract, deal: Deal) -> bool:
    """Tell whether the dealer picks the upcard up: not if his partner makes trump alone."""
    if contract.round != 1 or deal.upcard is None:
        return False
    together = replace(contract, lone_defender=None, dropped=())
    return deal.rules.dealer in together.active_seats(deal.rules)


@cache
def _printed(suit: Suit | None) -> int:
    """Return the mask of the cards that show ``suit``; of the best bower for none."""
    return CardSet.from_cards(card for card in DECK if card.suit is suit).mask


def _numbers(count: int) -> Iterator[int]:
    """Yield 0 to ``count`` - 1; a range can't be longer than a machine word."""
    number = 0
    while number < count:
        yield number
        number += 1
