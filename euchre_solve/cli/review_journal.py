"""What an interrupted review has written already: the deals that are complete in a file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from euchre_solve.cli.review_records import (
    DEAL,
    DECISION,
    REVIEW_COLUMNS,
    SUMMARY,
    review_records,
    reviewed_deal,
)
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.diagnostics import SCHEMA
from euchre_solve.formats.record import Record
from euchre_solve.review.graded import Effort, ReviewedDeal
from euchre_solve.review.report import players_of

_HEADER: Final = f"{','.join(REVIEW_COLUMNS)}\n".encode()
_FIRST: Final = f'{{"schema": "{SCHEMA}", "kind": "review'.encode()


class NotOurs(Exception):
    """A file is no beginning of this review; it says why."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path} is no beginning of this review: {why}")


class DoneDeal(NamedTuple):
    """The records of a deal as they were read; all values of comma-separated ones are text."""

    decisions: list[dict[str, Any]]
    deal: dict[str, Any]

    @property
    def number(self) -> int:
        """Its number in the input, 0 if what stands there is none."""
        try:
            return int(self.deal["number"])
        except (LookupError, TypeError, ValueError, OverflowError):
            return 0

    def is_of(self, record: Record, number: int, effort: Effort) -> bool:
        """Tell whether it is of this record, reviewed in this way."""
        players = players_of(record)
        place = {"number": number, "game": record.game, "rules": record.deal.rules}
        asked = {"deal": format_deal(record.deal), **place, **effort._asdict()}
        return _has(self.deal, asked) and all(
            _has(decision, place | {"player": players[int(decision["seat"]) - 1]})
            for decision in self.decisions
        )

    def reviewed(self, record: Record, effort: Effort) -> ReviewedDeal | None:
        """Return what was written of ``record``, None if that can't be what was written."""
        reviewed = reviewed_deal(record, *self)
        again = list(review_records(reviewed, effort))
        return reviewed if again == [*self.decisions, self.deal] else None


class Journal:
    """The file of a review that goes on; `read` it to the end, then `cut` off what is not whole.

    ``end`` is where the last complete deal ends.
    """

    def __init__(self, path: Path, *, is_csv: bool) -> None:
        self.path = path
        self.end = 0
        self.is_csv = is_csv

    def read(self) -> Iterator[DoneDeal]:
        """Yield the complete deals; raises `NotOurs` for a file of something else."""
        if not self.path.exists():
            return
        with self.path.open("rb") as stream:
            self._verify_start(stream)
            offset = 0
            decisions: list[dict[str, Any]] = []
            for row in self._rows(stream):
                offset += len(row)
                if self.is_csv and not self.end:
                    self.end = offset
                    continue
                record = self._parse(row)
                if record["kind"] == SUMMARY:
                    return
                if record["kind"] == DEAL:
                    self.end = offset
                    yield DoneDeal(decisions, record)
                    decisions = []
                else:
                    decisions.append(record)

    def cut(self) -> None:
        """Leave only the complete deals in the file."""
        if self.path.exists():
            os.truncate(self.path, self.end)

    def _verify_start(self, stream: BinaryIO) -> None:
        wanted = _HEADER if self.is_csv else _FIRST
        start = stream.read(len(wanted))
        stream.seek(0)
        if not wanted.startswith(start):
            raise NotOurs(self.path, "it holds something else")

    def _rows(self, stream: BinaryIO) -> Iterator[bytes]:
        """Yield the rows that end, with their ends; a quoted field may hold line ends."""
        row = b""
        for line in stream:
            row += line
            if not line.endswith(b"\n"):
                return
            if not (self.is_csv and row.count(b'"') % 2):
                yield row
                row = b""

    def _parse(self, row: bytes) -> dict[str, Any]:
        import csv  # lazy: start-up

        try:
            text = row.decode()
            if self.is_csv:
                csv.field_size_limit(max(len(text), csv.field_size_limit()))  # names may be long
                (values,) = csv.reader([text])
                record = dict(zip(REVIEW_COLUMNS, values, strict=True))
            else:
                record = json.loads(text)
            is_known = record["kind"] in {DECISION, DEAL, SUMMARY}
        except (ValueError, LookupError, TypeError, RecursionError, csv.Error):
            is_known = False
        if not is_known:
            raise NotOurs(self.path, "it holds something else")
        return record


def _has(record: dict[str, Any], wanted: dict[str, object]) -> bool:
    return all(_text(record[key]) == _text(value) for key, value in wanted.items())


def _text(value: object) -> str:
    """Return a value as the comma-separated form has it."""
    return "" if value is None else str(value).encode("utf-8", "backslashreplace").decode()
