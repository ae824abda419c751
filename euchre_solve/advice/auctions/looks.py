"""Looks at a decision of an auction game: worlds are added, and lines that fall behind dropped.

All lines are compared in the same worlds, so luck common to them drops out of a difference. A mean
has the standard error of its worlds, to which one more is added, as far off as can be. After each
look the better half of the lines of a choice go on, or of all where each choice has one; no fewer
than six do, two in the largest games, but none that is behind by more than three standard errors.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import partial
from math import ceil, hypot, inf
from time import monotonic
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.auctions.question import Choice, Question
from euchre_solve.advice.auctions.solving import Tricks, tricks_of
from euchre_solve.advice.auctions.turned_worlds import TurnedWorlds
from euchre_solve.advice.auctions.worlds import AuctionWorlds
from euchre_solve.advice.bidding.model import BiddingModel
from euchre_solve.advice.decision.drawing import Where
from euchre_solve.advice.decision.estimates import Estimate
from euchre_solve.advice.decision.outcomes import Floats
from euchre_solve.advice.decision.search import Effort
from euchre_solve.advice.decision.stopping import plan_looks
from euchre_solve.solver.parallel import interruptible, run_in_order

_FEW_WORLDS: Final = 512
"""All are solved rather than some drawn where there are no more."""
_KEPT: Final = 6
_FEW_KEPT: Final = 2
_BEHIND: Final = 3
_LEAST: Final = 8
"""Worlds below which no error is claimed."""


class Look:
    """What was looked at so far: our tricks by world and line, -1 where a line was left out.

    They are counted as `points.code_of` has it.
    """

    def __init__(self, question: Question, model: BiddingModel | None, where: Where | None) -> None:
        self.question = question
        self._worlds = _worlds_of(question, model, where)
        self.tricks: Tricks = np.zeros((0, len(question.lines)), np.int8)
        self.weights: Floats = np.zeros(0)
        """How likely each of the worlds is; the same for all that are drawn."""
        self.exact = False
        self.fronts: list[int | None] = []
        """The best line of each choice, None for one without lines."""
        self.best = 0
        """The best choice."""

    def run(self, effort: Effort) -> None:
        """Look until every choice is behind the best, or is known well enough, or at the end."""
        question, worlds = self.question, self._worlds
        lines = list(range(len(question.lines)))
        if 0 < worlds.count <= min(effort.worlds or _FEW_WORLDS, _FEW_WORLDS):
            self.exact = True
            found, weights = worlds.all()
            self._add(tricks_of(question, found, lines), lines, weights)
            return
        size, most = _plan(question)
        looks = plan_looks(ceil((effort.worlds or most) / size))
        stop = inf if effort.max_seconds is None else monotonic() + effort.max_seconds
        for chunks in looks.chunks:
            work = partial(_solved, question, worlds, lines, (effort.seed, size))
            for tricks in run_in_order(work, chunks, effort.jobs):
                self._add(tricks, lines, np.ones(len(tricks)))
                if question.is_large and monotonic() > stop:
                    return
            if self._is_settled(looks.width, effort.precision) or monotonic() > stop:
                return
            lines = self._going_on(lines)

    def _add(self, tricks: Tricks, lines: Sequence[int], weights: Floats) -> None:
        more = np.full((len(tricks), len(self.question.lines)), -1, np.int8)
        more[:, lines] = tricks
        self.tricks = np.concatenate([self.tricks, more])
        self.weights = np.concatenate([self.weights, weights])
        choices = self.question.choices
        self.fronts = [self._front(choice) for choice in choices]
        self.best = max(range(len(choices)), key=lambda at: (*self.rank(at), -at))

    # --- means

    def worth(self, number: int) -> Estimate:
        """Return the mean points of a choice."""
        return self._estimate(self._points(number), self.question.choices[number].points)

    def rank(self, number: int) -> tuple[float, float]:
        """Return the mean points of a choice, and those if we play on, which break ties."""
        return self.worth(number).mean, self._mean(self._if_played(number))

    def is_thrown_up(self, number: int) -> bool:
        """Tell whether a hand is better thrown up after this discard."""
        is_allowed = self.question.may_throw_up_later
        return is_allowed and self._mean(self._if_played(number)) < 0

    def lead(self, number: int, other: int) -> Estimate:
        """Return by how many points a choice is ahead of another in the worlds of both."""
        if number == other:
            return Estimate(0.0, 0.0)
        points = self.question.choices[number].points + self.question.choices[other].points
        ours, theirs = self._points(number), self._points(other)
        both = min(len(ours), len(theirs))
        return self._estimate(ours[:both] - theirs[:both], points)

    def mean_tricks(self, line: int) -> Estimate:
        """Return the mean tricks of a line."""
        tricks = self.of_line(line) % (self._size + 1)
        return self._estimate(tricks.astype(np.float64), (0, self._size))

    def of_line(self, line: int) -> Tricks:
        """Return the tricks of a line in the worlds in which it was solved."""
        tricks = self.tricks[:, line]
        return tricks[tricks >= 0]

    def shares(self, line: int, choice: Choice) -> Floats:
        """Return how often a line of ``choice`` comes to each of its points."""
        tricks = self.of_line(line)
        counts = np.bincount(tricks, self._weights_of(tricks), len(choice.points))
        shares: Floats = counts / counts.sum()
        return shares

    def _weights_of(self, values: NDArray[Any]) -> Floats:
        """Return the weights of what is known of some worlds: of all where they differ."""
        return self.weights[: len(values)]

    @property
    def _size(self) -> int:
        return self.question.deal.rules.hand_size

    def _points(self, number: int) -> Floats:
        if self.is_thrown_up(number):
            return np.zeros(len(self.tricks))  # in every world, also in those it wasn't solved in
        return self._if_played(number)

    def _if_played(self, number: int) -> Floats:
        choice, front = self.question.choices[number], self.fronts[number]
        if front is None:
            return np.full(len(self.tricks), float(choice.points[0]))
        return np.array(choice.points, np.float64)[self.of_line(front)]

    def _mean(self, values: Floats) -> float:
        return float(np.average(values, weights=self._weights_of(values)))

    def _estimate(self, values: Floats, may_be: Iterable[float]) -> Estimate:
        mean, count = self._mean(values), len(values)
        if self.exact or not np.ptp(list(may_be)):
            return Estimate(mean, 0.0)
        if count < _LEAST:
            return Estimate(mean, inf)
        error = float(values.std()) / count**0.5
        return Estimate(mean, hypot(error, float(np.ptp(list(may_be))) / count))

    # --- what goes on

    def _front(self, choice: Choice) -> int | None:
        return self.best_line(choice.lines, choice) if choice.lines else None

    def best_line(self, lines: Iterable[int], choice: Choice) -> int:
        """Return the best of some lines of a choice, of those that were looked at most."""
        counts = {line: len(self.of_line(line)) for line in lines}
        most = max(counts.values())
        return self._ranked((line for line in counts if counts[line] == most), choice)[0]

    def _ranked(self, lines: Iterable[int], choice: Choice) -> list[int]:
        """Return lines, the best first: by points, of equal ones by tricks."""
        points = np.array(choice.points, np.float64)

        def worth(line: int) -> tuple[float, float]:
            tricks = self.of_line(line)
            weights = self._weights_of(tricks)
            means = (points[tricks], tricks % (self._size + 1))
            first, second = (-float(np.average(each, weights=weights)) for each in means)
            return first, second

        return sorted(lines, key=worth)

    def _going_on(self, lines: Sequence[int]) -> list[int]:
        choices = self.question.choices
        if all(len(choice.lines) <= 1 for choice in choices):
            first = next(choice for choice in choices if choice.lines)
            everything = tuple(line for choice in choices for line in choice.lines)
            groups = [first._replace(lines=everything)]
        else:
            groups = [choice for choice in choices if choice.lines]
        kept: set[int] = set()
        for group in groups:
            kept.update(self._better(group, set(lines)))
        return sorted(kept)

    def _better(self, group: Choice, lines: set[int]) -> list[int]:
        ranked = self._ranked(lines & set(group.lines), group)
        points = np.array(group.points, np.float64)
        front = points[self.tricks[:, ranked[0]]]

        def is_near(line: int) -> bool:
            lead = self._estimate(front - points[self.tricks[:, line]], group.points)
            return lead.mean <= _BEHIND * lead.stderr

        least = _FEW_KEPT if self.question.is_large else _KEPT
        half = ranked[: max(least, ceil(len(ranked) / 2))]
        return [line for line in half if is_near(line)]

    def _is_settled(self, width: float, precision: float) -> bool:
        """Tell whether every other choice is behind the best or tied with it.

        What each bid is worth is asked for too, so bids are looked at to the end.
        """
        if self.question.is_bid:
            return False
        leads = [
            self.lead(self.best, other)
            for other in range(len(self.question.choices))
            if other != self.best
        ]
        return all(
            lead.mean < -width * lead.stderr or width * lead.stderr <= precision for lead in leads
        )


def _worlds_of(
    question: Question, model: BiddingModel | None, where: Where | None
) -> AuctionWorlds | TurnedWorlds:
    if question.deal.rules.is_auction:
        return AuctionWorlds(question.deal, question.seat)
    return TurnedWorlds(question, model, where)


def _plan(question: Question) -> tuple[int, int]:
    """Return the worlds of a chunk, and the most that are looked at."""
    if question.is_among_rivals:
        return 64, 1024
    if question.is_large:
        return 64, 512
    return 64, 2048


def _solved(
    question: Question,
    worlds: AuctionWorlds | TurnedWorlds,
    lines: Sequence[int],
    seed: tuple[int, int],
    chunk: int,
) -> Tricks:
    """Return the tricks in a chunk of worlds, which are drawn from a seed of its own."""
    run, size = seed
    rng = random.Random(f"{run} {chunk}")
    drawn = worlds.sample(rng, size)
    if question.is_large:
        return interruptible(lambda: tricks_of(question, drawn, lines))
    return tricks_of(question, drawn, lines)
