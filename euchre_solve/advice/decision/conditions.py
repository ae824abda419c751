"""Conditions of `formats.condition` asked of worlds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.worlds import WorldArrays
from euchre_solve.dealing import Dealt
from euchre_solve.formats.condition import Number, parse_condition
from euchre_solve.rules import Rules


def parse_where(text: str, rules: Rules) -> Callable[[WorldArrays], NDArray[np.bool_]]:
    """Return what tells of each world whether it meets the condition ``text``, cards as dealt.

    Raises `EuchreError` with the place of what can't be read.
    """
    holds = parse_condition(text, rules)
    return lambda worlds: _meeting(holds, worlds)


def _meeting(holds: Number, worlds: WorldArrays) -> NDArray[np.bool_]:
    masks = np.column_stack([worlds.dealt, worlds.kitty]).tolist()
    rows = zip(masks, worlds.upcards.tolist(), strict=True)
    return np.array([bool(holds(Dealt(tuple(row), upcard))) for row, upcard in rows], np.bool_)
