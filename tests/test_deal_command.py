"""Random deals: uniform, deterministic, as wanted; and the command that writes them."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_solve import dealing
from euchre_solve.cards import NO_CARDS
from euchre_solve.consistent import consistent_deals
from euchre_solve.deal import Deal
from euchre_solve.dealing import DealSource, draw_meeting
from euchre_solve.errors import ErrorCode, EuchreError, RuleError
from euchre_solve.formats.condition import parse_condition
from euchre_solve.formats.deal_line import format_deal, format_dealt, parse_deal
from euchre_solve.formats.wanted_deal import read_wanted
from euchre_solve.rules import Rules

from .random_deals import BUILT_RULES

ROOT = Path(__file__).parent.parent
NARROW = "1:AsKsQsJsTs.9sAhKhQhJh.Th9hAdKdx.QdJdTd9dx"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "euchre_solve", "deal", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )


@given(st.integers(0, 2**32), st.sampled_from(BUILT_RULES))
def test_a_quick_line_is_the_canonical_line(seed: int, rules_name: str) -> None:
    rules = Rules.parse(rules_name)
    source = DealSource(Deal(rules, (NO_CARDS,) * rules.players))
    drawn = source.draw(random.Random(seed))
    deal = source.deal_of(drawn)
    line = format_dealt(drawn, deal.rules)
    read = parse_deal(line)
    assert format_deal(read) == line
    assert (read.hands, read.upcard, read.rules) == (deal.hands, deal.upcard, deal.rules)


def test_deals_are_those_consistent_with_the_given_cards() -> None:
    fixed = parse_deal(NARROW)
    source = DealSource(fixed)
    all_deals = set(map(source.deal_of, source))
    assert all_deals == set(consistent_deals(fixed))
    assert source.count == len(all_deals) == 6 * 5 * 4
    rng = random.Random(3)
    drawn = Counter(source.deal_of(source.draw(rng)) for _ in range(50 * len(all_deals)))
    statistic = sum((drawn[deal] - 50) ** 2 / 50 for deal in all_deals)
    freedom = len(all_deals) - 1
    assert set(drawn) == all_deals
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("few", [20_000, 0])
def test_deals_that_meet_a_condition_are_uniform(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "_FEW", few)
    source = DealSource(parse_deal(NARROW))
    holds = parse_condition("clubs(3) == 1 and not has(upcard, Tc)", source.fixed.rules)
    meeting = list(filter(holds, source))
    assert 10 < len(meeting) < source.count
    drawn = Counter(islice(draw_meeting(source, holds, random.Random(1), 100), 50 * len(meeting)))
    statistic = sum((drawn[dealt] - 50) ** 2 / 50 for dealt in meeting)
    freedom = len(meeting) - 1
    assert set(drawn) == set(meeting)
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    ("fixed", "tries", "message"),
    [(NARROW, 1000, "none of the 120 possible"), ("1:-", 1000, "none of 1,000 random")],
)
def test_a_condition_that_nothing_meets_ends_in_an_error(
    fixed: str, tries: int, message: str
) -> None:
    source = DealSource(parse_deal(fixed))
    with pytest.raises(RuleError, match=message) as caught:
        next(draw_meeting(source, lambda _: False, random.Random(1), tries))
    assert caught.value.code is ErrorCode.NO_DEAL


@pytest.mark.parametrize(
    ("seats", "hands", "up", "fault", "place"),
    [
        (["3"], [], None, "--seat E102", None),
        ([], ["Js x"], None, "--hand E102", None),
        (["5"], ["Js x"], None, "--seat E102", "5"),
        (["1", "1"], ["Js x", "9c x"], None, "--seat E102", "1"),
        (["1"], ["Js"], None, "--hand E204", "Js"),
        (["1"], ["x Js"], None, "--hand E103", "x"),
        (["1"], ["7s x"], None, "--hand E201", "7s"),
        (["1", "2"], ["Js x", "9c Js x"], None, "--hand E203", "Js"),
        (["1"], ["Js x"], "js", "--hand E203", "Js"),
        ([], [], "Js 9c", "--up E108", "Js 9c"),
        ([], [], "", "--up E101", ""),
    ],
)
def test_wrong_options_are_named(
    seats: list[str], hands: list[str], up: str | None, fault: str, place: str | None
) -> None:
    with pytest.raises(EuchreError) as caught:
        read_wanted(Rules(), seats, hands, up)
    error = caught.value
    assert f"{error.source} {error.code.number}" == fault
    if place is not None:
        assert error.text is not None and error.text[slice(*error.span)] == place


def test_one_x_or_several_stand_for_the_other_cards() -> None:
    for written in ("JsJcAsx", "Js Jc As x x", "js,jc,as,X,X ", "JsJcAs x"):
        assert str(read_wanted(Rules(), ["3"], [written]).hands[2]) == "AsJsJc"
    assert str(read_wanted(Rules(), ["1"], ["JsJcAsKs9s"]).hands[0]) == "AsKsJs9sJc"


# --- the command


def test_lines_are_deals_and_the_same_for_a_seed() -> None:
    first, again, other = (run("-n", "20", "--seed", seed) for seed in ("7", "7", "8"))
    assert first.stdout == again.stdout != other.stdout
    assert (first.stderr, first.returncode) == ("", 0)
    lines = first.stdout.splitlines()
    assert len(set(lines)) == 20
    assert all(parse_deal(line).is_open for line in lines)
    longer = run("-n", "30", "--seed", "7").stdout
    assert longer.startswith(first.stdout)


def test_deals_are_as_wanted() -> None:
    done = run(
        *("-n", "5", "--up", "9h", "--seat", "3", "--hand", "Js Jc x"),
        *("--seat", "1", "--hand", "AsKsQsTs9s", "--where", "aces(2) == 2", "--rules", "beginner"),
    )
    assert done.returncode == 0
    for deal in map(parse_deal, done.stdout.splitlines()):
        assert str(deal.upcard) == "9h" and str(deal.hands[0]) == "AsKsQsTs9s"
        assert {"Js", "Jc"} < set(map(str, deal.hands[2]))
        assert sum(str(card)[0] == "A" for card in deal.hands[1]) == 2
        assert str(deal.rules) == "beginner"


def test_records_carry_the_seed(tmp_path: Path) -> None:
    found = json.loads(run("--json").stdout)
    assert list(found) == ["schema", "kind", "deal", "rules", "seed"]
    assert (found["kind"], found["rules"], found["seed"]) == ("deal", "north-american", 1)
    assert found["deal"] == run().stdout.strip()
    several = json.loads(run("--json", "-n", "2", "--seed", "5").stdout)
    assert [record["seed"] for record in several] == [5, 5]
    table = run("--format", "csv", "-n", "2").stdout.splitlines()
    assert table[0] == "deal,rules,seed" and len(table) == 3
    assert "seat" in run("--format", "table").stdout
    assert run("-v", "--seed", "9").stderr == "seed 9\n"
    path = tmp_path / "deals.edl"
    assert run("-o", str(path), "-n", "3").stdout == ""
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--where", "aces(1) > 4"), "--where:1:1: error E118 no-deal: none of 50 random deals"),
        (("--where", "aces(7)"), "--where:1:6: error E102 bad-seat"),
        (("--rules", "auction-9"), "--rules:1:1: error E111 unknown-rules"),
        (("--up", "Zz"), "--up:1:1: error E103 bad-card"),
    ],
)
def test_faults_end_the_command_with_status_1(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments, "--tries", "50")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(message)
