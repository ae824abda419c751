"""A training run: tables for some targets learnt side by side from one stream of deals.

A quarter of the deals teach each preset's table for plain points with open-hand values; what its
calls are worth then gives every slot its played value, and the rest teach the tables that are
kept. The state is saved as it goes; a run that was stopped goes on from there, and gives the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from euchre_solve.advice.bidding.played import PlayedValues
from euchre_solve.advice.bidding.table import BiddingTable, load_table, packed_calls
from euchre_solve.advice.training.deals import CHUNK, SolvedDeals, solved_chunks
from euchre_solve.advice.training.game import Floats, Payoffs, strategy_of
from euchre_solve.advice.training.open_values import OpenValues, with_offsets
from euchre_solve.advice.training.regret import Learner
from euchre_solve.advice.training.targets import Target

BATCH: Final = 16
"""Chunks between two changes of the strategy."""


class Plan(NamedTuple):
    """What to train from how many batches of a seed's deals."""

    targets: tuple[Target, ...]
    batches: int
    seed: int
    played: PlayedValues | None = None

    @property
    def opening(self) -> int:
        """Batches that teach the open-hand tables; none where there are no played values."""
        return self.batches // 4 if self.played else 0


class Run:
    """The state of a run, batch by batch."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.done = 0
        presets = {str(target.rules): target.rules for target in plan.targets}
        self._openers = {
            name: Learner(rules, Payoffs.of_worth(rules, float))
            for name, rules in presets.items()
            if plan.opening
        }
        self._values = {name: OpenValues() for name in self._openers}
        self._learners = () if plan.opening else self._started()

    def _started(self) -> tuple[Learner, ...]:
        """Return the learners of the targets; that of a score starts from its preset's table."""
        learners = []
        for target in self.plan.targets:
            payoffs = target.payoffs()
            if self.plan.played:
                means = self._values[str(target.rules)].means()
                payoffs = with_offsets(payoffs, means, self.plan.played)
            plain = strategy_of(load_table(str(target.rules))) if target.score else None
            learners.append(Learner(target.rules, payoffs, plain))
        return tuple(learners)

    def go_on(self, jobs: int, report: Callable[[Run], None]) -> None:
        """Train to the end; ``report`` is called after each batch."""
        chunks = range(self.done * BATCH, self.plan.batches * BATCH)
        for index, deals in enumerate(solved_chunks(self.plan.seed, chunks, jobs), chunks.start):
            self._learn(deals)
            if index % BATCH == BATCH - 1:
                self._end_batch()
                report(self)

    def _learn(self, deals: SolvedDeals) -> None:
        for learner in self._learners:
            learner.learn(deals)
        if self._learners:
            return
        for name, opener in self._openers.items():
            opener.learn(deals)
            if 2 * self.done >= self.plan.opening:
                self._values[name].add(deals, opener.now, opener.payoffs)

    def _end_batch(self) -> None:
        for learner in self._learners or self._openers.values():
            learner.end_batch()
        self.done += 1
        if self.done == self.plan.opening:
            self._learners = self._started()

    def tables(self) -> Iterator[tuple[Target, Learner, BiddingTable]]:
        """Yield each target with its learner and the table it has learnt."""
        for target, learner in zip(self.plan.targets, self._learners, strict=True):
            strategy = learner.strategy()
            calls = np.stack([packed_calls(chances) for chances in strategy.calls])
            manifest = self._manifest(target)
            yield target, learner, BiddingTable(calls, strategy.discards.view(np.uint8), manifest)

    def _manifest(self, target: Target) -> dict[str, Any]:
        played = self.plan.played
        return {
            "preset": str(target.rules),
            "score": target.score_text or None,
            "deals": self.plan.batches * BATCH * CHUNK,
            "batches": self.plan.batches,
            "opening": self.plan.opening,
            "seed": self.plan.seed,
            "payoffs": "points" if target.score is None else "chance to win the game",
            "played_values": played.manifest if played else None,
        }

    def save(self, path: Path) -> None:
        """Write the state, in place of what the file held; best right after a batch."""
        part = path.with_suffix(".part.npz")
        arrays: dict[str, Any] = {**self._arrays(), "done": np.array(self.done)}
        np.savez(part, allow_pickle=False, **arrays)
        part.replace(path)

    def load(self, path: Path) -> None:
        """Go on from a state saved by a run of the same plan."""
        with np.load(path) as saved:
            self.done = int(saved["done"])
            for name, values in self._values.items():  # first: the learners rest on them
                for key, array in _named(f"values {name}", values.sums + values.weights).items():
                    array[:] = saved[key]
            if self.done >= self.plan.opening and not self._learners:
                self._learners = self._started()
            for name, array in self._arrays().items():
                array[:] = saved[name]
        for learner in self._learners:
            learner.resume(self.done - self.plan.opening)
        if not self._learners:
            for opener in self._openers.values():
                opener.resume(self.done)

    def _arrays(self) -> dict[str, Floats]:
        """Return by name the arrays that make the state."""
        arrays: dict[str, Floats] = {}
        for name, values in self._values.items():
            arrays |= _named(f"values {name}", values.sums + values.weights)
        learners = self._learners or self._openers.values()
        for index, learner in enumerate(learners):
            arrays |= _named(f"learner {index}", learner.sums)
        return arrays


def _named(name: str, arrays: Sequence[Floats]) -> dict[str, Floats]:
    return {f"{name} {index}": array for index, array in enumerate(arrays)}
