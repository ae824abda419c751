"""A bidding table: one choice for each slot of each node, as bytes; read, written, found.

A call byte is ``action * 8 + level``: the best call that isn't a pass and how often it is made, in
sevenths; 0 is a pass for sure. A discard byte counts among the dealer's six cards in the order of
his folded hand (`information`). A file is xz of one line of JSON, the manifest, and the bytes.

The table of a score holds only calls, as the exclusive or with those of its preset's ``base``.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.bidding.information import slot_count
from euchre_solve.advice.shipped import read_shipped
from euchre_solve.rules import Rules

NODES: Final = 8
PICKUPS: Final = 7
LEVELS: Final = 7
_SHIFT: Final = 3


class BiddingTable(NamedTuple):
    """``calls`` are ``uint8[8, slots]``, ``discards`` ``uint8[7, slots]``."""

    calls: NDArray[np.uint8]
    discards: NDArray[np.uint8]
    manifest: Mapping[str, Any]

    def best_call(self, node: int, slots: NDArray[np.int32]) -> NDArray[np.uint8]:
        """Return the best action that isn't a pass, 0 where there is none: ``uint8[n]``."""
        return np.take(self.calls[node], slots) >> np.uint8(_SHIFT)

    def call_chance(self, node: int, slots: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return how often it is called: ``float32[n]``."""
        levels = np.take(self.calls[node], slots) & LEVELS
        return levels.astype(np.float32) / np.float32(LEVELS)


def packed_calls(chances: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return the call bytes of a node from the chances of its actions ``[slots, actions]``."""
    levels = np.rint(chances[:, 1:].sum(axis=1) * LEVELS).astype(np.uint8)
    best = (1 + chances[:, 1:].argmax(axis=1)).astype(np.uint8)
    return np.where(levels > 0, best << np.uint8(_SHIFT) | levels, 0).astype(np.uint8)


def write_table(table: BiddingTable, base: BiddingTable | None = None) -> bytes:
    """Return the bytes of a file that holds ``table``, only its difference from ``base`` if any."""
    body = (table.calls ^ base.calls).tobytes() if base else b""
    body = body or table.calls.tobytes() + table.discards.tobytes()
    manifest = {**table.manifest, "checksum": hashlib.sha256(body).hexdigest()}
    text = json.dumps(manifest, separators=(",", ":")).encode() + b"\n" + body
    return lzma.compress(text, preset=9 | lzma.PRESET_EXTREME)


def read_table(data: bytes, base: BiddingTable | None = None) -> BiddingTable:
    """Return the table in the bytes of a file; raises `ValueError` if they are damaged."""
    try:
        text, _, body = lzma.decompress(data).partition(b"\n")
    except lzma.LZMAError as error:
        raise ValueError("the bidding table is damaged") from error
    manifest = json.loads(text)
    if hashlib.sha256(body).hexdigest() != manifest["checksum"]:
        raise ValueError("the bidding table is damaged")
    numbers = np.frombuffer(body, np.uint8).reshape(-1, slot_count())
    if base:
        return BiddingTable(numbers ^ base.calls, base.discards, manifest)
    return BiddingTable(numbers[:NODES], numbers[NODES:], manifest)


@cache
def load_table(name: str) -> BiddingTable:
    """Return a table that comes with the package, ``PRESET`` or ``PRESET@SCORE``."""
    preset, _, score = name.partition("@")
    base = load_table(preset) if score else None
    return read_shipped(f"bidding-{name}.xz", lambda data: read_table(data, base))


@cache
def catalogue() -> Mapping[str, Mapping[str, str]]:
    """Return for each preset with a table the table's name by score, the dealer's side first."""
    return read_shipped("bidding.json", _read_catalogue)


def _read_catalogue(data: bytes) -> Mapping[str, Mapping[str, str]]:
    """Return the catalogue in a file; its presets and the plain table of each have to be there."""
    tables = json.loads(data)
    return {
        str(Rules.parse(preset)): {"": scores[""], **scores} for preset, scores in tables.items()
    }
