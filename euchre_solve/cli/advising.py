"""Decisions answered one after the other, here or in several processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from euchre_solve.cli.inputs import games_of
from euchre_solve.cli.spreading import not_done
from euchre_solve.consistent import seen_by
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, EuchreError, RuleError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.record import Record

if TYPE_CHECKING:
    from euchre_solve.advice.bidding.model import BiddingModel
    from euchre_solve.advice.decision.choices import Decision
    from euchre_solve.advice.recommend import Advice
    from euchre_solve.cli.progress import ProgressBar


_EVERY_CORE: Final = -1
"""What the solver calls as many jobs as there are cores."""


class Values(str, Enum):  # noqa: UP042 - typer wants the value as a plain string
    """What a contract is taken to be worth."""

    PLAYED = "played"
    OPEN = "open"


class Over(str, Enum):  # noqa: UP042 - typer wants the value as a plain string
    """What a sweep varies."""

    SCORE = "score"
    SEAT = "seat"
    UPCARD = "upcard"


class Wanted(NamedTuple):
    """What the options say of every decision."""

    seed: int
    worlds: int | None
    precision: float
    max_seconds: float | None
    values: Values
    where: str | None
    jobs: int
    """Processes for one decision: several decisions are spread over them instead."""
    games: tuple[int, int] | None
    """Those of a rubber that the seat on turn and the other side have won."""


class Advised(NamedTuple):
    """The answer to one decision, and whether the record told more than its seat knows."""

    advice: Advice
    is_reduced: bool


class Swept(NamedTuple):
    """Advice for ``seat`` with what it has ``seen``, and under each of the circumstances."""

    over: Over
    seen: Deal
    seat: int
    advices: tuple[Advice, ...]


def advise_records(
    items: Iterable[Record | Diagnostic], wanted: Wanted, bar: ProgressBar, *, many: bool
) -> Iterator[Advised | Diagnostic]:
    """Yield advice for each record, or why there is none; warnings before the advice.

    Processes take a record each where there are ``many``, else a part of the one.
    """
    from euchre_solve.solver.parallel import run_in_order  # lazy: start-up

    jobs = wanted.jobs if many else 1
    work = partial(_answers, wanted=wanted._replace(jobs=1) if many else wanted)
    for answers in bar.watch(run_in_order(work, items, jobs, _not_advised)):
        yield from answers


def _not_advised(item: Record | Diagnostic, why: str) -> list[Advised | Diagnostic]:
    if isinstance(item, Diagnostic):
        return [item]
    return [not_done(item.source, item.line, item.line, why)]


def _answers(item: Record | Diagnostic, wanted: Wanted) -> list[Advised | Diagnostic]:
    if isinstance(item, Diagnostic):
        return [item]
    try:
        answer = advise(item.deal, wanted)
    except EuchreError as error:
        return [item.diagnose(error).refused()]
    return [*item.warnings, answer]


def advise(deal: Deal, wanted: Wanted, model: BiddingModel | None = None) -> Advised:
    """Return advice for the seat on turn, by what it knows of ``deal``.

    Others bid by ``model``, or else by that of the game and the score.
    """
    from euchre_solve.advice.decision.conditions import parse_where  # lazy: start-up
    from euchre_solve.advice.recommend import recommend  # lazy: start-up

    seen = seen_by(deal, _seat_on_turn(deal))
    if wanted.games and deal.rules.rubber and deal.score is None:
        raise RuleError(
            ErrorCode.CONFLICT,
            "games of a rubber count only beside a score",
            source="--games",
            hint="give that of the game with --score, or in the deal by s:",
        )
    with _naming_condition(wanted.where):
        advice = recommend(
            seen,
            games=games_of(deal.rules, wanted.games),
            seed=wanted.seed,
            worlds=wanted.worlds,
            precision=wanted.precision,
            max_seconds=wanted.max_seconds,
            values="open" if wanted.values is Values.OPEN else "played",
            jobs=wanted.jobs or _EVERY_CORE,
            where=None if wanted.where is None else parse_where(wanted.where, deal.rules),
            model=model,
        )
    return Advised(advice, seen != deal)


@contextmanager
def _naming_condition(text: str | None) -> Iterator[None]:
    """Name the condition in the error of deals of which none meets it."""
    try:
        yield
    except RuleError as error:
        if text and error.code is ErrorCode.NO_DEAL:
            error.source, error.text, error.span = "--where", text, (0, len(text))
        raise


def _seat_on_turn(deal: Deal) -> int:
    """Return the seat that has to decide; raise `RuleError` if there is nothing."""
    return _turn(deal)[0]


def _turn(deal: Deal) -> tuple[int, bool]:
    """Return the seat that has to decide, and whether on a card to play."""
    from euchre_solve.advice.auctions.question import is_asked_here, turn_of  # lazy: start-up

    if deal.contract and not deal.taken_off and deal.can_take_off():
        return deal.contract.maker, False
    if is_asked_here(deal):
        seat, phase = turn_of(deal)
        return seat, phase is Phase.PLAY
    decision = _on_turn(deal)
    return decision.seat, decision.kind == "play"


def _on_turn(deal: Deal) -> Decision:
    """Return what is to be decided, and by whom; raise `RuleError` if there is nothing."""
    from euchre_solve.advice.decision.choices import decision_of  # lazy: start-up

    if deal.seat is None:
        raise RuleError(
            ErrorCode.AFTER_END,
            "the deal is over: there is nothing to decide",
            hint="leave out the last acts to be advised on them",
        )
    return decision_of(deal)


# --- sweeps


def sweep_records(
    items: Iterable[Record | Diagnostic], over: Over, wanted: Wanted, bar: ProgressBar
) -> Iterator[Swept | Diagnostic]:
    """Yield what is best for each record under other circumstances, or why there is no answer."""
    for item in items:
        if isinstance(item, Diagnostic):
            yield item
            continue
        try:
            swept = sweep(item.deal, over, wanted, bar)
        except EuchreError as error:
            yield item.diagnose(error).refused()
        else:
            yield from item.warnings
            yield swept


def sweep(deal: Deal, over: Over, wanted: Wanted, bar: ProgressBar) -> Swept:
    """Return advice for the seat on turn at every score, in every seat or under every upcard."""
    from euchre_solve.advice.decision import sweep as sweeps  # lazy: start-up
    from euchre_solve.solver.parallel import run_in_order  # lazy: start-up

    seat, is_card = _turn(deal)
    if is_card:
        raise RuleError(
            ErrorCode.OUT_OF_TURN,
            f"seat {seat} is to play a card, and only calls and discards are swept",
            hint="leave --sweep out",
        )
    seen = seen_by(deal, seat)
    if over is Over.SCORE:
        variants = sweeps.every_model(seen, seat)
        work = partial(_advise_in_points, wanted=wanted._replace(jobs=1))
    else:
        sweep_over = sweeps.every_seat if over is Over.SEAT else sweeps.every_upcard
        variants = list(sweep_over(seen, seat))
        work = partial(_advise, wanted=wanted._replace(jobs=1))
    advices = bar.watch(run_in_order(work, variants, wanted.jobs), len(variants))
    if over is Over.SCORE:
        advices = sweeps.every_score(seen, seat, advices)
    return Swept(over, seen, seat, tuple(advices))


def _advise(deal: Deal, wanted: Wanted) -> Advice:
    return advise(deal, wanted).advice


def _advise_in_points(deal: Deal, wanted: Wanted) -> Advice:
    """Return advice where others bid as at the score of ``deal``, which counts for nothing else."""
    from euchre_solve.advice.recommend import model_of  # lazy: start-up

    return advise(replace(deal, score=None), wanted, model_of(deal)).advice
