"""The starts of play of many contracts, solved together, as results for the makers."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from euchre_solve.advice.decision.euchre_shares import with_shares
from euchre_solve.advice.decision.results import results_by_tricks, side_a
from euchre_solve.contract import Contract
from euchre_solve.play import Play
from euchre_solve.rules import Rules, Sides
from euchre_solve.solver.batch import solve_class, solve_plan
from euchre_solve.solver.plan import Plan, Question
from euchre_solve.trump import Trump

Masks = NDArray[np.uint64]
_SUITS: Final = tuple(Trump)[:4]
_FAST_GAME: Final = (4, 24, 5)
"""Players, cards of the deck and of a hand."""


class Positions:
    """Collects hands by contract; `solve` answers for all in as few calls as there can be."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._parts: list[tuple[Contract, Masks]] = []

    def add(self, contract: Contract, hands: Masks) -> int:
        """Take in hands after the discard, ``uint64[n, players]``; return the place among all."""
        self._parts.append((contract, hands))
        return len(self._parts) - 1

    def solve(self, jobs: int) -> list[NDArray[np.int8]]:
        """Return the result of each position, numbered as in `results`, by part."""
        fast = [at for at, (contract, _) in enumerate(self._parts) if self._is_fast(contract)]
        tricks = dict(zip(fast, self._solve_fast(fast, jobs), strict=True))
        return [
            self._results(at, tricks[at] if at in tricks else self._solve_one(at, jobs))
            for at in range(len(self._parts))
        ]

    def _is_fast(self, contract: Contract) -> bool:
        rules = self._rules
        size = rules.players, rules.deck_size, rules.hand_size
        is_fast_game = size == _FAST_GAME and rules.sides is Sides.PARTNERS
        return is_fast_game and contract.trump in _SUITS

    def _solve_fast(self, parts: list[int], jobs: int) -> list[NDArray[np.int8]]:
        """Return the classes of side A of these parts, all in one call."""
        if not parts:
            return []
        sizes = [len(self._parts[at][1]) for at in parts]
        contracts = [self._parts[at][0] for at in parts]
        hands = np.concatenate([self._seated(*self._parts[at]) for at in parts])
        trumps = np.repeat([_SUITS.index(one.trump) for one in contracts], sizes)
        leaders = np.repeat([one.first_leader(self._rules) - 1 for one in contracts], sizes)
        classes = solve_class(hands, trumps, leaders, jobs=jobs)
        return np.split(classes, np.cumsum(sizes)[:-1])

    def _solve_one(self, at: int, jobs: int) -> NDArray[np.int8]:
        """Return the tricks of `side_a` of a part of any game."""
        contract, hands = self._parts[at]
        rules = self._rules
        leader = contract.first_leader(rules)
        seats = contract.active_seats(rules)
        question = Question(contract.trump, seats, leader, False, side_a(contract, rules))
        plan = Plan(rules.players, rules.hand_size, (question,))
        no_upcards = np.full(len(hands), -1, np.int8)
        return solve_plan(plan, hands, no_upcards, jobs=jobs).tricks[:, 0]

    def _seated(self, contract: Contract, hands: Masks) -> Masks:
        """Return the hands without those of seats that sit out."""
        active = contract.active_seats(self._rules)
        out = [seat - 1 for seat in self._rules.seats if seat not in active]
        if not out:
            return hands
        seated = hands.copy()
        seated[:, out] = 0
        return seated

    def _results(self, at: int, tricks: NDArray[np.int8]) -> NDArray[np.int8]:
        contract, hands = self._parts[at]
        results: NDArray[np.int8] = results_by_tricks(contract, self._rules)[tricks]
        return with_shares(Play.start(self._rules, contract, ()), hands, results)
