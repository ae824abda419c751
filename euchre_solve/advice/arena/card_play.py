"""The play of a deal in small integers: what `play.Play` tells, at a fraction of its cost.

A `CardPlay` trusts the record and doesn't check the rules again. It is for players who decide
millions of times; `play.Play` remains what the rules are.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from euchre_solve.cards import DECK, Card
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

HAND_SIZE: Final = 5
_FOLLOWS: Final = 32
_TRUMPS: Final = 64


class CardPlay:
    """The play after some cards: hands are masks, 0 where nobody knows them.

    ``active`` are the seats that play, ``turn`` the one that plays next, None at the end;
    ``trick`` are the cards on the table, by ``leader`` first; ``won`` counts tricks by seat.
    """

    __slots__ = ("active", "contract", "hands", "leader", "played", "trick", "trump", "turn", "won")

    def __init__(self, contract: Contract, rules: Rules, hands: list[int]) -> None:
        self.contract = contract
        self.trump = contract.trump
        self.active = _active(contract, rules)
        self.hands = hands
        self.leader = contract.first_leader(rules)
        self.turn: int | None = self.leader
        self.trick: list[Card] = []
        self.won = [0] * rules.players
        self.played = 0
        """The mask of all cards played."""

    @classmethod
    def of(cls, deal: Deal) -> CardPlay:
        """Return the play of a deal whose dealer has discarded, his discard known or not."""
        contract = deal.contract
        if contract is None:
            raise RuleError(ErrorCode.NO_CONTRACT, "no card is played before trump is made")
        hands = [hand.mask for hand in deal.hands]
        if deal.discarded and deal.upcard:
            hands[-1] = (hands[-1] | 1 << deal.upcard.index) & ~(1 << deal.discarded.index)
        state = cls(contract, deal.rules, hands)
        for trick in deal.tricks:
            for card in trick:
                state.play(card)
        return state

    @property
    def legal_mask(self) -> int:
        """The cards that the seat on turn may play."""
        if self.turn is None:
            return 0
        hand = self.hands[self.turn - 1]
        if not self.trick:
            return hand
        return hand & followers(self.trump, self.trick[0]) or hand

    @property
    def winner(self) -> int:
        """The seat that is winning the trick on the table."""
        power = powers(self.trump, self.trick[0])
        best = max(range(len(self.trick)), key=lambda place: power[self.trick[place].index])
        return self.active[(self.active.index(self.leader) + best) % len(self.active)]

    def play(self, card: Card) -> None:
        """Play ``card`` for the seat on turn."""
        seat = self.turn
        if seat is None:
            raise RuleError(ErrorCode.AFTER_END, f"{card} is played after the last trick")
        bit = 1 << card.index
        self.hands[seat - 1] &= ~bit
        self.played |= bit
        self.trick.append(card)
        if len(self.trick) < len(self.active):
            self.turn = self.active[(self.active.index(seat) + 1) % len(self.active)]
            return
        self.leader = self.turn = self.winner
        self.won[self.leader - 1] += 1
        self.trick = []
        if sum(self.won) == HAND_SIZE:
            self.turn = None


@cache
def _active(contract: Contract, rules: Rules) -> tuple[int, ...]:
    return contract.active_seats(rules)


@cache
def followers(trump: Trump, led: Card) -> int:
    """Return the mask of the cards that follow ``led``."""
    return trump.cards_of(trump.suit_of(led)).mask


@cache
def powers(trump: Trump, led: Card) -> tuple[int, ...]:
    """Return a number for each card of the pack: the highest in a trick led by ``led`` wins it."""
    suit = trump.suit_of(led)
    return tuple(
        trump.strength_of(card)
        + _FOLLOWS * (trump.suit_of(card) is suit)
        + _TRUMPS * trump.is_trump(card)
        for card in DECK
    )


@cache
def plain_order(trump: Trump) -> tuple[int, ...]:
    """Return a rank for each card of the pack, by which the dearest card is the highest.

    Side cards come before trumps, lower before higher; of equal ones the later in the pack.
    """
    ordered = sorted(
        DECK, key=lambda card: (trump.is_trump(card), trump.strength_of(card), -card.index)
    )
    ranks = [0] * len(DECK)
    for rank, card in enumerate(ordered):
        ranks[card.index] = rank
    return tuple(ranks)
