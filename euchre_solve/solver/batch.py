"""Many deals of the 24-card game at once: numpy arrays in, arrays out, on all cores if wanted.

Hands are ``uint64[n, 4]``: bit ``i`` of a mask is ``DECK[i]``, the columns are the seats 1 to 4,
and seat 4 deals. Trumps are ``0..3`` for spades, hearts, diamonds, clubs, leaders ``0..3`` for the
seats. All values are tricks of side A, the seats 1 and 3.

A *class* is the value as far as points depend on it: 0, 2 for one or two tricks, 3 for three or
four, 5. A lone hand against two that takes fewer than three is 2 or 3, whatever it takes.

No result depends on ``jobs``: how many threads share the work (-1: one a core).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from euchre_solve.cards import DECK
from euchre_solve.solver import kernel
from euchre_solve.solver.endgame import load_endgame
from euchre_solve.solver.plan import Plan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_SEATS: Final = 4
_HAND: Final = 5
_TRICK: Final = 3
"""Cards of the longest trick in progress."""
_CHUNK: Final = 2048
_DISCARDS: Final = 6
_DEALER: Final = 4


class PositionColumn(NamedTuple):
    """One of the positions that a deal can lead to.

    In round 1 the upcard's suit is trumps, in round 2 ``suit_index`` counts the other three in
    the order spades, hearts, diamonds, clubs. ``alone`` is the lone maker's seat. ``discard_index``
    counts the dealer's five cards and the upcard by card index; None where he picks up nothing.
    """

    round: int
    suit_index: int
    alone: int | None
    discard_index: int | None


class PlanArrays(NamedTuple):
    """`plan.Answers` for n deals and q questions.

    ``discards`` are ``int8[n, q, hand_size + 1]``, ``discard_indices`` and ``tricks``
    ``int8[n, q]``, ``lead_masks`` ``uint64[n, q]``.
    """

    discards: NDArray[np.int8]
    discard_indices: NDArray[np.int8]
    tricks: NDArray[np.int8]
    lead_masks: NDArray[np.uint64]


def _columns() -> tuple[PositionColumn, ...]:
    ways = (None, 1, 2, 3, 4)
    first = [
        PositionColumn(1, 0, alone, discard_index)
        for alone in ways
        for discard_index in ((None,) if alone == _DEALER - 2 else range(_DISCARDS))
    ]
    second = [PositionColumn(2, suit, alone, None) for suit in range(3) for alone in ways]
    return (*first, *second)


POSITIONS: Final = _columns()
"""The columns of `solve_all_positions`: 25 of round 1, then 15 of round 2."""


def solve_tricks(
    hands: ArrayLike, trumps: ArrayLike, leaders: ArrayLike, *, jobs: int = 1
) -> NDArray[np.int8]:
    """Return the tricks of side A in each position: ``int8[n]``.

    A seat without cards sits out; the others hold five cards, and the leader is one of them.
    Raises `ValueError` for a position that can't be.
    """
    return _solve(hands, trumps, leaders, only_class=False, jobs=jobs)


def solve_class(
    hands: ArrayLike, trumps: ArrayLike, leaders: ArrayLike, *, jobs: int = 1
) -> NDArray[np.int8]:
    """Return the class of each position, as `solve_tricks`, cheaper: ``int8[n]``."""
    return _solve(hands, trumps, leaders, only_class=True, jobs=jobs)


def solve_best(
    hands: ArrayLike, trumps: ArrayLike, leaders: ArrayLike, *, jobs: int = 1
) -> tuple[NDArray[np.int8], NDArray[np.uint64]]:
    """Return the tricks ``int8[n]`` and the leads that keep them, masks ``uint64[n]``."""
    import numpy as np  # lazy: start-up

    dealt, suits, first = _position_arrays(hands, trumps, leaders)
    tricks, best = np.empty(len(dealt), np.int8), np.empty(len(dealt), np.uint64)
    endgame = load_endgame()

    def solve(part: slice) -> None:
        given = dealt[part].data, suits[part].data, first[part].data
        kernel.solve_fast_packed((*given, tricks[part].data, best[part].data), endgame)

    _in_parts(solve, len(dealt), jobs)
    return tricks, best


def solve_all_positions(
    hands: ArrayLike, upcards: ArrayLike, *, only_class: bool = False, jobs: int = 1
) -> NDArray[np.int8]:
    """Return the value of every position that each deal can lead to: ``int8[n, 40]``.

    ``upcards`` are card indices, ``[n]``. The columns are `POSITIONS`; seat 1 leads, or seat 2
    where seat 1 sits out. With ``only_class`` the values are classes.
    """
    import numpy as np  # lazy: start-up

    dealt = _hand_array(hands)
    turned = np.ascontiguousarray(upcards, np.int8)
    results = np.empty((len(dealt), len(POSITIONS)), np.int8)
    if turned.shape != (len(dealt),):
        raise ValueError(f"there must be an upcard for each of {len(dealt)} deals")
    endgame = load_endgame()

    def solve(part: slice) -> None:
        arrays = dealt[part].data, turned[part].data, results[part].data
        kernel.solve_all_packed(arrays, endgame, only_class=only_class)

    _in_parts(solve, len(dealt), jobs)
    return results


def solve_moves(  # noqa: PLR0913 - a position has five parts
    hands: ArrayLike,
    trumps: ArrayLike,
    tricks: ArrayLike,
    leaders: ArrayLike,
    sitting_out: ArrayLike = 0,
    *,
    jobs: int = 1,
) -> NDArray[np.int8]:
    """Return the tricks of side A after each card of the player on turn: ``int8[n, 5]``.

    ``hands`` are the cards still held, one to five. ``tricks`` are the cards of the trick in
    progress by index, in order of play, ``[n, 3]`` or ``[n, 4]`` filled up with -1; ``leaders`` led
    it, or are to lead it. ``sitting_out`` are masks of seats, bit 0 for seat 1; what these hold
    does not matter. All but the hands may be one value, or one trick, for all positions.

    Column j is for the j-th card by index of the player on turn. It counts the trick in progress
    and all later ones; -1 stands for a card that is not legal, and where there is none.

    >>> from euchre_solve.cards import CardSet
    >>> hands = [CardSet.of("As", "9s").mask, CardSet.of("Ks", "Th").mask, 0, 0]
    >>> solve_moves([hands], 1, [-1, -1, -1], 0, 0b1100).tolist()
    [[1, 0, -1, -1, -1]]
    """
    import numpy as np  # lazy: start-up

    dealt = _hand_array(hands)
    count = len(dealt)
    given = (
        _rows(trumps, count, "trumps"),
        _trick_rows(tricks, count),
        _rows(leaders, count, "leaders"),
        _rows(sitting_out, count, "sitting_out"),
    )
    values = np.empty((count, _HAND), np.int8)
    endgame = load_endgame()

    def solve(part: slice) -> None:
        suits, played, first, out = (
            rows.data if len(rows) == 1 else rows[part].data for rows in given
        )
        arrays = dealt[part].data, suits, played, first, out, values[part].data
        kernel.solve_moves_packed(arrays, endgame)

    _in_parts(solve, count, jobs)
    return values


def _solve(
    hands: ArrayLike, trumps: ArrayLike, leaders: ArrayLike, *, only_class: bool, jobs: int
) -> NDArray[np.int8]:
    import numpy as np  # lazy: start-up

    dealt, suits, first = _position_arrays(hands, trumps, leaders)
    tricks = np.empty(len(dealt), np.int8)
    endgame = load_endgame()

    def solve(part: slice) -> None:
        given = dealt[part].data, suits[part].data, first[part].data
        kernel.solve_fast_packed((*given, tricks[part].data, None), endgame, only_class=only_class)

    _in_parts(solve, len(dealt), jobs)
    return tricks


def _hand_array(hands: ArrayLike) -> NDArray[np.uint64]:
    import numpy as np  # lazy: start-up

    dealt = np.ascontiguousarray(hands, np.uint64)
    if dealt.shape[1:] != (_SEATS,):
        raise ValueError(f"hands must have the shape (n, {_SEATS}), not {dealt.shape}")
    return dealt


def _rows(values: ArrayLike, count: int, name: str) -> NDArray[np.int8]:
    """Return the value of each of ``count`` positions, or the one of all."""
    rows = _small_ints(values, name)
    if rows.shape not in ((1,), (count,)):
        raise ValueError(f"{name} must be one or {count}, not of the shape {rows.shape}")
    return rows


def _trick_rows(tricks: ArrayLike, count: int) -> NDArray[np.int8]:
    """Return the same for tricks, filled up to four cards."""
    import numpy as np  # lazy: start-up

    rows = _small_ints(tricks, "tricks")
    if rows.ndim == 1:
        rows = rows[None]
    if len(rows) not in (1, count) or rows.shape[1:] not in ((_TRICK,), (_TRICK + 1,)):
        raise ValueError(f"tricks must be one or {count} of 3 or 4, not of the shape {rows.shape}")
    if rows.shape[1] > _TRICK:
        return rows
    filled = np.full((len(rows), _TRICK + 1), -1, np.int8)
    filled[:, :_TRICK] = rows
    return filled


def _small_ints(values: ArrayLike, name: str) -> NDArray[np.int8]:
    import numpy as np  # lazy: start-up

    try:
        small = np.ascontiguousarray(values, np.int8)
    except OverflowError as error:
        raise ValueError(f"{name}: {error}") from error
    dtype = getattr(values, "dtype", small.dtype)
    if dtype != small.dtype and (small != values).any():  # numpy would wrap them around
        raise ValueError(f"{name}: a value is no small integer")
    return small


def _position_arrays(
    hands: ArrayLike, trumps: ArrayLike, leaders: ArrayLike
) -> tuple[NDArray[np.uint64], NDArray[np.int8], NDArray[np.int8]]:
    import numpy as np  # lazy: start-up

    dealt = _hand_array(hands)
    suits, first = (
        np.ascontiguousarray(np.broadcast_to(np.asarray(values, np.int8), len(dealt)))
        for values in (trumps, leaders)
    )
    return dealt, suits, first


def solve_plan(
    plan: Plan,
    hands: ArrayLike,
    upcards: ArrayLike,
    *,
    allowed: ArrayLike | None = None,
    jobs: int = 1,
) -> PlanArrays:
    """Answer all questions of ``plan`` about each deal; see `plan.Answers` for what they mean.

    ``hands`` are ``uint64[n, players]``, of any deck; ``upcards`` are card indices, -1 for none;
    ``allowed`` masks of what the dealer may discard, by default any card.
    """
    import numpy as np  # lazy: start-up

    dealt = np.ascontiguousarray(hands, np.uint64)
    turned = np.ascontiguousarray(upcards, np.int8)
    count, asked = len(dealt), len(plan.questions)
    if dealt.shape != (count, plan.players) or turned.shape != (count,):
        raise ValueError(f"there must be {plan.players} hands and an upcard for each deal")
    all_cards = (1 << len(DECK)) - 1 if allowed is None else allowed
    masks = np.ascontiguousarray(np.broadcast_to(np.asarray(all_cards, np.uint64), count))
    results = PlanArrays(
        np.empty((count, asked, plan.hand_size + 1), np.int8),
        np.empty((count, asked), np.int8),
        np.empty((count, asked), np.int8),
        np.empty((count, asked), np.uint64),
    )
    sizes = plan.players, plan.hand_size
    endgame = load_endgame() if plan.players == _SEATS else None

    def solve(part: slice) -> None:
        given = dealt[part].data, turned[part].data, masks[part].data, plan.packed
        discards, chosen, tricks, leads = (array[part].data for array in results)
        kernel.solve_plan_packed(sizes, (*given, discards, chosen, tricks, leads), endgame)

    _in_parts(solve, count, jobs)
    return results


def _in_parts(solve: Callable[[slice], None], count: int, jobs: int) -> None:
    """Call ``solve`` on slices, in threads if wanted: the kernel works without the GIL."""
    parts = [slice(start, start + _CHUNK) for start in range(0, count, _CHUNK)]
    if jobs == 1 or len(parts) <= 1:
        solve(slice(0, count))
        return
    from joblib import Parallel, delayed  # lazy: start-up

    try:
        Parallel(n_jobs=jobs, backend="threading")(delayed(solve)(part) for part in parts)
    except ValueError:  # it counts from the start of its part: let the first fault be told right
        solve(slice(0, count))
        raise
