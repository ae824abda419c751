"""Records of all files reviewed one after the other, here or in several processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from euchre_solve.cli.files import Files
from euchre_solve.cli.review_journal import DoneDeal, Journal, NotOurs
from euchre_solve.cli.review_records import BETWEEN_ERRORS
from euchre_solve.cli.spreading import not_done
from euchre_solve.errors import ErrorCode, EuchreError, RuleError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.record import Record
from euchre_solve.review.graded import Effort, ReviewedDeal
from euchre_solve.rules import Rules

_CHUNK: Final = 4
"""Deals that a process takes at a time: about a second's work."""


class Wanted(NamedTuple):
    """What the options say of the reading and the grading."""

    form: str | None
    rules: Rules
    effort: Effort
    jobs: int


class Numbered(NamedTuple):
    """A record and its number among all deals of the input, from 1."""

    record: Record
    number: int


Item = Numbered | Diagnostic


def records_in(reading: Files, wanted: Wanted) -> Iterator[Item]:
    """Yield the records of all files; games are counted through all of them."""
    from euchre_solve.formats.history import read_history  # lazy: start-up

    number = games = 0
    for word in reading.words:
        before = games
        with reading.open(word) as (stream, source):
            for item in read_history(stream, source, form=wanted.form, rules=wanted.rules):
                if isinstance(item, Diagnostic):
                    yield item
                    continue
                number += 1
                games = before + item.game
                yield from _readable(item._replace(game=games), number)


def _readable(record: Record, number: int) -> Iterator[Item]:
    """Yield a record and what was doubtful in it, or why its game isn't reviewed."""
    try:
        record.deal.rules.verify_partnership()
    except RuleError as error:
        yield record.diagnose(error).refused()
        return
    yield from record.warnings
    yield Numbered(record, number)


def review_all(items: Iterable[Item], wanted: Wanted) -> Iterator[ReviewedDeal | Diagnostic]:
    """Yield the review of each record, in their order."""
    from euchre_solve.solver.parallel import run_in_order  # lazy: start-up

    source = iter(items)
    chunks = iter(lambda: list(islice(source, _CHUNK)), [])
    work = partial(_review_chunk, effort=wanted.effort)
    for done in run_in_order(work, chunks, wanted.jobs, _not_reviewed):
        yield from done


def _not_reviewed(chunk: list[Item], why: str) -> list[ReviewedDeal | Diagnostic]:
    """Return what is to be told of a chunk that failed."""
    return [item if isinstance(item, Diagnostic) else _not_done(item.record, why) for item in chunk]


def _not_done(record: Record, why: str) -> Diagnostic:
    return not_done(record.source, record.line, record.line, why)


def _review_chunk(chunk: list[Item], effort: Effort) -> list[ReviewedDeal | Diagnostic]:
    from euchre_solve.review.reviewing import review_record  # lazy: start-up

    return [
        item if isinstance(item, Diagnostic) else review_record(item.record, item.number, effort)
        for item in chunk
    ]


def ungraded_in(record: Record, errors: str) -> Iterator[Diagnostic]:
    """Yield why a deal was graded only in part: acts against the rules, and the rest of ``errors``.

    ``errors`` are those of the deal in one text, as comma-separated rows have them.
    """
    from euchre_solve.formats.check import illegal_acts  # lazy: start-up
    from euchre_solve.replay import replay  # lazy: start-up
    from euchre_solve.review.turns import faults_of  # lazy: start-up

    replayed = replay(record.deal)
    told = BETWEEN_ERRORS.join(faults_of(replayed))
    yield from illegal_acts(record, replayed)
    if rest := errors.removeprefix(told).removeprefix(BETWEEN_ERRORS):
        yield record.diagnose(EuchreError(ErrorCode.NOT_GRADED, f"not graded: {rest}"))


def done_before(
    items: Iterator[Item], journal: Journal, effort: Effort
) -> Iterator[ReviewedDeal | Diagnostic]:
    """Yield the deals that a journal holds, taken from ``items``, and what was wrong with others.

    Of deals in a comma-separated journal only what is wrong is told. A deal missing between those
    of a journal is one that failed, and is told again: in its place it can't be written any more.
    Raises `NotOurs` unless the journal is a beginning of this review.
    """
    for done in journal.read():
        before: list[Diagnostic] = []
        for item in items:
            if isinstance(item, Diagnostic):
                before.append(item)
                continue
            if item.number < done.number:
                before.append(_not_done(item.record, "it failed when the review was begun"))
                continue
            reviewed = _verified(done, item, journal, effort)
            yield from before
            if reviewed:
                yield reviewed
            elif errors := str(done.deal["errors"]):
                yield from ungraded_in(item.record, errors)
            break
        else:
            raise NotOurs(journal.path, "it has more deals than the input")


def _verified(
    done: DoneDeal, item: Numbered, journal: Journal, effort: Effort
) -> ReviewedDeal | None:
    """Return a deal of a journal if it has all of it; raises `NotOurs` unless it is ``item``."""
    reviewed = None
    try:
        is_ours = done.is_of(item.record, item.number, effort)
        if is_ours and not journal.is_csv:
            reviewed = done.reviewed(item.record, effort)
            is_ours = reviewed is not None
    except (LookupError, TypeError, ValueError, OverflowError):  # we write all keys, of these types
        is_ours = False
    if not is_ours:
        why = f"deal {item.number} was another, or reviewed in another way"
        raise NotOurs(journal.path, why)
    return reviewed
