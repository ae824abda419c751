"""Records of all files reviewed one after the other, here or in several processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from euchre_solve.cli.files import Files
from euchre_solve.cli.review_journal import DoneDeal, Journal, NotOurs
from euchre_solve.cli.spreading import not_done
from euchre_solve.errors import RuleError
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


def done_before(
    items: Iterator[Item], journal: Journal, effort: Effort
) -> Iterator[ReviewedDeal | Diagnostic]:
    """Yield the deals that a journal holds, taken from ``items``, and what was wrong with others.

    Deals of a comma-separated journal are not told. Raises `NotOurs` unless the journal is a
    beginning of this review.
    """
    for done in journal.read():
        for item in items:
            if isinstance(item, Diagnostic):
                yield item
                continue
            reviewed = _verified(done, item, journal, effort)
            if reviewed:
                yield reviewed
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
    except (LookupError, TypeError, ValueError):  # what we write has all keys and these types
        is_ours = False
    if not is_ours:
        why = f"deal {item.number} was another, or reviewed in another way"
        raise NotOurs(journal.path, why)
    return reviewed
