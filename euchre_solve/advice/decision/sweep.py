"""The same hand under other circumstances: in each seat, under each upcard, at every score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import hypot
from typing import Final

from euchre_solve.advice.decision.standing import DECIMALS
from euchre_solve.advice.decision.winning import match_equity
from euchre_solve.advice.equity import MatchEquity
from euchre_solve.advice.matches import match_unit
from euchre_solve.advice.recommend import Action, Advice, model_of
from euchre_solve.auction import PASS
from euchre_solve.cards import NO_CARDS
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.formats.implied import turned_score

_TWO_SIDES: Final = 2
_CLOSE: Final = 2
"""Standard errors within which an action is close to the best."""


def every_seat(seen: Deal, seat: int) -> Iterator[Deal]:
    """Yield the deal with the hand of ``seat`` in each seat, all seats before having passed.

    The round stays, and so does the score of the holder.
    """
    before = seen.rules.players * (verify_call_is_due(seen) - 1)
    for place, other in enumerate(seen.rules.callers):
        hands = [NO_CARDS] * seen.rules.players
        hands[other - 1] = seen.hands[seat - 1]
        score = seen.score and turned_score(seen.score, 1 + seat - other)
        yield replace(seen, hands=tuple(hands), calls=(PASS,) * (before + place), score=score)


def every_upcard(seen: Deal, seat: int) -> Iterator[Deal]:
    """Yield the deal with each card turned up that isn't in the hand of ``seat``.

    The best bower is left out: where it is up there is next to nothing to call.
    """
    verify_call_is_due(seen)
    if seen.rules.is_auction:
        raise RuleError(ErrorCode.OUT_OF_TURN, f"no card is turned up in {seen.rules}")
    for card in seen.rules.deck - seen.hands[seat - 1]:
        if card.suit:
            yield replace(seen, upcard=card)


def every_model(seen: Deal, seat: int) -> list[Deal]:
    """Return the deal at one score for each way in which the others bid at some."""
    found: dict[str, Deal] = {}
    for scored in _at_every_score(seen, seat):
        found.setdefault(model_of(scored).name, scored)
    return list(found.values())


def every_score(seen: Deal, seat: int, advices: Iterable[Advice]) -> Iterator[Advice]:
    """Yield advice at every score before the end of the game, ours up, then theirs.

    ``advices`` are those for `every_model`, in points. What each action comes to is that of the
    model of the score; what that is worth is reckoned anew. Errors are those in points, times
    what a point is worth at the score.
    """
    by_model = {advice.model: advice for advice in advices}
    equity = match_equity(seen.target or seen.rules.target, seen.rules)
    for scored in _at_every_score(seen, seat):
        advice = by_model[model_of(scored).name]
        valued = advice._replace(deal=replace(advice.deal, score=scored.score))
        yield valued._replace(actions=_by_winning(valued, equity))


def _at_every_score(seen: Deal, seat: int) -> Iterator[Deal]:
    """Yield the deal at each score; raise `RuleError` unless one game of two sides counts."""
    rules = seen.rules
    is_raced = rules.score_size == _TWO_SIDES and not (rules.is_auction or rules.counts_down)
    if not is_raced or rules.set_back or match_unit(rules):
        raise RuleError(ErrorCode.NOT_BUILT, f"the scores of {rules} aren't swept yet")
    for score in product(range(seen.target or rules.target), repeat=2):
        yield replace(seen, score=turned_score(score, seat))


def _by_winning(advice: Advice, equity: MatchEquity) -> tuple[Action, ...]:
    """Return the actions with their chances of winning at the score of the deal, best first."""
    seat, score = advice.seat, advice.deal.score
    assert score
    ours, theirs = turned_score(score, seat)
    scored = {points for action in advice.actions for points, _ in action.outcomes}
    win = {
        points: equity.win(
            ours + int(max(points, 0)),
            theirs + int(max(-points, 0)),
            dealing=seat % 2 == 1,  # eldest hand deals next
        )
        for points in scored
    }
    slope = (win[max(scored)] - win[min(scored)]) / (max(scored) - min(scored) or 1)
    valued = [
        action._replace(
            win=sum(chance * win[points] for points, chance in action.outcomes),
            win_stderr=slope * action.stderr,
        )
        for action in advice.actions
    ]
    # where both are sure to win a loner gains nothing: with partner comes first
    valued.sort(key=lambda action: (-round(action.win or 0.0, DECIMALS), action.token[-1] == "a"))
    best = valued[0]
    first = best._replace(vs_best=0.0, vs_best_stderr=0.0, close=False)
    return (first, *(_compared(action, best, slope) for action in valued[1:]))


def _compared(action: Action, best: Action, slope: float) -> Action:
    stderr = hypot(action.vs_best_stderr, best.vs_best_stderr)
    behind = (best.win or 0.0) - (action.win or 0.0)
    return action._replace(
        vs_best=action.ev - best.ev,
        vs_best_stderr=stderr,
        close=behind <= _CLOSE * slope * stderr,
    )


def verify_call_is_due(seen: Deal) -> int:
    """Return the round of the call that is due; raise `RuleError` if none is."""
    rules = seen.rules
    if seen.phase is not Phase.CALL or (rules.is_auction and seen.bidding.is_bid_out):
        raise RuleError(ErrorCode.OUT_OF_TURN, "only a call can be looked at from elsewhere")
    return 1 if rules.is_auction else seen.auction.round
