"""Many deals solved: by one process or several, with endgame tables or without."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from euchre_solve.formats.deal_line import format_deal
from euchre_solve.rules import Rules
from euchre_solve.solver.parallel import (
    Backend,
    WorkError,
    interruptible,
    run_in_order,
    spread_over,
)
from tests.command_line import DEAL, ROOT, run
from tests.random_deals import fresh_deal


@pytest.fixture(scope="module")
def mixed_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a line file of some chunks, with tags, comments, contracts and bad lines."""
    rng = random.Random(1)
    lines = ["# a comment", '[Rules "north-american-nt"]']
    for number in range(450):
        lines.append(format_deal(fresh_deal(rng, Rules())))
        if number % 90 == 5:
            lines += ["1:JsJs", "", f"{lines[-1]}_m:2ha", "3:JsJcAsKh9d_u:Th"]
    path = tmp_path_factory.mktemp("files") / "mixed.edl"
    path.write_text("\n".join(lines), "utf-8")
    return path


@pytest.mark.parametrize("form", ["jsonl", "json", "csv", "table"])
def test_number_of_processes_changes_no_byte(mixed_file: Path, form: str) -> None:
    alone = run("solve", str(mixed_file), "--format", form)
    assert alone.status == 1
    assert len(alone.stderr) > 500
    spread = ("solve", str(mixed_file), "--format", form, "--jobs", "2")
    assert run(*spread) == alone
    assert run(*spread, "--backend", "threads") == alone


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_goes_on(mixed_file: Path, jobs: str, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    command = ("solve", str(mixed_file), "--format", "jsonl", "-o", str(path), "--jobs", jobs)
    complete = run(*command)
    whole = path.read_bytes()
    for size in (0, 17, len(whole) // 2, len(whole) - 1, len(whole)):
        path.write_bytes(whole[:size])
        assert run(*command, "--resume") == complete
        assert path.read_bytes() == whole, size


def test_other_answers_are_not_gone_on_with(mixed_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    resuming = ("--format", "jsonl", "-o", str(path), "--resume")
    answers = run("solve", str(mixed_file), "--format", "jsonl").stdout
    for content, text, complaint in (
        ("Dear Ann,\n", "", "it holds something else"),
        (answers, format_deal(fresh_deal(random.Random(2), Rules())), "was another deal"),
        (answers, mixed_file.read_text("utf-8")[:9000], "more deals than the input"),
    ):
        path.write_text(content, "utf-8")
        _, stderr, status = run("solve", "-", *resuming, stdin=text)
        assert status == 1 and complaint in stderr
        assert path.read_text("utf-8") == content


@pytest.mark.parametrize("arguments", [("-",), ("-", "-o", "x.csv", "--format", "csv"), (DEAL,)])
def test_what_cannot_be_gone_on_with(arguments: tuple[str, ...]) -> None:
    stdout, stderr, status = run("solve", *arguments, "--resume")
    assert (stdout, status) == ("", 2)
    assert "--resume goes with one file" in stderr


def test_one_chunk_needs_no_other_process() -> None:
    def unpicklable(chunk: int) -> int:
        return chunk + 1

    assert list(run_in_order(unpicklable, [1], 2)) == [2]
    assert list(run_in_order(unpicklable, [1, 2, 3], 1)) == [2, 3, 4]
    assert list(run_in_order(unpicklable, [], 2)) == []


def test_results_come_in_the_order_of_their_chunks() -> None:
    numbers = range(-100, 100)
    assert list(run_in_order(abs, numbers, 2)) == list(map(abs, numbers))


def fail_at_three(chunk: int) -> int:
    return 6 // (3 - chunk)


def end_at_three(chunk: int) -> int:
    if chunk == 3:
        os._exit(1)
    return chunk


@pytest.mark.parametrize(
    ("work", "backend", "why"),
    [
        (fail_at_three, Backend.THREADS, "failed twice: ZeroDivisionError"),
        (fail_at_three, Backend.PROCESSES, "failed twice: ZeroDivisionError"),
        (end_at_three, Backend.PROCESSES, "ended its process twice"),
    ],
)
def test_what_fails_twice_is_told_and_the_rest_goes_on(
    work: Callable[[int], int], backend: Backend, why: str
) -> None:
    told = {}

    def tell(chunk: int, failure: str) -> int:
        told[chunk] = failure
        return -1

    numbers = range(6)
    with spread_over(backend):
        found = list(run_in_order(work, numbers, 2, tell))
        with pytest.raises(WorkError, match=why):
            list(run_in_order(work, numbers, 2))
    assert found == [-1 if number == 3 else work(number) for number in numbers]
    assert list(told) == [3] and told[3].startswith(why)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--backend", "dask"], "needs the extra dask: pip install 'euchre-solve[dask]'"),
        (["--scheduler", "tcp://127.0.0.1:1"], "--scheduler goes with the --backend of a cluster"),
    ],
)
@pytest.mark.parametrize(
    "command", [["solve", "-"], ["check", "-"], ["advise", "-"], ["review", "-"], ["deal"]]
)
def test_wrong_usage(
    command: list[str], arguments: list[str], complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError")
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    stdout, stderr, status = run(*command, *arguments, PYTHONPATH=path)
    assert (stdout, status) == ("", 2)
    assert complaint in stderr


def test_an_interruption_does_not_wait_for_a_search() -> None:
    """Ctrl-C strikes while the work goes on, as a search does that doesn't look at signals."""
    is_over = threading.Event()

    def search() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        is_over.wait()

    with pytest.raises(KeyboardInterrupt):
        interruptible(search)
    is_over.set()
    assert interruptible(lambda: 5) == 5
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0)
