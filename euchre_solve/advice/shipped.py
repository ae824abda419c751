"""Files of data that come with the package, read with care: an installation may be damaged."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Final, TypeVar

from euchre_solve.errors import InstallationError

DATA: Final = files("euchre_solve.advice") / "data"

_Content = TypeVar("_Content")


def read_shipped(name: str, parse: Callable[[bytes], _Content]) -> _Content:
    """Return what ``parse`` makes of the file called ``name``; raises `InstallationError`."""
    path = DATA / name
    try:
        return parse(path.read_bytes())
    except OSError as error:
        why = error.strerror or "can't be read"
        raise InstallationError(f"the installed file {path}: {why}: reinstall it") from error
    except Exception as error:  # a parser may stumble over anything in a garbled file
        raise InstallationError(f"the installed file {path} is damaged: reinstall it") from error
