"""What a strategy is worth on deals it never saw: gains of those who know it, shares of calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.training.best_response import (
    Gain,
    best_pair_response,
    best_response,
    gain,
)
from euchre_solve.advice.training.deals import SolvedDeals
from euchre_solve.advice.training.game import NODES, PASS, SEATS, Payoffs, Strategy, play_out

_PAIRS = ((1, 3), (2, 4))


def exploitability(
    strategy: Strategy,
    payoffs: Payoffs,
    learnt_on: Sequence[SolvedDeals],
    priced_on: Sequence[SolvedDeals],
    *,
    of_pairs: bool,
) -> list[Gain]:
    """Return what each seat, and if wanted each pair, gains by the best deviation found."""
    gains = []
    for seat in range(1, SEATS + 1):
        deviation = best_response(strategy, seat, payoffs, lambda: learnt_on)
        gains.append(gain(strategy, deviation, (seat,), payoffs, priced_on))
    for pair in _PAIRS if of_pairs else ():
        deviation = best_pair_response(strategy, pair, payoffs, lambda: learnt_on)
        gains.append(gain(strategy, deviation, pair, payoffs, priced_on))
    return gains


def gains_over(
    base: Strategy, better: Strategy, payoffs: Payoffs, deals: Sequence[SolvedDeals]
) -> list[Gain]:
    """Return what each side gains if it alone bids by ``better``, the other going on by ``base``.

    The dealer's side discards by ``better`` too when it is the one.
    """
    gains = []
    for pair in _PAIRS:
        calls = tuple(
            (better if 1 + node % SEATS in pair else base).calls[node] for node in range(NODES)
        )
        discards = (better if SEATS in pair else base).discards
        gains.append(gain(base, Strategy(calls, discards), pair, payoffs, deals))
    return gains


def call_shares(strategy: Strategy, payoffs: Payoffs, deals: Sequence[SolvedDeals]) -> NDArray[Any]:
    """Return how often a deal is called at each node with partner and alone: ``float64[8, 2]``."""
    shares = np.zeros((NODES, 2))
    for chunk in deals:
        reach = np.ones(len(chunk.upcards), np.float32)
        for node, chances in enumerate(play_out(chunk, strategy, payoffs).chances):
            for alone in (0, 1):
                shares[node, alone] += (reach * chances[1 + alone :: 2].sum(axis=0)).mean()
            reach = reach * chances[PASS]
    return shares / len(deals)
