"""Cards as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_solve.cards import BEST_BOWER, CARD_NAMES, DECK, Card
from euchre_solve.errors import EuchreError
from euchre_solve.formats.card_text import scan_cards
from euchre_solve.rules import Rules

PLAIN = Rules()
BRITISH = Rules.parse("british")


def names(text, rules=PLAIN):
    return [str(card or "xx") for card, _, _ in scan_cards(text, (0, len(text)), rules).tokens]


@pytest.mark.parametrize(
    "text",
    [
        "JsTh",
        "js th",
        "JS, 10H",
        "J♠10♥",
        "J\u2660\ufe0f 10\u2665\ufe0f",
        "J♤T♡",
        "sJhT",
        "♠J,♥10",
        "Js hT",
        "  Js\tTh ,",
        "J\u2660\ufe0e\u00a0T\u2665\ufe0e",
    ],
)
def test_spellings_of_two_cards(text):
    assert names(text) == ["Js", "Th"]


def test_spellings_of_the_best_bower():
    assert names("BbbBBJKjkJokerJOKER") == ["Bb"] * 7
    assert names("JKAs") == ["Bb", "As"]
    assert names("2s♠2", BRITISH) == ["Bb", "Bb"]
    assert names("2s") == ["2s"]
    assert names("2h", BRITISH) == ["2h"]


def test_unknown_cards():
    assert names("JsxxXX") == ["Js", "xx", "xx"]
    found = scan_cards("Js x", (0, 4), PLAIN)
    assert (len(found.tokens), found.rest) == (1, (3, 4))
    assert scan_cards("xxx", (0, 3), PLAIN).rest == (2, 3)


@pytest.mark.parametrize(
    ("text", "code", "span"),
    [
        ("AT♥", "E104", (0, 3)),
        ("JsATh", "E104", (2, 5)),
        ("TTs", "E104", (0, 3)),
        ("Js A Th", "E103", (3, 4)),
        ("A10h", "E103", (0, 1)),
        ("AsK", "E103", (2, 3)),
        ("Ash", "E103", (2, 3)),
        ("1s", "E103", (0, 2)),
        ("JsZ", "E103", (2, 3)),
        ("xJs", "E103", (0, 1)),
        ("JKs", "E103", (0, 1)),
        ("Js\u017f", "E103", (2, 3)),
        ("K\u212as", "E103", (0, 1)),
        ("♠♠A", "E103", (0, 1)),
    ],
)
def test_what_is_no_card(text, code, span):
    with pytest.raises(EuchreError) as caught:
        names(text)
    assert (caught.value.code.number, caught.value.span) == (code, span)
    assert caught.value.hint or code == "E103"


def test_ten_is_not_trump():
    with pytest.raises(EuchreError) as caught:
        names("10T♦")
    assert caught.value.hint == "T means ten, not trump: write Td"


@given(st.lists(st.sampled_from(DECK)), st.text(max_size=3))
def test_strict_cards_read_back_with_their_places(cards, before):
    text = before + "".join(map(str, cards))
    found = scan_cards(text, (len(before), len(text)), PLAIN)
    assert [token.card for token in found.tokens] == cards
    assert [text[slice(*token.span)] for token in found.tokens] == list(map(str, cards))


def test_every_card_reads_both_ways_round():
    for name in CARD_NAMES[1:]:
        assert names(name) == names(name[::-1]) == [name]
    assert Card.parse("Bb") is BEST_BOWER
