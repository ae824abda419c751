"""Duplicate matches: every deal is played twice, the sides exchanged, so that cards even out.

All values are points of side 13 less those of side 24, or of the first player less the second's.

Every decision has a generator of its own, known by the seed, the pair of tables, the seat and
what is decided: where the two tables agree they draw the same, and no result depends on how the
pairs are shared out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from euchre_solve.advice.bidders import Bidder
from euchre_solve.advice.bidding import SEATS
from euchre_solve.advice.card_play import HAND_SIZE, CardPlay
from euchre_solve.advice.plain_game import verify_plain
from euchre_solve.advice.players import CardPlayer
from euchre_solve.cards import DECK, Card, CardSet
from euchre_solve.consistent import seen_by
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.rules import Rules
from euchre_solve.solver.parallel import run_in_order

_CHUNK: Final = 20
"""Pairs that one process plays before it reports."""
_DISCARD: Final = 2
_FIRST_TRICK: Final = 3
_SEAT_SHIFT: Final = 4
_PAIR_SHIFT: Final = 8


class Player(NamedTuple):
    """Who plays both seats of a side."""

    name: str
    bidder: Bidder
    cards: CardPlayer


class Draws(NamedTuple):
    """The random numbers of a pair of tables: a generator for every decision.

    ``seed`` is below 2**64, ``pair`` below 2**56.
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
        key = self.seed << 64 | self.pair << _PAIR_SHIFT | place
        return np.random.Generator(np.random.Philox(key=key))


class Outcome(NamedTuple):
    """How a deal went: ``points`` of side 13 less side 24, and the makers' ``tricks``.

    A deal passed out has no contract.
    """

    deal: Deal
    contract: Contract | None
    tricks: int
    points: int


class Made(NamedTuple):
    """A contract by who made it and what came of it; ``node`` is that of the call."""

    node: int
    alone: bool
    tricks: int


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What a player did in a match: how often it was to call at each node, and what it made."""

    name: str
    rules: Rules
    asked: Counter[int]
    made: Counter[Made]

    @property
    def contracts(self) -> int:
        """How often the player made trump, by either seat."""
        return self.made.total()

    def call_rate(self, node: int) -> float:
        """Return how often the player makes trump where it is asked at ``node``."""
        return _share(self._count(lambda made: made.node == node), self.asked[node])

    @property
    def euchre_rate(self) -> float:
        """The share of its contracts that are euchred."""
        return _share(self._count(lambda made: made.tricks < self.rules.need), self.contracts)

    @property
    def march_rate(self) -> float:
        """The share of its contracts that take every trick, alone or together."""
        march = self.rules.march_tricks
        return _share(self._count(lambda made: made.tricks >= march), self.contracts)

    @property
    def loner_rate(self) -> float:
        """The share of its contracts that it plays alone."""
        return _share(self._count(lambda made: made.alone), self.contracts)

    def _count(self, holds: Callable[[Made], bool]) -> int:
        return sum(count for made, count in self.made.items() if holds(made))


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The points a deal that the first player wins of the second, over ``pairs`` of tables.

    ``standard_error`` is that of the mean over pairs, NaN for fewer than two.
    """

    first: PlayerRecord
    second: PlayerRecord
    pairs: int
    seed: int
    mean: float
    standard_error: float


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


def duplicate_match(  # noqa: PLR0913 - two players, a match and how to run it
    first: Player,
    second: Player,
    pairs: int,
    *,
    seed: int = 1,
    rules: Rules | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """Let two players play ``pairs`` of tables, 0 ``jobs`` for a process a core.

    ``progress`` is told how many pairs are done.
    """
    rules = rules or Rules()
    verify_plain(rules)
    work = partial(_play_pairs, first, second, rules, seed)
    chunks = (range(at, min(at + _CHUNK, pairs)) for at in range(0, pairs, _CHUNK))
    points: list[int] = []
    records = [PlayerRecord(player.name, rules, Counter(), Counter()) for player in (first, second)]
    for result in run_in_order(work, chunks, jobs):
        points += result.points
        for record, asked, made in zip(records, result.asked, result.made, strict=True):
            record.asked.update(asked)
            record.made.update(made)
        if progress:
            progress(len(points))
    mean, error = _mean_and_error(points)
    return MatchResult(records[0], records[1], pairs, seed, mean, error)


class _Played(NamedTuple):
    """What some pairs came to: points by pair, and for either player what it was asked and made."""

    points: list[int]
    asked: tuple[Counter[int], Counter[int]]
    made: tuple[Counter[Made], Counter[Made]]


def _play_pairs(first: Player, second: Player, rules: Rules, seed: int, pairs: range) -> _Played:
    played = _Played([], (Counter(), Counter()), (Counter(), Counter()))
    for pair in pairs:
        draws = Draws(seed, pair)
        deal = random_deal(rules, draws.cards())
        open_table = play_deal(deal, (first, second), draws)
        closed_table = play_deal(deal, (second, first), draws)
        played.points.append(open_table.points - closed_table.points)
        _add(played, open_table, is_exchanged=False)
        _add(played, closed_table, is_exchanged=True)
    return played


def random_deal(rules: Rules, rng: np.random.Generator) -> Deal:
    """Return a fresh deal with all cards known, each as likely."""
    cards = tuple(rules.deck)
    order = [cards[index] for index in rng.permutation(len(cards))]
    size = rules.hand_size
    hands = (CardSet.from_cards(order[at * size :][:size]) for at in range(rules.players))
    upcard, *kitty = order[rules.players * size :]
    return Deal(rules, tuple(hands), upcard, CardSet.from_cards(kitty))


def _add(played: _Played, outcome: Outcome, *, is_exchanged: bool) -> None:
    """Count what the players did at one state."""
    for node in range(len(outcome.deal.calls)):
        played.asked[node % 2 ^ is_exchanged][node] += 1
    contract = outcome.contract
    if contract is not None:
        node = len(outcome.deal.calls) - 1
        made = Made(node, contract.alone, outcome.tricks)
        played.made[node % 2 ^ is_exchanged][made] += 1


def _mean_and_error(pair_points: list[int]) -> tuple[float, float]:
    """Return the mean points a deal, half of a pair's, and its standard error."""
    count = len(pair_points)
    if not count:
        return 0.0, float("nan")
    values = np.array(pair_points) / 2
    error = values.std(ddof=1) / sqrt(count) if count > 1 else float("nan")
    return float(values.mean()), float(error)


def _at(sides: tuple[Player, Player], seat: int) -> Player:
    return sides[(seat - 1) % 2]


def _with_tricks(deal: Deal, tricks: list[tuple[Card, ...]]) -> Deal:
    return replace(deal, tricks=tuple(tricks))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
