"""What an interrupted review has written already: the deals that are complete in a file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from euchre_solve.cli.review_records import DEAL, REVIEW_COLUMNS, SUMMARY
from euchre_solve.errors import ErrorCode, EuchreError, NotationError
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.diagnostics import SCHEMA
from euchre_solve.formats.record import Record
from euchre_solve.review.graded import Effort

_HEADER: Final = f"{','.join(REVIEW_COLUMNS)}\n".encode()
_FIRST: Final = f'{{"schema": "{SCHEMA}", "kind": "review'.encode()


class DoneDeal(NamedTuple):
    """The records of a deal; of comma-separated ones only what tells which deal it was."""

    decisions: list[dict[str, Any]]
    deal: dict[str, Any]

    def verify(self, record: Record, effort: Effort, path: Path) -> None:
        """Raise `NotationError` unless it is of this record, reviewed in this way."""
        deal = self.deal
        asked = {"deal": format_deal(record.deal), **effort._asdict()}
        is_ours = all(_text(deal[key]) == _text(value) for key, value in asked.items())
        if not is_ours:
            raise _not_ours(path, f"deal {deal['number']} was another, or reviewed in another way")


class Journal:
    """The file of a review that goes on; `read` it to the end, then `cut` off what is not whole.

    ``end`` is where the last complete deal ends.
    """

    def __init__(self, path: Path, *, is_csv: bool) -> None:
        self.path = path
        self.end = 0
        self.is_csv = is_csv

    def read(self) -> Iterator[DoneDeal]:
        """Yield the complete deals; raises `NotationError` for a file of something else."""
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
                if record is None or record["kind"] == SUMMARY:
                    return
                if record["kind"] == DEAL:
                    self.end = offset
                    yield DoneDeal(decisions, record)
                    decisions = []
                elif not self.is_csv:
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
            raise _not_ours(self.path, "it holds something else")

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

    def _parse(self, row: bytes) -> dict[str, Any] | None:
        try:
            text = row.decode()
            if self.is_csv:
                import csv  # lazy: start-up

                (values,) = csv.reader([text])
                return dict(zip(REVIEW_COLUMNS, values, strict=True))
            record = json.loads(text)
        except ValueError:
            return None
        return record if isinstance(record, dict) and "kind" in record else None


def _text(value: object) -> str:
    """Return a value as the comma-separated form has it."""
    return "" if value is None else str(value)


def _not_ours(path: Path, why: str) -> EuchreError:
    return NotationError(
        ErrorCode.CONFLICT,
        f"{path} is no beginning of this review: {why}",
        source="--resume",
        hint="resume with the same input and the same options, or write to another file",
    )
