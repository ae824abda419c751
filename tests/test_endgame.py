"""The file of the endgame tables: checked, rebuilt, and no trouble to others."""

from __future__ import annotations

import lzma
import subprocess
import sys
from pathlib import Path

import pytest

from euchre_solve.solver import endgame, kernel

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Hide the file that is shipped and everything loaded; return where the cache is."""
    monkeypatch.setattr(endgame, "SHIPPED", tmp_path / "no such file")
    monkeypatch.setattr(endgame, "_loaded", [])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(endgame, "build_endgame", lambda: GOOD)
    return endgame.cache_path()


SHIPPED = endgame.SHIPPED
GOOD = endgame.load_endgame() if kernel.HAS_EXTENSION else b""


def test_shipped_file_is_whole() -> None:
    assert endgame.read_endgame(endgame.SHIPPED) == GOOD
    assert len(GOOD) == kernel.ENDGAME_BYTES
    assert endgame.SHIPPED.stat().st_size < 300_000


def damaged() -> dict[str, bytes]:
    whole = SHIPPED.read_bytes()
    return {
        "empty": b"",
        "cut off": whole[: len(whole) // 2],
        "other format": b"not compressed",
        "other values": lzma.compress(bytes(len(GOOD))),
        "flipped bit": whole[:5000] + bytes((whole[5000] ^ 1,)) + whole[5001:],
    }


@pytest.mark.parametrize(
    "kind", ["empty", "cut off", "other format", "other values", "flipped bit"]
)
def test_damaged_file_is_noticed(kind: str, lost: Path) -> None:
    lost.parent.mkdir(parents=True)
    lost.write_bytes(damaged()[kind])
    assert endgame.read_endgame(lost) is None
    assert endgame.load_endgame() == GOOD
    assert endgame.read_endgame(lost) == GOOD  # mended
    assert list(lost.parent.iterdir()) == [lost]


def test_missing_file_is_made_once(lost: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert endgame.load_endgame() is endgame.load_endgame()
    monkeypatch.setattr(endgame, "_loaded", [])
    monkeypatch.delattr(endgame, "build_endgame")
    assert endgame.load_endgame() == GOOD
    assert lost.is_file()


def test_cache_that_can_not_be_written(lost: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert endgame.load_endgame() == GOOD


def test_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tables"
    path.write_text("old")
    monkeypatch.setattr(lzma, "compress", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        endgame.write_endgame(path, b"new")
    assert [item.read_text() for item in tmp_path.iterdir()] == ["old"]


def test_two_processes_at_once_on_an_empty_cache(tmp_path: Path) -> None:
    """Both find nothing, both write; each has the right tables and one whole file is left."""
    code = """if True:
        import sys
        from pathlib import Path
        from euchre_solve.solver import endgame
        shipped, endgame.SHIPPED = endgame.SHIPPED, Path("no such file")
        endgame.build_endgame = lambda: endgame.read_endgame(shipped)
        sys.stdin.read(1)
        sys.exit(endgame.load_endgame() != endgame.read_endgame(endgame.cache_path()))
    """
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            env={"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": ":".join(sys.path)},
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdin
        process.stdin.close()
    assert [process.wait(60) for process in processes] == [0, 0]
    (left,) = (tmp_path / "euchre_solve").iterdir()
    assert endgame.read_endgame(left) == GOOD


def test_progress_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    assert endgame._with_progress(range(3)) == range(3)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert list(endgame._with_progress(range(3))) == [0, 1, 2]


def test_one_solve_does_not_load_the_tables() -> None:
    code = """if True:
        import sys
        from euchre_solve import parse_deal, solve_deal
        from euchre_solve.solver import endgame
        solve_deal(parse_deal("1:JsAs9h9dTc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc"))
        heavy = {"numpy", "joblib", "rich", "lzma", "tempfile", "hashlib"} & set(sys.modules)
        sys.exit(bool(endgame._loaded or heavy))
    """
    assert subprocess.run([sys.executable, "-c", code], timeout=30, check=False).returncode == 0
