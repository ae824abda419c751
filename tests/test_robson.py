"""Robson's set-back and blind loner (§3.7): points taken off, and a dealer who doesn't look."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest

from euchre_solve.advice.recommend import recommend
from euchre_solve.auction import BLIND_LONER, PASS
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, EuchreError, RuleError
from euchre_solve.formats.check import GameTracker, check_record
from euchre_solve.formats.csv_file import CsvWriter
from euchre_solve.formats.deal_line import format_deal, parse_deal
from euchre_solve.formats.egn_writer import EgnWriter
from euchre_solve.formats.history import read_history
from euchre_solve.formats.line_file import read_line_file
from euchre_solve.formats.openspiel_file import OpenSpielWriter
from euchre_solve.formats.record import Record
from euchre_solve.replay import replay
from euchre_solve.scoring import winning_side
from euchre_solve.solver.double_dummy import solve_deal, solve_position

HANDS = "1:9s9hTdKcQc.AsKsQsAdTc.TsThKdQdJc.AhKhQhJdAc_u:Jh"
BOTH = f"{HANDS}_r:north-american-robson-blindloner"
MARCH = (
    f"{HANDS}_r:north-american-robson_b:pppo_x:Ac_t:9sQsTsQh.Kh9hTcTh.AhTdKsJc.JdQcAsQd.JhKcAdKd"
)
_LONE_TRICKS = "x:Ac_t:9sTsQh.Kh9hTh.AhTdJc.JdQcQd.JhKcKd"
LONE = f"{HANDS}_r:north-american-robson_b:pppoa_{_LONE_TRICKS}"
BLIND = f"{BOTH}_b:ba_{_LONE_TRICKS}"
FAILED = (
    "1:9s9hTdKcQc.AsKsQsAdTc.TsThKdQdJd.AhKhQhAcJc_u:Jh_r:north-american-blindloner"
    "_b:ba_x:Jc_t:9sTsQh.AcQcQd.Kh9hJd.KdAhTd.JhKcTh"
)
"""One trick goes to the left bower."""


def refusal(text: str) -> RuleError | EuchreError:
    with pytest.raises(EuchreError) as caught:
        parse_deal(text)
    return caught.value


# --- set-back


@pytest.mark.parametrize(("line", "points"), [(MARCH, 2), (LONE, 4)])
def test_a_march_adds_or_takes_off(line: str, points: int) -> None:
    """Example R23."""
    added, taken = parse_deal(line), parse_deal(f"{line}_w:off")
    assert added.can_take_off() and added.take_off() == taken
    assert replay(added).gains == (0, points)
    assert replay(taken).gains == (-points, 0)
    assert replay(taken).points == points


def test_points_taken_off_are_written_and_read_again() -> None:
    deal = replace(parse_deal(f"{MARCH}_w:off"), score=(-3, 9))
    line = format_deal(deal)
    assert line.endswith("_w:off_s:-3-9")
    assert parse_deal(line) == deal
    assert format_deal(parse_deal(f"{line}_i:a".replace("w:off", "W:OFF"))).endswith(
        "w:off_s:-3-9_i:a"
    )


def test_json_spells_points_taken_off() -> None:
    pieces = (
        '{"rules": "north-american-robson", "hands": [["9s"], [], [], []], "upcard": "Jh",'
        ' "contract": "4h", "tricks": [], "taken_off": true}'
    )
    (record,) = read_history(BytesIO(pieces.encode()))
    assert isinstance(record, Record) and record.deal.taken_off


@pytest.mark.parametrize(
    "line",
    [
        MARCH.replace("-robson", "") + "_w:off",
        MARCH.rpartition(".")[0] + "_w:off",
        MARCH.partition("_b")[0] + "_w:off",
        FAILED.replace("-blindloner", "-robson").replace("b:ba", "b:pppoa") + "_w:off",
        f"{BLIND}_w:off",
    ],
    ids=["other rules", "unfinished", "no call", "no march", "blind"],
)
def test_points_are_taken_off_after_a_march_only(line: str) -> None:
    error = refusal(line)
    assert error.code is ErrorCode.NO_MARCH and error.hint
    assert error.span and line[slice(*error.span)] == "off"


def test_check_finds_points_taken_off_without_a_march() -> None:
    text = MARCH.rpartition(".")[0] + "_w:off"
    (record,) = read_line_file(BytesIO(text.encode()))
    assert isinstance(record, Record)
    first, *_ = check_record(record).diagnostics
    assert first.error.code is ErrorCode.NO_MARCH
    assert first.error.span == (len(text) - 3, len(text))


def test_w_says_off_or_nothing() -> None:
    assert refusal(f"{MARCH}_w:on").code is ErrorCode.BAD_VALUE


def test_scores_below_nought_are_for_rules_that_have_them() -> None:
    assert parse_deal(f"{HANDS}_r:north-american-robson_s:-3-4").score == (-3, 4)
    assert refusal(f"{HANDS}_s:-3-4").code is ErrorCode.BAD_VALUE


def test_game_goes_on_from_a_score_that_was_set_back() -> None:
    after = MARCH.replace("_b:", "_s:1-9_b:") + "_w:off after={}\n"
    for score, is_right in (("-1-9", True), ("1-11", False)):
        (record,) = read_line_file(BytesIO(after.format(score).encode()))
        assert isinstance(record, Record)
        found = GameTracker().follow(check_record(record).step)
        assert [each.error.code for each in found] == [ErrorCode.WRONG_SCORE] * (not is_right)
    assert winning_side((-1, 9), 10) is None


def test_formats_that_cannot_say_it_tell_so() -> None:
    record = Record(parse_deal(f"{MARCH}_w:off"))
    egn, spiel, table = EgnWriter(), OpenSpielWriter(), CsvWriter()
    egn.format(record)
    egn.finish()
    spiel.format(record)
    assert "points taken off the other side" in egn.losses & spiel.losses
    assert "_w:off" in table.format(record)


def test_egn_has_no_score_below_nought() -> None:
    egn = EgnWriter()
    egn.format(Record(replace(parse_deal(MARCH), score=(-3, 9))))
    (record,) = read_history(BytesIO(egn.finish().encode()))
    assert isinstance(record, Record) and record.deal.score == (0, 9)
    assert "a score below nought, which is written as nought" in egn.losses


# --- blind loner


def test_blind_loner_scores_five_or_concedes_one() -> None:
    """Example R23."""
    made, failed = parse_deal(BLIND), parse_deal(FAILED)
    assert (replay(made).points, replay(made).gains) == (5, (0, 5))
    assert (replay(failed).makers_tricks, replay(failed).gains) == (4, (1, 0))


def test_dealer_may_go_alone_before_anyone_speaks() -> None:
    deal = parse_deal(f"{HANDS}_r:north-american-blindloner")
    assert deal.seat == 1 and deal.auction.may_go_blind
    assert BLIND_LONER not in deal.legal_calls
    called = deal.call(BLIND_LONER)
    assert (str(called.contract), called.phase, called.seat) == ("4hba", Phase.DISCARD, 4)
    assert not deal.call(PASS).auction.may_go_blind
    assert format_deal(called).endswith("_b:ba")
    assert parse_deal(format_deal(called)) == called


def test_blind_loner_needs_no_second_trump() -> None:
    deal = parse_deal("1:-_u:Jh_r:north-american-blindloner-trumprule_b:ba")
    assert deal.contract and deal.contract.blind


def test_contract_of_a_blind_loner() -> None:
    line = f"{HANDS}_r:north-american-blindloner"
    stated = parse_deal(f"{line}_m:4hba")
    assert stated.contract == parse_deal(f"{line}_b:ba").contract
    assert format_deal(stated).endswith("_m:4hba")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("u:Jh_b:ba", ErrorCode.ILLEGAL_CALL),
        ("u:Th_r:north-american-blindloner_b:ba", ErrorCode.ILLEGAL_CALL),
        ("u:Bb_r:british-blindloner_b:ba", ErrorCode.ILLEGAL_CALL),
        ("u:Jh_r:north-american-blindloner_b:pba", ErrorCode.OUT_OF_TURN),
        ("u:Jh_r:north-american-blindloner_b:b", ErrorCode.BAD_VALUE),
        ("u:Jh_r:north-american-blindloner_m:4hb", ErrorCode.BAD_VALUE),
        ("u:Jh_r:north-american-blindloner_m:3hba", ErrorCode.ILLEGAL_CALL),
        ("u:Jh_r:north-american-blindloner_m:4sba", ErrorCode.ILLEGAL_CALL),
        ("r:north-american-blindloner_m:4hba", ErrorCode.ILLEGAL_CALL),
        ("u:Jh_m:4hba", ErrorCode.ILLEGAL_CALL),
    ],
)
def test_blind_loner_that_cannot_be(line: str, code: ErrorCode) -> None:
    assert refusal(f"1:-_{line}").code is code


def test_blind_loner_is_solved_as_a_contract_of_its_own() -> None:
    deal = parse_deal(f"{HANDS}_r:north-american-blindloner-defendalone")
    *others, first, second, third = solve_deal(deal).contracts
    assert not any(contract.blind for contract in others)
    assert first.blind and (first.alone, first.tricks, first.points) == (4, 5, 5)
    assert [each.defend_alone for each in (first, second, third)] == [None, 1, 3]
    plain = next(each for each in others if each.alone == 4 and each.round == 1)
    assert (plain.tricks, plain.points) == (5, 4)
    assert solve_position(deal.call(BLIND_LONER)).contract == first


def test_no_blind_loner_is_solved_unless_a_jack_is_turned_up() -> None:
    line = f"{HANDS}_r:north-american-blindloner".replace("Jh", "Jd").replace("u:Jd", "u:9c")
    assert not any(contract.blind for contract in solve_deal(parse_deal(line)).contracts)


def test_formats_tell_that_they_lose_a_blind_loner() -> None:
    record = Record(parse_deal(BLIND))
    egn, spiel = EgnWriter(), OpenSpielWriter()
    egn.format(record)
    assert '"Pass", "Pass", "Pass", "Order"' in egn.finish()
    assert "a blind loner, who is written as one who calls in turn" in egn.losses
    assert spiel.format(record) == ""
    assert any("no blind loner" in loss for loss in spiel.losses)


# --- advice


def blind_question(rules: str = "north-american-blindloner", score: str = "") -> Deal:
    return parse_deal(f"4:-_u:Jh_r:{rules}{score}")


def test_advice_on_a_blind_loner_looks_at_no_hand() -> None:
    advice = recommend(blind_question(score="_s:3-5"), worlds=1024)
    assert (advice.seat, advice.decision) == (4, "bid")
    assert {action.token for action in advice.actions} == {"-", "ba"}
    look, blind = sorted(advice.actions, key=lambda action: action.token)
    assert {points for points, _ in blind.outcomes} == {5, -1}
    chance = dict(blind.outcomes)[5]
    assert 6 * chance - 1 == pytest.approx(blind.ev)
    assert blind.stderr > 0 and blind.win is not None and look.win is not None
    assert look.ends and not blind.ends


def test_advice_after_a_blind_loner() -> None:
    line = "4:JdAhKhAs9c_u:Jh_r:north-american-blindloner_b:ba"
    advice = recommend(parse_deal(line), worlds=256)
    assert advice.decision == "discard" and advice.actions[0].token == "9c"
    defender = recommend(parse_deal(f"1{line[1:]}"), worlds=256)
    assert defender.decision == "play"
