"""What a table is trained for: a preset, and a score if it is to play for the game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from euchre_solve.advice.equity import solve_equity
from euchre_solve.advice.training.game import Payoffs
from euchre_solve.errors import ErrorCode, NotationError, RuleError
from euchre_solve.rules import Rules

_TARGET: Final = re.compile(r"([a-z0-9-]+)(?:@(\d+)-(\d+))?")


@dataclass(frozen=True, slots=True)
class Target:
    """Rules, and the score of the dealer's side and the other, None for plain points.

    >>> str(Target.parse("north-american-stick@9-8"))
    'north-american-stick@9-8'
    """

    rules: Rules
    score: tuple[int, int] | None = None

    @classmethod
    def parse(cls, text: str) -> Target:
        """Return the target written ``PRESET[-toggle…][@DEALER-OTHER]``.

        Raises `NotationError`, or `RuleError` for a game that isn't bid like the 24-card one.
        """
        found = _TARGET.fullmatch(text)
        if not found:
            raise NotationError(ErrorCode.BAD_VALUE, f"{text!r} is not PRESET or PRESET@9-8")
        rules = Rules.parse(found[1])
        base = Rules.parse("north-american")
        same = (rules.deck, rules.players, rules.hand_size, rules.lead)
        if same != (base.deck, base.players, base.hand_size, base.lead) or (
            rules.no_trump_in_round_2
        ):
            raise RuleError(ErrorCode.NOT_BUILT, f"no table can be trained for {rules}")
        score = (int(found[2]), int(found[3])) if found[2] else None
        if score and max(score) >= rules.target:
            raise RuleError(ErrorCode.NOT_BUILT, f"at {found[2]}-{found[3]} the game is over")
        return cls(rules, score)

    def __str__(self) -> str:
        return f"{self.rules}@{self.score_text}" if self.score else str(self.rules)

    @property
    def score_text(self) -> str:
        """The score as the catalogue has it, the dealer's side first; "" for none."""
        return f"{self.score[0]}-{self.score[1]}" if self.score else ""

    def payoffs(self) -> Payoffs:
        """Return what a deal is worth to side A: points, or the chance to win the game."""
        if self.score is None:
            return Payoffs.of_worth(self.rules, float)
        equity = solve_equity(self.rules.target)
        dealers, others = self.score

        def chance(points: int) -> float:
            ours, theirs = others + max(points, 0), dealers + max(-points, 0)
            return equity.win(ours, theirs, dealing=True)  # the deal passes to our side

        return Payoffs.of_worth(self.rules, chance)
