"""History files as a command gets them: opened one after the other, standard input as ``-``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from euchre_solve.cli.environment import Environment
from euchre_solve.cli.inputs import STANDARD_INPUT, opened_word
from euchre_solve.cli.progress import ProgressBar
from euchre_solve.errors import ErrorCode, NotationError
from euchre_solve.formats.forms import FORMS


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


def is_same(output: Path, word: str) -> bool:
    """Tell whether a file to be written is one that is read."""
    return word != STANDARD_INPUT and output.exists() and output.samefile(word)


class Files:
    """The files of a run; reading them moves a progress bar if there is a terminal for one.

    ``is_watched`` is false where reading is no measure of what is done.
    """

    def __init__(
        self, environment: Environment, words: list[str], *, is_watched: bool = True
    ) -> None:
        self.environment = environment
        self.words = words
        size = sum(Path(word).stat().st_size for word in words if word != STANDARD_INPUT)
        is_wanted = is_watched and STANDARD_INPUT not in words
        self.bar = ProgressBar(environment, "reading", size, is_wanted=is_wanted)

    @contextmanager
    def open(self, word: str) -> Iterator[tuple[BinaryIO, str]]:
        """Open one file; return its stream and what to call it."""
        with opened_word(self.environment, word) as (stream, source):
            if word == STANDARD_INPUT:
                yield stream, source
            else:  # what readers use of a stream is `read`
                yield cast(BinaryIO, _Counted(stream, self.bar)), source

    def close(self) -> None:
        """Take the progress bar away."""
        self.bar.close()


class _Counted:
    """A stream that tells how much of it was read."""

    def __init__(self, stream: BinaryIO, bar: ProgressBar) -> None:
        self.stream = stream
        self.bar = bar

    def read(self, size: int = -1) -> bytes:
        piece = self.stream.read(size)
        self.bar.advance(len(piece))
        return piece
