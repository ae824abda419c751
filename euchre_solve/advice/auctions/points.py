"""What a contract is worth to one seat by the tricks of its side, whichever side that may be.

A contract may turn out in several *ways* that its player can't tell apart: whoever called the best
card of a suit finds a partner or is alone, and another seat is the partner or a defender. Tricks
are counted as `code_of` has it: those of the first way, then those of the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from euchre_solve.advice.points import worth
from euchre_solve.contract import Contract
from euchre_solve.rules import Rules, Sides


def ours(contract: Contract, seat: int, rules: Rules) -> tuple[int, ...]:
    """Return the seats whose tricks count for ``seat``: its side, or itself against all."""
    makers = contract.makers(rules)
    if seat in makers:
        return makers
    return (seat,) if rules.sides is Sides.EACH_FOR_HIMSELF else contract.defenders(rules)


def points_of(
    contract: Contract, seat: int, rules: Rules, score: Sequence[int] | None = None
) -> tuple[float, ...]:
    """Return the points of ``seat`` by the tricks of `ours`, one way after the other.

    ``score`` matters where a march was declared, as in `Contract.gains`.
    """
    tricks = range(rules.hand_size + 1)
    if rules.counts_down:
        return tuple(_counted(contract, seat, rules, score))
    ways = _ways(contract, seat, rules)
    return tuple(_points(way, seat, each, rules) for way in ways for each in tricks)


def code_of(contract: Contract, seat: int, tricks: int, rules: Rules) -> int:
    """Return the place in `points_of` of so many tricks of `ours`, all cards being known."""
    way = 0
    if contract.called:
        is_partner = seat != contract.maker and seat in contract.makers(rules)
        way = _PARTNER if is_partner else int(contract.alone)
    return way * (rules.hand_size + 1) + tricks


_ALONE, _PARTNER = 1, 2
"""Ways of a contract with a partner called: the maker alone, and ourselves his partner."""


def alone_share(shares: list[list[float]]) -> float:
    """Return how often a maker who called a partner is alone, from the shares of each way."""
    return sum(shares[_ALONE])


def partner_share(shares: list[list[float]]) -> float | None:
    """Return how often we are the partner called; None for the maker."""
    return sum(shares[_PARTNER]) if len(shares) > _PARTNER else None


def _ways(contract: Contract, seat: int, rules: Rules) -> Iterator[Contract]:
    if not contract.called:
        yield contract
        return
    another = next(other for other in rules.seats if other not in (contract.maker, seat))
    yield replace(contract, alone=False, partners=(another,))
    yield replace(contract, alone=True, partners=())
    if seat != contract.maker:
        yield replace(contract, alone=False, partners=(seat,))


def _points(contract: Contract, seat: int, tricks: int, rules: Rules) -> float:
    makers, against = contract.makers(rules), contract.defenders(rules)
    won = [0] * rules.players
    won[contract.maker - 1] = tricks if seat in makers else rules.hand_size - tricks
    won[against[0] - 1] = rules.hand_size - won[contract.maker - 1]
    return round(worth(contract.gains(won, rules), seat), 9)


def _counted(
    contract: Contract, seat: int, rules: Rules, score: Sequence[int] | None
) -> Iterator[float]:
    """Yield what the own count falls by, then the same for others than a euchred maker."""
    tricks = range(rules.hand_size + 1)
    if seat == contract.maker:
        for taken in tricks:
            deducted = rules.euchre_deducts if taken < rules.need else 0
            won = [taken if each == seat else 0 for each in rules.seats]
            yield -contract.gains(won, rules, score)[seat - 1] - deducted
        return
    yield from (taken or -rules.no_trick_costs for taken in tricks)
    if rules.euchre_deducts:
        yield from ((taken or -rules.no_trick_costs) + rules.euchre_deducts for taken in tricks)
