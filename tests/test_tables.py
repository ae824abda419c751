"""The bidding tables and the figures that come with the package."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.played import load_played_values
from euchre_solve.advice.bidding.table import LEVELS, catalogue, load_table
from euchre_solve.advice.equity import solve_equity
from euchre_solve.advice.shares import load_shares
from euchre_solve.rules import Rules

DATA = files("euchre_solve.advice") / "data"
NAMES = sorted({name for tables in catalogue().values() for name in tables.values()})
MOST_CALLS = (2, 2, 2, 2, 6, 6, 6, 6)


def test_all_data_is_small_enough_to_ship() -> None:
    assert sum(len(path.read_bytes()) for path in DATA.iterdir() if path.is_file()) < 8_000_000


def test_every_file_is_in_the_catalogue() -> None:
    found = {path.name for path in DATA.iterdir() if path.name.endswith(".xz")}
    assert found == {f"bidding-{name}.xz" for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_what_its_manifest_says(name: str) -> None:
    table = load_table(name)
    preset, _, score = name.partition("@")
    assert (table.manifest["preset"], table.manifest["score"] or "") == (preset, score)
    for calls, most in zip(table.calls, MOST_CALLS, strict=True):
        assert (calls >> 3).max() <= most
        assert ((calls >> 3 > 0) == (calls & LEVELS > 0)).all()
    assert table.discards.max() < 6
    assert all(gain["mean"] < 0.01 for gain in table.manifest["gains"])
    for gain in table.manifest.get("gains_over_plain", ()):
        assert gain["mean"] > 3 * gain["stderr"]


def test_a_stuck_dealer_calls() -> None:
    assert (load_table("north-american-stick").calls[7] & LEVELS == LEVELS).all()


@pytest.mark.parametrize("late", [8, 9])
def test_every_late_score_has_a_model(late: int) -> None:
    for other in range(10):
        for score in ((late, other), (other, late)):
            assert " at " in model_for(Rules(), score).name
    assert model_for(Rules(), (7, 7)).name == "table north-american"


@pytest.mark.parametrize("target", [5, 7, 10, 11, 15])
def test_more_points_never_win_less(target: int) -> None:
    equity = solve_equity(target)
    for grid in (equity.deal, equity.off_deal):
        chances = np.array(grid)
        assert (np.diff(chances, axis=0) >= 0).all() and (np.diff(chances, axis=1) <= 0).all()


def test_shares_by_score_are_of_self_play() -> None:
    table = load_shares()
    assert len(table.scores) == 36
    assert table.manifest["source"].startswith("self-play")


def test_played_values_are_known_well() -> None:
    cells = load_played_values().cells
    assert {(cell.node, cell.kind) for cell in cells} == {
        (node, kind) for node in range(8) for kind in range(1, 3 if node < 4 else 5)
    }
    assert all(cell.deals >= 50 for cell in cells)
    assert np.median([cell.stderr for cell in cells]) < 0.05
