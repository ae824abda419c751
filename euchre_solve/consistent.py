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
from typing import TYPE_CHECKING, NamedTuple

from euchre_solve.cards import NO_CARDS, Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.placing import Place, Placing
from euchre_solve.play import Play
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


class ConsistentDeals:
    """The full deals that agree with ``deal``, numbered from 0 to ``count`` - 1."""

    def __init__(self, deal: Deal, *, after_discard: bool = False) -> None:
        self.deal = deal
        self._facts = _Facts(deal, after_discard=after_discard)
        self._kinds = self._facts.kinds()
        self._cases = tuple(self._facts.cases(self._kinds)) if self._facts.agree() else ()
        self.count = sum(case.size for case in self._cases)

    def __iter__(self) -> Iterator[Deal]:
        return map(self.at, _numbers(self.count))

    def sample(self, rng: random.Random) -> Deal:
        """Return one of the deals, each as likely; raises `RuleError` if there is none."""
        if not self.count:
            raise RuleError(ErrorCode.NO_DEAL, "no deal agrees with this record")
        return self.at(rng.randrange(self.count))

    def at(self, number: int) -> Deal:
        """Return deal ``number``."""
        if not 0 <= number < self.count:
            raise IndexError(number)
        for case in self._cases:
            if number < case.size:
                return self._built(case, number)
            number -= case.size
        raise AssertionError(number)

    def _built(self, case: _Case, number: int) -> Deal:
        kinds = [list(map(str, kind)) for kind in self._kinds]
        discard = case.discard
        if case.discard_kind is not None:
            which, number = divmod(number, case.placing.count)
            discard = Card.parse(kinds[case.discard_kind].pop(which))
        placed = [CardSet.of(*cards) for cards in case.placing.at(number, kinds)]
        return self._facts.with_placed(placed, discard)


class _Case(NamedTuple):
    """A part of the deals: those with one discard, or with one of a kind."""

    placing: Placing
    discard: Card | None = None
    discard_kind: int | None = None

    @property
    def size(self) -> int:
        """Number of deals in it."""
        if self.discard_kind is None:
            return self.placing.count
        return self.placing.count * (self.placing.sizes[self.discard_kind] + 1)


class _Facts:
    """What a record tells: where cards are for certain, and where others can't be."""

    def __init__(self, deal: Deal, *, after_discard: bool = False) -> None:
        self.deal = deal
        self.rules = deal.rules
        contract = deal.contract
        play = deal.play_state if contract and deal.tricks else None
        self.played = _played(play) if play else (NO_CARDS,) * self.rules.players
        self.barred = _barred(play) if play else (NO_CARDS,) * self.rules.players
        self.is_picked_up = contract is not None and _picks_up(contract, deal)
        self.is_discarded = self.is_picked_up and bool(
            deal.discarded
            or deal.tricks
            or deal.defence
            or after_discard
            or (contract and contract.lone_defender)
        )
        self.hands = tuple(self._hand(seat) for seat in self.rules.seats)

    def _hand(self, seat: int) -> CardSet:
        """Return the cards that were surely dealt to ``seat``."""
        hand = self.deal.hands[seat - 1] | self.played[seat - 1]
        if seat != self.rules.dealer or not self.is_picked_up or self.deal.upcard is None:
            return hand
        if self.deal.discarded:
            hand = hand.with_card(self.deal.discarded)
        return hand.without_card(self.deal.upcard)

    @property
    def _fixed(self) -> tuple[CardSet, ...]:
        upcard = CardSet.from_cards([self.deal.upcard] if self.deal.upcard else [])
        return (*self.hands, self.deal.kitty, upcard)

    @property
    def _dealer_keeps(self) -> CardSet:
        """The known cards of the dealer after the pick-up that he hasn't played."""
        held = self.hands[-1]
        if self.is_picked_up and self.deal.upcard:
            held = held.with_card(self.deal.upcard)
        return held - self.played[-1]

    def agree(self) -> bool:
        """Tell whether the known cards contradict each other nowhere."""
        known = NO_CARDS
        for cards in self._fixed:
            known |= cards
        if len(known) < sum(map(len, self._fixed)):
            return False
        discard = self.deal.discarded
        if discard and (discard in self.played[-1] or not self._may_be_discard(discard)):
            return False
        others = zip(self.hands[:-1], self.played, self.barred, strict=False)
        if any(((hand - played) & barred).mask for hand, played, barred in others):
            return False
        kept = self._dealer_keeps
        if discard:
            kept = kept.without_card(discard)
        free = self.is_discarded and discard is None
        return len(kept & self.barred[-1]) <= int(free)

    def _may_be_discard(self, card: Card) -> bool:
        return card != self.deal.upcard or self.rules.may_discard_upcard

    def kinds(self) -> tuple[tuple[Card, ...], ...]:
        """Return the cards not known to be anywhere, those together that may be alike."""
        unknown = self.rules.deck
        for cards in self._fixed:
            unknown -= cards
        kinds: dict[tuple[bool, ...], list[Card]] = {}
        for card in unknown:
            barred = tuple(card in barred for barred in self.barred)
            kinds.setdefault((*barred, self._may_be_upcard(card)), []).append(card)
        return tuple(map(tuple, kinds.values()))

    def _may_be_upcard(self, card: Card) -> bool:
        """Tell whether ``card`` may have been turned up, and down, where no upcard is stated."""
        contract = self.deal.contract if self.deal.upcard is None else None
        return contract is None or card.suit not in {contract.trump.suit, None}

    def cases(self, kinds: tuple[tuple[Card, ...], ...]) -> Iterator[_Case]:
        """Yield the deals part by part, by the discard where it has been made."""
        sizes = tuple(map(len, kinds))
        if not self.is_discarded or self.deal.discarded:
            yield _Case(Placing(sizes, self._places(kinds)), self.deal.discarded)
            return
        kept = self._dealer_keeps
        misfits = kept & self.barred[-1]
        placing = Placing(sizes, self._places(kinds))
        for card in misfits or kept:
            if self._may_be_discard(card):
                yield _Case(placing, card)
        if misfits.mask:
            return
        for kind, size in enumerate(sizes):
            fewer = (*sizes[:kind], size - 1, *sizes[kind + 1 :])
            yield _Case(Placing(fewer, self._places(kinds, discards=1)), discard_kind=kind)

    def _places(self, kinds: tuple[tuple[Card, ...], ...], discards: int = 0) -> list[Place]:
        """Return the places not filled yet: hands, the upcard, the kitty."""
        places = []
        for hand, barred in zip(self.hands, self.barred, strict=True):
            fits = tuple(kind[0] not in barred for kind in kinds)
            places.append(Place(self.rules.hand_size - len(hand), fits))
        places[-1] = places[-1]._replace(room=places[-1].room - discards)
        may_turn_up = tuple(self._may_be_upcard(kind[0]) for kind in kinds)
        places.append(Place(int(self.deal.upcard is None), may_turn_up))
        kitty_room = self.rules.kitty_size - 1 - len(self.deal.kitty)
        places.append(Place(kitty_room, (True,) * len(kinds)))
        return places

    def with_placed(self, placed: list[CardSet], discard: Card | None) -> Deal:
        """Return the full deal with cards ``placed`` in the order of the places."""
        *added, turned_up, kitty = placed
        hands = [known | more for known, more in zip(self.hands, added, strict=True)]
        if discard and discard != self.deal.upcard:
            hands[-1] = hands[-1].with_card(discard)
        return replace(
            self.deal,
            hands=tuple(hands),
            upcard=self.deal.upcard or next(iter(turned_up)),
            kitty=self.deal.kitty | kitty,
            discarded=discard,
        )


def _picks_up(contract: Contract, deal: Deal) -> bool:
    """Tell whether the dealer picks the upcard up: not if his partner makes trump alone."""
    if contract.round != 1 or deal.upcard is None:
        return False
    together = replace(contract, lone_defender=None)
    return deal.rules.dealer in together.active_seats(deal.rules)


def _played(play: Play) -> tuple[CardSet, ...]:
    """Return the cards that each seat has played."""
    played = [NO_CARDS] * play.rules.players
    leader = play.contract.first_leader(play.rules)
    for trick in play.tricks:
        start = play.active.index(leader)
        order = play.active[start:] + play.active[:start]
        for seat, card in zip(order, trick, strict=False):
            played[seat - 1] = played[seat - 1].with_card(card)
        leader = order[play.contract.trump.winner_index(trick)]
    return tuple(played)


def _barred(play: Play) -> tuple[CardSet, ...]:
    """Return for each seat the cards of the suits it has shown to be void in."""
    return tuple(_barred_from(play, seat, play.rules) for seat in play.rules.seats)


def _barred_from(play: Play, seat: int, rules: Rules) -> CardSet:
    barred = NO_CARDS
    if seat in play.active:
        trump = play.contract.trump
        for _, led, _ in play.failures_to_follow(seat):
            barred |= trump.cards_of(trump.suit_of(led)) & rules.deck
    return barred


def _numbers(count: int) -> Iterator[int]:
    """Yield 0 to ``count`` - 1; a range can't be longer than a machine word."""
    number = 0
    while number < count:
        yield number
        number += 1
