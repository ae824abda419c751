from __future__ import annotations

import pytest

from euchre_solve.contract import Contract
from euchre_solve.presets import PRESETS
from euchre_solve.rules import Rules
from euchre_solve.scoring import ScoreTable, winning_side
from euchre_solve.trump import Trump


def maker_points(name: str, *, alone: bool = False, defended_alone: bool = False) -> list[int]:
    """Points for no trick, one trick, … all tricks."""
    rules = Rules.parse(name)
    return [
        rules.points(tricks, alone=alone, defended_alone=defended_alone)
        for tricks in range(rules.hand_size + 1)
    ]


def test_four_tricks_with_partner_are_one_point() -> None:
    assert maker_points("north-american") == [-2, -2, -2, 1, 1, 2]


def test_euchred_lone_maker_costs_two_even_without_a_trick() -> None:
    assert maker_points("north-american", alone=True) == [-2, -2, -2, 1, 1, 4]


def test_british_loner_short_of_a_march_gets_two() -> None:
    assert maker_points("british", alone=True) == [-2, -2, -2, 2, 2, 4]


def test_euchre_by_a_lone_defender_costs_four() -> None:
    assert maker_points("british", defended_alone=True) == [-4, -4, -4, 1, 1, 2]
    assert maker_points("british", alone=True, defended_alone=True) == [-4, -4, -4, 2, 2, 4]


@pytest.mark.parametrize(
    "name", ["north-american-defendalone", "hoyle-32-defendalways", "railroad"]
)
def test_lone_defender_earns_four_wherever_he_is_allowed(name: str) -> None:
    assert maker_points(name, alone=True, defended_alone=True)[2] == -4


def test_four_of_seven_tricks_make_the_contract() -> None:
    assert maker_points("skat-7") == [-2, -2, -2, -2, 1, 1, 1, 2]


def test_six_of_seven_tricks_pay_two_in_cutthroat() -> None:
    assert maker_points("three-handed-cutthroat") == [-2, -2, -2, -2, 1, 1, 2, 4]


def test_three_handed_march_is_three_points() -> None:
    assert maker_points("three-handed-hoyle") == [-2, -2, -2, 1, 1, 3]


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("defended_alone", [False, True])
def test_a_trick_more_never_costs_points(name: str, alone: bool, defended_alone: bool) -> None:
    points = maker_points(name, alone=alone, defended_alone=defended_alone)
    assert points == sorted(points)


def test_contract_knows_who_is_alone() -> None:
    rules = Rules.parse("british")
    lone_defence = Contract(Trump.CLUBS, maker=1, round=1, lone_defender=4)
    assert lone_defence.points(2, rules) == -4
    assert Contract(Trump.CLUBS, maker=1, round=1, alone=True).points(4, rules) == 2


def test_score_table_reads_back_from_its_repr() -> None:
    table = ScoreTable(lone_made=2)
    assert eval(repr(table)) == table != ScoreTable()


@pytest.mark.parametrize(
    ("score", "target", "winner"),
    [
        ((9, 9), 10, None),
        ((10, 9), 10, 0),
        ((6, 11), 10, 1),
        ((8, 12), 11, 1),
        ((0, 0), 5, None),
        ((3, 9, 10), 10, 2),
    ],
)
def test_game_is_won_at_the_target(score: tuple[int, ...], target: int, winner: int | None) -> None:
    assert winning_side(score, target) == winner
