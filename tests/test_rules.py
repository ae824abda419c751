from __future__ import annotations

from itertools import combinations

import pytest

from euchre_solve.cards import BEST_BOWER, CardSet
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, NotationError, RuleError
from euchre_solve.presets import PRESETS, TOGGLES
from euchre_solve.rules import DefendAlone, LeadRule, Rules, TrumpMaking

# preset: players, plain cards + best bower, hand, need, march,
# made / march / lone made / lone march / euchre / lone defender's euchre, lead, target;
# "-": nobody plays alone there
FIGURES = """
north-american          4 24   5 3 5  1/2/1/4/2/-  eldest          10
hoyle-1844              4 32   5 3 5  1/2/1/4/2/-  eldest           5
hoyle-32                4 32   5 3 5  1/2/1/4/2/-  eldest           5
beginner                4 24   5 3 5  1/2/1/4/2/-  left-of-loner   10
british                 4 24+1 5 3 5  1/2/2/4/2/4  left-of-loner   11
ontario-nz              4 24   5 3 5  1/2/1/4/2/-  eldest          10
skat-7                  4 32   7 4 7  1/2/1/4/2/-  eldest          10
railroad                4 32+1 5 3 5  1/2/1/4/2/4  eldest          10
two-handed              2 24   5 3 5  1/2/-/-/2/-  eldest          10
three-handed-hoyle      3 32   5 3 5  1/3/-/-/2/-  eldest          10
three-handed-cutthroat  3 24   7 4 7  1/4/-/-/2/-  eldest          10
call-ace                4 32   5 3 5  1/2/1/4/2/-  eldest          10
set-back                4 32   5 3 5  1/2/-/-/2/-  eldest           0
"""
AUCTIONS = """
auction-5  5 32  5 2 5
auction-6  6 36  5 2 4
auction-7  7 52  7 3 0
bid-partners   4 24  6 0 0
bid-individual 4 24  6 0 0
"""
BUILT = set(PRESETS)


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.splitlines() if line]


def figures(name: str) -> list[str]:
    rules = Rules.parse(name)
    score = rules.score
    lone = [str(score.lone_made), str(score.lone_march)] if rules.alone else ["-", "-"]
    defended = rules.defend_alone is not DefendAlone.OFF
    values = [
        str(score.made),
        str(score.march),
        *lone,
        str(score.euchre),
        str(score.lone_defender_euchre) if defended else "-",
    ]
    deck = f"{rules.plain_cards}+1" if rules.best_bower else f"{rules.plain_cards}"
    counts = [str(n) for n in (rules.hand_size, rules.need, rules.march_tricks)]
    end = ["/".join(values), rules.lead.value, str(rules.target)]
    return [name, str(rules.players), deck, *counts, *end]


def test_every_preset_has_the_figures_of_its_game() -> None:
    assert [row[0] for row in rows(FIGURES + AUCTIONS)] == list(PRESETS)
    assert [figures(row[0]) for row in rows(FIGURES)] == rows(FIGURES)


def test_auction_games_have_a_widow_and_unused_cards() -> None:
    for name, *numbers in rows(AUCTIONS):
        rules = Rules.parse(name)
        widow, left_over = rules.widow_size, rules.kitty_size - rules.widow_size
        got = [rules.players, rules.plain_cards, rules.hand_size, widow, left_over]
        assert list(map(str, got)) == numbers
        assert rules.trump_making is TrumpMaking.BIDDING
        assert rules.target == {"bid-partners": 32, "bid-individual": 0}.get(name, 15)


@pytest.mark.parametrize(
    ("name", "kitty"),
    [("north-american", 4), ("hoyle-1844", 12), ("british", 5), ("skat-7", 4), ("railroad", 13)],
)
def test_kitty_is_what_the_hands_leave(name: str, kitty: int) -> None:
    assert Rules.parse(name).kitty_size == kitty


def test_only_some_presets_bar_the_second_hand_from_assisting() -> None:
    assert {name for name in PRESETS if PRESETS[name].second_hand_alone} == {
        "british",
        "ontario-nz",
    }


def test_only_hoyle_1844_keeps_the_upcard_in_the_dealers_hand() -> None:
    assert [name for name in PRESETS if not PRESETS[name].may_discard_upcard] == ["hoyle-1844"]


@pytest.mark.parametrize("name", PRESETS)
def test_preset_is_its_own_name(name: str) -> None:
    rules = Rules.parse(name)
    assert str(rules) == name
    assert rules.toggles == ()
    assert Rules.parse(name.upper()) == rules
    assert len(rules.deck) == rules.deck_size
    assert (BEST_BOWER in rules.deck) == rules.best_bower


@pytest.mark.parametrize("name", sorted(BUILT))
def test_built_preset_makes_a_deal(name: str) -> None:
    rules = Rules.parse(name)
    assert Deal(rules, (CardSet(),) * rules.players).seat == 1


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("north-american-nt-stick", "north-american-stick-nt"),
        ("North-American-STICK", "north-american-stick"),
        ("north-american-stick-stick", "north-american-stick"),
        ("north-american-to10", "north-american"),
        ("north-american-eldestleads", "north-american"),
        ("british-to10-eldestleads", "british-eldestleads-to10"),
        ("british-benny-secondalone-defendalways", "british"),
        ("british-secondfree", "british-secondfree"),
        ("british-defendalone", "british-defendalone"),
        ("hoyle-32-deck32-to5", "hoyle-32"),
        ("railroad-defendalone", "railroad"),
    ],
)
def test_toggles_are_named_in_one_order_and_only_where_they_matter(
    written: str, canonical: str
) -> None:
    rules = Rules.parse(written)
    assert str(rules) == canonical
    assert Rules.parse(canonical) == rules


@pytest.mark.parametrize(
    "name",
    [
        "north-american-to11-to5",
        "north-american-leftleads-eldestleads",
        "british-secondalone-secondfree",
        "north-american-deck28-stick-deck32",
        "british-defendalone-defendalways",
    ],
)
def test_toggles_that_contradict_each_other_are_refused(name: str) -> None:
    with pytest.raises(RuleError) as caught:
        Rules.parse(name)
    assert caught.value.code is ErrorCode.CONFLICT


def test_every_pair_of_toggles_reads_back_from_its_name() -> None:
    for name in BUILT:
        for first, second in combinations(TOGGLES, 2):
            try:
                rules = Rules.parse(f"{name}-{second}-{first}")
            except RuleError as error:
                assert error.code is ErrorCode.CONFLICT
                continue
            assert Rules.parse(str(rules)) == rules


@pytest.mark.parametrize(
    ("toggle", "field", "value"),
    [
        ("stick", "stick_dealer", True),
        ("nt", "no_trump_in_round_2", True),
        ("secondalone", "second_hand_alone", True),
        ("defendalone", "defend_alone", DefendAlone.AGAINST_LONER),
        ("defendalways", "defend_alone", DefendAlone.ALWAYS),
        ("leftleads", "lead", LeadRule.LEFT_OF_LONER),
        ("deck28", "deck_size", 28),
        ("deck32", "deck_size", 32),
        ("benny", "deck_size", 25),
        ("to21", "target", 21),
    ],
)
def test_toggle_changes_one_thing(toggle: str, field: str, value: object) -> None:
    assert getattr(Rules.parse(f"north-american-{toggle}"), field) == value


@pytest.mark.parametrize(
    "name",
    [
        "",
        "-",
        "euchre",
        "north",
        "north-americans",
        "stick",
        "north-american-",
        "north-american--stick",
        "north-american-sticky",
        "north-american-to12",
        "north-american-british",
        "hoyle-1845",
    ],
)
def test_unknown_name_is_refused_with_a_hint(name: str) -> None:
    with pytest.raises(NotationError) as caught:
        Rules.parse(name)
    assert caught.value.code is ErrorCode.UNKNOWN_RULES
    assert caught.value.hint


@pytest.mark.parametrize("name", ["british-nt", "north-american-benny-nt", "skat-7-deck28"])
def test_rules_that_contradict_each_other_are_refused(name: str) -> None:
    with pytest.raises(RuleError) as caught:
        Rules.parse(name)
    assert caught.value.code is ErrorCode.CONFLICT


def test_partner_sits_opposite_and_the_dealer_speaks_last() -> None:
    rules = Rules()
    assert [rules.partner_of(seat) for seat in rules.seats] == [3, 4, 1, 2]
    assert [rules.next_seat(seat) for seat in rules.seats] == [2, 3, 4, 1]
    assert (rules.dealer, rules.second_hand) == (4, 2)
    assert [rules.side_of(seat) for seat in rules.seats] == [(1, 3), (2, 4), (1, 3), (2, 4)]


def test_deck_holds_the_ranks_of_its_size() -> None:
    assert str(Rules.parse("north-american-deck28").deck)[:14] == "AsKsQsJsTs9s8s"
    assert str(Rules.parse("hoyle-32").deck)[:16] == "AsKsQsJsTs9s8s7s"
    assert str(Rules.parse("british").deck)[:14] == "BbAsKsQsJsTs9s"


def test_same_rules_are_equal_and_hash_alike() -> None:
    again = Rules.parse("north-american-stick")
    assert again == Rules.parse("north-american-to10-stick")
    assert hash(again) == hash(Rules.parse("north-american-to10-stick"))
    assert again != Rules()
