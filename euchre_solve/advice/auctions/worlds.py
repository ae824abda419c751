"""The worlds that a seat may sit in where trump is made by bidding: all of them, or a sample.

Each layout of the cards that the seat doesn't see, that the cards played allow, is as likely as
any other: calls are no evidence. But a maker who has taken the widow is taken to have put away
what is least worth keeping of the cards he has not played.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from euchre_solve.advice.auctions.discarding import usual_discards
from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.cards import NO_CARDS, CardSet
from euchre_solve.consistent import Shown, some
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.placing import Place, Placing


class World(NamedTuple):
    """The cards that each seat still holds, seat 1 first, and those of the widow as masks.

    The widow is empty once its taker has put cards away; before that he holds what he was dealt.
    """

    hands: tuple[int, ...]
    widow: int


class AuctionWorlds:
    """The worlds of ``seat`` in ``deal``, which has no cards but those that the seat knows."""

    def __init__(self, deal: Deal, seat: int) -> None:
        rules, contract = deal.rules, deal.contract
        shown = Shown(rules.players)
        if contract and deal.tricks:
            shown.replay(deal, contract)
        self._contract = contract
        self._is_taken = _is_taken(deal, seat)
        self._widow_size = rules.widow_size
        self._played, self._barred = shown.played, shown.barred
        self._is_own_widow = contract is not None and seat == contract.maker
        own, widow = _own_cards(deal, seat, is_taken=self._is_taken)
        self._fixed = [*shown.played, widow.mask, 0]
        self._fixed[seat - 1] |= own.mask
        sizes = [rules.hand_size] * rules.players
        sizes += [rules.widow_size, rules.kitty_size - rules.widow_size]
        rooms = [size - fixed.bit_count() for size, fixed in zip(sizes, self._fixed, strict=True)]
        known = 0
        for cards in self._fixed:
            known |= cards
        loose = rules.deck.mask & ~known
        fitting = [loose & ~barred for barred in shown.barred] + [loose, loose]
        kinds = _kinds(loose, fitting)
        self._kinds = [[str(card) for card in CardSet(kind)] for kind in kinds]
        places = [
            Place(room, tuple(bool(kind & fits) for kind in kinds))
            for room, fits in zip(rooms, fitting, strict=True)
        ]
        self._placing = Placing(tuple(map(len, self._kinds)), places)
        self.count = self._placing.count
        """How many there are, the cards put away and those nobody was dealt told apart."""

    def sample(self, rng: random.Random, size: int) -> list[World]:
        """Return ``size`` of the worlds, each as likely; raises `RuleError` if there is none."""
        return [self._at(rng.randrange(some(self.count))) for _ in range(size)]

    def all(self) -> tuple[list[World], Floats]:
        """Return every world and how likely each is; mind their ``count``."""
        return [self._at(number) for number in range(self.count)], np.ones(self.count)

    def _at(self, number: int) -> World:
        placed = self._placing.at(number, self._kinds)
        *hands, widow, _ = (
            fixed | CardSet.of(*cards).mask
            for fixed, cards in zip(self._fixed, placed, strict=True)
        )
        hands = [hand & ~played for hand, played in zip(hands, self._played, strict=True)]
        if not self._is_taken:
            return World(tuple(hands), widow)
        if not self._is_own_widow:
            assert self._contract
            index = self._contract.maker - 1
            hands[index] = self._kept(hands[index] | widow, self._barred[index], self._contract)
        return World(tuple(hands), 0)

    def _kept(self, cards: int, barred: int, contract: Contract) -> int:
        """Return what the maker holds of ``cards`` after his discards, nothing he is void of."""
        gone = cards & barred
        size = self._widow_size - gone.bit_count()
        usual = usual_discards(CardSet(cards & ~gone), contract.trump, size)
        return cards & ~gone & ~usual.mask


def _is_taken(deal: Deal, seat: int) -> bool:
    """Tell whether somebody has taken the widow and put cards away when ``seat`` decides."""
    contract = deal.contract
    if contract is None or not contract.takes_widow(deal.rules):
        return False
    return deal.phase is not Phase.DISCARD or seat != contract.maker


def _own_cards(deal: Deal, seat: int, *, is_taken: bool) -> tuple[CardSet, CardSet]:
    """Return the cards that ``seat`` holds or has played, and what it knows of the widow.

    Once the widow is taken, that stands for the cards put away.
    """
    hand = deal.hands[seat - 1]
    contract = deal.contract
    if not is_taken:
        return hand, deal.kitty
    assert contract
    if seat != contract.maker:
        return hand, NO_CARDS
    if not deal.buried.mask:
        raise RuleError(
            ErrorCode.UNKNOWN_CARDS, f"seat {seat} knows what it put away", hint="add x:"
        )
    return deal.maker_cards - deal.buried, deal.buried


def _kinds(loose: int, fitting: list[int]) -> list[int]:
    """Return the loose cards, those together that fit in the same places."""
    kinds = [loose] if loose else []
    for fits in dict.fromkeys(fitting):
        kinds = [part for part in _split(kinds, fits) if part]
    return kinds


def _split(kinds: list[int], fits: int) -> Iterator[int]:
    for kind in kinds:
        yield kind & fits
        yield kind & ~fits
