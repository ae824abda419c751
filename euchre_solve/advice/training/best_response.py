"""What a seat, or a pair, could gain against a strategy if it knew it: held-out deals only.

A deviation is learnt on one set of deals and priced on another, so its gain is not flattered by
the deals it was fitted to: a lower bound with a standard error. A slot keeps the strategy where
the deviation saw nothing better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from euchre_solve.advice.bidding.information import slot_count
from euchre_solve.advice.training.deals import SolvedDeals
from euchre_solve.advice.training.game import (
    ACTIONS,
    PICKUPS,
    SEATS,
    SIX,
    Payoffs,
    Strategy,
    others_pass,
    play_out,
)
from euchre_solve.advice.training.regret import add_rows, discard_values

Deals = Callable[[], Iterable[SolvedDeals]]
"""Starts a stream of deals, the same each time."""


DOUBT = 1.0
"""Standard errors by which an action must seem better before a slot deviates to it."""


class Gain(NamedTuple):
    """Points a deal that a deviation gains, with its standard error, over so many deals."""

    seats: tuple[int, ...]
    mean: float
    stderr: float
    deals: int


def best_response(strategy: Strategy, seat: int, payoffs: Payoffs, deals: Deals) -> Strategy:
    """Return ``strategy`` with the best answers of ``seat`` (1 to 4) found on ``deals``."""
    if seat == SEATS:
        strategy = _with_best_discards(strategy, payoffs, deals)
    for node in (seat - 1 + SEATS, seat - 1):
        strategy = _with_best_calls(strategy, node, payoffs, deals)
    return strategy


def best_pair_response(
    strategy: Strategy, seats: tuple[int, int], payoffs: Payoffs, deals: Deals, rounds: int = 2
) -> Strategy:
    """Return a joint deviation of two partners: each answers the other in turn, ``rounds`` times.

    A local optimum, so a lower bound of what the pair could gain.
    """
    for _ in range(rounds):
        for seat in seats:
            strategy = best_response(strategy, seat, payoffs, deals)
    return strategy


def gain(
    strategy: Strategy,
    deviation: Strategy,
    seats: tuple[int, ...],
    payoffs: Payoffs,
    deals: Iterable[SolvedDeals],
) -> Gain:
    """Return what the side of ``seats`` gains by ``deviation`` on these deals."""
    sign = 1 if seats[0] % 2 else -1
    count, total, squares = 0, 0.0, 0.0
    for chunk in deals:
        kept = play_out(chunk, strategy, payoffs).values[0]
        gained = sign * (play_out(chunk, deviation, payoffs).values[0] - kept).astype(np.float64)
        count += len(gained)
        total += gained.sum()
        squares += (gained**2).sum()
    mean = total / count
    return Gain(seats, mean, float(np.sqrt((squares / count - mean**2) / count)), count)


def _with_best_calls(strategy: Strategy, node: int, payoffs: Payoffs, deals: Deals) -> Strategy:
    """Replace the calls at ``node`` where another action did better on ``deals``."""
    regrets = np.zeros((slot_count(), ACTIONS[node]), np.float32)
    squares = np.zeros_like(regrets)
    sign = 1 - 2 * (node % 2)
    for chunk in deals():
        outcome = play_out(chunk, strategy, payoffs)
        reach = sign * others_pass(outcome.chances, node)
        regret = reach * (outcome.actions[node] - outcome.values[node])
        add_rows(regrets, chunk.slots[node % SEATS].numbers, regret)
        add_rows(squares, chunk.slots[node % SEATS].numbers, regret**2)
    regrets -= DOUBT * np.sqrt(squares)
    barred = ~(strategy.calls[node] > 0).any(axis=0)
    regrets[:, barred] = -np.inf
    better = regrets.max(axis=1, keepdims=True) > 0
    pure = np.eye(ACTIONS[node], dtype=np.float32)[regrets.argmax(axis=1)]
    calls = list(strategy.calls)
    calls[node] = np.where(better, pure, strategy.calls[node])
    return strategy._replace(calls=tuple(calls))


def _with_best_discards(strategy: Strategy, payoffs: Payoffs, deals: Deals) -> Strategy:
    """Replace the dealer's discards where another did better on ``deals``."""
    sums = np.zeros((len(PICKUPS), slot_count(), SIX), np.float32)
    squares = np.zeros_like(sums)
    for chunk in deals():
        outcome = play_out(chunk, strategy, payoffs)
        slots = chunk.slots[-1].numbers
        for index, values in discard_values(chunk, outcome, payoffs):
            kept = np.take(strategy.discards[index], slots)[None].astype(np.int64)
            gained = values - np.take_along_axis(values, kept, axis=0)
            add_rows(sums[index], slots, gained)
            add_rows(squares[index], slots, gained**2)
    sums -= DOUBT * np.sqrt(squares)
    best = sums.argmax(axis=2).astype(np.int8)
    return strategy._replace(discards=np.where(sums.max(axis=2) > 0, best, strategy.discards))
