"""History files as a command gets them: opened one after the other, standard input as ``-``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOBase
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO, cast

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.inputs import STANDARD_INPUT, opened_word
from euchre_solve.errors import ErrorCode, NotationError
from euchre_solve.formats.forms import FORMS

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

_PATIENCE: Final = 1.0
"""Seconds of work before a progress bar shows."""


def verify_form(name: str | None, names: tuple[str, ...], option: str) -> str | None:
    """Return the name of a format; raises `NotationError` if it isn't one of ``names``."""
    if name is None or name in names:
        return name
    raise NotationError(
        ErrorCode.UNKNOWN_FORMAT,
        f"{name!r} is not a format to be {'written' if option == '--to' else 'read'}",
        source=option,
        hint=f"formats: {', '.join(f'{key} ({FORMS[key].title})' for key in names)}",
    )


class Files:
    """The files of a run; reading them moves a progress bar if there is a terminal for one."""

    def __init__(self, environment: Environment, words: list[str]) -> None:
        self.environment = environment
        self.words = words
        self.size = sum(Path(word).stat().st_size for word in words if word != STANDARD_INPUT)
        self.is_shown = environment.stderr.isatty() and STANDARD_INPUT not in words
        self.started = time.monotonic()
        self.progress: Progress | None = None
        self.done = 0

    @contextmanager
    def open(self, word: str) -> Iterator[tuple[BinaryIO, str]]:
        """Open one file; return its stream and what to call it."""
        with opened_word(self.environment, word) as (stream, source):
            if word == STANDARD_INPUT:
                yield stream, source
            else:  # what readers use of a stream is `read`
                yield cast(BinaryIO, _Counted(stream, self)), source

    def advance(self, size: int) -> None:
        """Note that so many bytes more were read."""
        self.done += size
        if not self.is_shown or (
            self.progress is None and time.monotonic() - self.started < _PATIENCE
        ):
            return
        if self.progress is None:
            self._show()
        assert self.progress is not None
        self.progress.update(self.progress.task_ids[0], completed=self.done)

    def _show(self) -> None:
        from rich.console import Console  # lazy: start-up
        from rich.progress import Progress  # lazy: start-up

        console = Console(file=self.environment.stderr)
        self.progress = Progress(console=console, transient=True)
        self.progress.add_task("reading", total=self.size)
        self.progress.start()
        self.environment.stderr = cast(TextIO, _Above(console))  # `write` is all that is used

    def close(self) -> None:
        """Take the progress bar away."""
        if self.progress is not None:
            self.progress.stop()
            self.environment.stderr = cast(TextIO, self.progress.console.file)
            self.progress = None


class _Counted:
    """A stream that tells how much of it was read."""

    def __init__(self, stream: BinaryIO, files: Files) -> None:
        self.stream = stream
        self.files = files

    def read(self, size: int = -1) -> bytes:
        piece = self.stream.read(size)
        self.files.advance(len(piece))
        return piece


class _Above(TextIOBase):
    """Writes above the progress bar."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def write(self, text: str) -> int:
        self.console.print(text, end="", markup=False, highlight=False, soft_wrap=True)
        return len(text)

    def flush(self) -> None:
        self.console.file.flush()
