"""How far the played result of a contract is from what open hands say.

Players who see only their own cards do better or worse than best play with all hands open. The
difference, found by playing deals out (`training.play_outs`), depends on who calls, how, and how
good the hand is: a shift of the probabilities of euchre, make and march by node, action and the
open-hand value of the call in points, linear between the middles of the bins. At the ends, where
every world is a euchre or a march, there is nothing to shift.

Nodes and actions are those of `bidding`; crossed suits share their figures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from euchre_solve.advice.shipped import read_shipped

RESULTS: Final = ("euchre", "made", "march")
KINDS: Final = (0, 1, 2, 3, 4, 3, 4)
"""The kind of each action: the two crossed suits are alike."""


_MARCH: Final = (0.0, 2.0, 4.0, 2.0, 4.0)
"""The points of a march by kind of action."""
_EUCHRE: Final = -2.0


class Cell(NamedTuple):
    """One bin: the shift of each result and the bias in the makers' points, with its error."""

    node: int
    kind: int
    value: float
    deals: int
    shift: tuple[float, float, float]
    points: float
    stderr: float


class PlayedValues:
    """Shifts by node, kind of action and open-hand value.

    Beyond the outer bins they fade: a march in every world is one among players too, and so is a
    euchre.
    """

    def __init__(self, cells: tuple[Cell, ...], manifest: Mapping[str, Any]) -> None:
        self.cells = cells
        self.manifest = manifest
        self._lines: dict[tuple[int, int], list[Cell]] = {}
        for cell in sorted(cells, key=lambda cell: cell.value):
            self._lines.setdefault((cell.node, cell.kind), []).append(cell)
        for (node, kind), line in self._lines.items():
            for place, value in ((0, _EUCHRE), (len(line) + 1, _MARCH[kind])):
                line.insert(place, Cell(node, kind, value, 0, (0.0, 0.0, 0.0), 0.0, 0.0))

    def shift(self, node: int, action: int, values: ArrayLike) -> NDArray[np.float64]:
        """Return the shift of euchre, made and march: ``float64[n, 3]``, rows adding up to 0.

        ``values`` are the call's open-hand values for the makers in points, ``[n]``.
        """
        line = self._lines.get((node, KINDS[action]), [])
        wanted = np.atleast_1d(np.asarray(values, np.float64))
        if not line:
            return np.zeros((len(wanted), len(RESULTS)))
        at, shifts = [cell.value for cell in line], np.array([cell.shift for cell in line])
        columns = [np.interp(wanted, at, shifts[:, result]) for result in range(len(RESULTS))]
        return np.stack(columns, axis=1)

    def error(self, node: int, action: int, value: float) -> float:
        """Return the standard error of the shift's points at an open-hand value."""
        line = self._lines.get((node, KINDS[action]), [])
        if not line:
            return 0.0
        return float(np.interp(value, [c.value for c in line], [c.stderr for c in line]))


def write_played_values(values: PlayedValues) -> str:
    """Return the text of a file that holds ``values``."""
    cells = [cell._asdict() for cell in values.cells]
    lines = ",\n".join(json.dumps(cell) for cell in cells)
    return f'{{"manifest": {json.dumps(values.manifest)},\n"cells": [\n{lines}\n]}}\n'


def read_played_values(text: str) -> PlayedValues:
    """Return the values in the text of a file."""
    document = json.loads(text)
    cells = (Cell(**{**cell, "shift": tuple(cell["shift"])}) for cell in document["cells"])
    return PlayedValues(tuple(cells), document["manifest"])


@cache
def load_played_values() -> PlayedValues:
    """Return the values that come with the package."""
    return read_shipped("played-values.json", lambda data: read_played_values(data.decode()))
