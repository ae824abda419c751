"""How the others bid: the chance of each call with a hand, what an auction tells, how it ends.

A node is the call of one seat in one round after nothing but passes, numbered in the order of the
calls: with four players, eldest first, ``4 * (round - 1) + seat - 1``. Its actions are numbered by
the part a suit plays beside the upcard: 0 pass; in round 1 then order up (1), alone (2); in round 2
``next``, the other suit of the upcard's colour (1), alone (2), and the two crossed suits in the
order spades, hearts, diamonds, clubs: the first (3), alone (4), the second (5), alone (6). Some
games append more: where no-trump may be named, in round 2 no-trump (7), alone (8); with the best
bower in the deck, for the dealer in round 1 the suits he names when it is turned up, spades (3),
alone (4), and so on. An action that the rules forbid has no chance. Hands are ``uint64[n]`` masks
as dealt, upcards card indices, one or ``[n]``.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from euchre_solve.advice.bidding.information import folded_card, slots_of
from euchre_solve.advice.bidding.table import LEVELS, BiddingTable
from euchre_solve.auction import ORDER, ORDER_ALONE, PASS, Auction, Call
from euchre_solve.cards import BEST_BOWER, DECK, Card, Suit
from euchre_solve.contract import Contract
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump

Floats = NDArray[np.float32]
SEATS: Final = 4
NODES: Final = 8
UNFOLDED: Final = np.array([0, 1, 2, 5, 6, 3, 4], np.uint8)
"""For each action with a folded hand the one it is in the deck's order of suits, and back."""
_LONERS: Final = {1: 4, 3: 5, 4: 6}
"""Row of a lone maker among the discards; with partner it is his seat less one."""


class BiddingModel(Protocol):
    """A way to bid, each seat by its own hand."""

    @property
    def name(self) -> str:
        """What answers call it."""

    @property
    def note(self) -> str | None:
        """What to tell the reader where it is a makeshift."""

    @property
    def rules(self) -> Rules:
        """The game it bids in."""

    def chances(self, node: int, hands: ArrayLike, upcards: ArrayLike) -> Floats:
        """Return the chance of each action: ``float32[n, actions]``, rows adding up to 1."""

    def discards(
        self, maker: int, hands: ArrayLike, upcards: ArrayLike, *, alone: bool
    ) -> NDArray[np.int8]:
        """Return the card index that the dealer puts away when ``maker`` (1 to 4) orders."""


def node_count(rules: Rules) -> int:
    """Return how many nodes there are: a call of each seat in two rounds."""
    return 2 * rules.players


def caller_at(rules: Rules, node: int) -> int:
    """Return the seat that calls at a node."""
    return rules.callers[node % rules.players]


def node_of(rules: Rules, contract: Contract) -> int:
    """Return the node of the call that makes ``contract``."""
    return rules.players * (contract.round - 1) + rules.callers.index(contract.maker)


def is_dealers_order(rules: Rules, node: int) -> bool:
    """Tell whether the node is the dealer's in round 1, who picks up what he orders."""
    return node < rules.players and caller_at(rules, node) == rules.dealer


class Ending(NamedTuple):
    """How auctions ended, ``int8[n]`` each: the node of the call, -1 passed out; the action."""

    nodes: NDArray[np.int8]
    actions: NDArray[np.int8]


class TableModel:
    """Bids by a trained table: as often as it calls, or always what it does more often.

    ``rules`` are those of the table, or others with the same calls.
    """

    note: str | None = None

    def __init__(
        self, table: BiddingTable, name: str, rules: Rules | None = None, *, sharp: bool = False
    ) -> None:
        self.name = name
        self.rules = rules or Rules.parse(table.manifest["preset"])
        self._table = table
        self._sharp = sharp

    def chances(self, node: int, hands: ArrayLike, upcards: ArrayLike) -> Floats:
        """Return the chance of each action, see `BiddingModel`."""
        return self.rows(node).take(self.row_numbers(node, hands, upcards), axis=0)

    def rows(self, node: int) -> Floats:
        """Return what chances hands may have at a node: ``float32[rows, actions]``."""
        actions = len(actions_of(self.rules, node, Suit.SPADES))
        return _chances_by_byte(actions, is_sharp=self._sharp)

    def row_numbers(self, node: int, hands: ArrayLike, upcards: ArrayLike) -> NDArray[np.uint16]:
        """Return which of the `rows` is that of each hand."""
        slots, folded = slots_of(hands, upcards)
        calls = np.take(self._table.calls[node], slots)
        numbers: NDArray[np.uint16] = calls + folded * np.uint16(len(self.rows(node)) // 2)
        return numbers

    def discards(
        self, maker: int, hands: ArrayLike, upcards: ArrayLike, *, alone: bool
    ) -> NDArray[np.int8]:
        """Return what the dealer puts away, see `BiddingModel`."""
        row = _LONERS[maker] if alone else maker - 1
        slots = slots_of(hands, upcards).numbers
        return folded_card(hands, upcards, np.take(self._table.discards[row], slots))


@cache
def _chances_by_byte(actions: int, *, is_sharp: bool) -> Floats:
    """Return the chance of each action by call byte, then the same where the hand is folded."""
    levels = np.arange(LEVELS + 1, dtype=np.float32) / np.float32(LEVELS)
    chances = (levels > 1 / 2).astype(np.float32) if is_sharp else levels
    rows = np.zeros((2, actions, len(levels), actions), np.float32)
    for best in range(actions):
        for row, action in zip(rows[:, best], (best, UNFOLDED[best]), strict=True):
            row[:, action] = chances
            row[:, 0] = 1 - row[:, 1:].sum(axis=1)
    return rows.reshape(-1, actions)


class Cautious:
    """A model for people we don't know: every chance tempered, none below a floor.

    The chances are raised to ``power``, made to add up to 1, and mixed with a ``floor`` shared
    evenly among the actions that the rules allow.
    """

    def __init__(self, model: BiddingModel, power: float = 0.5, floor: float = 0.05) -> None:
        self.name = f"{model.name} (cautious)"
        self.note = model.note
        self.rules = model.rules
        self._model = model
        self._power, self._floor = power, floor
        self._rows: dict[int, Floats] = {}

    def chances(self, node: int, hands: ArrayLike, upcards: ArrayLike) -> Floats:
        """Return the tempered chances, see `BiddingModel`."""
        if isinstance(self._model, TableModel):
            return self._tempered_rows(self._model, node).take(
                self._model.row_numbers(node, hands, upcards), axis=0
            )
        allowed = allowed_actions(self.rules, node, upcards)
        return self._tempered(self._model.chances(node, hands, upcards), allowed)

    def _tempered_rows(self, model: TableModel, node: int) -> Floats:
        """Return the tempered rows of a table, where any upcard allows the same actions."""
        if node not in self._rows:
            allowed = np.array(allowed_at(self.rules, node, Suit.SPADES))
            self._rows[node] = self._tempered(model.rows(node), allowed)
        return self._rows[node]

    def _tempered(self, chances: Floats, allowed: NDArray[np.bool_]) -> Floats:
        chances = chances ** np.float32(self._power)
        chances /= chances.sum(axis=1, keepdims=True)
        floor = (allowed / allowed.sum(axis=-1, keepdims=True)).astype(np.float32)
        tempered: Floats = (1 - self._floor) * chances + self._floor * floor
        return tempered

    def discards(
        self, maker: int, hands: ArrayLike, upcards: ArrayLike, *, alone: bool
    ) -> NDArray[np.int8]:
        """Return the model's discards."""
        return self._model.discards(maker, hands, upcards, alone=alone)


@cache
def actions_of(rules: Rules, node: int, upcard_suit: Suit | None) -> tuple[Call, ...]:
    """Return the calls of the actions at a node, in order; no suit for the best bower."""
    if node < rules.players:
        is_blind = rules.best_bower and is_dealers_order(rules, node)
        blind = [Trump(suit.value) for suit in Suit] if is_blind else []
        return (PASS, ORDER, ORDER_ALONE, *_namings(blind))
    suit = upcard_suit or Suit.SPADES  # any will do: the best bower is never turned down
    crossed = [other for other in Suit if other not in {suit, suit.same_colour}]
    no_trump = [Trump.NO_TRUMP] if rules.no_trump_in_round_2 else []
    trumps = [Trump(other.value) for other in (suit.same_colour, *crossed)]
    return (PASS, *_namings([*trumps, *no_trump]))


def allowed_actions(rules: Rules, node: int, upcards: ArrayLike) -> NDArray[np.bool_]:
    """Return which actions the rules allow, for one upcard or each of many: ``bool[.., actions]``.

    In round 2 of the best bower, which no auction comes to, only the pass is.
    """
    by_kind = np.array([allowed_at(rules, node, None), allowed_at(rules, node, Suit.SPADES)])
    kinds = (np.asarray(upcards) != BEST_BOWER.index).astype(np.intp)
    allowed: NDArray[np.bool_] = by_kind[kinds]
    return allowed


@cache
def allowed_at(rules: Rules, node: int, upcard_suit: Suit | None) -> tuple[bool, ...]:
    """Tell of each action whether it is allowed; no suit is the best bower turned up.

    Numbered by parts, it is so for any suit alike.
    """
    actions = actions_of(rules, node, upcard_suit)
    if upcard_suit is None and node >= rules.players:
        return tuple(call == PASS for call in actions)
    upcard = Card.parse(f"A{upcard_suit}") if upcard_suit else BEST_BOWER
    auction = Auction(rules, upcard, (PASS,) * node)
    return tuple(auction.can_call(call) for call in actions)


def _namings(trumps: Iterable[Trump]) -> list[Call]:
    return [Call(trump, alone=alone) for trump in trumps for alone in (False, True)]


def likelihood(
    model: BiddingModel,
    calls: Sequence[Call],
    hands: NDArray[np.uint64],
    upcard: int,
    silent: Container[int | None] = (),
) -> Floats:
    """Return how likely the others make their ``calls`` with these ``hands``: ``float32[n]``.

    ``hands`` are ``uint64[n, players]``; what the seats in ``silent`` call tells nothing.
    """
    likely = np.ones(len(hands), np.float32)
    suit = DECK[upcard].suit
    for node, call in enumerate(calls):
        seat = caller_at(model.rules, node)
        if seat not in silent:
            action = actions_of(model.rules, node, suit).index(call)
            likely *= model.chances(node, hands[:, seat - 1], upcard)[:, action]
    return likely


def finish(
    model: BiddingModel,
    node: int,
    hands: NDArray[np.uint64],
    upcards: ArrayLike,
    rng: np.random.Generator,
) -> Ending:
    """Draw how the auction goes on from ``node`` in each world, each seat by its own hand."""
    nodes = np.full(len(hands), -1, np.int8)
    actions = np.zeros(len(hands), np.int8)
    for at in range(node, node_count(model.rules)):
        chances = model.chances(at, hands[:, caller_at(model.rules, at) - 1], upcards)
        drawn = (rng.random((len(hands), 1)) > np.cumsum(chances[:, :-1], axis=1)).sum(axis=1)
        calls = (nodes < 0) & (drawn > 0)
        nodes[calls], actions[calls] = at, drawn[calls]
    return Ending(nodes, actions)
