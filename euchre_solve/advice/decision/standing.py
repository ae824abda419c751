"""How the choices stand on the worlds looked at so far, among players or with open hands.

Means with open hands are those of the sample. What players make of each end moves them, the same
in any world, and has an error of its own that more worlds don't lower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import Final, NamedTuple

import numpy as np

from euchre_solve.advice.bidding.played import PlayedValues
from euchre_solve.advice.decision.estimates import Estimate, Sample
from euchre_solve.advice.decision.outcomes import Floats, Outcomes
from euchre_solve.contract import Contract

DECIMALS: Final = 9
"""Of means that are equal if they agree in them."""


class Worth(NamedTuple):
    """Means of an option in points, in games won, and in what a match counts.

    They are None without a score, the last also where one game is all that counts.
    """

    points: Estimate
    win: Estimate | None
    match: Estimate | None

    @property
    def decisive(self) -> Estimate:
        """What counts: the match or the game where there is a score."""
        return self.match or self.win or self.points


class Standing:
    """The options of a decision on one sample; ``values`` None leaves the hands open.

    ``contracts`` are those of the options, None for a pass. What players make of one is known for
    a hand that discards as it should, so it is the same for all discards.
    """

    def __init__(
        self,
        sample: Sample,
        outcomes: Outcomes,
        values: PlayedValues | None,
        contracts: Sequence[Contract | None],
    ) -> None:
        self._sample = sample
        self._contracts = contracts
        self._outcomes = outcomes
        self._values = values
        self._seen: dict[int, tuple[Floats, Floats, Floats]] = {}
        self._worths: dict[int, Worth] = {}
        self.slope = self._slope(outcomes.decisive)
        """What a point is worth in what counts, 1 without a score."""

    def best_of(self, options: Iterable[int]) -> int:
        """Return the option with the best mean, of equal ones the first."""
        return max(options, key=self._rounded)

    def best_discard(self, options: Iterable[int]) -> int:
        """Return the option with the best mean, of equal ones that with the most points.

        Where one point wins the game every discard of a strong hand may be as good.
        """
        return max(
            options, key=lambda option: (self._rounded(option), self.worth(option).points.mean)
        )

    def _rounded(self, option: int) -> float:
        """Return the mean that counts, without the noise of sums in another order."""
        return round(self.worth(option).decisive.mean, DECIMALS)

    def shares(self, option: int) -> Floats:
        """Return the share of each outcome among players."""
        return self._shares(option)[1]

    def opened(self, option: int) -> float:
        """Return the points with open hands."""
        return float(self._shares(option)[0] @ self._outcomes.points)

    def worth(self, option: int) -> Worth:
        """Return what an option is worth."""
        if option not in self._worths:
            self._worths[option] = self._worth(option)
        return self._worths[option]

    def _worth(self, option: int) -> Worth:
        _, shares, errors = self._shares(option)
        error = float(np.linalg.norm(errors))

        def mean(by_outcome: Floats) -> Estimate:
            drawn = self._sample.mean(option, by_outcome)
            moved = self._slope(by_outcome) * error
            return Estimate(float(shares @ by_outcome), hypot(drawn.stderr, moved))

        return self._worth_by(mean)

    def lead(self, option: int, other: int) -> Worth:
        """Return by how much an option is ahead of another, in the worlds that both were in."""
        error = float(np.linalg.norm(self._shares(option)[2] - self._shares(other)[2]))

        def ahead(by_outcome: Floats) -> Estimate:
            drawn = self.drawn_lead(option, other, by_outcome)
            return Estimate(drawn.mean, hypot(drawn.stderr, self._slope(by_outcome) * error))

        return self._worth_by(ahead)

    def _worth_by(self, mean: Callable[[Floats], Estimate]) -> Worth:
        points, win, match = self._outcomes.points, self._outcomes.win, self._outcomes.match
        return Worth(
            mean(points),
            None if win is None else mean(win),
            None if match is None else mean(match),
        )

    def _slope(self, by_outcome: Floats) -> float:
        """Return what a point is worth in another measure of the outcomes."""
        spread = float(np.ptp(self._outcomes.points))
        return float(np.ptp(by_outcome)) / spread if spread else 1.0

    def decisive_lead(self, option: int, other: int) -> Estimate:
        """Return the lead that counts, with the error of the draw alone."""
        return self.drawn_lead(option, other, self._outcomes.decisive)

    def drawn_lead(self, option: int, other: int, by_outcome: Floats) -> Estimate:
        """Return the lead by a worth of outcomes, with the error of the draw alone."""
        drawn = self._sample.difference(option, other, by_outcome)
        moved = [shown - opened for opened, shown, _ in map(self._shares, (option, other))]
        return drawn._replace(mean=drawn.mean + float((moved[0] - moved[1]) @ by_outcome))

    def _shares(self, option: int) -> tuple[Floats, Floats, Floats]:
        """Return the shares of the outcomes, those among players, and the errors by end."""
        if option not in self._seen:
            opened = self._sample.shares(option)
            shown, errors = opened, np.zeros(len(self._outcomes.ends))
            if self._values:
                likes = self._sample.shares(self._best_alike(option))
                shown, errors = self._outcomes.played(opened, self._values, likes)
            self._seen[option] = opened, shown, errors
        return self._seen[option]

    def _best_alike(self, option: int) -> int:
        """Return the option that is best with open hands of those in the same contract."""
        contract = self._contracts[option]
        if contract is None:
            return option
        alike = [number for number, other in enumerate(self._contracts) if other == contract]
        if len(alike) == 1:
            return option
        points = self._outcomes.points
        return max(alike, key=lambda number: float(self._sample.shares(number) @ points))
