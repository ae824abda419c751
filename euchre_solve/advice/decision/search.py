"""The looks taken at a decision: worlds are added until all is said, see `stopping`."""

from __future__ import annotations

from math import ceil, inf
from time import monotonic
from typing import Final, NamedTuple

from euchre_solve.advice.bidding.played import PlayedValues
from euchre_solve.advice.decision.card_prospects import CardProspects
from euchre_solve.advice.decision.drawing import CHUNK, chunk_size
from euchre_solve.advice.decision.estimates import Sample
from euchre_solve.advice.decision.places import Places
from euchre_solve.advice.decision.prospects import Prospect, Prospects
from euchre_solve.advice.decision.standing import Standing
from euchre_solve.advice.decision.stopping import PATIENCE, contenders, is_settled, plan_looks

_MOST_CHUNKS: Final = 64
_FEW_WORLDS: Final = 20_000
"""All are solved rather than some drawn where there are no more."""


class Effort(NamedTuple):
    """How far to look: ``precision`` in points, at most so many ``worlds`` and seconds."""

    seed: int
    worlds: int | None
    precision: float
    max_seconds: float | None
    jobs: int


def most_worlds(worlds: int, chunk: int = CHUNK) -> int:
    """Return how many worlds are looked at where so many are asked for: whole chunks."""
    return ceil(worlds / chunk) * chunk


class Search:
    """What was looked at so far; ``fronts`` is the best option of each choice, ``best`` of all."""

    def __init__(self, prospects: Prospects | CardProspects, values: PlayedValues | None) -> None:
        decision, options = prospects.decision, prospects.options
        self.values = values
        self.prospects = prospects
        self.groups = [
            [number for number, option in enumerate(options) if option.choice is choice]
            for choice in decision.choices
        ]
        """The options of each choice, by number."""
        self.fronts = [group[0] for group in self.groups]
        self.best = 0
        self.places = Places(decision)
        self.sample = Sample(len(options), len(prospects.outcomes.points))
        self.standing = self._standing()
        """How the options stand after the last look."""

    def run(self, effort: Effort) -> None:
        """Look at worlds until all is said."""
        chunk = chunk_size(self.prospects.decision.deal.rules)
        most = _MOST_CHUNKS * chunk
        few = min(effort.worlds or _FEW_WORLDS, most)
        draws_cards = any(choice.draws_cards for choice in self.prospects.decision.choices)
        if 0 < self.prospects.count <= few and not draws_cards:
            self._look(self.prospects.every(effort.jobs), self.groups)
            return
        looks = plan_looks(most_worlds(effort.worlds or most, chunk) // chunk)
        stop = inf if effort.max_seconds is None else monotonic() + effort.max_seconds
        left = self.groups
        for chunks in looks.chunks:
            options = [number for group in left for number in group]
            drawn = self.prospects.draw(effort.seed, chunks, options, effort.jobs)
            standing = self._look(drawn, left)
            if is_settled(standing, left, looks.width, effort.precision) or monotonic() > stop:
                return
            if chunks.stop >= PATIENCE:
                left = contenders(standing, left, looks.width)

    def _standing(self) -> Standing:
        contracts = [option.choice.contract for option in self.prospects.options]
        return Standing(self.sample, self.prospects.outcomes, self.values, contracts)

    def _look(self, prospect: Prospect, left: list[list[int]]) -> Standing:
        """Take in worlds in which the options that are ``left`` were solved."""
        self.sample.add(prospect)
        self.places.add(prospect.worlds, prospect.weights)
        self.standing = standing = self._standing()
        for number, group in enumerate(left):
            if group:
                self.fronts[number] = standing.best_discard(group)
        fronts = zip(self.fronts, left, strict=True)
        self.best = standing.best_of(front for front, group in fronts if group)
        return standing
