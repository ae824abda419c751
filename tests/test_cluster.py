"""Work on a dask cluster of this machine, which every test starts and ends: the same bytes."""

from __future__ import annotations

import json
import mmap
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

import pytest

from .command_line import COMMAND, Done, environment, run

pytest.importorskip("distributed")

DASK = (sys.executable, "-c", "from dask.__main__ import main; main()")
LOCAL = ("--host", "127.0.0.1", "--no-dashboard")
LIMIT = 90
"""Seconds for any one run."""

DEADLY = """
import os, pickle, signal
from distributed import WorkerPlugin

class Deadly(WorkerPlugin):
    def setup(self, worker):
        self.tasks = worker.state.tasks

    def transition(self, key, start, finish, **_):
        if finish == "executing" and b"deadly" in pickle.dumps(self.tasks[key].run_spec):
            os.kill(os.getpid(), signal.SIGKILL)

async def dask_setup(worker):
    await worker.plugin_add(Deadly())
"""
"""Has a worker end at once when it is to work on a record of that name."""

FEW_DEALS = """
from euchre_solve.advice.training import deals, run
deals.CHUNK = run.CHUNK = 192
run.BATCH = 2
"""
TRAIN = """
from euchre_solve.advice.training.__main__ import app
app()
"""
TRAINING = ("train", "north-american", "--batches", "4", "--held-out", "0")

Process = subprocess.Popen[str]


class Cluster:
    """A scheduler with its workers, and the options that name it."""

    def __init__(self, stack: ExitStack, folder: Path, **variables: str) -> None:
        self._stack = stack
        self._folder = folder
        self.scheduler = self._start("scheduler", "--port", "0", "--no-jupyter", **variables)
        self.address = said(self.scheduler, r"Scheduler at: *(tcp://127\.0\.0\.1:\d+)")
        self.options = ("--backend", "dask", "--scheduler", self.address)

    def _start(self, *arguments: str, **variables: str) -> Process:
        process = self._stack.enter_context(
            subprocess.Popen(
                [*DASK, *arguments, *LOCAL],
                env=environment(OPENBLAS_NUM_THREADS="1", **variables),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd=self._folder,
                text=True,
            )
        )
        self._stack.callback(process.kill)
        return process

    def add_workers(self, count: int, *options: str, **variables: str) -> list[Process]:
        """Start workers and return them once they are there."""
        word = ("worker", self.address, "--nthreads", "1", "--no-nanny", "--local-directory", ".")
        added = [self._start(*word, *options, **variables) for _ in range(count)]
        for each in added:
            said(each, r"Registered to: *(\S+)")
        return added


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(stack, tmp_path)


def said(process: Process, pattern: str) -> str:
    """Return what a process says of itself."""
    assert process.stderr
    for line in process.stderr:
        if match := re.search(pattern, line):
            return match[1]
    raise AssertionError("it ended before it began")


class Whole(NamedTuple):
    """A command with its input, and what one process makes of it."""

    command: tuple[str, ...]
    stdin: str
    done: Done


@pytest.fixture(scope="module")
def reviewed() -> Whole:
    """Return a review of deals of two calls, and some lines that are none."""
    return whole("review", "-", "--worlds", "8", "--precision", "1", stdin=deals(60, "_b:pp"))


@pytest.fixture(scope="module")
def solved() -> Whole:
    """Return the solutions of several chunks of fresh deals, and some lines that are none."""
    return whole("solve", "-", stdin=deals(2000))


def deals(count: int, calls: str = "") -> str:
    lines = run("deal", "-n", str(count), "--seed", "5").stdout.splitlines()
    return "".join(
        f"{line}{calls}\n" if number % 9 else "1:JsJs\n" for number, line in enumerate(lines)
    )


def whole(*arguments: str, stdin: str) -> Whole:
    command = (*arguments, "--format", "jsonl")
    return Whole(command, stdin, run(*command, stdin=stdin))


class Run:
    """A run that has just written its first line."""

    def __init__(self, whole: Whole, *options: str) -> None:
        with TemporaryFile() as stdin:
            stdin.write(whole.stdin.encode())
            stdin.seek(0)
            self.process = subprocess.Popen(
                [*COMMAND, *whole.command, *options],
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(),
                bufsize=0,  # a line read leaves all others to `finish`
                pipesize=mmap.PAGESIZE,  # so the run waits for us before it ends
            )
        assert self.process.stdout
        self.first = self.process.stdout.readline()

    def finish(self) -> Done:
        stdout, stderr = self.process.communicate(timeout=LIMIT)
        return Done((self.first + stdout).decode(), stderr.decode(), self.process.returncode)


def test_same_bytes_though_workers_come_and_go(
    cluster: Cluster, reviewed: Whole, solved: Whole
) -> None:
    first, second = cluster.add_workers(2)
    for arguments in (
        ("check", "-"),
        ("advise", "-", "--worlds", "8", "--format", "csv"),
        ("deal", "-n", "2500"),
        ("arena", "rule", "random", "-n", "50", "--format", "csv"),
    ):
        alone = run(*arguments, stdin=reviewed.stdin)
        assert run(*arguments, *cluster.options, stdin=reviewed.stdin) == alone
    solve = Run(solved, *cluster.options)
    first.kill()
    assert solve.finish() == solved.done
    review = Run(reviewed, *cluster.options)
    cluster.add_workers(1)
    second.kill()
    assert review.finish() == reviewed.done


@pytest.mark.parametrize("lost", ["workers", "scheduler"])
def test_what_a_lost_cluster_left_is_gone_on_with(
    lost: str, cluster: Cluster, reviewed: Whole, solved: Whole, tmp_path: Path
) -> None:
    workers = cluster.add_workers(2)
    under_way = [Run(whole, *cluster.options) for whole in (reviewed, solved)]
    for each in workers if lost == "workers" else [cluster.scheduler]:
        each.kill()
    complaint = "no worker is left" if lost == "workers" else "the scheduler is lost"
    with ThreadPoolExecutor() as pool:  # both wait for a while
        left = list(pool.map(Run.finish, under_way))
    for whole, (stdout, stderr, status) in zip((reviewed, solved), left, strict=True):
        assert status == 2 and "Traceback" not in stderr
        assert stderr.splitlines()[-1].startswith(f"euchre-solve: {cluster.address}: {complaint}")
        path = tmp_path / f"{whole.command[0]}.jsonl"
        path.write_text(stdout, "utf-8")
        again = run(*whole.command, "-o", str(path), "--resume", stdin=whole.stdin)
        assert again._replace(stdout=path.read_text("utf-8")) == whole.done


def test_only_what_ends_workers_is_left_out(tmp_path: Path, reviewed: Whole) -> None:
    lines = reviewed.stdin.splitlines(keepends=True)
    lines[29] = lines[29].replace("\n", "_i:deadly\n")
    preload = tmp_path / "preload.py"
    preload.write_text(DEADLY, "utf-8")
    with ExitStack() as stack:
        cluster = Cluster(stack, tmp_path, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0")
        cluster.add_workers(3, "--preload", str(preload))
        stdout, stderr, status = run(*reviewed.command, *cluster.options, stdin="".join(lines))
    assert status == 1
    refused = re.findall(r"<stdin>:(\d+): error E601 .* ended one worker after the other", stderr)
    assert refused == ["29", "30", "31", "32"]  # a chunk, four lines before it being no deals
    *rows, _ = map(json.loads, reviewed.done.stdout.splitlines())
    *found, summary = map(json.loads, stdout.splitlines())
    assert found == [row for row in rows if row["number"] not in range(25, 29)]
    assert summary["deals"] == rows[-1]["number"] - 4


def test_a_trained_table_is_the_same(cluster: Cluster, tmp_path: Path) -> None:
    preload = tmp_path / "preload.py"
    preload.write_text(FEW_DEALS, "utf-8")
    cluster.add_workers(2, "--preload", str(preload))

    def trained(folder: str, *options: str) -> list[bytes]:
        out = tmp_path / folder
        out.mkdir()
        subprocess.run(
            [sys.executable, "-c", FEW_DEALS + TRAIN, *options, *TRAINING, "--out", str(out)],
            env=environment(),
            timeout=LIMIT,
            check=True,
        )
        return [path.read_bytes() for path in sorted(out.iterdir())]

    there = trained("there", *cluster.options)
    assert len(there) == 2 and there == trained("here")


def test_who_is_not_a_cluster_with_this_package_is_told(cluster: Cluster, tmp_path: Path) -> None:
    def complaint(address: str) -> str:
        stdout, stderr, status = run("solve", "-", "--backend", "dask", "--scheduler", address)
        assert (stdout, status, stderr.count("\n")) == ("", 2, 1)
        return stderr.removeprefix("euchre-solve: ")

    package = tmp_path / "euchre_solve"
    package.mkdir()
    (package / "__init__.py").write_text("raise ModuleNotFoundError")
    cluster.add_workers(1, PYTHONPATH=str(tmp_path))
    told = complaint(cluster.address)
    lacking = re.search(r": worker (\S+) has no euchre-solve \d", told)
    assert lacking, told
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for address in lacking[1], f"tcp://127.0.0.1:{silent.getsockname()[1]}":
            assert complaint(address) == f"no scheduler answers at {address}\n"
    assert (
        complaint("nonsense") == "--scheduler nonsense: missing port number in address 'nonsense'\n"
    )


def test_an_interrupted_run_ends_in_order(cluster: Cluster, reviewed: Whole) -> None:
    cluster.add_workers(2)
    review = Run(reviewed, *cluster.options)
    review.process.send_signal(signal.SIGINT)
    stdout, stderr, status = review.finish()
    assert status == 130 and "Traceback" not in stderr
    assert reviewed.done.stdout.startswith(stdout)
    assert run("deal", *cluster.options) == run("deal")
