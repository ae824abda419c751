"""What a record of a deal says without words: a turned score, implied passes, the one discard."""

from __future__ import annotations

from dataclasses import replace

from euchre_solve.cards import CardSet
from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError, Span
from euchre_solve.rules import Rules
from euchre_solve.scoring import winning_side


def turned_score(score: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return a score that begins with seat 1's figure so that it begins with that of ``seat``.

    With two figures this is its own inverse.
    """
    at = (seat - 1) % len(score)
    return score[at:] + score[:at]


def turned_back(score: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return a score that begins with the figure of ``seat`` so that it begins with seat 1's."""
    return turned_score(score, 2 - seat)


def game_over(deal: Deal, text: str, span: Span, source: str | None = None) -> list[EuchreError]:
    """Return a warning if the score of ``deal``, read at ``span``, has already won the game."""
    target = deal.target or deal.rules.target
    rules = deal.rules
    modes = {"by_two": rules.win_by_two, "counts_down": rules.counts_down}
    if deal.score is None or winning_side(deal.score, target, **modes) is None:
        return []
    return [
        EuchreError(
            ErrorCode.GAME_OVER,
            f"at {text[slice(*span)]} the game is over: {target} points win",
            span=span,
            text=text,
            source=source,
        )
    ]


def implied_passes(hands: tuple[CardSet, ...], rules: Rules) -> int:
    """Count the passes that a lone known hand implies: one of each seat that calls before it."""
    known = [seat for seat, hand in enumerate(hands, start=1) if hand.mask]
    return rules.callers.index(known[0]) if len(known) == 1 else 0


def with_inferred_discard(deal: Deal) -> Deal:
    """Fill in the discard of a recorded deal if the dealer's six cards and the play leave one."""
    if deal.discarded or not deal.tricks or len(deal.hands[-1]) < deal.rules.hand_size:
        return deal
    from euchre_solve.replay import consistent_discards  # lazy: start-up

    discards = consistent_discards(deal)
    return replace(deal, discarded=discards[0]) if len(discards) == 1 else deal
