"""Work on a dask cluster of this machine, which every test starts and ends: the same bytes."""

from __future__ import annotations

import mmap
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from .command_line import COMMAND, Done, environment, run

pytest.importorskip("distributed")

DASK = (sys.executable, "-c", "from dask.__main__ import main; main()")
LOCAL = ("--host", "127.0.0.1", "--no-dashboard")
REVIEW = ("review", "-", "--worlds", "8", "--precision", "1", "--format", "jsonl")
LIMIT = 90
"""Seconds for any one run."""

Process = subprocess.Popen[str]


class Cluster(NamedTuple):
    """A scheduler with two workers, and the options that name it."""

    scheduler: Process
    workers: list[Process]
    options: tuple[str, ...]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:

        def start(*arguments: str) -> Process:
            process = stack.enter_context(
                subprocess.Popen(
                    [*DASK, *arguments, *LOCAL],
                    env=environment(OPENBLAS_NUM_THREADS="1"),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    cwd=tmp_path,
                    text=True,
                )
            )
            stack.callback(process.kill)
            return process

        scheduler = start("scheduler", "--port", "0", "--no-jupyter")
        address = said(scheduler, r"Scheduler at: *(tcp://127\.0\.0\.1:\d+)")
        worker = ("worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", "dask")
        workers = [start(*worker), start(*worker)]
        for each in workers:
            said(each, r"Registered to: *(\S+)")
        yield Cluster(scheduler, workers, ("--backend", "dask", "--scheduler", address))


def said(process: Process, pattern: str) -> str:
    """Return what a process says of itself."""
    assert process.stderr
    for line in process.stderr:
        if match := re.search(pattern, line):
            return match[1]
    raise AssertionError("it ended before it began")


@pytest.fixture(scope="module")
def deals() -> str:
    """Return many deals of two calls, and some lines that are none."""
    lines = run("deal", "-n", "60", "--seed", "5").stdout.splitlines()
    return "".join(
        f"{line}_b:pp\n" if number % 9 else "1:JsJs\n" for number, line in enumerate(lines)
    )


@pytest.fixture(scope="module")
def whole(deals: str) -> Done:
    """Return the review of the deals by one process."""
    return run(*REVIEW, stdin=deals)


class Review:
    """A run that has just written its first line."""

    def __init__(self, deals: str, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *REVIEW, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            bufsize=0,  # a line read leaves all others to `finish`
            pipesize=mmap.PAGESIZE,  # so the run waits for us before it ends
        )
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(deals.encode())
        self.process.stdin.close()
        self.process.stdin = None
        self.first = self.process.stdout.readline()

    def finish(self) -> Done:
        stdout, stderr = self.process.communicate(timeout=LIMIT)
        return Done((self.first + stdout).decode(), stderr.decode(), self.process.returncode)


def test_same_bytes_though_a_worker_is_killed(cluster: Cluster, deals: str, whole: Done) -> None:
    for arguments in (
        ("solve", "-", "--format", "csv"),
        ("check", "-"),
        ("advise", "-", "--worlds", "8", "--format", "csv"),
        ("deal", "-n", "2500"),
        ("arena", "rule", "random", "-n", "50", "--format", "csv"),
    ):
        alone = run(*arguments, stdin=deals)
        assert run(*arguments, *cluster.options, stdin=deals) == alone
    review = Review(deals, *cluster.options)
    cluster.workers[0].kill()
    assert review.finish() == whole


@pytest.mark.parametrize("lost", ["workers", "scheduler"])
def test_what_a_lost_cluster_left_is_gone_on_with(
    lost: str, cluster: Cluster, deals: str, whole: Done, tmp_path: Path
) -> None:
    review = Review(deals, *cluster.options)
    for each in cluster.workers if lost == "workers" else [cluster.scheduler]:
        each.kill()
    stdout, stderr, status = review.finish()
    assert status == 2
    complaint = "no worker is left" if lost == "workers" else "the scheduler is lost"
    assert stderr.splitlines()[-1].startswith("euchre-solve: tcp://127.0.0.1:")
    assert complaint in stderr.splitlines()[-1] and "Traceback" not in stderr
    path = tmp_path / "out.jsonl"
    path.write_text(stdout, "utf-8")
    again = run(*REVIEW, "-o", str(path), "--resume", stdin=deals)
    assert again._replace(stdout=path.read_text("utf-8")) == whole


def test_an_interrupted_run_ends_in_order(cluster: Cluster, deals: str, whole: Done) -> None:
    review = Review(deals, *cluster.options)
    review.process.send_signal(signal.SIGINT)
    stdout, stderr, status = review.finish()
    assert status == 130 and "Traceback" not in stderr
    assert whole.stdout.startswith(stdout)
    assert run("deal", *cluster.options) == run("deal")
