"""Players of the cards: at random, and by plain published advice.

A player sees a deal as its seat knows it (`consistent.seen_by`) and answers with a legal card.
All that it draws comes from the generator it is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from euchre_solve.advice.arena.card_play import CardPlay, followers, plain_order, powers
from euchre_solve.cards import Card, CardSet
from euchre_solve.deal import Deal

_MANY_TRUMPS: Final = 3


class CardPlayer(Protocol):
    """Who plays the cards of a seat once trump is made."""

    @property
    def name(self) -> str:
        """A word for tables and reports."""
        ...

    def card(self, seen: Deal, rng: np.random.Generator) -> Card:
        """Return the card that the seat on turn plays; ``seen`` is all that it knows."""
        ...


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays any legal card, each as likely."""

    name: str = "random"

    def card(self, seen: Deal, rng: np.random.Generator) -> Card:
        """Return a legal card at random."""
        cards = tuple(CardSet(CardPlay.of(seen).legal_mask))
        return cards[rng.integers(len(cards))]


@dataclass(frozen=True, slots=True)
class RulePlayer:
    """Plays by rules of thumb that any book gives, without looking ahead.

    *Leading*: the maker leads his best trump if nothing is higher or he holds three; his partner
    leads his best trump to the first trick. Otherwise the highest card left of a side suit, from
    the shortest suit; else the lowest card, no trump if there is another.

    *Following*: if partner is winning, or nothing wins, the lowest card. Second hand plays low
    unless it holds the highest card left. Third hand plays its highest card of the suit led.
    Otherwise the cheapest card that wins, so a trump where the suit is out.
    """

    name: str = "rule"

    def card(self, seen: Deal, rng: np.random.Generator) -> Card:
        """Return the card that the rules say; nothing is drawn."""
        view = _View(seen)
        return view.to_follow() if view.state.trick else view.to_lead()


class _View:
    """What the seat on turn holds, and what may still be against it."""

    def __init__(self, seen: Deal) -> None:
        self.state = state = CardPlay.of(seen)
        assert state.turn is not None  # a player is only asked on its turn
        self.seat = state.turn
        self.partner = seen.rules.partner_of(self.seat)
        self.maker = state.contract.maker
        self.order = plain_order(state.trump)
        self.hand = state.hands[self.seat - 1]
        gone = state.played | self.hand
        if state.contract.round != 1 and seen.upcard:
            gone |= 1 << seen.upcard.index
        self.unseen = seen.rules.deck.mask & ~gone
        self.legal = self.by_order(state.legal_mask)
        """The legal cards, lowest first."""

    def by_order(self, mask: int) -> list[Card]:
        return sorted(CardSet(mask), key=lambda card: self.order[card.index])

    def is_highest(self, card: Card) -> bool:
        """Tell whether no card that others may hold beats ``card`` in its suit."""
        trump = self.state.trump
        rivals = CardSet(self.unseen & followers(trump, card))
        return all(trump.strength_of(other) < trump.strength_of(card) for other in rivals)

    def to_lead(self) -> Card:
        trump = self.state.trump
        trumps = [card for card in self.legal if trump.is_trump(card)]
        side = [card for card in self.legal if not trump.is_trump(card)]
        if trumps and self._draws_trumps(trumps):
            return trumps[-1]

        def cards_of_suit(card: Card) -> int:
            return (self.hand & followers(trump, card)).bit_count()

        winners = [card for card in reversed(side) if self.is_highest(card)]
        return min(winners, key=cards_of_suit) if winners else self.legal[0]

    def _draws_trumps(self, trumps: list[Card]) -> bool:
        if self.seat == self.maker:
            return len(trumps) >= _MANY_TRUMPS or self.is_highest(trumps[-1])
        return self.partner == self.maker and not self.state.played

    def to_follow(self) -> Card:
        state = self.state
        power = powers(state.trump, state.trick[0])
        best = max(power[card.index] for card in state.trick)
        winning = [card for card in self.legal if power[card.index] > best]
        if not winning or state.winner == self.partner:
            return self.legal[0]
        follows = bool(self.hand & followers(state.trump, state.trick[0]))
        is_last = len(state.trick) == len(state.active) - 1
        if is_last or not follows:
            return winning[0]
        highest = winning[-1]
        is_second = len(state.trick) == 1
        return self.legal[0] if is_second and not self.is_highest(highest) else highest
