"""Players by name."""

from __future__ import annotations

import pickle

import pytest

from euchre_solve.advice.arena.bidders import ModelBidder, PointCountBidder
from euchre_solve.advice.arena.card_players import RulePlayer
from euchre_solve.advice.arena.duplicate import Match, play_pairs
from euchre_solve.advice.arena.lineup import SHORT, parse_entrant
from euchre_solve.advice.arena.sampling import SamplingPlayer
from euchre_solve.advice.arena.sampling_bidder import SamplingBidder
from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.errors import NotationError
from euchre_solve.rules import Rules


@pytest.mark.parametrize("bidder", ["table", "table-plain", "sampling-7", "points", "random"])
@pytest.mark.parametrize(
    "cards", ["listening-3", "listening-12-cautious", "sampling-5", "rule", "random"]
)
def test_every_name_plays(bidder: str, cards: str) -> None:
    entrant = parse_entrant(f"{bidder}/{cards}")
    assert entrant.name == f"{bidder}/{cards}"
    assert pickle.loads(pickle.dumps(entrant)) == entrant
    result = play_pairs(Match(entrant, parse_entrant("random")), 1)
    assert result.first.name == entrant.name


def test_names_say_who_plays() -> None:
    player = parse_entrant("points/rule").at(Rules(), None)
    assert player[1:] == (PointCountBidder(), RulePlayer())
    player = parse_entrant("sampling-7/sampling-12").at(Rules(), None)
    assert player[1:] == (SamplingBidder(7), SamplingPlayer(12))
    player = parse_entrant("table/listening-100").at(Rules(), None)
    model = model_for(Rules())
    assert isinstance(player.bidder, ModelBidder) and isinstance(player.cards, SamplingPlayer)
    assert player.bidder.model.name == model.name
    assert player.cards.worlds == 100 and player.cards.model is player.bidder.model
    cautious = parse_entrant("table/listening-4-cautious").at(Rules(), None)
    assert cautious.cards.name.endswith("(cautious)")


@pytest.mark.parametrize("name", SHORT)
def test_short_names_stand_for_both(name: str) -> None:
    assert parse_entrant(name) == parse_entrant(SHORT[name])
    assert parse_entrant(f"  {name} ", (2, 2 + len(name))) == parse_entrant(name)


@pytest.mark.parametrize(
    ("text", "message", "span"),
    [
        ("table", "'table' is not a player", (0, 5)),
        ("smple/rule", "'smple' is not a bidder", (0, 5)),
        ("rule/rule", "'rule' is not a bidder", (0, 4)),
        ("table/points", "'points' is not a card player", (6, 12)),
        ("table/sampling", "'sampling' is not a card player", (6, 14)),
        ("table/sampling-N", "'sampling-N' is not a card player", (6, 16)),
        ("table/sampling-0", "'sampling-0' is not a card player", (6, 16)),
        ("table/sampling-100000", "'sampling-100000' is not a card player", (6, 21)),
        ("table/sampling-30-cautious", "'sampling-30-cautious' is not a card player", (6, 26)),
        ("table-9/rule", "'table-9' is not a bidder", (0, 7)),
        ("table/rule/rule", "'rule/rule' is not a card player", (6, 15)),
        ("/rule", "'' is not a bidder", (0, 0)),
    ],
)
def test_other_names_are_refused(text: str, message: str, span: tuple[int, int]) -> None:
    with pytest.raises(NotationError) as caught:
        parse_entrant(text)
    assert (caught.value.message, caught.value.span) == (message, span)
    assert caught.value.hint
