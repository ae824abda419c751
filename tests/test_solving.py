"""Many deals solved: by one process or several, with endgame tables or without."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from euchre_solve.formats.deal_line import format_deal
from euchre_solve.rules import Rules
from euchre_solve.solver.parallel import run_in_order
from tests.command_line import run
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
    assert run("solve", str(mixed_file), "--format", form, "--jobs", "2") == alone


def test_one_chunk_needs_no_other_process() -> None:
    def unpicklable(chunk: int) -> int:
        return chunk + 1

    assert list(run_in_order(unpicklable, [1], 2)) == [2]
    assert list(run_in_order(unpicklable, [1, 2, 3], 1)) == [2, 3, 4]
    assert list(run_in_order(unpicklable, [], 2)) == []


def test_results_come_in_the_order_of_their_chunks() -> None:
    numbers = range(-100, 100)
    assert list(run_in_order(abs, numbers, 2)) == list(map(abs, numbers))
