"""The play of the cards (§2.6): following, winning, leading, with hands known or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from euchre_solve.cards import NO_CARDS, Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.errors import ErrorCode, RuleError, is_allowed
from euchre_solve.rules import Rules

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Play:
    """The state of the play; start it with :meth:`start`, go on with :meth:`play`.

    ``hands`` are the cards that each seat is known to hold still, seat 1 first; ``hidden`` how
    many more it holds that nobody has stated. ``leader`` led, or is to lead, the last of
    ``tricks``, which may be unfinished. ``tricks_won`` counts by seat.
    """

    rules: Rules
    contract: Contract
    active: tuple[int, ...]
    hands: tuple[CardSet, ...]
    hidden: tuple[int, ...]
    leader: int
    tricks: tuple[tuple[Card, ...], ...] = ()
    tricks_won: tuple[int, ...] = ()
    dead: CardSet = NO_CARDS
    dealer_may_hold: CardSet = NO_CARDS

    @classmethod
    def start(
        cls,
        rules: Rules,
        contract: Contract,
        hands: tuple[CardSet, ...],
        *,
        dead: CardSet = NO_CARDS,
        dealer_may_hold: CardSet = NO_CARDS,
    ) -> Play:
        """Return the state before the first lead; ``hands`` as they are after the discard."""
        active = contract.active_seats(rules)
        return cls(
            rules,
            contract,
            active,
            hands,
            tuple(rules.hand_size - len(hand) for hand in hands),
            contract.first_leader(rules),
            tricks_won=(0,) * rules.players,
            dead=dead,
            dealer_may_hold=dealer_may_hold,
        )

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, the lead first; empty before a lead."""
        unfinished = self.tricks and len(self.tricks[-1]) < len(self.active)
        return self.tricks[-1] if unfinished else ()

    @property
    def is_finished(self) -> bool:
        """Tell whether every card has been played."""
        return sum(self.tricks_won) == self.rules.hand_size or len(self.active) == 1

    @property
    def turn(self) -> int | None:
        """The seat to play; None once the play is over."""
        if self.is_finished:
            return None
        start = self.active.index(self.leader)
        return self.active[(start + len(self.trick)) % len(self.active)]

    @property
    def makers_tricks(self) -> int:
        """Tricks that the makers' side has won."""
        return sum(self.tricks_won[seat - 1] for seat in self.contract.makers(self.rules))

    @property
    def points(self) -> int:
        """The makers' points for the tricks won; what the deal was worth once it is finished."""
        return self.contract.points(self.makers_tricks, self.rules)

    @property
    def legal_cards(self) -> CardSet:
        """The known cards that the seat to play may play; empty once the play is over."""
        if self.turn is None:
            return NO_CARDS
        led = self.trick[0] if self.trick else None
        return self.contract.trump.legal_cards(self.hands[self.turn - 1], led)

    def can_play(self, card: Card) -> bool:
        """Tell whether the seat to play may play ``card``, as far as its hand is known."""
        return is_allowed(lambda: self.verify_play(card))

    def verify_play(self, card: Card) -> None:
        """Raise `RuleError` unless the seat to play may play ``card``."""
        seat = self.turn
        if seat is None:
            raise RuleError(ErrorCode.AFTER_END, f"{card} is played after the last trick")
        hand = self.hands[seat - 1]
        if card not in hand:
            self._verify_hidden(seat, card)
        if not self.trick:
            return
        trump = self.contract.trump
        led_suit = trump.suit_of(self.trick[0])
        following = hand & trump.cards_of(led_suit)
        if following.mask and trump.suit_of(card) is not led_suit:
            owed = " or ".join(map(str, following))
            raise RuleError(
                ErrorCode.REVOKE,
                f"seat {seat} plays {card} but holds {following}",
                hint=f"trick {len(self.tricks)} was led with {self.trick[0]}: play {owed}",
            )

    def _verify_hidden(self, seat: int, card: Card) -> None:
        """Raise `RuleError` if ``card`` can't be one of the cards of ``seat`` nobody stated."""
        self._verify_not_elsewhere(seat, card)
        if not self.hidden[seat - 1]:
            raise RuleError(ErrorCode.NOT_HELD, f"seat {seat} does not hold {card}")
        trump = self.contract.trump
        for number, led, played in self.failures_to_follow(seat):
            if trump.suit_of(led) is trump.suit_of(card):
                raise RuleError(
                    ErrorCode.REVOKE,
                    f"seat {seat} plays {card} but had played {played} on the lead of {led}",
                    hint=f"the revoke is in trick {number}: {card} should have followed",
                )

    def _verify_not_elsewhere(self, seat: int, card: Card) -> None:
        """Raise `RuleError` if ``card`` is known to be anywhere but in the hand of ``seat``."""
        where = None
        dealer = self.rules.dealer
        if card not in self.rules.deck:
            raise RuleError(ErrorCode.NOT_IN_DECK, f"{card} is not in the deck of {self.rules}")
        if any(card in hand for hand in self.hands):
            holder = next(at for at in self.rules.seats if card in self.hands[at - 1])
            where = f"in the hand of seat {holder}"
        elif any(card in trick for trick in self.tricks):
            where = "played already"
        elif card in self.dead:
            where = "out of play"
        elif card in self.dealer_may_hold and seat != dealer:
            where = f"with seat {dealer}"
        if where:
            raise RuleError(ErrorCode.NOT_HELD, f"seat {seat} does not hold {card}: it is {where}")
        is_whole = len(self.dealer_may_hold) > self.rules.hand_size
        if seat == dealer and is_whole and card not in self.dealer_may_hold:
            raise RuleError(ErrorCode.NOT_HELD, f"seat {seat} does not hold {card}")

    def failures_to_follow(self, seat: int) -> Iterator[tuple[int, Card, Card]]:
        """Yield (trick number, card led, card played) wherever ``seat`` did not follow suit."""
        trump = self.contract.trump
        leader = self.contract.first_leader(self.rules)
        for number, trick in enumerate(self.tricks, start=1):
            start = self.active.index(leader)
            place = (self.active.index(seat) - start) % len(self.active)
            if place < len(trick) and trump.suit_of(trick[place]) is not trump.suit_of(trick[0]):
                yield number, trick[0], trick[place]
            leader = self.active[(start + trump.winner_index(trick)) % len(self.active)]

    def play(self, card: Card) -> Play:
        """Return the state after the seat to play plays ``card``; raises `RuleError`."""
        self.verify_play(card)
        seat = self.turn
        assert seat is not None  # verify_play
        tricks = self.tricks if self.trick else (*self.tricks, ())
        trick = (*tricks[-1], card)
        after = replace(
            self,
            hands=_replaced(self.hands, seat - 1, self.hands[seat - 1].without_card(card)),
            hidden=_replaced(
                self.hidden, seat - 1, self.hidden[seat - 1] - (card not in self.hands[seat - 1])
            ),
            tricks=(*tricks[:-1], trick),
        )
        if len(trick) < len(self.active):
            return after
        won_by = self.contract.trump.winner_index(trick)
        winner = self.active[(self.active.index(self.leader) + won_by) % len(self.active)]
        won = _replaced(self.tricks_won, winner - 1, self.tricks_won[winner - 1] + 1)
        done = replace(after, leader=winner, tricks_won=won)
        return replace(done, contract=done.contract_shown) if done.is_finished else done

    @property
    def contract_shown(self) -> Contract:
        """The contract with the partner whom the cards played show to be the one called."""
        if not self.contract.called or len(self.contract.makers(self.rules)) > 1:
            return self.contract
        shown = list(self.hands)
        leader = self.contract.first_leader(self.rules)
        for trick in self.tricks:
            start = self.active.index(leader)
            for place, card in enumerate(trick):
                seat = self.active[(start + place) % len(self.active)]
                shown[seat - 1] = shown[seat - 1].with_card(card)
            leader = self.active[
                (start + self.contract.trump.winner_index(trick)) % len(self.active)
            ]
        return self.contract.with_partner(shown, self.rules, self.dead) or self.contract


def _replaced(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:index], item, *items[index + 1 :])
