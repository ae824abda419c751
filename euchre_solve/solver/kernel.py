"""Double-dummy answers from the C kernel: packs positions, calls, unpacks.

All values are tricks for side A, the trick in progress included. Two ways in: one `Position` at
a time, or many packed ones at once (`pack_position` and `solve_tricks_packed`,
`solve_best_packed`), which costs about a microsecond a position beyond the search itself.

The GIL is released while the kernel searches. Each thread has its own table; an entry of it is
true of any position, so nothing carries over from one search to the next but speed.

Without the extension the answers come from `reference`, thousands of times slower; importing this
module then warns once.
"""

from __future__ import annotations

import sys
import threading
import warnings
from array import array
from collections.abc import Iterable, Sequence
from struct import Struct
from struct import error as struct_error
from typing import TYPE_CHECKING, Final, NamedTuple

from euchre_solve.cards import DECK, Card, CardSet
from euchre_solve.solver import reference
from euchre_solve.solver.position import Position
from euchre_solve.solver.reference import BestCards, Exact
from euchre_solve.trump import Trump

if TYPE_CHECKING:
    from typing_extensions import Buffer

try:
    from euchre_solve.solver import _kernel
except ImportError:
    HAS_EXTENSION = False
    warnings.warn(
        "the compiled kernel is missing: solving in plain Python, thousands of times slower",
        RuntimeWarning,
        stacklevel=2,
    )
else:
    HAS_EXTENSION = True

__all__ = [
    "HAS_EXTENSION",
    "BestCards",
    "Effort",
    "Exact",
    "fill_endgame_part",
    "pack_position",
    "pack_question",
    "solve_all_packed",
    "solve_best",
    "solve_best_many",
    "solve_best_packed",
    "solve_cards",
    "solve_fast_packed",
    "solve_moves_packed",
    "solve_plan_packed",
    "solve_reach_packed",
    "solve_tricks",
    "solve_tricks_many",
    "solve_tricks_packed",
]

_MAX_PLAYERS: Final = 7
_RECORD: Final = Struct("=7Q5B7B4x")  # `position` of c/search.h
_NO_HANDS: Final = tuple((0,) * (_MAX_PLAYERS - count) for count in range(_MAX_PLAYERS + 1))
_NO_CARDS: Final = (0,) * _MAX_PLAYERS
_TRUMPS: Final = tuple(Trump)
_TRUMP_CODES: Final = {trump.value: code for code, trump in enumerate(_TRUMPS)}

_ENTRY_BYTES: Final = 64
_SMALL_TABLE_BYTES: Final = _ENTRY_BYTES << 12  # stays in a core's own cache
_LARGE_TABLE_BYTES: Final = _ENTRY_BYTES << 19
_SMALL_HAND: Final = 5
_FAST_BYTES: Final = 8 << 10
_HAS_PEXT: Final = HAS_EXTENSION and _kernel.has_pext()


class _Tables(threading.local):
    """The tables of this thread, made when first wanted."""

    def __init__(self) -> None:
        self._small: bytearray | None = None
        self._large: bytearray | None = None
        self._fast: bytearray | None = None

    def for_fast_search(self) -> bytearray:
        """Return the table of the fast search."""
        self._fast = self._fast or bytearray(_FAST_BYTES)
        return self._fast

    def for_hand_of(self, size: int) -> bytearray:
        """Return a table for positions with hands of ``size`` cards."""
        if size <= _SMALL_HAND:
            self._small = self._small or bytearray(_SMALL_TABLE_BYTES)
            return self._small
        self._large = self._large or bytearray(_LARGE_TABLE_BYTES)
        return self._large


_tables: Final = _Tables()

if HAS_EXTENSION:
    ENDGAME_BYTES, ENDGAME_PARTS, ENDGAME_SERIAL_PARTS, ENDGAME_STARTS = _kernel.endgame_layout()
    """Size of the endgame tables, the parts they are filled in, how many of these must come first
    and in order, and the number of the first entry with three tricks left: four hands, a lone
    hand that is first, second or third to play, two hands."""


class Effort(NamedTuple):
    """What a fast search took: choices of a card, and look-ups in the endgame tables."""

    nodes: int
    probes: int


def pack_position(
    hand_masks: Sequence[int],
    side_mask: int,
    trump: Trump,
    leader_index: int,
    trick_indices: Sequence[int] = (),
) -> bytes:
    """Return a position as the kernel reads it; several are simply joined.

    Bit ``i`` of a hand's mask is ``DECK[i]``, bit ``i`` of ``side_mask`` tells that player ``i``
    is on side A. Nothing is checked until the position is solved, but that each number fits.

    >>> packed = pack_position((0b10, 0b100), 0b01, Trump.SPADES, 0)
    >>> list(solve_tricks_packed(packed + packed))
    [1, 1]
    """
    player_count = len(hand_masks)
    trick_length = len(trick_indices)
    if player_count > _MAX_PLAYERS or trick_length > _MAX_PLAYERS:
        raise ValueError("there must be 2 to 7 players")
    try:
        return _RECORD.pack(
            *hand_masks,
            *_NO_HANDS[player_count],
            player_count,
            _TRUMP_CODES[trump._value_],
            leader_index,
            side_mask,
            trick_length,
            *trick_indices,
            *_NO_CARDS[trick_length:],
        )
    except struct_error as error:
        raise ValueError(f"not a position: {error}") from error


def solve_tricks(position: Position) -> Exact:
    """Return the tricks that side A takes.

    >>> hands = CardSet.of("As", "9s"), CardSet.of("Ks", "Th")
    >>> solve_tricks(Position(hands, (True, False), Trump.HEARTS, 0)).tricks
    1
    """
    if not HAS_EXTENSION:
        return reference.solve_tricks(position)
    packed = pack(position)
    tricks = bytearray(1)
    nodes = _kernel.solve_tricks(packed, tricks, _table_for(packed))
    return Exact(tricks[0], nodes)


def solve_tricks_many(positions: Iterable[Position]) -> list[int]:
    """Return the tricks that side A takes in each position, in order."""
    return list(solve_tricks_packed(b"".join(map(pack, positions))))


def solve_cards(position: Position) -> dict[Card, int]:
    """Return the tricks that side A takes after each legal card of the player to act.

    >>> hands = CardSet.of("As", "9s"), CardSet.of("Ks", "Th")
    >>> values = solve_cards(Position(hands, (True, False), Trump.HEARTS, 0))
    >>> {str(card): tricks for card, tricks in values.items()}
    {'As': 1, '9s': 0}
    """
    if not HAS_EXTENSION:
        return reference.solve_cards(position)
    packed = pack(position)
    values = array("b", bytes(len(DECK)))
    _kernel.solve_cards(packed, values, _table_for(packed))
    return {card: value for card, value in zip(DECK, values, strict=True) if value >= 0}


def solve_best(position: Position) -> BestCards:
    """Return the value and the cards that keep it: the most tricks for side A, or the fewest.

    Cheaper than `solve_cards`: of each card it is only asked whether it keeps the value.

    >>> hands = CardSet.of("As", "9s"), CardSet.of("Ks", "Th")
    >>> str(solve_best(Position(hands, (True, False), Trump.HEARTS, 0)).cards)
    'As'
    """
    if not HAS_EXTENSION:
        return reference.solve_best(position)
    packed = pack(position)
    tricks, masks = bytearray(1), array("Q", (0,))
    nodes = _kernel.solve_best(packed, tricks, masks, _table_for(packed))
    return BestCards(tricks[0], CardSet(masks[0]), nodes)


def solve_best_many(positions: Iterable[Position]) -> list[BestCards]:
    """Return `solve_best` of each position, in order."""
    return [solve_best(position) for position in positions]


def solve_tricks_packed(packed: bytes) -> Sequence[int]:
    """Return the tricks that side A takes in each of the packed positions.

    Raises `ValueError`, with the number of the position, for one that can't be.
    """
    if not HAS_EXTENSION:
        return [reference.solve_tricks(position).tricks for position in _unpack(packed)]
    tricks = bytearray(len(packed) // _RECORD.size)
    _kernel.solve_tricks(packed, tricks, _table_for(packed))
    return tricks


def solve_best_packed(packed: bytes) -> tuple[Sequence[int], Sequence[int]]:
    """Return the tricks, and the masks of the cards that keep them, of the packed positions."""
    if not HAS_EXTENSION:
        answers = reference.solve_best_many(_unpack(packed))
        return [best.tricks for best in answers], [best.cards.mask for best in answers]
    count = len(packed) // _RECORD.size
    tricks, masks = bytearray(count), array("Q", bytes(8 * count))
    _kernel.solve_best(packed, tricks, masks, _table_for(packed))
    return tricks, masks


def solve_reach_packed(packed: bytes, need: int, *, only_first: bool = False) -> Sequence[int]:
    """Return for each packed position 1 if side A takes at least ``need`` tricks, else 0.

    With ``only_first`` those after the first that does are not looked at: 0.
    """
    if not HAS_EXTENSION:
        return reference.solve_reach(_unpack(packed), need, only_first=only_first)
    flags = bytearray(len(packed) // _RECORD.size)
    _kernel.reach(packed, flags, need, only_first, _table_for(packed))
    return flags


def fill_endgame_part(endgame: bytearray, part: int, *, portable: bool = False) -> None:
    """Fill one part of the endgame tables; see `ENDGAME_SERIAL_PARTS`."""
    _kernel.fill_endgame(endgame, part, _HAS_PEXT and not portable)


def solve_fast_packed(
    arrays: tuple[Buffer, Buffer, Buffer, Buffer, Buffer | None],
    endgame: Buffer,
    *,
    only_class: bool = False,
    portable: bool = False,
) -> Effort:
    """Solve positions of the 24-card game: hands, trumps, leaders in; tricks, best leads out.

    See `batch` for what the arrays hold. ``portable`` does without the processor's instruction.
    """
    path = _HAS_PEXT and not portable
    memory = _tables.for_fast_search()
    return Effort(*_kernel.fast_positions(*arrays, only_class, endgame, memory, path))


def solve_all_packed(
    arrays: tuple[Buffer, Buffer, Buffer],
    endgame: Buffer,
    *,
    only_class: bool = False,
    portable: bool = False,
) -> Effort:
    """Solve all positions that deals can lead to: hands and upcards in, results out."""
    path = _HAS_PEXT and not portable
    memory = _tables.for_fast_search()
    return Effort(*_kernel.fast_deals(*arrays, only_class, endgame, memory, path))


def solve_moves_packed(
    arrays: tuple[Buffer, Buffer, Buffer, Buffer, Buffer, Buffer],
    endgame: Buffer,
    *,
    portable: bool = False,
) -> Effort:
    """Solve every card of the player on turn: hands, trumps, tricks, leaders, sitting out; values.

    See `batch.solve_moves`; a trick has four places here. All but the hands and, written to, the
    values may be one row that serves all positions.
    """
    path = _HAS_PEXT and not portable
    memory = _tables.for_fast_search()
    return Effort(*_kernel.solve_moves(*arrays, endgame, memory, path))


def pack_question(
    trump: Trump, masks: tuple[int, int], leader_index: int, *, picks_up: bool
) -> bytes:
    """Return a question of a plan as the kernel reads it; several are simply joined.

    The ``masks`` are of the seats that play, and of all seats on side A.
    """
    return bytes((_TRUMP_CODES[trump._value_], *masks, leader_index, picks_up))


def solve_plan_packed(
    sizes: tuple[int, int],
    arrays: tuple[Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer],
    endgame: Buffer | None,
    *,
    portable: bool = False,
) -> Effort:
    """Answer the same questions about each deal; ``sizes`` are players and cards of a hand.

    The arrays are hands, upcards, allowed discards, questions; then, written to, the value of
    each discard, the discard chosen, tricks and best leads. See `plan`.
    """
    path = _HAS_PEXT and not portable
    memory = _tables.for_fast_search()
    table = _tables.for_hand_of(sizes[1])
    return Effort(*_kernel.solve_plan(*sizes, *arrays, endgame, memory, table, path))


def _table_for(packed: bytes) -> bytearray:
    """Return a table that suits the first position: only speed depends on it."""
    first_hand_mask = int.from_bytes(packed[:8], sys.byteorder)
    return _tables.for_hand_of(first_hand_mask.bit_count())


def pack(position: Position) -> bytes:
    """Return a position as the kernel reads it."""
    return pack_position(
        [hand.mask for hand in position.hands],
        sum(is_side_a << index for index, is_side_a in enumerate(position.side_a)),
        position.trump,
        position.leader_index,
        [card.index for card in position.trick],
    )


def _unpack(packed: bytes) -> list[Position]:
    positions = []
    for record in _RECORD.iter_unpack(packed):
        count, trump_code, leader_index, side_mask, trick_length, *trick = record[_MAX_PLAYERS:]
        positions.append(
            Position(
                tuple(map(CardSet, record[:count])),
                tuple(bool(side_mask >> index & 1) for index in range(count)),
                _TRUMPS[trump_code],
                leader_index,
                tuple(DECK[index] for index in trick[:trick_length]),
            )
        )
    return positions
