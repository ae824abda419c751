"""Fresh deals at random, some cards given: fast, uniform over all that are possible.

A `Dealt` is only card indexes and bit masks, which costs a third of a `Deal`; `DealSource.deal_of`
makes a `Deal` of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from euchre_solve.cards import DECK, CardSet
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, RuleError

if TYPE_CHECKING:
    import random

_FEW: Final = 20_000
"""Deals that are all looked at rather than drawn."""

_NO_UPCARD: Final = -1


class Dealt(NamedTuple):
    """A fresh deal: the bit mask of each hand, seat 1 first, then of the kitty; the upcard's
    index, -1 where there is none. In auction games the kitty is the widow alone."""

    masks: tuple[int, ...]
    upcard: int


class DealSource:
    """Random deals that hold the hands and the upcard known in ``fixed``, the kitty unknown.

    >>> import random
    >>> source = DealSource(Deal.of("JsJc", "", "", "", upcard="9h"))
    >>> dealt = source.draw(random.Random(1))
    >>> source.count, str(source.deal_of(dealt).upcard)
    (821292151680, '9h')
    """

    def __init__(self, fixed: Deal) -> None:
        self.fixed = fixed
        known = CardSet.from_cards([fixed.upcard] if fixed.upcard else [])
        for hand in fixed.hands:
            known |= hand
        self._unknown = [card.index for card in fixed.rules.deck - known]
        self._known_masks = tuple(hand.mask for hand in fixed.hands)
        self._rooms = tuple(fixed.rules.hand_size - len(hand) for hand in fixed.hands)

    @property
    def count(self) -> int:
        """Number of deals there are."""
        left = len(self._unknown)
        count = 1
        rules = self.fixed.rules
        aside = rules.widow_size if rules.is_auction else int(self.fixed.upcard is None)
        for room in (*self._rooms, aside):
            count *= comb(left, room)
            left -= room
        return count

    def draw(self, rng: random.Random) -> Dealt:
        """Return one of the deals, each as likely."""
        cards = self._unknown.copy()
        rng.shuffle(cards)
        masks = []
        start = 0
        for known, room in zip(self._known_masks, self._rooms, strict=True):
            mask = known
            for index in cards[start : start + room]:
                mask |= 1 << index
            masks.append(mask)
            start += room
        upcard, end = _NO_UPCARD, len(cards)
        if self.fixed.rules.is_auction:
            end = start + self.fixed.rules.widow_size
        else:
            upcard = self.fixed.upcard.index if self.fixed.upcard else cards.pop()
        kitty = 0
        for index in cards[start:end]:
            kitty |= 1 << index
        return Dealt((*masks, kitty), upcard)

    def __iter__(self) -> Iterator[Dealt]:
        """Yield every deal once, in a fixed order."""
        yield from self._completions(self._known_masks, tuple(self._unknown), 0)

    def _completions(
        self, masks: tuple[int, ...], cards: tuple[int, ...], seat: int
    ) -> Iterator[Dealt]:
        if seat == len(self._rooms):
            yield from self._turned(masks, cards)
            return
        for chosen in combinations(cards, self._rooms[seat]):
            mask = masks[seat] + sum(1 << index for index in chosen)
            rest = tuple(index for index in cards if index not in chosen)
            filled = (*masks[:seat], mask, *masks[seat + 1 :])
            yield from self._completions(filled, rest, seat + 1)

    def _turned(self, masks: tuple[int, ...], cards: tuple[int, ...]) -> Iterator[Dealt]:
        kitty = sum(1 << index for index in cards)
        if self.fixed.rules.is_auction:
            for widow in combinations(cards, self.fixed.rules.widow_size):
                yield Dealt((*masks, sum(1 << index for index in widow)), _NO_UPCARD)
            return
        if self.fixed.upcard:
            yield Dealt((*masks, kitty), self.fixed.upcard.index)
            return
        for index in cards:
            yield Dealt((*masks, kitty - (1 << index)), index)

    def deal_of(self, dealt: Dealt) -> Deal:
        """Return ``dealt`` as a `Deal`, the kitty stated."""
        *hands, kitty = map(CardSet, dealt.masks)
        upcard = None if dealt.upcard == _NO_UPCARD else DECK[dealt.upcard]
        return replace(self.fixed, hands=tuple(hands), upcard=upcard, kitty=kitty)


def draw_meeting(
    source: DealSource, holds: Callable[[Dealt], object], rng: random.Random, tries: int
) -> Iterator[Dealt]:
    """Yield deals without end, each drawn uniformly from those that meet a condition.

    Of few deals all are looked at first; else deals are drawn until one meets it. Raises
    `RuleError` if none does, or none of so many ``tries``.
    """
    if source.count <= min(tries, _FEW):
        meeting = [dealt for dealt in source if holds(dealt)]
        while meeting:
            yield rng.choice(meeting)
        raise RuleError(
            ErrorCode.NO_DEAL,
            f"none of the {source.count:,} possible deals meets the condition",
            hint="ask for less",
        )
    missed = 0
    while missed < tries:
        dealt = source.draw(rng)
        if holds(dealt):
            missed = 0
            yield dealt
        else:
            missed += 1
    raise RuleError(
        ErrorCode.NO_DEAL,
        f"none of {tries:,} random deals meets the condition",
        hint="ask for less, or try more",
    )
