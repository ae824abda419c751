"""The command ``review``: records, tables, going on where it was interrupted, what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .command_line import ROOT, in_terminal, run

CLUB = ROOT / "examples" / "club.egn"
DEALS = 3
QUICK = ("--precision", "1")
ONE_CALL = "1:JsJcAsKsQs.KhQh9hTdAd.AhTh9cQcJd.JhQdKdAcTc_u:9s_b:p"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of a deal of the club, the beginnings of two, and a line that is no deal."""
    path = tmp_path_factory.mktemp("review") / "evening.edl"
    tags, deals = club_lines()
    short = [re.sub(r"(_t:[^._]+)[^_ ]*", r"\1", deal) for deal in deals[1:DEALS]]
    path.write_text("\n".join([*tags, deals[0], "nonsense", *short, ""]), "utf-8")
    return path


def club_lines() -> tuple[list[str], list[str]]:
    """Return the tags and the deals of the club's evening."""
    lines = (ROOT / "examples" / "club.edl").read_text("utf-8").splitlines()
    tags = [line for line in lines if line.startswith("[")]
    return tags, [line for line in lines if line.startswith("1:")]


@pytest.fixture(scope="module")
def written(evening: Path) -> dict[str, str]:
    """Return the review of the evening, as lines and as rows."""
    return {
        form: run("review", str(evening), *QUICK, "--format", form).stdout
        for form in ("jsonl", "csv")
    }


@pytest.fixture(scope="module")
def records(written: dict[str, str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written["jsonl"].splitlines()]


def of_kind(records: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [record for record in records if record["kind"] == kind]


def test_records_of_decisions_deals_and_the_whole(records: list[dict[str, Any]]) -> None:
    assert all(list(record)[:4] == ["schema", "kind", "deal", "rules"] for record in records)
    deals = of_kind(records, "review-deal")
    assert [deal["number"] for deal in deals] == [1, 2, 3]
    assert deals[0]["players"] == ["Zoë", "Ann Baker", "Luc D'Arcy", "Mo #2"]
    parts = [*deals[0]["skill"], deals[0]["cards"], deals[0]["play"]]
    assert sum(parts) == pytest.approx(deals[0]["result"], abs=1e-5)
    assert deals[1]["skill"] is None and deals[1]["win_after"] is None
    (summary,) = of_kind(records, "review-summary")
    decisions = of_kind(records, "review")
    assert records[-1] == summary
    assert (summary["deals"], summary["decisions"]) == (DEALS, len(decisions))
    lost = sum(each["lost"] for each in decisions if each["grade"] not in {"best", "fine"})
    by_player = sum(each["lost_by_deal"]["mean"] for each in summary["players"])
    assert by_player * DEALS == pytest.approx(lost, abs=1e-4)
    assert len(summary["pairs"]) == 2 and summary["precision"] == 1


def test_rows(records: list[dict[str, Any]], written: dict[str, str]) -> None:
    rows = list(csv.DictReader(io.StringIO(written["csv"])))
    assert [row["kind"] for row in rows] == [record["kind"] for record in records[:-1]]
    for row, record in zip(rows, records[:-1], strict=True):
        assert row["number"] == str(record["number"])
        if row["kind"] == "review":
            assert [row["done"], row["best"]] == [record["done"], record["best"]]
            assert float(row["lost"]) == record["lost"]
        elif record["skill"]:
            assert [float(row[f"skill_{seat}"]) for seat in range(1, 5)] == record["skill"]


def test_ten_decisions_by_the_command_advise(records: list[dict[str, Any]]) -> None:
    chosen = of_kind(records, "review")[-10:]
    assert len(chosen) == 10
    lines = "".join(f"{record['deal']}\n" for record in chosen)
    stdout = run("advise", "-", *QUICK, "--format", "jsonl", stdin=lines).stdout
    for record, line in zip(chosen, stdout.splitlines(), strict=True):
        advice = json.loads(line)
        options = [
            {key: action[key] for key in ("action", "label", "ev", "stderr", "win")}
            for action in advice["actions"]
        ]
        for option in record["options"]:
            del option["open_points"]
        assert record["options"] == options
        done = next(each for each in advice["actions"] if each["action"] == record["done"])
        assert record["lost"] == -done["vs_best"]
        assert record["worlds"] == advice["worlds"]


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_an_interrupted_review_goes_on(
    form: str, evening: Path, written: dict[str, str], tmp_path: Path
) -> None:
    whole = written[form].encode()
    path = tmp_path / "out"
    arguments = ("review", str(evening), *QUICK, "--format", form, "-o", str(path), "--resume")
    complete = run(*arguments)
    assert path.read_bytes() == whole
    assert complete.stderr.startswith(f"{evening}:") and complete.status == 1
    for size in places(whole):
        path.write_bytes(whole[:size])
        again = run(*arguments)
        assert path.read_bytes() == whole, size
        assert (again.stdout, again.stderr, again.status) == complete


def places(whole: bytes) -> Iterator[int]:
    """Yield where to cut: in the first row, in the middle, inside a last line, at the end."""
    second = whole.index(b'"number": 2') if b'"number"' in whole else whole.index(b"\nreview,2,")
    yield from (17, second + 3, whole.rindex(b"\n", 0, -1) + 20)


def test_processes_change_nothing(evening: Path, written: dict[str, str]) -> None:
    again = run("review", str(evening), *QUICK, "--format", "jsonl", "--jobs", "2")
    assert again.stdout == written["jsonl"]


def test_annotations_and_a_page_from_what_was_written(
    evening: Path, written: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "out.jsonl"
    for name in ("whole", "resumed"):
        size = None if name == "resumed" else 0
        path.write_bytes(written["jsonl"].encode()[:size])
        others = ("--annotate", str(tmp_path / name), "--html", str(tmp_path / f"{name}.html"))
        resume = ("--format", "jsonl", "-o", str(path), "--resume")
        run("review", str(evening), *QUICK, *resume, *others)
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "resumed").read_bytes()
    page = (tmp_path / "whole.html").read_text("utf-8")
    assert page == (tmp_path / "resumed.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>") or page.startswith("<!doctype html>")
    assert '"[' in (tmp_path / "whole").read_text("utf-8")
    stdout = run("check", str(tmp_path / "whole")).stdout
    assert stdout == f"{DEALS} deals: 1 ok, 2 warnings, 0 errors\n"  # two are unfinished


def test_tables_fit_in_80_columns(evening: Path) -> None:
    stdout, stderr, status = run("review", str(evening), *QUICK)
    assert (status, len(stderr.splitlines())) == (1, 4)
    lines = stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(f"{DEALS} deals, ")
    assert any(line.startswith(" Ann Baker") for line in lines)
    assert lines[-1] == "seed 1; precision 1; played values"


def test_a_terminal_without_colours(tmp_path: Path) -> None:
    path = tmp_path / "one.edl"
    path.write_text(f"{ONE_CALL}\n")
    shown = in_terminal("review", str(path), *QUICK, NO_COLOR="1")
    assert "The costliest decisions" in shown and "\x1b[3" not in shown


def test_names_from_files_are_shown_harmlessly(tmp_path: Path) -> None:
    path = tmp_path / "deals.edl"
    deal = "1:JsJcAsKsQs.KhQh9hTdAd.AhTh9cQcJd.JhQdKdAcTc_u:9s_b:p"
    path.write_text(
        f'[North "[red]Ann[/] and a name that is too long for a table"]\n{deal} dealer=W\n'
    )
    stdout = run("review", str(path), *QUICK).stdout
    assert "[red]Ann[/] and…" in stdout
    assert max(map(len, stdout.splitlines())) <= 80


def test_an_array_of_records(tmp_path: Path) -> None:
    path = tmp_path / "one.edl"
    path.write_text(f"{ONE_CALL}\n")
    array = json.loads(run("review", str(path), *QUICK, "--json").stdout)
    assert [record["kind"] for record in array] == ["review", "review-deal", "review-summary"]


@pytest.mark.parametrize("form", ["jsonl", "json", "csv", "auto"])
def test_nothing_to_review(form: str, tmp_path: Path) -> None:
    path = tmp_path / "none.edl"
    path.write_text("# nothing\n")
    stdout, stderr, status = run("review", str(path), "--format", form)
    assert (stderr, status) == ("", 0)
    assert stdout


def test_a_file_of_something_else_is_left_alone(evening: Path, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,\n")
    arguments = ("--format", "jsonl", "-o", str(path), "--resume")
    stdout, stderr, status = run("review", str(evening), *QUICK, *arguments)
    assert (stdout, status) == ("", 1)
    assert "E114 conflict" in stderr and "holds something else" in stderr
    assert path.read_text() == "Dear Ann,\n"


@pytest.mark.parametrize("change", [("--seed", "2"), ("--precision", "0.5"), ("--worlds", "9")])
def test_another_review_is_not_gone_on_with(
    change: tuple[str, str], evening: Path, written: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(written["jsonl"], "utf-8")
    arguments = ("--format", "jsonl", "-o", str(path), "--resume")
    _, stderr, status = run("review", str(evening), *QUICK, *change, *arguments)
    assert status == 1 and "reviewed in another way" in stderr
    _, stderr, status = run("review", "-", *QUICK, *arguments, stdin="# nothing\n")
    assert status == 1 and "more deals than the input" in stderr
    assert path.read_text("utf-8") == written["jsonl"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--resume"], "--resume goes with -o FILE"),
        (["--resume", "-o", "x.json", "--json"], "--resume goes with -o FILE"),
        (["--resume", "-o", "x.csv", "--format", "csv", "--html", "x"], "only if the format is"),
        (["-o", str(CLUB)], "is read and can't be written"),
        (["--html", str(CLUB)], "is read and can't be written"),
        (["--precision", "0"], "--precision"),
    ],
)
def test_wrong_usage(arguments: list[str], complaint: str) -> None:
    before = CLUB.read_bytes()
    stdout, stderr, status = run("review", str(CLUB), *arguments)
    assert (stdout, status) == ("", 2)
    assert complaint in stderr
    assert CLUB.read_bytes() == before
