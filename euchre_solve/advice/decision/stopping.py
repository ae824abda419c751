"""When to stop looking at worlds, by a rule that allows for every look taken.

Looks come after 1, 2, 4, 8 … chunks, up to the most allowed. Each has the same part of an error of
5 % to spend (Bonferroni): a difference is known to within so many standard errors that it holds at
whichever look it is found. All is said once every other choice is behind the best, or no further
from it than can be told at the precision wanted: a tie for those who asked for no more. Until then
options that are behind after some thousands of worlds are not solved any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import NormalDist
from typing import Final, NamedTuple

from euchre_solve.advice.decision.standing import Standing

_ERROR: Final = 0.05


PATIENCE: Final = 8
"""Chunks after which what is behind is dropped; before, it costs little to know it better."""


class Looks(NamedTuple):
    """The chunks of each look, and how many standard errors count at every one."""

    chunks: tuple[range, ...]
    width: float


def plan_looks(most: int) -> Looks:
    """Return the looks at up to ``most`` chunks."""
    chunks = tuple(_doubling(most))
    return Looks(chunks, NormalDist().inv_cdf(1 - _ERROR / (2 * len(chunks))))


def is_settled(standing: Standing, groups: list[list[int]], width: float, precision: float) -> bool:
    """Tell whether every choice is behind the best or tied with it.

    ``groups`` are the options of the choices, by number: a choice has one for each discard, and
    none once it is dropped.
    """
    fronts = [standing.best_of(group) for group in groups if group]
    best = standing.best_of(fronts)
    leads = [standing.decisive_lead(best, front) for front in fronts if front != best]
    known = precision * standing.slope
    return all(lead.mean > width * lead.stderr or width * lead.stderr <= known for lead in leads)


def contenders(standing: Standing, groups: list[list[int]], width: float) -> list[list[int]]:
    """Return the options left of each choice, those that may yet be best in it, if it may be."""
    best = standing.best_of(option for group in groups for option in group)

    def is_near(option: int, front: int) -> bool:
        lead = standing.decisive_lead(front, option)
        return option == front or lead.mean <= width * lead.stderr

    fronts = [standing.best_of(group) if group else best for group in groups]
    return [
        [option for option in group if is_near(option, front)] if is_near(front, best) else []
        for group, front in zip(groups, fronts, strict=True)
    ]


def _doubling(most: int) -> Iterator[range]:
    done, wanted = 0, 1
    while done < most:
        yield range(done, min(wanted, most))
        done, wanted = min(wanted, most), 2 * wanted
