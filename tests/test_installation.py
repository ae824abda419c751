"""Files that come with the package and are damaged: one clear line, whoever reads them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from euchre_solve.advice import shipped
from euchre_solve.errors import InstallationError
from euchre_solve.solver.parallel import attempt
from tests.command_line import ROOT, environment

SHIPPED = ROOT / "euchre_solve" / "advice" / "data"
NEEDED = ("bidding.json", "bidding-north-american.xz", "played-values.json", "shares.json")
HAND = ("advise", "JsJcAsKh9d", "--up", "Th", "--seat", "1", "--score", "0-0", "--precision", "1")
WITH_DATA = (
    "import sys, pathlib, euchre_solve.advice.shipped as shipped\n"
    "shipped.DATA = pathlib.Path(sys.argv[1])\n"
    "from euchre_solve.cli.app import main\n"
    "sys.exit(main(sys.argv[2:]))"
)


def damaged(whole: bytes, kind: str) -> bytes:
    middle = len(whole) // 2
    return {
        "empty": b"",
        "cut off": whole[:middle],
        "garbled": whole[:middle] + bytes(range(200, 256)) + whole[middle:],
        "something else": b'{"a": 1}',
    }[kind]


def data_folder(folder: Path, name: str, content: bytes | None) -> Path:
    """Fill a folder with the data, the file called ``name`` with another content, or without."""
    for path in SHIPPED.iterdir():
        if path.name != name:
            (folder / path.name).symlink_to(path)
    if content is not None:
        (folder / name).write_bytes(content)
    return folder


def run_with(folder: Path, *arguments: str) -> tuple[str, str, int]:
    command = [sys.executable, "-c", WITH_DATA, str(folder), *arguments]
    done = subprocess.run(command, capture_output=True, env=environment(), timeout=60, check=False)
    return done.stdout.decode(), done.stderr.decode(), done.returncode


@pytest.mark.parametrize("name", NEEDED)
def test_a_damaged_file_is_named(name: str, tmp_path: Path) -> None:
    folder = data_folder(tmp_path, name, damaged((SHIPPED / name).read_bytes(), "garbled"))
    stdout, stderr, status = run_with(folder, *HAND)
    fault = f"the installed file {folder / name} is damaged: reinstall it"
    assert (stdout, stderr, status) == ("", f"euchre-solve: {fault}\n", 2)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    folder = data_folder(tmp_path, "shares.json", None)
    stdout, stderr, status = run_with(folder, "equity")
    assert (stdout, status) == ("", 2)
    assert stderr.startswith(f"euchre-solve: the installed file {folder / 'shares.json'}: No such")


@pytest.mark.parametrize("kind", ["empty", "cut off", "garbled", "something else"])
@pytest.mark.parametrize("name", NEEDED)
def test_whatever_the_damage(
    name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from euchre_solve.advice import shares
    from euchre_solve.advice.bidding import played, table

    content = damaged((SHIPPED / name).read_bytes(), kind)
    monkeypatch.setattr(shipped, "DATA", data_folder(tmp_path, name, content))
    load = {
        "bidding.json": table.catalogue.__wrapped__,
        "bidding-north-american.xz": lambda: table.load_table.__wrapped__("north-american"),
        "played-values.json": played.load_played_values.__wrapped__,
        "shares.json": shares.load_shares.__wrapped__,
    }[name]
    with pytest.raises(InstallationError, match="is damaged: reinstall it"):
        load()


def refuse(chunk: int) -> int:
    raise InstallationError(f"the installed file {chunk} is damaged: reinstall it")


def test_workers_tell_it_and_try_no_more() -> None:
    done = attempt(refuse, 1)
    assert isinstance(done.error, InstallationError) and done.failure is None
    assert str(pickle.loads(pickle.dumps(done.error))) == str(done.error)
