"""The deal line, read and written: round trips, lax input, and each way to get it wrong."""

import random
import re

from hypothesis import example, given
from hypothesis import strategies as st

from euchre_solve.auction import PASS
from euchre_solve.cards import BEST_BOWER, Card, CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import EuchreError
from euchre_solve.formats.deal_line import format_deal, parse_deal, read_deal
from euchre_solve.rules import Rules
from euchre_solve.trump import Trump
from tests.random_deals import deals

OPEN = "1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc"
SPOKEN = "1:-_u:Ks_b:pppp-c_t:9cTcKcAc.TdQd9dKd.9sTsQsQc.Jh9hThKh.AdJsQhJd"

EXAMPLES = {
    "3:JsJcAsKh9d_u:Th": "3:AsJsKh9dJc_u:Th_b:pp",
    "3:JsJcAsKh9d_u:Th_b:pppp-pp": "3:AsJsKh9dJc_u:Th_b:pppp-pp",
    "1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc_b:pppp-ph_s:6-9": (
        "1:AsJs9h9dTc.9sKhQhAdTd.KsAhJdQc9c.QsJhThKdAc_u:Jc_b:pppp-ph_s:6-9"
    ),
    SPOKEN.replace("1:-", "1:-.-.-.-"): SPOKEN,
    "1:BbAs9h9dTc_u:9c_r:british": "1:BbAs9h9dTc_u:9c_r:british",
}


def test_examples_of_the_notation_print_in_canonical_form():
    for line, canonical in EXAMPLES.items():
        assert format_deal(parse_deal(line)) == canonical
        assert format_deal(parse_deal(canonical)) == canonical


@given(deals())
def test_parse_inverts_format(deal):
    line = format_deal(deal)
    assert parse_deal(line) == deal
    assert format_deal(parse_deal(line)) == line
    assert re.fullmatch(r"[A-Za-z0-9.:_-]+", line)


@given(deals(), st.integers(0, 2**32))
def test_lax_spelling_reads_as_the_same_deal(deal, seed):
    rng = random.Random(seed)

    def respelled(match):
        rank, suit = match[1], match[2]
        suit = rng.choice((suit, suit.upper(), dict(zip("shdc", "♠♥♦♣", strict=True))[suit]))
        suit += rng.choice(("", "\ufe0f")) if ord(suit) > 127 else ""
        rank = rng.choice((rank, rank.lower(), rank.replace("T", "10")))
        card = rng.choice((rank + suit, suit + rank))
        return card + rng.choice(("", " ", ", "))

    hands, *fields = format_deal(deal).split("_")
    parts = [
        part[:2] + re.sub("([2-9TJQKA])([shdc])", respelled, part[2:])
        if part[0] in "1234ukxt"
        else part
        for part in (hands, *fields)
    ]
    rng.shuffle(rest := parts[1:])
    assert parse_deal("  " + " _".join([parts[0], *rest]) + " \r\n") == deal


@given(st.text(max_size=200))
@example("1:JsAs\u017f9h")
@example("1:\u212as")
@example("1:-_i:\u0130_\u0130:")
def test_any_text_raises_nothing_but_errors_with_a_place(text):
    assert_fails_well(text)


@given(deals(), st.data())
def test_mutated_lines_raise_nothing_but_errors_with_a_place(deal, data):
    line = format_deal(deal)
    alphabet = st.sampled_from("AKQJT9s♥dcxXbBpoa10-._:, \t\x00N\ufe0f")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(line)))
        cut = data.draw(st.integers(0, 2))
        line = line[:at] + data.draw(st.text(alphabet, max_size=2)) + line[at + cut :]
    assert_fails_well(line)


def assert_fails_well(line):
    try:
        deal = parse_deal(line)
    except EuchreError as error:
        assert error.text == line
        assert error.span is not None
        assert 0 <= error.span[0] <= error.span[1] <= len(line)
        assert error.message
    else:
        canonical = format_deal(deal)
        assert format_deal(parse_deal(canonical)) == canonical


# --- what a line means


def test_a_lone_hand_implies_passes_before_it():
    assert parse_deal("4:JsJcAsKh9d_u:Th").calls == (PASS,) * 3
    assert parse_deal("4:JsJcAsx_u:Th").calls == (PASS,) * 3
    assert parse_deal("1:-.-.-.JsJcAsKh9d_u:Th").calls == (PASS,) * 3
    for line in ("4:JsJcAsKh9d", "4:JsJcAsKh9d_u:-", "3:Jsx.Qsx_u:Th", "3:Jsx_u:Th_m:4h"):
        assert parse_deal(line).calls == ()


def test_a_lone_hand_without_any_call_is_written_apart():
    deal = parse_deal("3:JsJcAsKh9d_u:Th_b:-")
    assert deal.calls == ()
    assert format_deal(deal) == "3:AsJsKh9dJc_u:Th_b:-"


def test_compass_seats_count_from_the_dealers_left():
    numbered = parse_deal("3:JsJcAsKh9d.Qsx_u:Th_s:6-9_b:pppp-pc_m:2c")
    assert parse_deal("s:JsJcAsKh9d.Qsx_u:Th_s:6-9_b:pppp-pc_d:W_m:Ec") == numbered
    assert parse_deal("4:-_u:Th_m:4ha") == parse_deal("S:-_d:S_u:Th_m:sha")
    rules = Rules.parse("british")
    stated = parse_deal("1:-_u:9c_m:3ha2a", rules=rules)
    assert parse_deal("E:-_d:N_u:9c_m:WhaSa", rules=rules) == stated


def test_score_is_that_of_the_first_seat_written():
    assert parse_deal("1:-_s:6-9").score == (6, 9)
    assert parse_deal("2:-_s:6-9").score == (9, 6)
    assert parse_deal("4:-.-.Jsx_s:6-9").score == (9, 6)
    assert format_deal(parse_deal("1:-.Jsx_s:6-9")) == "2:Jsx_s:9-6"


def test_hands_wrap_around_the_table():
    deal = parse_deal("4:Jsx.Qsx")
    assert [str(hand) for hand in deal.hands] == ["Qs", "", "", "Js"]
    assert format_deal(deal) == "1:Qsx.-.-.Jsx"


def test_unknown_cards_can_be_counted_out():
    assert parse_deal("1:JsXXxxAsxx") == parse_deal("1:AsJsx")
    assert parse_deal("1:xxxxxxxxxx") == parse_deal("1:x") == parse_deal("1:-")


def test_best_bower_has_many_names():
    rules = Rules.parse("british")
    for name in ("Bb", "b", "JK", "jk", "Joker", "2s", "♠2"):
        deal = parse_deal(f"1:{name}x", rules=rules)
        assert deal.hands[0] == CardSet.from_cards([BEST_BOWER])
        assert format_deal(deal) == "1:Bbx_r:british"


def test_rules_of_the_line_come_before_those_of_the_caller():
    british = Rules.parse("british")
    assert parse_deal("1:-", rules=british).rules == british
    assert parse_deal("1:-_r:NORTH-american", rules=british).rules == Rules()
    assert parse_deal("1:-_r:hoyle-32-stick").rules == Rules.parse("hoyle-32-stick")
    assert parse_deal("1:-_n:4") == parse_deal("1:-")


def test_calls_read_with_and_without_the_dash():
    calls = parse_deal("1:-_u:Ks_b:pppp-pha").calls
    assert parse_deal("1:-_u:Ks_b:P p,p P pHa").calls == calls
    assert parse_deal("1:-_u:Ks_b:pppp-").calls == (PASS,) * 4
    assert parse_deal("1:-_u:Ks_b:pppp-pppp").phase is Phase.PASSED_OUT


def test_defenders_answer_after_the_call():
    british = parse_deal("1:-_u:Ks_r:british_b:oa-pa")
    assert british.contract == Contract(Trump.SPADES, 1, 1, alone=True, lone_defender=4)
    assert format_deal(british) == "1:-_u:Ks_r:british_b:oa-pa"
    assert parse_deal("1:-_u:Ks_r:british_b:pppp-h-a").contract == Contract(
        Trump.HEARTS, 1, 2, lone_defender=2
    )


def test_a_stated_contract_is_of_round_1_in_the_upcards_suit():
    assert parse_deal("1:-_u:Ks_m:3s").contract == Contract(Trump.SPADES, 3, 1)
    assert parse_deal("1:-_u:Ks_m:3h").contract == Contract(Trump.HEARTS, 3, 2)
    assert parse_deal("1:-_m:3h").contract == Contract(Trump.HEARTS, 3, 2)
    assert parse_deal("1:-_u:Bb_r:british_m:4ha").contract == Contract(Trump.HEARTS, 4, 1, True)


def test_a_dealer_put_out_by_his_partner_has_discarded_before():
    line = "2:Qhx.-.Jsx_u:Ks_r:british_b:oa-a_x:Js_t:As9s"
    assert format_deal(parse_deal(line)) == line


def test_dots_between_tricks_may_be_left_out():
    assert parse_deal(SPOKEN.replace(".", "")) == parse_deal(SPOKEN)
    assert parse_deal("1:-_u:Ks_m:4c_t:9cTcKcAc.") == parse_deal("1:-_u:Ks_m:4c_t:9cTcKcAc")
    lone = parse_deal(OPEN + "_b:pppp-pppha_t:9hAhJh.")
    assert len(lone.tricks[0]) == 3


def test_the_only_possible_discard_is_filled_in():
    played = OPEN + "_b:ppo_t:JsTdQcJc.AcTc9s9c.Th9hKhAh.JdKd9dAd"
    assert parse_deal(played).discarded is None
    ended = read_deal(played + ".QhKsJhAs")
    assert (str(ended.deal.discarded), ended.warnings) == ("Qs", ())
    assert "_x:Qs_" in format_deal(ended.deal)


def test_fields_keep_what_they_say():
    deal = parse_deal("1:-_i:Club-17-3_g:15_k:TsKcQd_u:9s")
    assert (deal.identifier, deal.target, deal.upcard) == ("Club-17-3", 15, Card.parse("9s"))
    assert deal.kitty == CardSet.of("Ts", "Kc", "Qd")
    assert parse_deal("1:-_k:-_u:-") == parse_deal("1:-")
    assert isinstance(deal, Deal)


def test_lines_that_agree_with_themselves_raise_no_warning():
    for line in ("1:-_s:9-9", "1:-_s:10-3_g:15", "1:-_u:Ks_m:3s_b:ppo", OPEN + "_b:ppo"):
        assert read_deal(line).warnings == ()
    contradicted = parse_deal("1:-_u:Ks_b:ppo_m:2sa")
    assert (str(contradicted.contract), contradicted.stated_contract) == ("3s", None)
