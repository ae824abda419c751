"""How the auction goes on after a pass, each seat by its own hand: one end of a world, or all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.model import BiddingModel, caller_at, finish, node_count
from euchre_solve.advice.decision.drawing import Drawn
from euchre_solve.advice.decision.outcomes import Floats, Outcomes


class Way(NamedTuple):
    """An end by number, the rows of the worlds that may come to it, with which chances."""

    end: int
    rows: NDArray[np.int64]
    chances: Floats


def drawn_ways(model: BiddingModel, node: int, drawn: Drawn, outcomes: Outcomes) -> list[Way]:
    """Return where each world goes from ``node``, drawn by its chunk's generator."""
    ends = np.zeros(len(drawn.worlds.hands), np.int64)
    numbers = _numbers(model, outcomes)
    for rows, rng in drawn.chunks:
        hands, upcards = drawn.worlds.dealt[rows], drawn.worlds.upcards[rows]
        ending = finish(model, node, hands, upcards, rng)
        ends[rows] = numbers[ending.nodes, ending.actions]
    return [Way(end, rows, np.ones(len(rows))) for end, rows in _by_value(ends)]


def every_way(model: BiddingModel, node: int, drawn: Drawn, outcomes: Outcomes) -> list[Way]:
    """Return all that each world may come to from ``node``."""
    numbers = _numbers(model, outcomes)
    left = np.ones(len(drawn.worlds.hands))
    ways = []
    for at in range(node, node_count(model.rules)):
        hands = drawn.worlds.dealt[:, caller_at(model.rules, at) - 1]
        chances = model.chances(at, hands, drawn.worlds.upcards)
        for action in range(1, min(chances.shape[1], numbers.shape[1])):
            chance = left * chances[:, action]
            rows = np.flatnonzero(chance)
            ways.append(Way(int(numbers[at, action]), rows, chance[rows]))
        left = left * chances[:, 0]
    rows = np.flatnonzero(left)
    return [way for way in (*ways, Way(0, rows, left[rows])) if len(way.rows)]


def _numbers(model: BiddingModel, outcomes: Outcomes) -> NDArray[np.int64]:
    """Return the number of the end by node and action; the last row is for passed out."""
    ends = outcomes.ends
    numbers = np.zeros((node_count(model.rules) + 1, 1 + max(end.action for end in ends)), np.int64)
    for number, end in enumerate(ends):
        if end.contract and not end.contract.blind:
            numbers[end.node, end.action] = number
    return numbers


def _by_value(numbers: NDArray[np.int64]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    for number in np.unique(numbers).tolist():
        yield number, np.flatnonzero(numbers == number)
