"""Playing deals out among players who see only their own cards, against what open hands say.

Every chunk of fresh deals gives each node, kind of call and bin of open-hand value a few deals in
which the others pass up to there as the table does, whether or not the table would make the call
itself. The players don't listen to the calls: a call that the table never makes would deceive
them, and at another score the same call would not. The result of best play with open hands on the
same deal is the control: only the difference is averaged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from euchre_solve.advice.arena.bidders import ModelBidder
from euchre_solve.advice.arena.playing import Draws, Player, play_deal
from euchre_solve.advice.arena.sampling import SamplingPlayer
from euchre_solve.advice.bidding.model import UNFOLDED, TableModel, actions_of
from euchre_solve.advice.bidding.played import KINDS, Cell, PlayedValues
from euchre_solve.advice.bidding.table import BiddingTable
from euchre_solve.advice.training.deals import CHUNK, SolvedDeals, solved_chunk
from euchre_solve.advice.training.game import (
    ACTIONS,
    NODES,
    PASS,
    SEATS,
    Floats,
    Outcome,
    Payoffs,
    play_out,
    strategy_of,
)
from euchre_solve.auction import PASS as PASS_CALL
from euchre_solve.cards import DECK, CardSet, Suit
from euchre_solve.deal import Deal
from euchre_solve.rules import Rules
from euchre_solve.solver.parallel import run_in_order

_EDGES: Final = np.array([-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0])
"""Between the bins of open-hand value in points."""
_A_CELL: Final = 8
"""Deals of a chunk played for a node, kind and bin."""
_RESULTS: Final = 3
_ENOUGH: Final = 50
"""Deals below which a cell says too little to be kept."""


class _Tried(NamedTuple):
    """A deal played out: where it counts, its value, and what came of it open and played."""

    node: int
    kind: int
    bin_index: int
    value: float
    opened: int
    played: int
    points: float


class PlayOuts(NamedTuple):
    """What to play: the table bid by, the open-hand values of its slots, who plays the cards."""

    rules: Rules
    table: BiddingTable
    values: tuple[Floats, ...]
    worlds: int
    seed: int


def play_outs(
    given: PlayOuts, chunks: int, *, jobs: int, report: Callable[[int], None]
) -> PlayedValues:
    """Play so many chunks out and return the shifts with their errors."""
    tried: list[_Tried] = []
    for index, part in enumerate(run_in_order(partial(_play_chunk, given), range(chunks), jobs)):
        tried += part
        report(index + 1)
    cells: dict[tuple[int, int, int], list[_Tried]] = {}
    for one in tried:
        cells.setdefault((one.node, one.kind, one.bin_index), []).append(one)
    manifest: dict[str, Any] = {
        "preset": str(given.rules),
        "players": f"sampling-{given.worlds}, deaf to the calls",
        "table_checksum": given.table.manifest.get("checksum"),
        "deals": len(tried),
        "chunks": chunks,
        "seed": given.seed,
    }
    return PlayedValues(
        tuple(_cell(cells[key]) for key in sorted(cells) if len(cells[key]) >= _ENOUGH), manifest
    )


def _cell(tried: list[_Tried]) -> Cell:
    count = len(tried)
    opened, played = (
        np.bincount(results, minlength=_RESULTS) / count
        for results in ([one.opened for one in tried], [one.played for one in tried])
    )
    points = np.array([one.points for one in tried], np.float64)
    error = points.std(ddof=1) / np.sqrt(count) if count > 1 else np.inf
    shift = tuple(np.round(played - opened, 5).tolist())
    value = float(np.mean([one.value for one in tried]))
    node, kind = tried[0].node, tried[0].kind
    bias = round(float(points.mean()), 4)
    return Cell(node, kind, round(value, 4), count, shift, bias, round(float(error), 4))


def _play_chunk(given: PlayOuts, chunk_index: int) -> list[_Tried]:
    deals = solved_chunk(given.seed, chunk_index)
    rng = np.random.default_rng(np.random.SeedSequence(given.seed, spawn_key=(chunk_index, 1)))
    outcome = play_out(deals, strategy_of(given.table), Payoffs.of_worth(given.rules, float))
    model = TableModel(given.table, "table")
    player = Player("table", ModelBidder(model), SamplingPlayer(given.worlds))
    tried: list[_Tried] = []
    for node, action, lane in _reached(outcome, rng):
        maker_sign = 1 - 2 * (node % 2)
        slot = deals.slots[node % SEATS].numbers[lane]
        value = maker_sign * float(given.values[node][slot, action])
        bin_index = int(np.digitize(value, _EDGES))
        cell = node, KINDS[action], bin_index
        if sum(one[:3] == cell for one in tried) >= _A_CELL:
            continue
        opened = maker_sign * float(outcome.opened[node][action, lane])
        deal = called_deal(given.rules, deals, lane, (node, action))
        draws = Draws(given.seed, chunk_index * CHUNK + lane)
        played = maker_sign * play_deal(deal, (player, player), draws).points
        tried.append(_Tried(*cell, value, _result(opened), _result(played), played - opened))
    return tried


def _reached(outcome: Outcome, rng: np.random.Generator) -> Iterator[tuple[int, int, int]]:
    """Yield a node, an action that calls there and a deal in which it comes to that node.

    A deal is for one action of each node; in round 1, reached often, for one node.
    """
    lanes = np.arange(CHUNK)
    for node in range(NODES):
        chances = [outcome.chances[before][PASS] for before in range(node)]
        is_left = np.prod(chances, axis=0) if chances else np.ones(CHUNK)
        comes = (rng.random(CHUNK) < is_left) & ((node >= SEATS) | (lanes % NODES == node))
        for lane in np.flatnonzero(comes).tolist():
            yield node, 1 + lane // NODES % (ACTIONS[node] - 1), lane


def called_deal(rules: Rules, deals: SolvedDeals, lane: int, call: tuple[int, int]) -> Deal:
    """Return the deal with the call made after nothing but passes.

    ``call`` is a node and an action as `game` numbers them, by the folded hand.
    """
    node, action = call
    if deals.slots[node % SEATS].folded[lane]:
        action = int(UNFOLDED[action])
    hands = tuple(CardSet(int(mask)) for mask in deals.hands[lane])
    upcard = DECK[int(deals.upcards[lane])]
    kitty = rules.deck.without_card(upcard)
    for hand in hands:
        kitty -= hand
    deal = Deal(rules, hands, upcard, kitty)
    for _ in range(node):
        deal = deal.call(PASS_CALL)
    return deal.call(actions_of(rules, node, Suit.SPADES)[action])


def _result(points: float) -> int:
    """Return the result, an index of `played.RESULTS`, of the makers' points."""
    return 0 if points < 0 else 1 if points == 1 else 2
