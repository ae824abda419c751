"""Shares of what deals score: as text, as JSON, by score."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_solve.advice.equity import solve_equity
from euchre_solve.advice.shares import (
    PUBLISHED,
    OutcomeShares,
    ShareTable,
    format_share_table,
    format_shares,
    load_shares,
    parse_share_table,
    parse_shares,
    scored_points,
)
from euchre_solve.errors import EuchreError, NotationError
from euchre_solve.rules import Rules

from .random_deals import PARTNERSHIP_RULES

OTHER = OutcomeShares.of({1: 0.4, 2: 0.125}, {1: 1 / 3})
TABLE = ShareTable(
    PUBLISHED, {(9, 8): OTHER, (0, 9): PUBLISHED}, {"source": "a test", "target": 10, "deals": 5}
)


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("45/16/5,17/12/5", PUBLISHED),
        (" 45 / 16.0 /5, 17/12/ 5 ", PUBLISHED),
        ("33.3/0/0,66.7/0/0", OutcomeShares.of({1: 0.333}, {1: 0.667})),
        ("0/0/0,0/0/100", OutcomeShares.of({}, {4: 1})),
    ],
)
def test_shares_in_percent(text: str, shares: OutcomeShares) -> None:
    assert parse_shares(text) == shares
    assert parse_shares(format_shares(shares)) == shares


def test_points_other_than_1_2_4() -> None:
    shares = parse_shares("40/20,10/30", (1, 3))
    assert shares == OutcomeShares.of({1: 0.4, 3: 0.2}, {1: 0.1, 3: 0.3})
    assert format_shares(shares, (1, 3)) == "40/20,10/30"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "", "3 figures are due here, one for each of 1, 2, 4 points"),
        ("45/16/5", "45/16/5", "not 2"),
        ("45/16/5,17/12/5,1/1/1", "45/16/5,17/12/5,1/1/1", "3 sides, not 2"),
        ("45/16/5,17/12", "17/12", "3 figures"),
        ("45/16/5/1,17/12/5", "45/16/5/1", "3 figures"),
        ("45/x/5,17/12/5", "x", "'x' is not a number"),
        ("45/16/5,17/12/-5", "-5", "'-5' is not"),
        ("45/16/5,1e1/12/5", "1e1", "'1e1' is not"),
        ("45/16/nan,1/12/5", "nan", "'nan' is not"),
        ("45/16/5,17/12/5.1", "45/16/5,17/12/5.1", "add up to 100.1 %"),
    ],
)
def test_text_that_is_no_shares(text: str, place: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse_shares(text)
    assert caught.value.span is not None
    assert text[slice(*caught.value.span)] == place


@given(st.text("0123456789/,. -", max_size=24) | st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        shares = parse_shares(text)
    except NotationError:
        return
    assert 0 <= shares.nobody <= 1


@pytest.mark.parametrize(
    ("dealing", "other"),
    [
        (((1, -0.1),), ()),
        (((1, float("nan")),), ()),
        (((1, float("inf")),), ()),
        (((0, 0.1),), ()),
        (((2, 0.1), (1, 0.1)), ()),
        ((), ((1, 0.1), (1, 0.1))),
        (((1, 0.6),), ((1, 0.5),)),
    ],
)
def test_what_can_not_be_shares(
    dealing: tuple[tuple[int, float], ...], other: tuple[tuple[int, float], ...]
) -> None:
    with pytest.raises(NotationError):
        OutcomeShares(dealing, other)


def test_rounded_shares_may_add_up_to_a_little_more() -> None:
    shares = OutcomeShares.of({1: 0.500003}, {1: 0.500004})
    assert shares.nobody == pytest.approx(0, abs=1e-12)
    assert sum(chance for _, chance in shares.dealing + shares.other) == pytest.approx(1, abs=1e-12)
    assert eval(repr(shares)) == shares


@pytest.mark.parametrize("name", PARTNERSHIP_RULES)
def test_points_of_the_rules(name: str) -> None:
    assert scored_points(Rules.parse(name)) == (1, 2, 4)


def test_points_of_other_rules() -> None:
    assert scored_points(Rules.parse("three-handed-hoyle")) == (1, 2, 3)
    assert scored_points(Rules.parse("two-handed")) == (1, 2)
    assert scored_points(Rules.parse("three-handed-cutthroat")) == (1, 2, 4)


# --- tables


@pytest.mark.parametrize("table", [TABLE, ShareTable(OTHER, {}, TABLE.manifest)])
def test_a_table_comes_back_from_its_document(table: ShareTable) -> None:
    text = format_share_table(table)
    assert parse_share_table(text) == table
    assert format_share_table(parse_share_table(text)) == text


def test_the_table_of_the_package() -> None:
    table = load_shares()
    assert table.manifest["source"]
    assert format_share_table(parse_share_table(format_share_table(table))) == format_share_table(
        table
    )
    assert solve_equity(10) == solve_equity(10, table.for_target(10))
    assert solve_equity(10, win_by_two=True) == solve_equity(10, table.default, win_by_two=True)


def test_a_score_stands_for_the_points_still_needed() -> None:
    to_ten, to_five, to_eleven = map(TABLE.for_target, (10, 5, 11))
    assert to_ten(9, 8) == to_five(4, 3) == to_eleven(10, 9) == OTHER
    assert to_ten(8, 9) == to_five(9, 8) == to_eleven(0, 0) == PUBLISHED


def changed(**changes: object) -> str:
    return json.dumps(json.loads(format_share_table(TABLE)) | changes)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "E115"),
        ("[]", "E108"),
        ("{}", "E117"),
        (changed(manifest={"source": "x"}), "E117"),
        (changed(manifest={"source": "x", "target": "ten"}), "E108"),
        (changed(default={"dealing": {}}), "E117"),
        (changed(default={"dealing": {"1": "x"}, "other": {}}), "E108"),
        (changed(default={"dealing": {"1": True}, "other": {}}), "E108"),
        (changed(default={"dealing": {"1": 10**400}, "other": {}}), "E108"),
        (changed(default={"dealing": {"one": 0.5}, "other": {}}), "E108"),
        (changed(default={"dealing": {"1": 0.7}, "other": {"2": 0.7}}), "E108"),
        (changed(scores={"9:8": {"dealing": {}, "other": {}}}), "E108"),
        (changed(scores={"9-8": 1}), "E108"),
    ],
)
def test_documents_that_are_no_table(text: str, code: str) -> None:
    with pytest.raises(EuchreError) as caught:
        parse_share_table(text)
    assert caught.value.code.number == code
