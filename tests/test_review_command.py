"""The command ``review``: records, tables, going on where it was interrupted, what it refuses."""

from __future__ import annotations

import csv
import io
import json
import os
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


def test_what_was_mostly_best_is_not_shown_as_better() -> None:
    few = ("--seed", "2", "--worlds", "1", "--precision", ".5")
    stdout = run("review", "-", *few, stdin="1:-_u:Jh_b:pppo\n").stdout
    assert stdout.endswith("seed 2; precision 0.5; at most 1,024 deals each; played values\n")
    assert re.search(r"b4 +seat 4 +\?! +pick up +– +0\.\d\d", stdout)


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
    assert (stdout, status) == ("", 2)
    why = "is no beginning of this review: it holds something else"
    assert stderr == f"euchre-solve: {path} {why}\n"
    assert path.read_text() == "Dear Ann,\n"


@pytest.mark.parametrize("change", [("--seed", "2"), ("--precision", "0.5"), ("--worlds", "9")])
def test_another_review_is_not_gone_on_with(
    change: tuple[str, str], evening: Path, written: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(written["jsonl"], "utf-8")
    arguments = ("--format", "jsonl", "-o", str(path), "--resume")
    _, stderr, status = run("review", str(evening), *QUICK, *change, *arguments)
    assert status == 2 and "reviewed in another way" in stderr
    _, stderr, status = run("review", "-", *QUICK, *arguments, stdin="# nothing\n")
    assert status == 2 and "more deals than the input" in stderr
    assert path.read_text("utf-8") == written["jsonl"]


NAMED = '[North "Ann"]\n[South "Bob"]\n' + f"{ONE_CALL} dealer=S\n"


@pytest.fixture(scope="module")
def named() -> dict[str, str]:
    """Return the review of a deal of people with names."""
    return {
        form: run("review", "-", *QUICK, "--format", form, stdin=NAMED).stdout
        for form in ("jsonl", "csv")
    }


def resume(form: str, path: Path, stdin: str = NAMED) -> tuple[str, int]:
    """Return what was wrong in going on with a file, and the status."""
    arguments = ("--format", form, "-o", str(path), "--resume")
    stdout, stderr, status = run("review", "-", *QUICK, *arguments, stdin=stdin)
    assert stdout == ""
    return stderr, status


@pytest.mark.parametrize(
    ("form", "old", "new"),
    [
        ("jsonl", '"lost_stderr"', '"other"'),
        ("jsonl", '"worlds": 1024', '"worlds": "1024"'),
        ("jsonl", '"number": 1', '"number": "1"'),
        ("jsonl", '"grade": "blunder"', '"grade": "good"'),
        ("jsonl", '"seat": "1"', '"seat": "9"'),
        ("jsonl", '"hindsight_best": [', '"hindsight_best": 3, "a": ['),
        ("jsonl", '"kind": "review-deal"', '"kind": []'),
        ("jsonl", '{"schema": "euchre-solve/1", "kind": "review-deal"', "[" * 5000),
        ("csv", "\nreview-deal,1", "\nreview-deal,one"),
        ("csv", "\nreview-deal,1", "\nreview-deal"),
        ("csv", "\nreview-deal,1", "\nreview-deal,1\rx"),
        ("csv", ",b1,1,", ",b1,nine,"),
        ("csv", ",b1,1,", f",b1,{'9' * 140_000},"),
    ],
)
def test_an_edited_file_is_no_beginning(
    form: str, old: str, new: str, named: dict[str, str], tmp_path: Path
) -> None:
    assert old in named[form]
    path = tmp_path / "out"
    path.write_text(named[form].replace(old, new, 1), "utf-8", newline="")
    before = path.read_bytes()
    stderr, status = resume(form, path)
    assert stderr.startswith(f"euchre-solve: {path} is no beginning of this review: ")
    assert (stderr.count("\n"), status) == (1, 2)
    assert path.read_bytes() == before


@pytest.mark.parametrize("form", ["jsonl", "csv"])
@pytest.mark.parametrize("change", [("South", "West"), ('"Ann"', '"Eve"'), (ONE_CALL, "\n1:-\n\n")])
def test_other_people_are_another_review(
    form: str, change: tuple[str, str], named: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "out"
    path.write_text(named[form], "utf-8")
    stderr, status = resume(form, path, NAMED.replace("S\n", "N\n").replace(*change))
    assert "no beginning of this review: deal 1 was another" in stderr and status == 2


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_long_names_are_gone_on_with(form: str, tmp_path: Path) -> None:
    path, line = (
        tmp_path / "out",
        json.dumps({"deal": ONE_CALL, "dealer": "S", "tags": {"West": "A\n" * 70_000}}),
    )
    whole = run("review", "-", *QUICK, "--format", form, stdin=f"{line}\n").stdout
    path.write_text(whole, "utf-8")
    assert resume(form, path, f"{line}\n") == ("", 0)
    assert path.read_text("utf-8") == whole


def test_only_a_file_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    for place in (path, tmp_path):
        stderr, status = resume("jsonl", place)
        assert (stderr, status) == (f"euchre-solve: {place} is no file to go on with\n", 2)


@pytest.mark.parametrize("links", [False, True])
def test_one_file_for_two_outputs(links: bool, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "." / "one"
    if links:
        one.write_text("kept")
        other = tmp_path / "other"
        other.symlink_to(one)
    for options in (("-o", "--html"), ("--html", "--annotate")):
        words = [
            word for pair in zip(options, (one, other), strict=True) for word in map(str, pair)
        ]
        stdout, stderr, status = run("review", str(CLUB), *words)
        assert (stdout, status) == ("", 2) and "can't take two outputs" in stderr
    assert one.exists() == links


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


def test_nothing_that_a_deal_holds_stops_the_rest() -> None:
    lines = "1:-_u:9c_s:0-0\n1:-_u:9c_s:2-3_g:101\n1:-_u:9c_s:10-3\n1:-_u:9c_s:0-0\n"
    stdout, stderr, status = run("review", "-", "--format", "jsonl", stdin=lines)
    deals = of_kind([json.loads(line) for line in stdout.splitlines()], "review-deal")
    assert [bool(deal["errors"]) for deal in deals] == [False, True, False, False]
    assert [deal["win_before"] is None for deal in deals] == [False, True, True, False]
    told = [line.split(": ", 2)[:2] for line in stderr.splitlines() if line.startswith("<stdin>")]
    assert told == [
        ["<stdin>:2", "error E602 not-graded"],
        ["<stdin>:3:12", "warning W401 game-over"],
    ]
    assert status == 1


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_a_deal_graded_in_part_is_bad_input(form: str, tmp_path: Path) -> None:
    deals, out = tmp_path / "deals.edl", tmp_path / "out"
    deals.write_text(f"{ONE_CALL.removesuffix('p')}oo\n1:-_u:9c_b:p\n")
    arguments = ("review", str(deals), *QUICK, "--format", form, "-o", str(out), "--resume")
    whole = run(*arguments)
    assert whole.stderr.startswith(f"{deals}:1:55: error E308 after-end")
    assert whole.stderr == run("check", str(deals)).stderr
    assert whole.status == 1 and run(*arguments) == whole


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_a_review_goes_on_behind_a_deal_that_failed(form: str, tmp_path: Path) -> None:
    lines = [f"{ONE_CALL}\n", "1:-_u:9c_b:p\n", f"{ONE_CALL}_i:last\n"]
    out = tmp_path / "out"
    arguments = ("review", "-", *QUICK, "--format", form, "-o", str(out))
    run(*arguments, stdin="".join(lines))
    whole = out.read_text("utf-8").splitlines(keepends=True)
    second = re.compile('"number": 2,|^review(-deal)?,2,')
    begun = [row for row in whole if not second.search(row) and "summary" not in row]
    out.write_text("".join(begun), "utf-8")
    done = run(*arguments, "--resume", stdin="".join(lines))
    assert done.stderr.startswith("<stdin>:2: error E601 not-done: line 2 not done: it failed")
    assert done.status == 1
    after = out.read_text("utf-8").splitlines(keepends=True)
    assert after[: len(begun)] == begun and len(begun) < len(whole)
    assert len(after) == len(begun) + (form == "jsonl")


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_half_characters_are_escaped(form: str, tmp_path: Path) -> None:
    path, out = tmp_path / "deals.jsonl", tmp_path / "out"
    path.write_text(
        json.dumps({"deal": ONE_CALL, "dealer": "W", "tags": {"North": "\ud800lone"}}) + "\n"
    )
    arguments = ("review", str(path), *QUICK, "--format", form, "-o", str(out))
    assert run(*arguments).status == 0
    written = out.read_bytes()
    assert b"\\ud800lone" in written
    for size in (len(written), written.index(b"\n") + 1 if form == "csv" else 0):
        out.write_bytes(written[:size])
        assert run(*arguments, "--resume").status == 0
        assert out.read_bytes() == written


def test_games_that_reviews_do_not_know_are_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    other = "1:KhQh8hAcTc.KsJs9s9d8d.Th9hAd7dJc_u:7h_r:three-handed-hoyle"
    lines = f"{other}\n1:-_u:9c\n"
    stdout, stderr, status = run(
        "review", "-", "--format", "jsonl", "--html", str(page), stdin=lines
    )
    (deal,) = of_kind([json.loads(line) for line in stdout.splitlines()], "review-deal")
    assert (deal["number"], status) == (2, 1)
    assert stderr.startswith("<stdin>:1")
