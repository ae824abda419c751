"""Players at a table: a deal dealt, called and played to its end.

All values are points of side 13 less those of side 24.

Every decision has a generator of its own, known by the seed, the pair of tables, the seat and
what is decided: where two tables agree they draw the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple, Protocol

import numpy as np

from euchre_solve.advice.arena.bidders import Bidder
from euchre_solve.advice.arena.card_play import HAND_SIZE, CardPlay
from euchre_solve.advice.arena.card_players import CardPlayer
from euchre_solve.advice.arena.plain_game import verify_plain
from euchre_solve.advice.bidding.model import SEATS
from euchre_solve.cards import DECK, Card, CardSet
from euchre_solve.consistent import seen_by
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.rules import Rules

_DISCARD: Final = 2
_FIRST_TRICK: Final = 3
_SEAT_SHIFT: Final = 4
_PAIR_SHIFT: Final = 8
_SEEDS: Final = 1 << 64


class Player(NamedTuple):
    """Who plays both seats of a side."""

    name: str
    bidder: Bidder
    cards: CardPlayer

    def at(self, rules: Rules, score: tuple[int, int] | None) -> Player:
        """Return this player: it plays the same at every score."""
        return self


class Entrant(Protocol):
    """Who enters a match, and may play otherwise at another score."""

    @property
    def name(self) -> str:
        """A word for tables and reports."""
        ...

    def at(self, rules: Rules, score: tuple[int, int] | None) -> Player:
        """Return the player for deals at ``score``, the dealer's side first; None for any."""
        ...


class Draws(NamedTuple):
    """The random numbers of a pair of tables: a generator for every decision.

    ``seed`` counts modulo 2**64, ``pair`` is below 2**56.
    """

    seed: int
    pair: int

    def cards(self) -> np.random.Generator:
        """Return the generator that shuffles the cards."""
        return self._generator(0)

    def decision(self, seat: int, stage: int) -> np.random.Generator:
        """Return the generator of a seat: stage 0 or 1 is a call, 2 the discard, then cards."""
        return self._generator(seat << _SEAT_SHIFT | stage)

    def _generator(self, place: int) -> np.random.Generator:
        # a key apart is a stream apart; to hash a seed would cost more than most decisions
        key = self.seed % _SEEDS << 64 | self.pair << _PAIR_SHIFT | place
        return np.random.Generator(np.random.Philox(key=key))


class Outcome(NamedTuple):
    """How a deal went: ``points`` of side 13 less side 24, and the makers' ``tricks``.

    A deal passed out has no contract.
    """

    deal: Deal
    contract: Contract | None
    tricks: int
    points: int


def play_deal(deal: Deal, sides: tuple[Player, Player], draws: Draws) -> Outcome:
    """Play a fresh ``deal`` to its end, side 13 by the first of ``sides``.

    Raises `RuleError` if a player does what the rules forbid.
    """
    verify_plain(deal.rules)
    while deal.phase is Phase.CALL:
        turn_index, seat_index = divmod(len(deal.calls), SEATS)
        seat = seat_index + 1
        rng = draws.decision(seat, turn_index)
        deal = deal.call(_at(sides, seat).bidder.call(seen_by(deal, seat), rng))
    dealer = deal.rules.dealer
    if deal.phase is Phase.DISCARD:
        rng = draws.decision(dealer, _DISCARD)
        deal = deal.discard(_at(sides, dealer).bidder.discard(seen_by(deal, dealer), rng))
    contract = deal.contract
    if contract is None:
        return Outcome(deal, None, 0, 0)
    state, tricks = _play_cards(deal, sides, draws)
    taken = state.won[0] + state.won[2]
    makers_tricks = taken if contract.maker % 2 else HAND_SIZE - taken
    points = contract.points(makers_tricks, deal.rules) * (1 if contract.maker % 2 else -1)
    return Outcome(_with_tricks(deal, tricks), contract, makers_tricks, points)


def _play_cards(
    deal: Deal, sides: tuple[Player, Player], draws: Draws
) -> tuple[CardPlay, list[tuple[Card, ...]]]:
    """Play the tricks; return the state at the end, and the tricks."""
    state = CardPlay.of(deal)
    seen = {seat: seen_by(deal, seat) for seat in state.active}
    done: list[tuple[Card, ...]] = []
    while (seat := state.turn) is not None:
        legal_mask = state.legal_mask
        if legal_mask & legal_mask - 1:
            rng = draws.decision(seat, _FIRST_TRICK + len(done))
            tricks = [*done, tuple(state.trick)] if state.trick else done
            card = _at(sides, seat).cards.card(_with_tricks(seen[seat], tricks), rng)
            if not legal_mask >> card.index & 1:
                raise RuleError(ErrorCode.REVOKE, f"seat {seat} may not play {card}")
        else:  # nobody has to think about a forced card
            card = DECK[legal_mask.bit_length() - 1]
        trick = (*state.trick, card)
        state.play(card)
        if not state.trick:
            done.append(trick)
    return state, done


def random_deal(rules: Rules, rng: np.random.Generator) -> Deal:
    """Return a fresh deal with all cards known, each as likely."""
    cards = tuple(rules.deck)
    order = [cards[index] for index in rng.permutation(len(cards))]
    size = rules.hand_size
    hands = (CardSet.from_cards(order[at * size :][:size]) for at in range(rules.players))
    upcard, *kitty = order[rules.players * size :]
    return Deal(rules, tuple(hands), upcard, CardSet.from_cards(kitty))


def _at(sides: tuple[Player, Player], seat: int) -> Player:
    return sides[(seat - 1) % 2]


def _with_tricks(deal: Deal, tricks: list[tuple[Card, ...]]) -> Deal:
    return replace(deal, tricks=tuple(tricks))
