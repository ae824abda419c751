"""What a command needs of the process: its streams, its terminal, how loud to be."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import IntEnum, unique
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

if TYPE_CHECKING:
    from euchre_solve.formats.diagnostics import Diagnostic


@unique
class ExitStatus(IntEnum):
    """What the process returns to the shell."""

    OK = 0
    """Also when the reader of our standard output went away."""
    BAD_INPUT = 1
    """Some records were refused; the good ones were answered."""
    FAILURE = 2
    """Usage, configuration, or a bug of ours."""
    INTERRUPTED = 130


@dataclass(slots=True)
class Environment:
    """The streams of this run. ``status`` is what the run has come to so far."""

    stdin: BinaryIO
    stdout: TextIO
    stderr: TextIO
    is_quiet: bool = False
    status: ExitStatus = ExitStatus.OK

    @classmethod
    def of_process(cls) -> Environment:
        """Return the environment of the running process; raises OSError without an output.

        A closed input reads as empty, a closed standard error takes all and shows nothing.
        """
        if sys.stdout is None:
            raise OSError(errno.EBADF, "standard output is closed")
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        stdin = sys.stdin.buffer if sys.stdin else BytesIO()
        return cls(stdin, sys.stdout, sys.stderr or StringIO())

    def report(self, diagnostic: Diagnostic) -> None:
        """Write a diagnostic to standard error; an error makes the run one with bad input."""
        if diagnostic.is_error:
            self.status = ExitStatus.BAD_INPUT
        if diagnostic.is_error or not self.is_quiet:
            self.stdout.flush()
            self.tell(str(diagnostic))

    @contextmanager
    def opened(self, path: Path | None) -> Iterator[TextIO]:
        """Open the file that answers go to, standard output if there is none.

        Half characters, as JSON may hold, are written as escapes, which are JSON too.
        """
        if path is None:
            yield self.stdout
            return
        with path.open("w", encoding="utf-8", newline="", errors="backslashreplace") as stream:
            yield stream

    def fail(self, message: str) -> None:
        """Write one line on why the run can't go on."""
        self.status = ExitStatus.FAILURE
        self.tell(f"euchre-solve: {message}")

    def tell(self, text: str) -> None:
        """Write to standard error if it can be written to: trouble there costs no answer."""
        with suppress(OSError, ValueError):
            self.stderr.write(f"{text}\n")
            self.stderr.flush()


def forget_stdout() -> None:
    """Send what is still to be written nowhere: the reader of our standard output went away."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
