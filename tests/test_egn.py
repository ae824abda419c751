"""EGN: versions and quirks of real files read, version 1.4 written, what it can't hold told."""

import io
import json
import os
from collections import Counter
from pathlib import Path

import pytest

from euchre_solve.formats.check import GameTracker, check_record
from euchre_solve.formats.deal_line import format_deal, parse_deal
from euchre_solve.formats.egn import read_egn
from euchre_solve.formats.egn_writer import EgnWriter
from euchre_solve.formats.record import Record, Remark, Stated
from euchre_solve.replay import replay

CLUB = Path(__file__).parent.parent / "examples" / "club.egn"
SAMPLES = Path(os.environ.get("EUCHRE_EGN_SAMPLES", ""))
HANDS = [
    ["Ks", "Th", "9d", "Jc", "9c"],
    ["Ts", "Kh", "Jh", "Jd", "Td"],
    ["9s", "Ah", "9h", "Kd", "Qd"],
    ["Qs", "Js", "Qh", "Qc", "Tc"],
]
TRICKS = [
    ["Ks", "Ts", "9s", "Kc"],
    ["Js", "9c", "Jd", "9h"],
    ["Tc", "Jc", "Td", "Kd"],
    ["9d", "Jh", "Qd", "Qh"],
    ["Ah", "Qc", "Th", "Kh"],
]


def deal_node(**changes):
    """Return a deal dealt at table seat 3, so that table seat 0 is eldest."""
    state = {"dealer": 3, "upCard": "Kc", "playerCards": HANDS, **changes.pop("state", {})}
    bidding = {"type": "EUCHRE_BIDDING", "calls": ["Pass", "Order"], "isAlone": False}
    bidding |= {"discard": "Qs", **changes.pop("bidding", {})}
    play = {"type": "TRICK_PLAY", "tricks": TRICKS, **changes.pop("play", {})}
    return {"dealNumber": 0, "initialState": state, "phases": [bidding, play], **changes}


def document(*deals, **metadata):
    return {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": {"players": ["A", "B", "C", "D"], "initialScore": [0, 0], **metadata},
        "deals": list(deals),
    }


def read(value):
    text = value if isinstance(value, str) else json.dumps(value, indent=1)
    return list(read_egn(io.BytesIO(text.encode()), "game.egn"))


def line_of(**changes):
    (item,) = read(document(deal_node(**changes)))
    return format_deal(item.deal) if isinstance(item, Record) else item.error.code.number


def write(*records):
    writer = EgnWriter()
    return "".join(map(writer.format, records)) + writer.finish(), writer.losses


PLAIN = (
    "1:KsTh9dJc9c.TsKhJhJdTd.9sAh9hKdQd.QsJsQhQcTc_u:Kc_b:po_x:Qs"
    "_t:KsTs9sKc.Js9cJd9h.TcJcTdKd.9dJhQdQh.AhQcThKh_s:0-0"
)


def test_a_deal_of_every_key():
    assert line_of() == format_deal(parse_deal(PLAIN))


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"state": {"playerCards": [[], [], [], []]}}, "1:-_u:Kc_b:po_x:Qs_t:"),
        ({"state": {"playerCards": None}}, "1:-_u:Kc_b:po_x:Qs_t:"),
        ({"state": {"playerCards": None, "player_cards": HANDS}}, "1:KsTh"),
        ({"state": {"kitty": ["", "", ""]}}, "_u:Kc_b:po"),
        ({"state": {"kitty": ["As", "Xx", "Kc"]}}, "_u:Kc_k:As_b:po"),
        ({"bidding": {"discard": ""}}, "_x:Qs"),
        ({"state": {"playerCards": [["Ks", "Th", "Xx", "", "x"], [], [], []]}}, "1:KsThx_u"),
        ({"bidding": {"calls": ["pass", "ORDER"]}}, "_b:po_"),
        ({"play": {"tricks": [*TRICKS[:2], []]}}, "_t:KsTs9sKc.Js9cJd9h_s"),
        ({"play": {"tricks": [*TRICKS[:1], ["Js", "9c", "", "Xx"]]}}, "_t:KsTs9sKc.Js9c_s"),
        ({"state": {"upCard": "Xx"}, "bidding": {"calls": ["Pass"] * 4 + ["h"], "discard": None},
          "play": {"tricks": []}}, "_m:1h_s"),
        ({"bidding": {"calls": []}, "play": {"tricks": []}, "state": {"dealer": 2}}, "u:Kc"),
        ({"state": {"playerCards": [*HANDS[:3], ["Kc", "Js", "Qh", "Qc", "Tc"]]}}, "QsJsQhQcTc_u"),
        ({"state": {"playerCards": [*HANDS[:3], [*HANDS[3], "Kc"]]}}, ".QsJsQhQcTc_u"),
        ({"state": {"playerCards": [["Ks", "10h", "Nd", "jC", "9c"], [], [], []]}}, "1:KsTh9dJc9c"),
    ],
)  # fmt: skip
def test_quirks_of_real_files(changes, part):
    assert part in line_of(**changes)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"state": {"dealer": 4}}, "E102"),
        ({"state": {"dealer": None}}, "E117"),
        ({"state": {"dealer": True}}, "E108"),
        ({"state": {"upCard": "Zz"}}, "E103"),
        ({"state": {"playerCards": [HANDS[0], HANDS[0], [], []]}}, "E203"),
        ({"state": {"playerCards": [["Ks", "Ks"], [], [], []]}}, "E203"),
        ({"state": {"playerCards": [[]]}}, "E205"),
        ({"state": {"playerCards": [3, 3, 3, 3]}}, "E108"),
        ({"bidding": {"calls": ["Order", "Pass"]}}, "E308"),
        ({"bidding": {"calls": ["x"]}}, "E108"),
        ({"bidding": {"cardExchanges": [{"receiver": 1, "cards": ["Js"]}]}}, "E113"),
        ({"play": {"tricks": [["Ks", "Xx", "9s"]]}}, "E103"),
        ({"play": {"tricks": ["Ks"]}}, "E108"),
        ({"phases": [3]}, "E108"),
        ({"initialState": None}, "E117"),
    ],
)
def test_deals_that_cannot_be_read(changes, code):
    assert line_of(**changes) == code


@pytest.mark.parametrize(
    ("ruleset", "rules"),
    [
        ({}, "north-american"),
        ({"canadian": True, "loner_lead": "LEFT_OF_LONER"}, "north-american-secondalone-leftleads"),
        ({"min_rank": 7, "winning_score": 11}, "north-american-deck32-to11"),
        ({"defend_alone": True, "joker": True}, "north-american-defendalone-benny"),
        ({"allow_no_trump": True, "winning_score": 10}, "north-american-nt"),
        ({"lonerLead": "LEFT_OF_LONER"}, "north-american-leftleads"),
        ({"num_players": 6}, "E113"),
        ({"loner_march_score": 5}, "E113"),
        ({"fast_break": True}, "E113"),
        ({"joker": True, "allow_no_trump": True}, "E114"),
        ({"min_rank": 2}, "E113"),
        ({"winning_score": -1}, "E108"),
        ({"loner_lead": "?"}, "E108"),
    ],
)
def test_rulesets(ruleset, rules):
    (item,) = read(document(deal_node(), ruleset=ruleset))
    told = str(item.deal.rules) if isinstance(item, Record) else item.error.code.number
    assert told == rules
    if isinstance(item, Record) and "lonerLead" not in ruleset:
        again = json.loads(write(item)[0])["metadata"]["ruleset"]
        assert {key: again[key] for key in ruleset if key != "winning_score"} == {
            key: value for key, value in ruleset.items() if key != "winning_score"
        }


def test_scores_are_reckoned_up_from_deal_to_deal():
    second_node = deal_node(state={"dealer": 0, "playerCards": [HANDS[-1], *HANDS[:-1]]})
    first, second, third = read(
        document(deal_node(), second_node, deal_node(), initialScore=[4, 7],
                 finalScore=[6, 8])
    )  # fmt: skip
    assert [item.deal.score for item in (first, second, third)] == [(4, 7), (8, 4), (5, 8)]
    assert third.stated == Stated(number=0, dealer="W", after=(6, 8))


def test_other_targets():
    for ruleset, target in (({"winning_score": 8}, 8), ({"num_deals": 12}, 1000)):
        (item,) = read(document(deal_node(), ruleset=ruleset))
        assert item.deal.target == target
        assert ruleset.items() <= json.loads(write(item)[0])["metadata"]["ruleset"].items()


def test_the_first_leader_is_compared():
    (item,) = read(document(deal_node(play={"initialLead": 1})))
    found, _ = check_record(item)
    assert [each.error.code.number for each in found] == ["W408"]
    assert found[0].error.message.startswith("deal 0: ")


def test_lone_defenders():
    ruleset = {"defend_alone": True}
    calls = {"calls": ["Pass", "Order"], "isAlone": True, "discard": None}
    for seat, defence in ((0, (False, True)), (2, (True,)), (-1, (False, False)), (None, ())):
        bidding = {**calls, "aloneDefender": seat}
        (item,) = read(document(deal_node(bidding=bidding, play={"tricks": []}), ruleset=ruleset))
        assert item.deal.defence == defence
        again = json.loads(write(item)[0])["deals"][0]["phases"][0]
        assert again.get("aloneDefender") == seat


def test_annotations_and_other_lines_survive():
    other = [{"branchIndex": 8, "phases": [{"type": "TRICK_PLAY", "tricks": [["Ks"]]}]}]
    node = deal_node(
        bidding={"callAnnotations": {"1": ["! good", "yes"]}},
        play={"playAnnotations": {"0": ["low?"], "12": ["x \u2028 y"]}},
        alternativeLines=other,
    )
    (item,) = read(document(node))
    assert item.remarks == (
        Remark("b2", "! good"),
        Remark("b2", "yes"),
        Remark("t1", "low?"),
        Remark("t13", "x \u2028 y"),
    )
    text, losses = write(item)
    (again,) = read(text)
    assert again.content == item.content
    assert losses == set()
    assert json.loads(text)["deals"][0]["alternativeLines"] == other


def test_matches():
    game = document(deal_node(), title="one")
    match = {
        "fileType": "Euchre Match Notation",
        "metadata": {"title": "Cup", "players": [{"id": "p1", "name": "A"}]},
        "games": [{"gameIndex": 0, "gameData": game}, {"gameData": game}, {"gameData": "packed"}],
    }
    first, second, third = read(match)
    assert (first.game, second.game) == (1, 2)
    assert third.error.code.number == "E117"
    text, _ = write(first, second)
    assert json.loads(text)["metadata"] == match["metadata"]
    assert write(*read(text))[0] == text


def test_what_cannot_be_held_is_told():
    deal = parse_deal(
        PLAIN.replace("_s:", "_r:north-american-stick_k:As_s:").replace("Ks", "Ks", 1)
    )
    record = Record(
        deal,
        tags=(("Club", "x"),),
        words=(("a", "b"),),
        remarks=(Remark("x", "!"),),
        stated=Stated(points=1, leader=1),
    )
    losses = write(record, record)[1]
    assert len(losses) == 7, losses


@pytest.mark.parametrize(
    "text",
    ['{"deals": 3}', '{"deals": ["AbC="]}', "{}", "[]", "3", "", '{"metadata": 3, "deals": []}',
     '{"games": 3}', '{"games": [3]}', '{"deals": [' + "[" * 50_000],
)  # fmt: skip
def test_documents_that_are_none(text):
    (item,) = read(text)
    assert item.error.code.number in {"E108", "E115", "E116", "E117"}


def test_places_of_faults():
    text = CLUB.read_text("utf-8")
    lines = text.splitlines()
    for item in read(text):
        assert lines[item.line].strip() == f'"dealNumber": {item.stated.number},'
    broken = text.replace('"dealer": 3', '"dealer" 3', 1)
    (item,) = read(broken)
    assert lines[item.line - 1].strip().startswith('"dealer": 3')
    assert item.column == lines[item.line - 1].index(" 3,") + 1


def test_a_document_without_end_is_refused():
    class Endless:
        def read(self, size=-1):
            return b" " * (1 << 22)

    (item,) = read_egn(Endless())
    assert item.error.code.number == "E110"


# --- files of others, where there are some


@pytest.mark.skipif(not SAMPLES.name, reason="EUCHRE_EGN_SAMPLES names no folder")
@pytest.mark.parametrize(
    ("name", "deals", "over", "codes"),
    [
        ("annotated-game.egn", 13, 13, ""),
        ("extra-keys.egn", 1, 1, ""),
        ("game-2.egn", 9, 9, ""),
        ("match.emn", 23, 23, ""),
        ("one-deal-with-hands.egn", 1, 1, ""),
        ("two-deals.egn", 2, 2, ""),
        ("unfinished-deal.egn", 2, 1, "E301 W503"),
        ("v1.0.0-game-1.egn", 11, 11, ""),
        ("v1.0.0-game-2.egn", 12, 12, ""),
        ("with-revokes.egn", 2, 2, "E301 E301 E306 E301 E301 E301 E301"),
        ("wrong-initial-score.egn", 11, 11, "W401 W401"),
    ],
)
def test_sample_files(name, deals, over, codes):
    with (SAMPLES / name).open("rb") as stream:
        records = list(read_egn(stream, name))
    tracker, found = GameTracker(), Counter()
    for record in records:
        diagnostics, step = check_record(record)
        found.update(item.error.code.number for item in (*diagnostics, *tracker.follow(step)))
    assert (len(records), sum(replay(record.deal).is_over for record in records)) == (deals, over)
    unknown = {"W501", "W502"}
    assert {code: found[code] for code in found.keys() - unknown} == Counter(codes.split())
    if name.startswith("v1") or name.endswith(".emn"):
        assert max(tracker.score) >= 10
    text = write(*records)[0]
    assert [item.remarks for item in read(text)] == [item.remarks for item in records]
    assert write(*read(text))[0] == text


def test_unknown_keys_are_kept_and_told_when_egn_cannot_hold_them():
    strange = deal_node(
        state={"mood": "good"},
        bidding={"speed": 3},
        play={"fun": True},
        timings=[1],
        **{"as written": None},
    )
    strange["phases"].append({"type": "TABLE_TALK"})
    (record,) = read({**document(strange, venue="pub", ruleset={"odd": 1}), "club": "X"})
    assert dict(record.words) == {
        "egn.timings": "[1]",
        "egn.other": '{"as written":null}',
        "egn.initialState.mood": '"good"',
        "egn.bidding.speed": "3",
        "egn.play.fun": "true",
        "egn.phases": '[{"type":"TABLE_TALK"}]',
    }
    kept = {key: value for key, value in record.tags if key.startswith("egn.")}
    assert kept == {
        "egn.ruleset.odd": "1",
        "egn.metadata.venue": '"pub"',
        "egn.document.club": '"X"',
    }
    _, losses = write(record)
    assert losses == {"words that EGN has no key for", "tags that EGN has no key for"}


def test_unknown_keys_of_a_match_and_of_its_games_are_kept():
    entry = {"gameIndex": 0, "players": [], "gameData": document(deal_node()), "table": 3}
    (record,) = read({"fileType": "x", "games": [entry], "hall": "B"})
    assert {"egn.match.hall": '"B"', "egn.game.table": "3"}.items() <= dict(record.tags).items()
    assert write(record)[1] == {"tags that EGN has no key for"}


def test_no_key_of_egn_is_unknown():
    (record,) = read(document(deal_node()))
    assert record.words == ()
