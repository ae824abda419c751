"""A progress bar on standard error: only on a terminal, and only for work over a second."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from io import TextIOBase
from typing import TYPE_CHECKING, Final, TextIO, TypeVar, cast

from euchre_solve.cli.environment import Environment

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

_Item = TypeVar("_Item")

_PATIENCE: Final = 1.0
"""Seconds of work before the bar shows."""


class ProgressBar:
    """Shows how much is done of a ``total``, None if nobody knows it.

    While it is there what goes to standard error is written above it. ``is_wanted`` is false where
    it would be in the way.
    """

    def __init__(
        self,
        environment: Environment,
        what: str,
        total: int | None = None,
        *,
        is_wanted: bool = True,
    ) -> None:
        self._environment = environment
        self._what = what
        self._total = total
        self._is_wanted = is_wanted and environment.stderr.isatty()
        self._started = time.monotonic()
        self._progress: Progress | None = None
        self._done = 0

    def advance(self, size: int = 1) -> None:
        """Note that so much more is done."""
        self._done += size
        if not self._is_wanted or (
            self._progress is None and time.monotonic() - self._started < _PATIENCE
        ):
            return
        if self._progress is None:
            self._progress = self._shown()
        self._progress.update(self._progress.task_ids[0], completed=self._done)

    def watch(self, items: Iterable[_Item], total: int | None = None) -> Iterator[_Item]:
        """Yield ``items``, so many in ``total``, each of them one step; no bar is left behind."""
        self._total, self._done = total, 0
        try:
            for item in items:
                self.advance()
                yield item
        finally:
            self.close()

    def _shown(self) -> Progress:
        from rich.console import Console  # lazy: start-up
        from rich.progress import Progress  # lazy: start-up

        console = Console(file=self._environment.stderr)
        progress = Progress(console=console, transient=True)
        progress.add_task(self._what, total=self._total)
        progress.start()
        self._environment.stderr = cast(TextIO, _Above(console))  # `write` is all that is used
        return progress

    def close(self) -> None:
        """Take the bar away."""
        if self._progress is not None:
            self._progress.stop()
            self._environment.stderr = cast(TextIO, self._progress.console.file)
            self._progress = None


class _Above(TextIOBase):
    """Writes above the progress bar."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def write(self, text: str) -> int:
        self.console.print(text, end="", markup=False, highlight=False, soft_wrap=True)
        return len(text)

    def flush(self) -> None:
        self.console.file.flush()
