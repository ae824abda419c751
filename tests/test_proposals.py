"""Proposed worlds against all there are, each as likely as it makes what the others did."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.model import Cautious
from euchre_solve.advice.bidding.reading import likelihoods
from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.decision.positions import Masks
from euchre_solve.advice.decision.proposals import Proposals
from euchre_solve.advice.tilted import TiltedWorlds
from euchre_solve.advice.worlds import WorldArrays, Worlds
from euchre_solve.cards import Card
from euchre_solve.consistent import seen_by
from euchre_solve.deal import Deal
from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.rules import Rules

from .random_games import whole_deal

SIGMAS = 5
READER = Cautious(model_for(Rules()))


def late_records(rules: Rules, rng: random.Random) -> Iterator[tuple[Deal, int]]:
    """Yield what a seat knows of deals late in the play, of which a few hundred are possible."""
    while True:
        whole = whole_deal(rng, rules)
        cards = [card for trick in whole.tricks for card in trick]
        if not cards:
            continue
        cut = rng.randrange(5, len(cards))
        full = replace(whole, tricks=(tuple(cards[:cut]),))
        full = replace(full, tricks=full.play_state.tricks)
        seat = rng.choice(rules.seats)
        record = seen_by(full, seat)
        if 30 < Worlds(record, after_discard=True).count < 700:
            yield record, seat


def keys(worlds: WorldArrays) -> list[bytes]:
    rows = np.column_stack([worlds.hands, worlds.dealt, worlds.discards.astype(np.uint64)])
    return [row.tobytes() for row in rows]


def scores(deal: Deal, seat: int, rng: np.random.Generator) -> list[float]:
    """Return by how many standard errors each world's share is off."""
    reader = Cautious(model_for(deal.rules))
    worlds = Worlds(deal, after_discard=True)
    every = worlds.all()
    wanted = likelihoods(reader, deal, seat, every)
    wanted /= wanted.sum()
    number = {key: at for at, key in enumerate(keys(every))}
    drawn, weights = Proposals(worlds, reader, seat).sample(rng, 20_000)
    at = np.array([number[key] for key in keys(drawn)])
    total = weights.sum()
    shares = np.bincount(at, weights, len(wanted)) / total
    squares = np.bincount(at, weights**2, len(wanted))
    variances = ((1 - 2 * wanted) * squares + wanted**2 * (weights**2).sum()) / total**2
    scored = (shares - wanted) / np.sqrt(np.maximum(variances, wanted / len(weights)))
    return scored.tolist()


@pytest.mark.parametrize(
    "name", ["north-american", "british", "hoyle-32", "north-american-defendalone"]
)
def test_weighed_they_are_as_likely_as_they_should_be(name: str) -> None:
    rng = random.Random(3)
    for record, seat in islice(late_records(Rules.parse(name), rng), 8):
        scored = scores(record, seat, np.random.default_rng(1))
        assert max(map(abs, scored)) < SIGMAS
        assert sum(score**2 for score in scored) < len(scored) * 1.3


def test_hardly_any_is_drawn_in_vain() -> None:
    deal = parse_deal("1:-.KsKhJd9dQc.-.-_u:Ts_b:ppoa")  # a call that comes once in a hundred deals
    worlds = Worlds(deal, after_discard=True)
    _, weights = Proposals(worlds, READER, 2).sample(np.random.default_rng(1), 4096)
    assert weights.sum() ** 2 / (weights**2).sum() > 0.9 * len(weights)


def test_a_tilt_draws_a_deal_as_often_as_its_hand_is_likely() -> None:
    record = parse_deal("1:-.-.-.-_u:9h_b:pppp-sa_t:JsTsQs.AsKs9s.JcTcQc.AcKc9c.AdTdQd")
    worlds = Worlds(record)

    def likely(hands: Masks) -> Floats:
        return np.where(hands & np.uint64(1 << Card.parse("9d").index), 5.0, 1.0)

    expected = likely(worlds.all().dealt[:, 1])
    drawn = TiltedWorlds(worlds, 2, likely).sample(np.random.default_rng(1), 100 * worlds.count)
    counted = Counter(keys(drawn))
    counts = np.array([counted[key] for key in keys(worlds.all())])
    expected *= counts.sum() / expected.sum()
    statistic = ((counts - expected) ** 2 / expected).sum()
    freedom = worlds.count - 1
    assert abs(statistic - freedom) < SIGMAS * (2 * freedom) ** 0.5
