"""When to stop looking at worlds, by a rule that allows for every look taken.

Looks come after 1, 2, 4, 8 … chunks, up to the most allowed. Each has the same part of an error of
5 % to spend (Bonferroni): a difference is known to within so many standard errors that it holds at
whichever look it is found. An option that is behind at a look is not solved any more. All is said
once every other choice is behind the best, or no further from it than can be told at the precision
wanted: a tie for those who asked for no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import NormalDist
from typing import Final, NamedTuple

from euchre_solve.advice.standing import Standing

_ERROR: Final = 0.05


class Looks(NamedTuple):
    """The chunks of each look, and how many standard errors count at every one."""

    chunks: tuple[range, ...]
    width: float


def plan_looks(most: int) -> Looks:
    """Return the looks at up to ``most`` chunks."""
    chunks = tuple(_doubling(most))
    return Looks(chunks, NormalDist().inv_cdf(1 - _ERROR / (2 * len(chunks))))


def still_open(
    standing: Standing, groups: list[list[int]], width: float, precision: float
) -> list[list[int]]:
    """Return the options left of each choice that may yet be best; one choice if all is said.

    ``groups`` are the options of the choices, by number: a choice has one for each discard.
    """
    fronts = [standing.best_of(group) for group in groups if group]
    best = standing.best_of(fronts)
    left = []
    is_settled = True
    for group in groups:
        front = standing.best_of(group) if group else best
        lead = standing.decisive_lead(best, front)
        margin = width * lead.stderr
        is_behind = lead.mean > margin
        is_tie = margin <= precision * standing.slope
        is_settled &= is_behind or is_tie or front == best
        left.append([] if is_behind and front != best else _near(standing, group, front, width))
    return [] if is_settled else left


def _near(standing: Standing, group: list[int], front: int, width: float) -> list[int]:
    """Return the options of a choice that may yet be its best."""
    leads = ((option, standing.decisive_lead(front, option)) for option in group)
    return [option for option, lead in leads if lead.mean <= width * lead.stderr]


def _doubling(most: int) -> Iterator[range]:
    done, wanted = 0, 1
    while done < most:
        yield range(done, min(wanted, most))
        done, wanted = min(wanted, most), 2 * wanted
