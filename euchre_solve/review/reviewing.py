"""Whole deals reviewed: their decisions graded, their results taken apart into skill and luck."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from euchre_solve.advice.decision.winning import match_equity
from euchre_solve.advice.hindsight import deal_value
from euchre_solve.consistent import ConsistentDeals
from euchre_solve.deal import Deal
from euchre_solve.errors import EuchreError, is_allowed
from euchre_solve.formats.record import Record
from euchre_solve.replay import Replay, replay
from euchre_solve.review.graded import Effort, Graded, Luck, ReviewedDeal
from euchre_solve.review.grading import graded
from euchre_solve.review.turns import faults_of, sound_part, turns_of
from euchre_solve.scoring import winning_side

COMPLETIONS: Final = 32
"""Deals over which the worth of one with unknown cards is averaged."""
_DECIMALS: Final = 6
_TWO_SIDES: Final = 2


def review_record(record: Record, number: int, effort: Effort) -> ReviewedDeal:
    """Return deal ``number`` of a history with its decisions graded.

    Nothing that a deal holds raises: what can't be graded is told in ``errors``.
    """
    deal, problem = _with_score_that_counts(record.deal)
    replayed = replay(deal)
    errors = [*faults_of(replayed), *filter(None, [problem])]
    decisions: list[Graded] = []
    luck = None
    try:
        record.deal.rules.verify_partnership()
        sound = _completed(sound_part(deal, replayed))
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
    before, after = _chances(deal, replayed)
    return ReviewedDeal(record, number, tuple(decisions), luck, before, after, tuple(errors))


def _completed(sound: Deal) -> Deal:
    """Return the one full deal that agrees with ``sound``, itself if there are several, or none."""
    if sound.is_open:
        return sound
    try:
        deals = ConsistentDeals(sound)
        return deals.at(0) if deals.count == 1 else sound
    except EuchreError:
        return sound


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


def _with_score_that_counts(deal: Deal) -> tuple[Deal, str | None]:
    """Return ``deal``, without its score if there are no chances at it, and what is wrong if any.

    At a score where the game is over all chances are equal: only points tell acts apart.
    """
    if deal.score is None:
        return deal, None
    target, rules = deal.target or deal.rules.target, deal.rules
    if is_allowed(rules.verify_partnership):
        try:
            match_equity(target, rules)
        except EuchreError as error:
            return replace(deal, score=None), error.message
        if winning_side(deal.score, target, by_two=rules.win_by_two) is None:
            return deal, None
    return replace(deal, score=None), None


def _chances(deal: Deal, replayed: Replay) -> tuple[float | None, float | None]:
    """Return the chances of seats 1 and 3 to win the game before and after the deal."""
    if deal.score is None or deal.rules.score_size != _TWO_SIDES:
        return None, None
    target = deal.target or deal.rules.target
    equity = match_equity(target, deal.rules)
    ours, theirs = deal.score
    before = equity.win(ours, theirs, dealing=False)
    if not replayed.is_over:
        return round(before, _DECIMALS), None
    more, other = replayed.gains
    after = equity.win(ours + more, theirs + other, dealing=True)  # eldest hand deals next
    return round(before, _DECIMALS), round(after, _DECIMALS)
