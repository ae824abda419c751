"""Recorded hands graded: forced and equal acts, unknown cards, faults, luck that adds up."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from itertools import islice, pairwise
from math import inf
from pathlib import Path

import numpy as np
import pytest

from euchre_solve.advice.hindsight import deal_value, open_points
from euchre_solve.advice.recommend import recommend
from euchre_solve.cards import NO_CARDS
from euchre_solve.consistent import seen_by
from euchre_solve.deal import Deal, Phase
from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.formats.history import read_history, writer_for
from euchre_solve.formats.record import Record, Remark, Stated
from euchre_solve.replay import replay
from euchre_solve.review import report as reports
from euchre_solve.review.annotating import annotated, remark_of
from euchre_solve.review.graded import Effort, Grade, Graded, Luck, ReviewedDeal
from euchre_solve.review.grading import Loss, grade_of, mean_loss
from euchre_solve.review.rates import Losses
from euchre_solve.review.report import KINDS, Report, Slip, players_of, slip_of
from euchre_solve.review.reviewing import review_record

EXAMPLES = Path(__file__).parent.parent / "examples"
SAMPLES = Path(os.environ.get("EUCHRE_EGN_SAMPLES", ""))
QUICK = Effort(precision=1)
HANDS = "1:JsJcAsKsQs.KhQh9hTdAd.AhTh9cQcJd.JhQdKdAcTc_u:9s"
"""Eldest holds the five highest trumps."""


def records_of(path: Path) -> list[Record]:
    with path.open("rb") as stream:
        return [item for item in read_history(stream, path.name) if isinstance(item, Record)]


def review(line: str, effort: Effort = QUICK) -> ReviewedDeal:
    return review_record(Record(parse_deal(line)), 1, effort)


@pytest.fixture(scope="module")
def club() -> list[ReviewedDeal]:
    records = records_of(EXAMPLES / "club.egn")
    return [review_record(record, at, QUICK) for at, record in enumerate(records, start=1)]


@pytest.mark.parametrize(
    ("points", "games", "grade"),
    [
        ((0, 0), None, Grade.BEST),
        ((0.01, 0), None, Grade.FINE),
        ((0.5, inf), None, Grade.FINE),
        ((0.05, 0.02), None, Grade.FINE),
        ((0.05, 0.01), None, Grade.INACCURACY),
        ((0.2, 0.04), None, Grade.MISTAKE),
        ((0.5, 0.05), None, Grade.BLUNDER),
        ((0.5, 0.05), (0, 0), Grade.BEST),
        ((-0.5, 0.05), (0.05, 0.005), Grade.BLUNDER),
        ((0, 0), (0.006, 0.001), Grade.INACCURACY),
    ],
)
def test_grades_go_by_what_is_lost_beyond_its_error(
    points: tuple[float, float], games: tuple[float, float] | None, grade: Grade
) -> None:
    assert grade_of(Loss(*points), Loss(*games) if games else None) is grade


# --- one deal


def test_a_sure_march_passed_is_a_blunder() -> None:
    reviewed = review(f"{HANDS}_b:pppp-pppp")
    first = reviewed.decisions[0]
    assert (first.act, first.seat, first.kind, first.round) == ("b1", 1, "bid", 1)
    assert (first.done, first.best, first.grade) == ("p", "oa", Grade.BLUNDER)
    assert first.lost > 1 and first.win_lost is None
    assert "oa" in first.hindsight_best
    assert slip_of(first) is Slip.LONER_MISSED
    assert [decision.act for decision in reviewed.decisions] == [f"b{at}" for at in range(1, 9)]
    luck = reviewed.luck
    assert luck and luck.result == 0 and luck.cards == pytest.approx(4, abs=0.2)


def test_what_is_forced_or_equal_is_no_mistake() -> None:
    reviewed = review(f"{HANDS}_b:oa_x:Tc_t:JsTd9s.AsAdQd.Ks9hJh.QsQhKd.JcKhAc")
    assert [decision.act for decision in reviewed.decisions][:2] == ["b1", "x"]
    leads = [decision for decision in reviewed.decisions if decision.seat == 1]
    assert [decision.act for decision in leads] == ["b1", "t1", "t4", "t7", "t10"]
    assert {decision.grade for decision in leads} == {Grade.BEST}
    assert {decision.done for decision in leads} == {decision.best for decision in leads}
    assert all(decision.lost == 0 for decision in leads)


def test_the_values_are_those_of_advice(club: list[ReviewedDeal]) -> None:
    for decision in club[2].decisions:
        advice = recommend(parse_deal(decision.position), seed=1, precision=QUICK.precision)
        found = [(action.token, round(action.ev, 6), action.label) for action in advice.actions]
        assert found == [(option.token, option.ev, option.label) for option in decision.options]
        action = next(action for action in advice.actions if action.token == decision.done)
        assert decision.lost == pytest.approx(-action.vs_best, abs=1e-6)
        assert action.vs_best_win is not None
        assert decision.win_lost == pytest.approx(-action.vs_best_win, abs=1e-6)


def test_who_always_takes_the_advice_loses_nothing() -> None:
    deal = parse_deal("1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc_s:3-4")
    while deal.seat is not None:
        choices = deal.play_state.legal_cards if deal.phase is Phase.PLAY else None
        if choices is not None and len(choices) == 1:
            deal = deal.play(next(iter(choices)))
            continue
        token = recommend(seen_by(deal, deal.seat), precision=1).actions[0].token
        deal = after(deal, token)
    reviewed = review_record(Record(deal), 1, QUICK)
    assert {decision.grade for decision in reviewed.decisions} == {Grade.BEST}
    assert reviewed.luck and not any(reviewed.luck.skill)


def after(deal: Deal, token: str) -> Deal:
    """Return the deal after an act, known by its token."""
    if deal.contract is None:
        return deal.call(next(call for call in deal.auction.legal_calls if str(call) == token))
    is_discard = deal.phase is Phase.DISCARD
    cards = deal.six_cards if is_discard else deal.play_state.legal_cards
    card = next(card for card in cards if str(card) == token)
    return deal.discard(card) if is_discard else deal.play(card)


def test_grading_stops_at_the_first_act_against_the_rules() -> None:
    record = records_of(EXAMPLES / "mistakes.edl")[0]
    reviewed = review_record(record, 1, QUICK)
    assert reviewed.errors == ("t10: seat 1 plays 9d but holds Jc",)
    cards = [int(each.act[1:]) for each in reviewed.decisions if each.act.startswith("t")]
    assert cards and max(cards) < 10
    assert reviewed.luck


@pytest.mark.parametrize(
    ("line", "acts"),
    [
        ("1:JsJcAsKsQs_u:9s", []),
        (f"{HANDS}_b:p", ["b1"]),
        ("1:JsJcAsKsQs_u:9s_b:p", ["b1"]),
        ("1:-.-.AhTh9cQcJd.-_u:9s_b:ppp", ["b1", "b2", "b3"]),
        ("1:JsJcAsKsQs.KhQh9hTdAd.AhTh9cQcJd.JhQdKdAcTc_m:1s_t:Ks", ["t1"]),
    ],
)
def test_as_much_as_there_is_is_graded(line: str, acts: list[str]) -> None:
    reviewed = review(line)
    assert [decision.act for decision in reviewed.decisions] == acts
    assert reviewed.luck is None and reviewed.errors == ()


def test_scores_without_chances_leave_the_points_to_decide() -> None:
    hand = "1:JsAs9h9dTc_u:Jc"
    plain = review(f"{hand}_b:o")
    for stated in ("s:10-3", "s:12-11", "s:2-3_g:101"):
        reviewed = review(f"{hand}_b:o_{stated}")
        assert (reviewed.win_before, reviewed.win_after) == (None, None)
        (decision,) = reviewed.decisions
        assert (decision.grade, decision.win_lost) == (Grade.BLUNDER, None)
        assert decision.lost == plain.decisions[0].lost
        assert bool(reviewed.errors) == ("g:" in stated)


def test_a_game_to_be_won_by_two_goes_on_past_the_target() -> None:
    reviewed = review("1:JsAs9h9dTc_u:Jc_r:north-american-bytwo_b:o_s:11-10")
    assert reviewed.win_before is not None and 0.3 < reviewed.win_before < 0.7


# --- unknown cards


def test_cards_told_by_the_play_are_as_good_as_stated_ones(club: list[ReviewedDeal]) -> None:
    whole = next(one for one in club if not (one.record.deal.contract or 0).alone)  # type: ignore[union-attr]
    deal = whole.record.deal
    bare = replace(deal, hands=(NO_CARDS,) * 4, kitty=NO_CARDS)
    again = review_record(Record(bare), 1, QUICK)
    assert again.decisions == whole.decisions
    assert again.luck == whole.luck


def test_a_hand_that_is_not_known_is_averaged() -> None:
    record = records_of(EXAMPLES / "club.egn")[2]
    deal = replace(record.deal, hands=(NO_CARDS,) * 4, kitty=NO_CARDS, discarded=None)
    assert deal.contract and deal.contract.round == 1
    reviewed = review_record(Record(deal), 1, QUICK)
    known = review_record(record, 1, QUICK)
    acts = [decision.act for decision in reviewed.decisions]
    assert acts == [decision.act for decision in known.decisions if decision.act != "x"]
    calls = [decision for decision in reviewed.decisions if decision.seat == 4]
    assert calls and all(len(decision.options) > 1 for decision in calls)
    assert reviewed == review_record(Record(deal), 1, QUICK)


def test_the_one_deal_that_is_left_is_as_good_as_stated() -> None:
    lines = [
        f"1:Js9sAdAcKc.{hand}.AsKsAhJdJc.QsKhJhThTc_u:9d_k:KdQhQc_b:ppo"
        for hand in ("-", "Ts9hQdTd9c")
    ]
    left, stated = map(review, lines)
    assert left.decisions == stated.decisions
    assert left.decisions[1].position == "2:Ts9hQdTd9c_u:9d_b:p"


def test_errors_of_advice_do_not_vanish_with_few_completions() -> None:
    almost = "1:Js9sAdAcKc.-.AsKsAhJdJc.QsKhJhThTc_u:9d_k:KdQh_b:pp"
    second = review(almost, Effort(precision=0.2)).decisions[1]
    assert second.lost_stderr > 0.05
    mean = mean_loss([Loss(0.1, 0.06), Loss(0.3, 0.08)])
    assert mean == pytest.approx((0.2, 0.122474))
    assert mean_loss([Loss(0.1, inf), Loss(0.3, 0.1)]).stderr == inf
    assert mean_loss([Loss(0.1, 0.06)]) == (0.1, 0.06)


def test_an_act_that_is_mostly_the_best_is_not_told_to_be_better_than_itself() -> None:
    bad = decision_of(4, 0.6)._replace(act="b4", kind="bid", done="o", best="o")
    assert remark_of(bad) == "[?] loses on average 0.60 points"
    assert slip_of(bad) is None
    assert slip_of(bad._replace(best="p")) is Slip.CALLED
    costs_games = decision_of(1, -0.1)._replace(win_lost=0.016)
    assert remark_of(costs_games) == "[?] Ks is better by 1.6 % of games"


# --- luck and open hands


def test_skill_and_luck_sum_to_the_result(club: list[ReviewedDeal]) -> None:
    for reviewed in club:
        luck = reviewed.luck
        assert luck and luck.result == np.subtract(*replay(reviewed.record.deal).gains)
        assert sum(luck.skill) + luck.cards + luck.play == pytest.approx(luck.result, abs=1e-6)
        for seat, part in enumerate(luck.skill, start=1):
            own = [each.counted for each in reviewed.decisions if each.seat == seat]
            assert part == pytest.approx(sum(own) * (-1 if seat % 2 else 1), abs=1e-5)
        assert reviewed.win_before is not None and reviewed.win_after is not None


def test_the_chances_go_on_from_deal_to_deal(club: list[ReviewedDeal]) -> None:
    for one, next_one in pairwise(club):
        assert one.win_after and next_one.win_before
        assert next_one.win_before == pytest.approx(1 - one.win_after)
    assert club[-1].win_after in {0.0, 1.0}


def test_open_values_of_cards_are_exact(club: list[ReviewedDeal]) -> None:
    for decision in club[0].decisions:
        if decision.kind in {"lead", "play"}:
            values = {option.open_points for option in decision.options}
            assert values <= {-4.0, -2.0, -1.0, 1.0, 2.0, 4.0}
        assert decision.hindsight_lost is not None
        assert (decision.done == decision.best) == (decision.grade is Grade.BEST)
        assert (decision.done in decision.hindsight_best) == (decision.hindsight_lost == 0)


def test_a_pass_is_worth_what_the_others_make_of_it() -> None:
    deal = parse_deal(f"{HANDS}_b:pppp-ppp")
    values = open_points(deal, 4)
    assert values and values["p"] == 0
    before = open_points(replace(deal, calls=deal.calls[:1]), 2)
    assert before and before["p"] != 0
    assert open_points(seen_by(deal, 4), 4) is None
    assert deal_value(deal) == deal_value(replace(deal, calls=()))


# --- reports


TWO_DEALS = (
    "1:JsJcAsKsQs.KhQh9hTdAd.AhTh9cQcJd.JhQdKdAcTc_u:9s",
    "1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc",
)


def decision_of(seat: int, lost: float, grade: Grade = Grade.MISTAKE) -> Graded:
    return Graded(
        *("t1", seat, "lead", None, "As", "Ks", lost, 0.0, None, None, (), None, grade, ()),
        *(10, False),
    )


def test_a_report_sums_by_player_and_pair() -> None:
    report = Report()
    names = ("Ann", "Bob", "Cid", "Dot")
    lost = [0.5, 0.1, 0.0]
    for each in lost:
        decisions = [decision_of(1, each), decision_of(2, 0.3, Grade.FINE)]
        report.add(names, decisions, Luck(1, (-each, 0.0, 0.0, 0.0), 0.25, 0.75 + each))
    ann, bob = report.players[("Ann",)], report.players[("Bob",)]
    assert ann.total.by_deal.mean() == pytest.approx((np.mean(lost), np.std(lost, ddof=1) / 3**0.5))
    assert ann.total.by_decision.mean() == pytest.approx(ann.total.by_deal.mean())
    assert ann.losses["leads"].decisions == 3 and ann.losses["calls"].decisions == 0
    assert bob.total.by_deal.above == 0 and bob.grades[Grade.FINE] == 3
    assert list(report.pairs) == [("Ann", "Cid"), ("Bob", "Dot")]
    assert [pair.name for pair in report.pairs.values()] == ["Ann & Cid", "Bob & Dot"]
    assert report.pairs[("Bob", "Dot")].result.mean() == (-1, 0)
    assert report.players[("Dot",)].adjusted.mean().mean == pytest.approx(0.2)
    assert set(ann.losses) == set(KINDS)


def test_tables_of_the_same_cards_are_one_draw() -> None:
    deals = map(parse_deal, ("1:JsAs9h9dTc_u:Jc", *TWO_DEALS))
    unknown, one, other = deals
    tables = [(one, 1), (other, 3), (unknown, 2), (one, -2), (unknown, 4)]
    report = Report()
    for number, (deal, result) in enumerate(tables):
        names = ("Ann", "Bob") if number < 3 else ("Bob", "Ann")
        report.add(2 * names, [], Luck(result, (0.0,) * 4, 0.0, 0.0), deal)
    ann = report.players[("Ann",)].result
    draws = np.array([[1 + 2, 2], [3, 1], [2, 1], [-4, 1]])
    left = draws[:, 0] - draws[:, 1] * 4 / 5
    assert ann.mean() == pytest.approx((4 / 5, np.sqrt((left**2).sum() * 4 / 3) / 5))


def test_tables_far_apart_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "NEAR", 1)
    one, other = map(parse_deal, TWO_DEALS)
    near, far = Report(), Report()
    for report, deals in ((near, (one, one, other)), (far, (one, other, one))):
        for result, deal in enumerate(deals):
            report.add(("A", "B", "C", "D"), [], Luck(result, (0.0,) * 4, 0.0, 0.0), deal)
    assert far.players[("A",)].result.mean() == pytest.approx((1, 3**-0.5))
    assert near.players[("A",)].result.mean().stderr > 3**-0.5


def test_one_player_on_both_sides_has_no_luck() -> None:
    report = Report()
    report.add(("Ann", "Ann", "Ann", "Bob"), [], Luck(2, (0.0,) * 4, 2.0, 0.0))
    assert report.players[("Ann",)].deals == 1
    assert report.players[("Ann",)].result.above == pytest.approx(2 / 3)
    assert report.players[("Bob",)].result.above == -2


def test_errors_of_rates_allow_for_deals_of_many_decisions() -> None:
    losses = Losses()
    parts = [(1.0, 4), (0.0, 2), (0.5, 6)]
    for lost, count in parts:
        losses.add(lost, count, {})
    rate = losses.by_decision.mean()
    assert rate.mean == pytest.approx(1.5 / 12)
    left = [lost - rate.mean * count for lost, count in parts]
    assert rate.stderr == pytest.approx((sum(x * x for x in left) * 3 / 2) ** 0.5 / 12)
    single = Losses()
    single.add(1.0, 4, {})
    assert single.by_deal.mean() == (1.0, inf)
    assert Losses().by_decision.mean() == (0.0, inf)


def test_so_many_players_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST_PLAYERS", 3)
    report = Report()
    for number in range(5):
        report.add(("A", f"B{number}", f"C{number}", f"D{number}"), [], None)
    assert [player.name for player in report.players.values()] == ["A", "B0", "C0", "others"]
    assert report.players[()].deals == 5


def test_pairs_are_told_apart_whatever_their_names() -> None:
    report = Report()
    report.add(("A & B", "X", "C", "Y"), [], None)
    report.add(("A", "X", "B & C", "Y"), [], None)
    assert [pair.deals for pair in report.pairs.values()] == [1, 2, 1]


def test_someone_called_others_is_not_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST_PLAYERS", 3)
    report = Report()
    report.add(("A", "others", "C", "D"), [], None)
    assert [player.name for player in report.players.values()] == ["A", "others", "C", "others"]


def test_players_are_known_by_name_or_place() -> None:
    deal = parse_deal(HANDS)
    tags = (("North", "Ann"), ("West", "Dot"))
    assert players_of(Record(deal)) == ("seat 1", "seat 2", "seat 3", "seat 4")
    dealt = Record(deal, tags=tags, stated=Stated(dealer="N"))
    assert players_of(dealt) == ("East", "South", "Dot", "Ann")


# --- annotations


def test_verdicts_stand_on_the_acts(club: list[ReviewedDeal]) -> None:
    writer = writer_for("egn")
    text = "".join(writer.format(annotated(reviewed)) for reviewed in club) + writer.finish()
    read = list(read_history(io.BytesIO(text.encode()), "club.egn"))
    for item, reviewed in zip(read, club, strict=True):
        assert isinstance(item, Record)
        bad = [one for one in reviewed.decisions if one.grade not in {Grade.BEST, Grade.FINE}]
        new = [each for each in item.remarks if each.text.startswith("[")]
        assert len(new) == len(bad)
        assert {each.mark for each in new} <= {"?!", "?", "??"}
    marks = [Remark("t1", text).mark for text in ("[??] pass", "?! so", "[!", "[no")]
    assert marks == ["??", "?!", "!", ""]


@pytest.mark.skipif(not SAMPLES.name, reason="EUCHRE_EGN_SAMPLES names no folder")
@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.glob("*.e[gm]n")))
def test_files_of_others_are_reviewed(name: str) -> None:
    for at, record in enumerate(islice(records_of(SAMPLES / name), 2), start=1):
        reviewed = review_record(record, at, QUICK)
        assert reviewed.decisions
