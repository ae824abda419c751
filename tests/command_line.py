"""Runs the command line as a process of its own, for tests."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
COMMAND = (sys.executable, "-m", "euchre_solve")
SHELL_COMMAND = f'"{sys.executable}" -m euchre_solve'
"""The command as a word of a shell script."""

DEAL = "1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc"
"""A fresh deal, not in canonical form."""

WIDTH = 80
"""Columns of the terminal."""

_OF_THE_USER = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING", "PYTHONUTF8")


class Done(NamedTuple):
    """What a finished run has written, and its status."""

    stdout: str
    stderr: str
    status: int


def environment(**variables: str) -> dict[str, str]:
    """Return the environment of a run: that of a terminal for UTF-8, and ``variables``."""
    inherited = {name: value for name, value in os.environ.items() if name not in _OF_THE_USER}
    settings = {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
    return {**inherited, **settings, **variables}


def run(*arguments: str, stdin: str | bytes = b"", **variables: str) -> Done:
    """Run the command line to its end."""
    return _finish([*COMMAND, *arguments], stdin, variables)


def run_script(script: str, stdin: str | bytes = b"") -> Done:
    """Run a script of bash to its end."""
    return _finish(["bash", "-c", script], stdin, {})


def in_terminal(*arguments: str, **variables: str) -> str:
    """Run the command line in a terminal and return what that gets to show."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment(**{"COLUMNS": str(WIDTH), **variables}),
    ) as process:
        os.close(theirs)
        shown = b"".join(_read_all(ours))
        assert process.wait(timeout=30) == 0
        assert process.stderr and process.stderr.read() == b""
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


def _read_all(descriptor: int) -> Iterator[bytes]:
    while True:
        try:
            chunk = os.read(descriptor, 1 << 16)
        except OSError:  # the other end is closed
            return
        if not chunk:
            return
        yield chunk


def _finish(command: list[str], stdin: str | bytes, variables: dict[str, str]) -> Done:
    done = subprocess.run(
        command,
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env=environment(**variables),
        timeout=60,
        check=False,
    )
    return Done(done.stdout.decode(), done.stderr.decode(), done.returncode)
