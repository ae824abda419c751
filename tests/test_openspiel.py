"""OpenSpiel histories: round trips, faults with their place, and the real game both ways."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_solve.cards import NO_CARDS
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, EuchreError, RuleError
from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.formats.openspiel import (
    format_history,
    game_string,
    parse_history,
)
from euchre_solve.rules import Rules

from .test_consistent import full_deal

GAMES = (
    "north-american",
    "north-american-stick",
    "north-american-defendalways",
    "north-american-stick-defendalways",
)
OURS = (*GAMES, "north-american-defendalone", "north-american-stick-secondalone")
DEALT = "3 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"


def played_out(seed: int, rules_name: str, stop: int = 99) -> Deal:
    """Return a deal played at random by our rules, loners often, the kitty forgotten."""
    rng = random.Random(seed)
    deal = replace(full_deal(rng, Rules.parse(rules_name)), kitty=NO_CARDS)
    acts = 0
    while acts < stop and deal.phase in {Phase.CALL, Phase.DISCARD, Phase.DEFENCE}:
        acts += 1
        if deal.phase is Phase.CALL:
            deal = deal.call(rng.choice(deal.auction.legal_calls))
        elif deal.phase is Phase.DISCARD:
            deal = deal.discard(rng.choice(tuple(deal.six_cards.without_card(deal.upcard))))
        else:
            deal = deal.defend(alone=rng.random() < 0.3)
    if deal.phase is not Phase.PLAY:
        return deal
    state = deal.play_state
    while acts < stop and state.turn:
        acts += 1
        state = state.play(rng.choice(tuple(state.legal_cards)))
    return replace(deal, tricks=state.tricks)


@given(st.integers(0, 2**32), st.sampled_from(OURS))
def test_whole_games_round_trip(seed: int, rules_name: str) -> None:
    deal = played_out(seed, rules_name)
    text = format_history(deal)
    assert parse_history(text, deal.rules) == deal
    assert format_history(parse_history(text, deal.rules)) == text


@given(st.integers(0, 2**32), st.integers(0, 20))
def test_unfinished_games_round_trip_but_for_a_call_without_discard(seed: int, stop: int) -> None:
    deal = played_out(seed, "north-american-stick", stop)
    read = parse_history(format_history(deal), deal.rules)
    if deal.phase is Phase.DISCARD:
        deal = replace(deal, calls=deal.calls[:-1])
    assert read == deal


@given(st.text(alphabet="0123456789 ,[]x", max_size=120))
def test_any_text_raises_only_our_errors(text: str) -> None:
    for candidate in (text, f"{DEALT} {text}"):
        try:
            deal = parse_history(candidate)
        except EuchreError as error:
            assert error.span and error.text is not None
        else:
            assert parse_history(format_history(deal), deal.rules).hands == deal.hands


def test_a_stated_contract_is_written_as_its_calls() -> None:
    line = "1:AsKsQsTs9s.AdKdQdTd9d.AcKcQcTc9c.AhKhQhThJd_u:9h_m:3sa_t:Ad"
    deal = parse_history(format_history(parse_deal(line)))
    assert "".join(map(str, deal.calls)) == "ppppppsa"
    assert deal.tricks == parse_deal(line).tricks


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", ErrorCode.EMPTY, ""),
        ("3 0 one", ErrorCode.BAD_VALUE, "one"),
        ("3 0 31", ErrorCode.BAD_VALUE, "31"),
        ("4 0", ErrorCode.BAD_SEAT, "4"),
        ("3 0 1 0", ErrorCode.DUPLICATE_CARD, "0"),
        ("3 0 1", ErrorCode.TOO_FEW_CARDS, "1"),
        (f"{DEALT} 23", ErrorCode.BAD_VALUE, "23"),
        (f"{DEALT} 26 0 30", ErrorCode.ILLEGAL_CALL, "26"),
        (f"{DEALT} 25 1 30", ErrorCode.NOT_HELD, "1"),
        (f"{DEALT} 25 0 24", ErrorCode.BAD_VALUE, "24"),
        (f"{DEALT} 25 0 30 2", ErrorCode.NOT_HELD, "2"),
        (f"{DEALT} 24 24 24 24 24 24 24 24 24", ErrorCode.AFTER_END, "24"),
    ],
)
def test_faults_name_their_place(text: str, code: ErrorCode, place: str) -> None:
    with pytest.raises(EuchreError) as caught:
        parse_history(text)
    error = caught.value
    assert (error.code, text[slice(*error.span)]) == (code, place)


def test_a_serialized_state_is_read_with_its_game() -> None:
    heading = "[Meta]\nVersion: 1\n\n[Game]\neuchre(allow_lone_defender=true)\n[State]\n"
    deal = parse_history(heading + DEALT.replace(" ", "\n"))
    assert str(deal.rules) == "north-american-stick-defendalways"
    with pytest.raises(EuchreError) as caught:
        parse_history(heading + "3\n0\n77\n")
    assert (caught.value.text, caught.value.span) == ("77", (0, 2))


@pytest.mark.parametrize(
    "line",
    [
        "1:AsKsQsTs9s_u:9h",
        "1:AsKsQsTs9s.AdKdQdTd9d.AcKcQcTc9c.AhKhQhThJd",
        "1:AsKsQsTs9s.AdKdQdTd9d.AcKcQcTc9c.AhKhQhThJd_u:9h_b:o_x:9h",
        "1:AsKsQsTs9s.AdKdQdTd9d.AcKcQcTc9c.AhKhQhThJd_u:9h_r:beginner_b:pppp-sa",
        "1:AsKsQsTs9s.AdKdQdTd9d.AcKcQcTc9c.AhKhQhThJd_u:9h_r:north-american-nt_b:pppp-n",
        "1:-_r:hoyle-32",
    ],
)
def test_what_a_history_cannot_say_is_refused(line: str) -> None:
    deal = parse_deal(line)
    with pytest.raises(RuleError):
        format_history(deal)


# --- the real game


def random_state(pyspiel, rng: random.Random):  # type: ignore[no-untyped-def]
    rules = Rules.parse(rng.choice(GAMES))
    state = pyspiel.load_game(game_string(rules)).new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(29 if 29 in actions and rng.random() < 0.5 else rng.choice(actions))
    return rules, state


def returns_of(deal: Deal) -> list[float]:
    """Return the points by seat: those of a finished deal, or none of one passed out."""
    if deal.phase is Phase.PASSED_OUT:
        return [0.0] * 4
    state = deal.play_state
    assert state.is_finished
    makers = state.contract.makers(deal.rules)
    return [float(state.points if seat in makers else -state.points) for seat in deal.rules.seats]


def test_games_of_openspiel_replay_here_with_equal_winners_and_returns() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    rng = random.Random(1)
    for _ in range(500):
        rules, state = random_state(pyspiel, rng)
        deal = parse_history(str(state.history()), rules)
        dealer = state.history()[0]
        theirs = [state.returns()[(dealer + seat) % 4] for seat in deal.rules.seats]
        assert returns_of(deal) == theirs
        serialized = parse_history(pyspiel.serialize_game_and_state(state.get_game(), state))
        assert serialized == deal
        again = state.get_game().new_initial_state()
        for action in map(int, format_history(deal).split()):
            again.apply_action(action)
        assert [again.returns()[(3 + seat) % 4] for seat in deal.rules.seats] == theirs
        if deal.contract:
            assert winners_of(state) == winners_of(again, shift=dealer - 3)


def winners_of(state, shift: int = 0) -> list[int]:  # type: ignore[no-untyped-def]
    return [(trick.winner() + shift) % 4 for trick in state.tricks()]


def winners_here(deal: Deal) -> list[int]:
    """Return who won each trick, seats counted from 0 as at OpenSpiel's table."""
    winners, won = [], (0, 0, 0, 0)
    state = replace(deal, tricks=()).play_state
    for card in (card for trick in deal.tricks for card in trick):
        state = state.play(card)
        if state.tricks_won != won:
            winners.append(next(at for at in range(4) if state.tricks_won[at] > won[at]))
            won = state.tricks_won
    return winners


@pytest.mark.parametrize("rules_name", OURS)
def test_our_games_replay_in_openspiel_with_equal_winners_and_returns(rules_name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game(game_string(Rules.parse(rules_name)))
    for seed in range(125):
        deal = played_out(seed, rules_name)
        state = game.new_initial_state()
        for action in map(int, format_history(deal).split()):
            assert action in state.legal_actions()
            state.apply_action(action)
        assert state.is_terminal()
        assert list(state.returns()) == returns_of(deal)
        if deal.contract:
            assert winners_of(state) == winners_here(deal)
