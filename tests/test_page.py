"""The page of a review as text: well formed, whole in itself, safe from what files hold."""

import io
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from math import inf

import pytest

from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.formats.deal_reader import read_deal
from euchre_solve.formats.record import Record, Remark, Stated
from euchre_solve.review.graded import Luck, ReviewedDeal
from euchre_solve.review.page.decisions import options_table, verdict
from euchre_solve.review.page.markup import hand, safe, signed, with_error
from euchre_solve.review.page.page import write_page
from euchre_solve.review.page.stages import stages_of
from euchre_solve.trump import Trump
from tests.made_up_review import made_up, records

VOID = {"meta", "input"}
HOSTILE = "</style><script>alert(1)</script>\u202e\"'&<img src=x onerror=alert(1)>\0\ud800"


def page_of(deals, **options) -> str:
    stream = io.StringIO()
    write_page(stream, deals, **options)
    return stream.getvalue()


@pytest.fixture(scope="module")
def club() -> str:
    return page_of(made_up(records()))


class Outline(HTMLParser):
    """Follows the nesting of a page; `wrong` are elements closed out of order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.headings: list[int] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag in {"p", "div", "table", "ol", "ul", "details"} and "p" in self.open:
            self.wrong.append(f"{tag} in p")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def values(self, name: str) -> list[str]:
        return [value for attribute, value in self.attributes if attribute == name]


# --- form


def test_an_error_that_is_not_known_is_a_question_mark():
    assert with_error(0.5, inf) == "0.50\u00a0±\u00a0?"
    (reviewed, *_) = made_up(records())
    graded = reviewed.decisions[0]
    option = graded.options[0]._replace(stderr=inf)
    table = options_table(graded._replace(options=(option,)))
    assert "±\u00a0?" in table and "inf" not in table


def test_elements_are_nested(club):
    outline = Outline(club)
    assert (outline.wrong, outline.open) == ([], [])


def test_headings_go_down_one_level_at_a_time(club):
    headings = Outline(club).headings
    assert headings[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(headings))


def test_references_are_met(club):
    outline = Outline(club)
    ids = outline.values("id")
    assert len(ids) == len(set(ids))
    named = {link[1:] for link in outline.values("href")}
    for attribute in ("for", "aria-labelledby", "aria-describedby"):
        named.update(outline.values(attribute))
    assert named <= set(ids)


def test_page_needs_nothing_but_itself(club):
    outline = Outline(club)
    assert not set(outline.tags) & {"script", "link", "img", "iframe", "object", "image", "use"}
    assert all(link.startswith("#") for link in outline.values("href"))
    assert not {"src", "style"} & {name for name, _ in outline.attributes}
    assert not [name for name, _ in outline.attributes if name.startswith("on")]
    assert "://" not in club
    assert "url(" not in club
    assert "@import" not in club
    assert "default-src 'none'" in club


def test_same_review_makes_the_same_bytes(club):
    assert page_of(made_up(records())) == club


# --- contents


def test_every_deal_and_decision_is_told(club):
    deals = list(made_up(records()))
    decisions = sum(len(deal.decisions) for deal in deals)
    assert f"8 deals · {decisions} decisions" in club
    assert len(re.findall(r'<details class="deal">', club)) == len(deals)
    within = re.findall(r'<details class="deal">.*?</details>\n', club, re.DOTALL)
    assert sum(deal.count('<span class="g ') for deal in within) == decisions
    assert "bold, and right" in club


def test_a_decision_says_what_was_best_and_what_it_cost(club):
    assert re.search(
        r"<strong><bdi>Zoë</bdi></strong> played <b .*?>; best <b .*?</b>, "
        r"by \d\.\d\d\xa0±\xa00\.03 points, \d\.\d\xa0±\xa00\.3% of the game; "
        r"<small>open hands: ",
        club,
    )


def test_an_act_that_is_mostly_the_best_is_not_told_to_be_replaced_by_itself():
    graded = next(graded for deal in made_up(records()) for graded in deal.decisions if graded.lost)
    text = verdict(graded._replace(best=graded.done, hindsight_lost=None))
    assert text.startswith("; lost ")


def test_chances_are_those_of_one_side_throughout(club):
    deals = list(made_up(records()))
    shown = [int(share) for share in re.findall(r'class="win">(\d+)%', club)]
    first = [  # North and South are seats 1 and 3 of every other deal, from the second on
        deal.win_after if deal.record.stated.dealer in "EW" else 1 - deal.win_after
        for deal in deals
    ]
    assert shown == [int(f"{100 * share:.0f}") for share in first]


def test_luck_adds_up_for_the_first_side():
    record = records()[0]  # dealt by South: West and East are seats 1 and 3
    luck = Luck(-1, (-0.25, 0.5, 0.0, 0.0), -0.75, -0.5)
    page = page_of([ReviewedDeal(record, 1, (), luck, None, None)])
    rows = dict(re.findall(r'<th scope="row">([^/]*?)(?:</bdi>)?</th><td>([−+.\d]+)</td>', page))
    assert rows["Luck of the cards"] == "+0.75"
    assert rows["Errors of <bdi>Zoë"] == "+0.25"
    assert rows["Errors of <bdi>Ann Baker"] == "−0.50"
    assert rows["Result"] == "+1"


def test_only_the_first_deals_are_drawn():
    page = page_of(made_up(records()), shown=2)
    assert page.count('<details class="deal">') == 2
    assert "6 more deals of this game not drawn" in page
    assert "The first 2 deals of 8 are drawn" in page
    assert "in 8 deals" in page
    assert Outline(page).wrong == []
    outline = Outline(page)
    assert {link[1:] for link in outline.values("href")} <= set(outline.values("id"))


def test_games_stand_apart():
    deals = [
        deal._replace(record=deal.record._replace(game=1 + deal.number // 5))
        for deal in made_up(records())
    ]
    page = page_of(deals)
    assert page.count('<svg class="graph"') == 2
    assert "2 games" in page


def test_review_of_nothing_is_a_page():
    assert "No deals" in page_of([])


@pytest.mark.parametrize(
    "line",
    [
        "1:JsAs9h9dTc_u:Jc",
        "1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc_m:3d_t:As9sKsQs",
        "1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc_b:pppp-pppp",
        "1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc_b:o_t:As9s9c9d.Js",
        "1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_m:1s",
    ],
)
def test_whatever_a_record_lacks(line):
    deal = ReviewedDeal(
        Record(read_deal(line, as_played=True).deal), 1, (), None, None, None, ("t3: a revoke",)
    )
    outline = Outline(page := page_of([deal]))
    assert (outline.wrong, outline.open) == ([], [])
    assert "Not graded: t3: a revoke" in page
    assert "<bdi>seat 1</bdi>" in page


# --- hostile files


def test_text_of_files_is_escaped():
    tags = tuple((tag, HOSTILE) for tag in ("Title", "Event", "Date", "North", "East", "South"))
    deals = [
        deal._replace(
            record=deal.record._replace(
                tags=tags, remarks=(Remark("t1", HOSTILE), Remark("-", HOSTILE), Remark("b1", ""))
            ),
            errors=(HOSTILE,),
        )
        for deal in made_up(records()[:2])
    ]
    page = page_of(deals)
    page.encode()
    outline = Outline(page)
    assert (outline.wrong, outline.open) == ([], [])
    assert not set(outline.tags) & {"script", "img"}
    assert outline.tags["style"] == 1
    assert "\0" not in page


def test_long_text_is_cut():
    assert safe("x" * 10_000) == "x" * 39 + "…"


# --- pieces


def test_hands_are_sorted_trumps_first_and_named():
    deal = parse_deal("1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc")
    drawn = hand(deal.hands[0], Trump.CLUBS)
    assert 'aria-label="jack of spades, ten of clubs, ace of spades, nine of hearts' in drawn
    assert "10♣" in drawn


def test_nought_has_no_sign():
    assert [signed(value) for value in (-0.001, 0.0, 0.25, -1.5)] == [
        "0.00",
        "0.00",
        "+0.25",
        "−1.50",
    ]


def test_stages_hold_what_is_left():
    replayed = stages_of(records()[1].deal)
    assert [sum(len(held.cards) for held in stage.held) for stage in replayed.tricks] == [
        20,
        16,
        12,
        8,
        4,
    ]
    assert [stage.acts[0].seat for stage in replayed.tricks[1:]] == [
        stage.winner for stage in replayed.tricks[:-1]
    ]


def test_a_seat_without_a_name_goes_by_its_place():
    record = replace_names(records()[0])
    assert "<bdi>North</bdi>" in page_of([ReviewedDeal(record, 1, (), None, None, None)])


def replace_names(record: Record) -> Record:
    deal = replace(record.deal, score=None)
    return Record(deal, stated=Stated(dealer="S"))


def test_names_of_sides_stand_clear_of_the_curve(club):
    lines = {float(y) for y in re.findall(r'<line[^>]* y1="(\d+)"', club)}
    names = [float(y) for y in re.findall(r'<text class="side"[^>]* y="(\d+)"', club)]
    assert len(names) == 2 and len(lines) == 5
    letters = 13
    assert names[0] < min(lines) and names[1] - letters > max(lines)


def test_the_page_has_the_words_of_the_tables(club):
    heads = re.findall(r'<th scope="col"[^>]*>([^<]*)</th>', club)
    assert {"Result", "Cards", "Play", "Skill", "Lost a deal", "Lost each"} <= set(heads)
    rows = set(re.findall(r'<th scope="row">([^<]*)</th>', club))
    assert {"Calls", "Discards", "Leads", "Plays"} <= rows
