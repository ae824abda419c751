"""Which model bids in which game."""

from __future__ import annotations

import numpy as np
import pytest

from euchre_solve.advice.bidding.lookup import model_for, score_key
from euchre_solve.advice.bidding.model import TableModel
from euchre_solve.advice.bidding.strength import StrengthModel
from euchre_solve.advice.bidding.table import catalogue, load_table
from euchre_solve.errors import RuleError
from euchre_solve.rules import Rules

from .bidding_hands import GAMES, random_hands


@pytest.mark.parametrize("name", ["north-american", "north-american-to15", "north-american-to5"])
def test_the_target_changes_no_table(name: str) -> None:
    model = model_for(Rules.parse(name))
    assert (model.name, model.note) == ("table north-american", None)
    assert model.rules == Rules.parse(name)


@pytest.mark.parametrize(
    "name", ["beginner", "north-american-defendalone", "ontario-nz-secondfree"]
)
def test_the_nearest_table_says_so(name: str) -> None:
    rules = Rules.parse(name)
    model = model_for(rules)
    if name == "ontario-nz-secondfree":
        assert (model.name, model.note) == ("table north-american", None)
    else:
        assert model.name == f"table north-american (nearest to {rules})"
        assert model.note == f"no bidding table is trained for {rules}: bid as in north-american"


@pytest.mark.parametrize(
    "name", ["british", "hoyle-32", "skat-7", "north-american-nt", "north-american-deck28"]
)
def test_other_cards_or_calls_bid_by_strength(name: str) -> None:
    model = model_for(Rules.parse(name))
    assert isinstance(model, StrengthModel)
    assert model.name == "strength estimate"
    assert model.note and name in model.note


@pytest.mark.parametrize("name", ["set-back", "auction-5"])
def test_games_not_built_have_no_model(name: str) -> None:
    with pytest.raises(RuleError):
        model_for(Rules.parse(name))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_model_that_bids(name: str) -> None:
    rules = Rules.parse(name)
    model = model_for(rules, (0, 0))
    hands, upcards = random_hands(rules, 50)
    for node in range(8):
        chances = model.chances(node, hands[:, node % 4], upcards)
        assert np.allclose(chances.sum(axis=1), 1, atol=1e-5)
    assert model_for(rules, (0, 0)) is model


def test_every_table_of_the_catalogue_is_found() -> None:
    for preset, tables in catalogue().items():
        rules = Rules.parse(preset)
        assert model_for(rules).name == f"table {preset}"
        for at, table in tables.items():
            if not at:
                continue
            dealing, other = map(int, at.split("-"))
            model = model_for(rules, (dealing, other))
            assert isinstance(model, TableModel)
            assert model.name == f"table {table.replace('@', ' at ')}"
        assert "" in tables
        assert all(load_table(name).calls.shape[0] == 8 for name in tables.values())


def test_scores_count_from_the_end() -> None:
    assert score_key(Rules.parse("north-american"), (9, 8)) == "9-8"
    assert score_key(Rules.parse("north-american-to5"), (4, 0)) == "9-5"
    assert score_key(Rules.parse("north-american-to21"), (0, 20)) == "-11-9"
