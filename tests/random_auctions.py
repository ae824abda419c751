"""Whole auction games by random legal players, held against the plain rules at every act.

``python -m tests.random_auctions 1000`` plays so many games of each preset, ``python -m
tests.random_auctions 1000 auction-7`` of one.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace

from euchre_solve.auction import Call
from euchre_solve.cards import Card, CardSet
from euchre_solve.deal import Deal, Phase
from euchre_solve.match import game_end
from euchre_solve.replay import replay
from euchre_solve.rules import Rules
from euchre_solve.scoring import winning_side
from tests.plain_auction import GAMES, PlainAuction, is_won, winner_of
from tests.random_deals import fresh_deal
from tests.random_play import play_games


def plain_of(deal: Deal, name: str) -> PlainAuction:
    """Return the record of ``deal`` as the plain rules have it."""
    return PlainAuction(
        name,
        tuple(tuple(map(str, hand)) for hand in deal.hands),
        tuple(map(str, deal.kitty)),
        tuple(map(str, deal.calls)),
        tuple(map(str, deal.buried)),
        "".join("d" if out else "p" for out in deal.defence),
        tuple(str(card) for trick in deal.tricks for card in trick),
    )


def play_deal(rng: random.Random, name: str) -> Deal:
    """Return a deal played to its end; fail where the plain rules see an act otherwise."""
    deal = fresh_deal(rng, Rules.parse(name))
    while deal.phase in {Phase.CALL, Phase.DISCARD, Phase.DEFENCE}:
        plain = plain_of(deal, name)
        if deal.phase is Phase.CALL:
            assert plain.phase() == "call"
            legal = sorted(map(str, deal.legal_calls))
            assert legal == sorted(plain.legal_calls())
            passes = "p" in legal and rng.random() < 0.5
            # the lowest of four: a game of wild bids, each of them set, would never end
            lowest = min(rng.choices(legal, k=4), key=lambda call: (len(call), call))
            deal = deal.call(Call.parse("p" if passes else lowest))
        elif deal.phase is Phase.DISCARD:
            assert plain.phase() == "discard"
            maker, _ = plain.bid()
            held = [*plain.hands[maker - 1], *plain.widow]
            cards = CardSet.of(*rng.sample(held, len(plain.widow)))
            deal = deal.bury(cards)
        else:
            assert plain.phase() == "answer"
            deal = deal.defend(alone=rng.random() < 0.3)
    return deal if deal.phase is Phase.PASSED_OUT else _play_cards(rng, deal, name)


def _play_cards(rng: random.Random, deal: Deal, name: str) -> Deal:
    state = deal.play_state
    plain = plain_of(deal, name)
    while state.turn:
        seat, _, legal = plain.play_out()
        assert plain.phase() == "play"
        assert (state.turn, sorted(map(str, state.legal_cards))) == (seat, sorted(legal))
        card = rng.choice(legal)
        state = state.play(Card.parse(card))
        plain = replace(plain, plays=(*plain.plays, card))
    assert plain.phase() == "over"
    return replace(deal, tricks=state.tricks)


def play_game(seed: int, name: str) -> Iterator[Deal]:
    """Play one game to its end; yield each deal; fail where the plain rules see it otherwise."""
    rng = random.Random(seed)
    rules = Rules.parse(name)
    score = [rules.start] * rules.score_size
    while not is_won(name, score):
        assert winning_side(score, rules.target, counts_down=rules.counts_down) is None
        deal = replace(play_deal(rng, name), score=tuple(score))
        replayed, gains = replay(deal), plain_of(deal, name).gains()
        assert replayed.faults == (), deal
        assert list(replayed.gains) == gains, deal
        yield deal
        score = [before + won for before, won in zip(score, gains, strict=True)]
        if name.startswith("bid-individual") and is_won(name, score):
            bidder, _ = plain_of(deal, name).bid()
            end = game_end(score, rules, bidder)
            assert end and end.winner == winner_of(score, bidder)
        score = score[1:] + score[:1]  # the next dealer is the old eldest hand
    assert winning_side(score, rules.target, counts_down=rules.counts_down) is not None


if __name__ == "__main__":
    play_games(play_game, int(sys.argv[1]), sys.argv[2:] or GAMES)
