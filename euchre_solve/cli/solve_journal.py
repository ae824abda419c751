"""What an interrupted ``solve`` has written already: the deals that are answered in a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from euchre_solve.cli.solving import solve_records
from euchre_solve.errors import ErrorCode, EuchreError, NotationError
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.diagnostics import SCHEMA, Diagnostic
from euchre_solve.formats.record import Record

_START: Final = f'{{"schema": "{SCHEMA}", "kind": "solve", "deal": "'.encode()
_QUOTE: Final = b'"'


class _Answered(NamedTuple):
    """What tells which deal a line answers."""

    deal: str
    rules: str


class SolveJournal:
    """The file of a run that goes on, its lines taken one by one as their deals are read again.

    Raises `NotationError` for a file of something else.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._end = self._end_of_lines() if path.exists() else 0
        self._answered = self._lines()
        self._next = next(self._answered, None)

    def is_answer_to(self, item: Record | Diagnostic) -> bool:
        """Tell whether the next line answers this, and if so, take it.

        Raises `NotationError` for a deal that should have been answered before.
        """
        if isinstance(item, Diagnostic) or self._next is None:
            return False
        if self._next == _Answered(format_deal(item.deal), str(item.deal.rules)):
            self._next = next(self._answered, None)
            return True
        if not all(isinstance(answer, Diagnostic) for answer in solve_records([item])):
            raise self._not_ours(f"line {item.line} of the input was another deal")
        return False

    @property
    def is_used_up(self) -> bool:
        """Tell whether all lines were taken."""
        return self._next is None

    def verify_used_up(self) -> None:
        """Raise `NotationError` if there are more answers than deals."""
        if not self.is_used_up:
            raise self._not_ours("it has more deals than the input")

    @contextmanager
    def appending(self) -> Iterator[TextIO]:
        """Open the file to write on behind its last whole line."""
        if self.path.exists():
            os.truncate(self.path, self._end)
        with self.path.open("a", encoding="utf-8", newline="") as stream:
            yield stream

    def _end_of_lines(self) -> int:
        """Return where the last whole line ends."""
        end = 0
        with self.path.open("rb") as stream:
            for line in stream:
                if not line.startswith(_START[: len(line)]):
                    raise self._not_ours("it holds something else")
                end += len(line) if line.endswith(b"\n") else 0
        return end

    def _lines(self) -> Iterator[_Answered]:
        if not self._end:
            return
        with self.path.open("rb") as stream:
            while stream.tell() < self._end:
                deal, _, _, _, rules, _ = stream.readline()[len(_START) :].split(_QUOTE, 5)
                yield _Answered(deal.decode(), rules.decode())

    def _not_ours(self, why: str) -> EuchreError:
        return NotationError(
            ErrorCode.CONFLICT,
            f"{self.path} is no beginning of these answers: {why}",
            source="--resume",
            hint="resume with the same input and the same options, or write to another file",
        )
