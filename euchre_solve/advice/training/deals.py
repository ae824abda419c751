"""Random deals of the 24-card game with all their positions solved, in numbered chunks.

Chunk ``i`` of a seed is always the same deals, so a run can stop and go on anywhere and every
number of cores gives the same. Suits are interchangeable: the upcard is always a spade.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.information import RANKS, Slots, slots_of, suits_of
from euchre_solve.solver.batch import solve_all_positions
from euchre_solve.solver.parallel import is_on_cluster, run_in_order

CHUNK: Final = 16_384
"""Deals in a chunk."""
_SEATS: Final = 4
_HAND_SIZE: Final = 5
_SUIT_CARDS: Final = 13
_DECK: Final = np.array([1 + _SUIT_CARDS * suit + rank for suit in range(4) for rank in range(6)])


class SolvedDeals(NamedTuple):
    """``n`` deals; ``classes`` are ``int8[40, n]``, a row for each of `batch.POSITIONS`.

    ``slots`` has one entry a seat. ``dealer_order`` is ``int8[6, n]``: the dealer's six cards as
    counted in the positions, in the order of his folded hand.
    """

    hands: NDArray[np.uint64]
    upcards: NDArray[np.int8]
    slots: tuple[Slots, ...]
    dealer_order: NDArray[np.int8]
    classes: NDArray[np.int8]


def random_deals(seed: int, chunk_index: int) -> tuple[NDArray[np.uint64], NDArray[np.int8]]:
    """Return the hands ``uint64[n, 4]`` and upcards ``int8[n]`` of a chunk."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(chunk_index,)))
    ranks = rng.integers(0, RANKS, CHUNK, np.int8)
    order = rng.permuted(np.tile(np.arange(len(_DECK) - 1, dtype=np.int8), (CHUNK, 1)), axis=1)
    order += order >= ranks[:, None]
    bits = np.left_shift(np.uint64(1), _DECK.astype(np.uint64))
    dealt = bits[order[:, : _SEATS * _HAND_SIZE]].reshape(CHUNK, _SEATS, _HAND_SIZE)
    return np.bitwise_or.reduce(dealt, axis=2), ranks + np.int8(1)


def solved_chunk(seed: int, chunk_index: int) -> SolvedDeals:
    """Return a chunk of deals with every position solved as far as points depend on it."""
    hands, upcards = random_deals(seed, chunk_index)
    slots = tuple(slots_of(hands[:, seat], upcards) for seat in range(_SEATS))
    classes = solve_all_positions(hands, upcards, only_class=True)
    order = folded_order(hands[:, -1], upcards, slots[-1].folded)
    return SolvedDeals(hands, upcards, slots, order, np.ascontiguousarray(classes.T))


def solved_chunks(seed: int, chunks: range, jobs: int = 2) -> Iterator[SolvedDeals]:
    """Yield the chunks in order, solved ahead in ``jobs`` threads, or on a cluster."""
    if is_on_cluster():
        yield from run_in_order(partial(solved_chunk, seed), chunks, jobs)
        return
    with ThreadPoolExecutor(jobs) as pool:
        ahead: deque[Future[SolvedDeals]] = deque()
        try:
            for chunk_index in chunks:
                ahead.append(pool.submit(solved_chunk, seed, chunk_index))
                if len(ahead) > jobs + 1:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for waiting in ahead:
                waiting.cancel()


def folded_order(
    hands: NDArray[np.uint64], upcards: NDArray[np.int8], folded: NDArray[np.bool_]
) -> NDArray[np.int8]:
    """Return where the dealer's six cards stand in the deck's order, as his folded hand has them.

    The upcard is a spade: his six cards are spades, hearts, diamonds, clubs, and folding exchanges
    hearts and diamonds.
    """
    parts = suits_of(hands, 0)
    own, first, second, _ = (np.bitwise_count(part).astype(np.int8) for part in parts)
    own = own + np.int8(1)
    places = np.arange(_HAND_SIZE + 1, dtype=np.int8)[:, None]
    in_second = (places >= own) & (places < own + second)
    in_first = (places >= own + second) & (places < own + second + first)
    moved = np.where(in_second, places + first, np.where(in_first, places - second, places))
    return np.where(folded, moved, places).astype(np.int8)
