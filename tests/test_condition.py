"""Conditions: what they count, checked plainly; what isn't one is refused with its place."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_solve.cards import CardSet
from euchre_solve.deal import Deal
from euchre_solve.dealing import DealSource, Dealt
from euchre_solve.errors import EuchreError
from euchre_solve.formats.condition import COUNTS, parse_condition
from euchre_solve.rules import Rules

HANDS = ("AsKsJsJcTd", "9sTsQsKdAh", "9h9d9cJhJd", "TcThQcQdKc")
SAME_COLOUR = {"s": "c", "c": "s", "h": "d", "d": "h"}


def dealt(upcard: str = "Ad", rules: str = "north-american") -> Dealt:
    deal = Deal.of(*HANDS, upcard=upcard, rules=rules)
    rest = deal.rules.deck - CardSet.of(upcard)
    for hand in deal.hands:
        rest -= hand
    return Dealt(
        (*(hand.mask for hand in deal.hands), rest.mask), CardSet.of(upcard).mask.bit_length() - 1
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("spades(1)", 3),
        ("clubs(1) + hearts(1) + diamonds(1)", 2),
        ("trumps(3)", 3),
        ("trumps(1)", 1),
        ("bowers(3) == 2", True),
        ("bowers(1)", 0),
        ("aces(1)", 1),
        ("jacks(1) * 2 - 1", 3),
        ("-kings(4) + 1", 0),
        ("suits(1)", 3),
        ("suits(3)", 3),
        ("aces(upcard)", 1),
        ("diamonds(UPCARD) and not clubs(upcard)", True),
        ("queens(kitty) + aces(kitty) + kings(kitty)", 3),
        ("has(1, Js)", True),
        ("has(1, js) and has(3, 9d) and has(2, 10s)", True),
        ('has(2, "9s") or has(2, "Js")', True),
        ("has(kitty, Qh)", True),
        ("1 < spades(1) < 4", True),
        ("1 < spades(1) < 3", False),
        (" ( spades(1) )\t>= 3 ", True),
        ("not (aces(1) > 0)", False),
        ("eights(1) == 0 != 1", True),
    ],
)
def test_counts(text: str, value: int) -> None:
    assert parse_condition(text, Rules())(dealt()) == value


def test_best_bower_turned_up_leaves_no_other_trump() -> None:
    holds = parse_condition("trumps(1) + bowers(1) + trumps(upcard)", Rules.parse("british"))
    assert holds(dealt("Bb", "british")) == 1


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_trumps_and_bowers_as_plainly_counted(seed: int, seat: int) -> None:
    source = DealSource(Deal.of("", "", "", "", rules="north-american-benny"))
    drawn = source.draw(random.Random(seed))
    deal = source.deal_of(drawn)
    cards = [str(card) for card in deal.hands[seat - 1]]
    suit = str(deal.upcard)[1] if str(deal.upcard) != "Bb" else ""
    bowers = {"Bb", f"J{suit}", f"J{SAME_COLOUR.get(suit)}"}
    for name, expected in {
        "bowers": sum(card in bowers for card in cards),
        "trumps": sum(card in bowers or card[1] == suit for card in cards),
        "aces": sum(card[0] == "A" for card in cards),
        "spades": sum(card[1] == "s" for card in cards),
    }.items():
        assert parse_condition(f"{name}({seat})", deal.rules)(drawn) == expected


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "E101", ""),
        ("aces(1) >", "E108", ">"),
        ("aces(1) = 2", "E108", "="),
        ("aces(1) && aces(2)", "E108", "&&"),
        ("!aces(1)", "E108", "!"),
        ("aces(5)", "E102", "5"),
        ("aces(0)", "E102", "0"),
        ("aces(True)", "E102", "True"),
        ("aces(north)", "E102", "north"),
        ("1 + ases(1)", "E108", "ases"),
        ("aces", "E108", "aces"),
        ("aces()", "E108", "aces()"),
        ("aces(1, 2)", "E108", "aces(1, 2)"),
        ("aces(seat=1)", "E108", "aces(seat=1)"),
        ("has(1)", "E108", "has(1)"),
        ("has(1, Jx)", "E103", "J"),
        ("has(1, JsJc)", "E103", "JsJc"),
        ("has(1, 7d)", "E201", "7d"),
        ("1 / 2", "E108", "1 / 2"),
        ("2 ** 9", "E108", "2 ** 9"),
        ("aces(1) in 2", "E108", "aces(1) in 2"),
        ("aces(1) is 2", "E108", "aces(1) is 2"),
        ("1.5 < aces(1)", "E108", "1.5"),
        ("'é' < aces(1)", "E108", "'é'"),
        ("'é' and aces(9)", "E108", "'é'"),
        ("aces(1) if aces(2) else 1", "E108", "aces(1) if aces(2) else 1"),
        ("[aces(1)]", "E108", "[aces(1)]"),
        ("__import__('os')", "E108", "__import__"),
        ("aces(1).real", "E108", "aces(1).real"),
        ("(lambda: 1)()", "E108", "(lambda: 1)()"),
        ("(x := 1)", "E108", "x := 1"),
        ("aces(1) # all", "E108", "#"),
        ("aces(1)) or (1", "E108", ")"),
        ("not " * 60 + "1", "E108", "not " * 9 + "1"),
        ("(" * 300 + "1" + ")" * 300, "E108", "("),
        ("-" * 900 + "1", "E108", None),
        ("1" * 1001, "E110", "1"),
    ],
)
def test_faults_name_their_place(text: str, code: str, place: str | None) -> None:
    with pytest.raises(EuchreError) as caught:
        parse_condition(text, Rules())
    error = caught.value
    assert (error.code.number, error.source, error.text) == (code, "--where", text)
    assert error.span and (place is None or text[slice(*error.span)] == place)


@given(
    st.lists(
        st.sampled_from(
            [
                *COUNTS,
                *"()()()+-*<>=!,.#'\"\n 1234 \0é",
                "has",
                "Js",
                "9d",
                " and ",
                " or ",
                " not ",
            ]
        ),
        max_size=30,
    ).map("".join)
)
def test_any_text_is_a_condition_or_raises_our_error(text: str) -> None:
    try:
        holds = parse_condition(text, Rules())
    except EuchreError as error:
        assert error.span is not None
    else:
        assert isinstance(int(holds(dealt())), int)
