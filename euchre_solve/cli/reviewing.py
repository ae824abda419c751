"""Records of all files reviewed one after the other, here or in several processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from euchre_solve.cli.files import Files
from euchre_solve.cli.review_journal import Journal
from euchre_solve.cli.review_records import reviewed_deal
from euchre_solve.errors import ErrorCode, NotationError
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
                yield Numbered(item._replace(game=games), number)


def review_all(items: Iterable[Item], wanted: Wanted) -> Iterator[ReviewedDeal | Diagnostic]:
    """Yield the review of each record, in their order."""
    from euchre_solve.solver.parallel import run_in_order  # lazy: start-up

    source = iter(items)
    chunks = iter(lambda: list(islice(source, _CHUNK)), [])
    work = partial(_review_chunk, effort=wanted.effort)
    for done in run_in_order(work, chunks, wanted.jobs):
        yield from done


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

    Deals of a comma-separated journal are not told. Raises `NotationError` unless the journal is
    a beginning of this review.
    """
    for done in journal.read():
        for item in items:
            if isinstance(item, Diagnostic):
                yield item
                continue
            done.verify(item.record, effort, journal.path)
            if not journal.is_csv:
                yield reviewed_deal(item.record, *done)
            break
        else:
            raise NotationError(
                ErrorCode.CONFLICT,
                f"{journal.path} has more deals than the input",
                source="--resume",
            )
