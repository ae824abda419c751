"""Whole deals reviewed: their decisions graded, their results taken apart into skill and luck."""

from __future__ import annotations

import random
from typing import Final

from euchre_solve.advice.decision.outcomes import match_equity
from euchre_solve.advice.hindsight import deal_value
from euchre_solve.consistent import ConsistentDeals
from euchre_solve.deal import Deal
from euchre_solve.errors import EuchreError
from euchre_solve.formats.record import Record
from euchre_solve.replay import Replay, replay
from euchre_solve.review.graded import Effort, Graded, Luck, ReviewedDeal
from euchre_solve.review.grading import graded
from euchre_solve.review.turns import faults_of, sound_part, turns_of

COMPLETIONS: Final = 32
"""Deals over which the worth of one with unknown cards is averaged."""
_DECIMALS: Final = 6
_TWO_SIDES: Final = 2


def review_record(record: Record, number: int, effort: Effort) -> ReviewedDeal:
    """Return deal ``number`` of a history with its decisions graded.

    Nothing that a deal holds raises: what can't be graded is told in ``errors``.
    """
    replayed = replay(record.deal)
    errors = list(faults_of(replayed))
    decisions: list[Graded] = []
    luck = None
    try:
        record.deal.rules.verify_partnership()
        sound = sound_part(record.deal, replayed)
        for turn in turns_of(sound):
            try:
                decision = graded(turn, sound, effort)
            except EuchreError as error:
                errors.append(f"{turn.act}: {error.message}")
            else:
                decisions += [decision] if decision else []
        luck = _luck(sound, replayed, decisions, effort.seed)
    except EuchreError as error:
        errors.append(error.message)
    before, after = _chances(record.deal, replayed)
    return ReviewedDeal(record, number, tuple(decisions), luck, before, after, tuple(errors))


def _luck(sound: Deal, replayed: Replay, decisions: list[Graded], seed: int) -> Luck | None:
    """Return the parts of the result; None for a deal not finished, or without an upcard."""
    if not replayed.is_over or sound.upcard is None:
        return None
    result = _result(replayed)
    cards = round(_expected(sound, seed), _DECIMALS) + 0.0
    skill = [0.0] * sound.rules.players
    for decision in decisions:
        sign = -1 if decision.seat % 2 else 1
        skill[decision.seat - 1] += sign * decision.counted
    skill = [round(part, _DECIMALS) + 0.0 for part in skill]
    play = round(result - cards - sum(skill), _DECIMALS) + 0.0
    return Luck(result, tuple(skill), cards, play)


def _result(replayed: Replay) -> int:
    """Return the points of seats 1 and 3 less those of the others."""
    ours, theirs = replayed.gains
    return ours - theirs


def _expected(sound: Deal, seed: int) -> float:
    """Return what a deal is worth before the first call, on average where cards aren't known."""
    if sound.is_open:
        return deal_value(sound)
    deals = ConsistentDeals(sound)
    rng = random.Random(seed)
    found = [deals.sample(rng) for _ in range(COMPLETIONS)]
    worth = {hands: deal_value(full) for hands, full in {f.hands: f for f in found}.items()}
    return sum(worth[full.hands] for full in found) / COMPLETIONS


def _chances(deal: Deal, replayed: Replay) -> tuple[float | None, float | None]:
    """Return the chances of seats 1 and 3 to win the game before and after the deal."""
    if deal.score is None or deal.rules.score_size != _TWO_SIDES:
        return None, None
    equity = match_equity(deal.target or deal.rules.target)
    ours, theirs = deal.score
    before = equity.win(ours, theirs, dealing=False)
    if not replayed.is_over:
        return round(before, _DECIMALS), None
    more, other = replayed.gains
    after = equity.win(ours + more, theirs + other, dealing=True)  # eldest hand deals next
    return round(before, _DECIMALS), round(after, _DECIMALS)
