"""Transcripts of the EECS 280 project, written by a game of our own, read back and compared."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_solve.consistent import count_consistent
from euchre_solve.deal import Phase
from euchre_solve.errors import ErrorCode, EuchreError
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.lines import Line
from euchre_solve.formats.pack import deal_pack, in_shuffle, parse_pack, shuffled_for
from euchre_solve.formats.transcript import (
    Source,
    TranscribedHand,
    parse_transcript,
    read_transcript,
)

from .eecs280 import NEW_PACK, Game, pack_text

NAMES = ("Adi", "Barbara", "Chi-Chih", "Dabbala")
SIMPLE = [(name, "Simple") for name in NAMES]
HUMAN = [(name, "Human") for name in NAMES]


def lines_of(text: str) -> list[Line]:
    return [Line(number, line) for number, line in enumerate(text.splitlines(), start=1)]


def hands_of(text: str, source: Source | None = None) -> list[TranscribedHand]:
    found = list(read_transcript(lines_of(text), source))
    assert not [str(item) for item in found if isinstance(item, Diagnostic)]
    return found


def test_the_game_written_here_begins_as_the_project_shows() -> None:
    text = Game(list(NEW_PACK), shuffle=False, points=1, players=SIMPLE).run()
    assert text.splitlines()[:14] == [
        "./euchre.exe pack.in noshuffle 1 "
        "Adi Simple Barbara Simple Chi-Chih Simple Dabbala Simple ",
        *("Hand 0", "Adi deals", "Jack of Diamonds turned up"),
        *("Barbara passes", "Chi-Chih passes", "Dabbala passes", "Adi passes"),
        *("Barbara orders up Hearts", "", "Jack of Spades led by Barbara"),
        *("King of Spades played by Chi-Chih", "Ace of Spades played by Dabbala"),
        "Nine of Diamonds played by Adi",
    ]
    assert text.splitlines()[-6:] == [
        *("Adi and Chi-Chih win the hand", "euchred!"),
        *("Adi and Chi-Chih have 2 points", "Barbara and Dabbala have 0 points"),
        *("", "Adi and Chi-Chih win!"),
    ]


def test_the_longer_game_ends_as_the_project_shows() -> None:
    players = [(name, "Simple") for name in ("Edsger", "Fran", "Gabriel", "Herb")]
    text = Game(list(NEW_PACK), shuffle=True, points=10, players=players).run()
    found = hands_of(text, Source(parse_pack(pack_text(NEW_PACK))))
    after = [hand.after[:: 1 if hand.dealer % 2 else -1] for hand in found if hand.after]
    assert [f"{first}-{second}" for first, second in after] == (
        ["2-0", "3-0", "3-2", "3-4", "3-6", "3-8", "5-8", "6-8", "7-8", "7-9", "7-11"]
    )
    assert text.endswith("Fran and Herb win!\n")


def test_packs_are_read_shuffled_and_dealt() -> None:
    pack = parse_pack(pack_text(NEW_PACK))
    assert list(map(str, pack)) == NEW_PACK
    assert [pack.index(card) for card in in_shuffle(pack)[:5]] == [12, 0, 13, 1, 14]
    plain = pack
    for hand in range(30):
        for _ in range(7):
            plain = in_shuffle(plain)
        assert shuffled_for(pack, hand) == plain
    dealt = deal_pack(pack)
    assert str(dealt.hands[0]) == "JsTs9sAhKh"
    assert (str(dealt.upcard), str(dealt.kitty)) == ("Jd", "AdKdQd")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", ErrorCode.TOO_FEW_CARDS),
        ("Nine of Spades\n\nnine of spades\n", ErrorCode.DUPLICATE_CARD),
        ("Two of Spades\n", ErrorCode.BAD_CARD),
        ("9s\n", ErrorCode.BAD_CARD),
    ],
)
def test_packs_with_faults_are_refused(text: str, code: ErrorCode) -> None:
    with pytest.raises(EuchreError) as caught:
        parse_pack(text)
    assert caught.value.code is code


games = st.builds(
    Game,
    st.permutations(NEW_PACK).map(list),
    shuffle=st.booleans(),
    points=st.sampled_from((1, 3, 10, 11)),
    players=st.lists(st.sampled_from(("Simple", "Human")), min_size=4, max_size=4).map(
        lambda kinds: list(zip(NAMES, kinds, strict=True))
    ),
    seed=st.integers(0, 999),
    echo=st.booleans(),
)


@settings(max_examples=15)
@given(games)
def test_with_the_pack_everything_is_known(game: Game) -> None:
    pack = list(game.pack)
    text = game.run()
    found = hands_of(text, Source(parse_pack(pack_text(pack))))
    assert len(found) == len(game.hands)
    for number, (hand, dealt) in enumerate(zip(found, game.hands, strict=True)):
        deal = hand.deal
        assert [sorted(map(str, each)) for each in deal.hands] == dealt["hands"]
        assert deal.phase is Phase.FINISHED and len(deal.kitty) == 3
        assert (deal.score, hand.after) == (dealt["score"], dealt["after"])
        assert (str(deal.discarded) if deal.discarded else None) == dealt["discard"]
        assert (hand.number, hand.game, hand.dealer) == (number, 1, number % 4)
        assert hand.names == tuple(NAMES[(number + seat) % 4] for seat in (1, 2, 3, 4))
        assert deal.target == (None if game.points == 10 else game.points)
        assert count_consistent(deal) == 1


@settings(max_examples=15)
@given(games)
def test_without_the_pack_hands_are_those_shown(game: Game) -> None:
    text = game.run()
    for hand, dealt in zip(hands_of(text), game.hands, strict=True):
        for name, cards, all_cards in zip(hand.names, hand.deal.hands, dealt["hands"], strict=True):
            assert set(map(str, cards)) <= set(all_cards)
            if dict(game.players)[name] == "Simple":
                assert not cards.mask
            elif name != hand.names[3]:
                assert len(cards) == 5
        if hand.deal.discarded:
            assert str(hand.deal.discarded) == dealt["discard"]
        assert 1 <= count_consistent(hand.deal) <= 24
    headless = text.split("\n", 1)[1]
    assert [hand.names for hand in hands_of(headless)] == [hand.names for hand in hands_of(text)]


def test_a_typed_discard_is_known() -> None:
    for seed in range(40):
        game = Game(list(NEW_PACK), shuffle=True, points=3, players=HUMAN, seed=seed, echo=True)
        text = game.run()
        cut = text[: text.find(" led by")].rsplit("\n", 1)[0]
        for hand, dealt in zip(hands_of(cut), game.hands, strict=False):
            if dealt["discard"]:
                assert str(hand.deal.discarded) == dealt["discard"]
                return
    raise AssertionError


def test_several_games_in_one_file() -> None:
    text = "".join(
        Game(list(NEW_PACK), shuffle=True, points=3, players=SIMPLE).run() for _ in range(2)
    )
    found = hands_of(text, Source(parse_pack(pack_text(NEW_PACK))))
    assert {hand.game for hand in found} == {1, 2}
    first = [format_deal(hand.deal) for hand in found if hand.game == 1]
    assert first == [format_deal(hand.deal) for hand in found if hand.game == 2]


GAME = Game(list(NEW_PACK), shuffle=False, points=2, players=SIMPLE).run()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("Jack of Spades led by Barbara", "Queen of Spades led by Barbara", "E302"),
        ("King of Spades played by Chi-Chih", "King of Spades played by Adi", "E306"),
        ("King of Spades played by Chi-Chih", "King of Spades led by Chi-Chih", "E306"),
        ("King of Spades played by Chi-Chih", "King of Spade played by Chi-Chih", "E105"),
        ("Dabbala takes the trick", "Adi takes the trick", "E114"),
        ("Barbara orders up Hearts", "Barbara orders up Diamonds", "E304"),
        ("Chi-Chih passes", "Barbara passes", "E306"),
        ("Jack of Diamonds turned up", "Jack of Hearts turned up", "E114"),
        ("Jack of Diamonds turned up\n", "", "E206"),
        ("Adi deals", "Eve deals", "E306"),
    ],
)
def test_faults_name_the_line_and_the_next_hand_is_read(old: str, new: str, code: str) -> None:
    text = GAME.replace(old, new, 1) + GAME
    source = Source(parse_pack(pack_text(NEW_PACK)))
    fault, *others = read_transcript(lines_of(text), source, "game.out")
    assert isinstance(fault, Diagnostic) and fault.error.code.number == code
    expected = new.strip() or "Barbara passes"
    assert fault.error.text == expected
    assert lines_of(text)[fault.line - 1].text == expected
    assert [hand.game for hand in others] == [2]


def test_a_hand_without_its_upcard_does_not_hide_the_next() -> None:
    text = f"Hand 0\nAdi deals\n{GAME}"
    fault, hand = read_transcript(lines_of(text))
    assert isinstance(fault, Diagnostic) and fault.error.code is ErrorCode.NO_UPCARD
    assert (fault.line, fault.error.text) == (1, "Hand 0")
    assert isinstance(hand, TranscribedHand) and hand.deal.tricks


def test_parse_raises_at_the_first_fault() -> None:
    assert len(list(parse_transcript(GAME))) == 1
    with pytest.raises(EuchreError):
        list(parse_transcript(GAME.replace("takes", "steals")))
    with pytest.raises(EuchreError):
        list(parse_transcript("hello\n"))


def test_a_hand_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    rows = GAME.splitlines()
    for end in range(4, len(rows)):
        found = list(read_transcript(lines_of("\n".join(rows[:end]))))
        assert len(found) == 1 and not isinstance(found[0], Diagnostic)


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_shuffled_and_mangled_lines_raise_only_our_errors(seed: int) -> None:
    rng = random.Random(seed)
    rows = Game(list(NEW_PACK), shuffle=True, points=1, players=HUMAN, seed=seed % 7).run()
    mangled = rows.splitlines()
    for _ in range(rng.choice((1, 3, 20))):
        at = rng.randrange(len(mangled))
        mangled[at] = rng.choice((rng.choice(mangled), mangled[at][: rng.randrange(20)], "\0", "7"))
    for source in (None, Source(parse_pack(pack_text(NEW_PACK)))):
        for item in read_transcript(lines_of("\n".join(mangled)), source):
            assert isinstance(item, TranscribedHand) or str(item)
