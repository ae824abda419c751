"""The endgame tables of the 24-card game: shipped, checked when loaded, rebuilt if need be.

The tables hold the value of every position with two or three tricks left (`c/endgame.h`). They
come with the package, compressed; a checksum tells whether they are what the kernel would make.
If not, they are looked for in the user's cache folder, and at last made anew, which takes some
seconds, and put there. ``python -m euchre_solve.solver.endgame`` rewrites the file that is shipped.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from euchre_solve.solver import kernel

SHIPPED: Final = Path(__file__).with_name("data") / "endgame.xz"
DIGEST: Final = "9794a748e014f3dfe9d14959c5d81164c019bb69c0671e8c119dbda1b9cbb182"
"""SHA-256 of the tables, not compressed."""

_lock: Final = threading.Lock()
_loaded: list[bytes] = []


def load_endgame() -> bytes:
    """Return the tables; the first call of a process takes 0.1 s, or builds them if they are lost.

    Raises `ImportError` without the compiled kernel.
    """
    if not kernel.HAS_EXTENSION:
        raise ImportError("the endgame tables need the compiled kernel")
    with _lock:
        if not _loaded:
            _loaded.append(_find_endgame())
        return _loaded[0]


def build_endgame() -> bytes:
    """Make the tables, with a progress bar if stderr is a terminal."""
    values = bytearray(kernel.ENDGAME_BYTES)
    for part in _with_progress(range(kernel.ENDGAME_PARTS)):
        kernel.fill_endgame_part(values, part)
    return bytes(values)


def read_endgame(path: Path) -> bytes | None:
    """Return the tables of a file; None if it is missing or isn't what it should be."""
    import lzma  # lazy: start-up

    try:
        values = lzma.decompress(path.read_bytes())
    except (OSError, EOFError, lzma.LZMAError, MemoryError):
        return None
    return values if digest_of(values) == DIGEST else None


def digest_of(values: bytes) -> str:
    """Return the SHA-256 of tables."""
    import hashlib  # lazy: start-up

    return hashlib.sha256(values).hexdigest()


def write_endgame(path: Path, values: bytes, preset: int = 1) -> None:
    """Write the tables in one step: another process sees the old file or the new one."""
    import lzma  # lazy: start-up
    import tempfile

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(lzma.compress(values, preset=preset))
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def cache_path() -> Path:
    """Return where tables built anew are kept; the folder need not exist."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "euchre_solve" / f"endgame-{DIGEST[:16]}.xz"


def _find_endgame() -> bytes:
    values = read_endgame(SHIPPED)
    if values is not None:
        return values
    try:
        cached = cache_path()
    except RuntimeError:  # no home folder
        return build_endgame()
    values = read_endgame(cached)
    if values is None:
        values = build_endgame()
        with suppress(OSError):  # not writable: in memory for this process
            write_endgame(cached, values)
    return values


def _with_progress(parts: Iterable[int]) -> Iterable[int]:
    if not sys.stderr.isatty():
        return parts
    from rich.console import Console  # lazy: start-up
    from rich.progress import track

    return track(parts, "building endgame tables", console=Console(stderr=True), transient=True)


if __name__ == "__main__":
    built = build_endgame()
    write_endgame(SHIPPED, built, preset=9)
    sys.stdout.write(f"{digest_of(built)}\n")
