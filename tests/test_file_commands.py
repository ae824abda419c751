"""The commands `check`, `convert` and `solve` on files, as processes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from euchre_solve.formats.forms import READABLE, WRITABLE

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"


def run(*words, data=b"", folder=ROOT):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-m", "euchre_solve", *map(str, words)],
        input=data,
        capture_output=True,
        cwd=folder,
        env=environment,
        timeout=60,
        check=False,
    )


def outcome(done):
    return done.returncode, done.stdout.decode()


def test_the_summary_and_the_exit_status():
    good, bad = EXAMPLES / "club.egn", EXAMPLES / "mistakes.edl"
    assert outcome(run("check", good)) == (0, "8 deals: 8 ok, 0 warnings, 0 errors\n")
    done = run("check", good, bad)
    assert outcome(done) == (1, "12 deals: 9 ok, 2 warnings, 1 error\n")
    assert done.stderr.decode().count("mistakes.edl:") == 5
    only_warnings = b"1:-_s:12-0\n"
    assert outcome(run("check", "-", data=only_warnings))[0] == 0
    assert outcome(run("check", "-", "--strict", data=only_warnings))[0] == 1
    assert run("check", "-", "-q", data=only_warnings).stderr == b""
    assert outcome(run("check", "-"))[1] == "0 deals: 0 ok, 0 warnings, 0 errors\n"


def test_no_more_errors_than_wanted():
    done = run("check", "-", "--max-errors", "2", data=b"1:Q\n" * 9)
    assert outcome(done) == (1, "2 deals: 0 ok, 0 warnings, 2 errors\n")


def test_diagnostics_for_programs():
    done = run("check", EXAMPLES / "mistakes.edl", "--format", "jsonl")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["code"] for record in records[:-1]] == ["E301", "W501", "W403", "W404", "W401"]
    assert records[-1] == {
        "schema": "euchre-solve/1",
        "kind": "check",
        "deals": 4,
        "warnings": 2,
        "errors": 1,
        "ok": 1,
    }
    assert done.stderr == b""
    assert json.loads(run("check", EXAMPLES / "mistakes.edl", "--json").stdout) == records
    rows = run("check", EXAMPLES / "mistakes.edl", "--format", "csv").stdout.splitlines()
    assert len(rows) == len(records)


def test_processes_change_nothing(tmp_path):
    lines = (EXAMPLES / "mistakes.edl").read_bytes() + (EXAMPLES / "club.edl").read_bytes()
    path = tmp_path / "long $name; 'x'.edl"
    path.write_bytes(lines * 700)
    one, two = (run("check", path.name, "--jobs", jobs, folder=tmp_path) for jobs in (1, 2))
    assert path.stat().st_size > 1 << 20
    assert (two.returncode, two.stdout, two.stderr) == (one.returncode, one.stdout, one.stderr)


@pytest.mark.parametrize("form", sorted({*READABLE} & {*WRITABLE} - {"openspiel"}))
def test_the_examples_are_one_game_in_every_format(form):
    for source in ("edl", "jsonl", "egn"):
        done = run("convert", EXAMPLES / f"club.{source}", "--to", form)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout == (EXAMPLES / f"club.{form}").read_bytes()


@pytest.mark.parametrize(
    ("form", "name", "deals"),
    [
        ("openspiel", "random.openspiel", 5),
        ("pbn", "club.pbn", 2),
        ("eecs280", "eecs280/game.out", 6),
    ],
)
def test_files_of_other_programs_are_checked_and_converted(form, name, deals):
    path = EXAMPLES / name
    ok = f"{deals} deals: {deals} ok, 0 warnings, 0 errors\n"
    assert outcome(run("check", path, "--strict")) == (0, ok)
    done = run("convert", path, "--to", "edl")
    assert (done.returncode, done.stderr) == (0, b"")
    assert run("convert", path, "--to", "edl", "--from", form).stdout == done.stdout
    assert outcome(run("check", "-", "--strict", data=done.stdout)) == (0, ok)
    assert run("convert", "-", "--to", "edl", data=done.stdout).stdout == done.stdout


def test_openspiel_histories_through_a_line_file_and_back():
    path = EXAMPLES / "random.openspiel"
    lines = run("convert", path, "--to", "edl").stdout
    done = run("convert", "-", "--to", "openspiel", data=lines)
    assert done.stdout == path.read_bytes().partition(b"\n")[2]
    assert done.stderr == b""


def test_what_is_lost_is_told_once_a_file_and_kind():
    done = run("convert", EXAMPLES / "club.edl", EXAMPLES / "club.jsonl", "--to", "csv")
    lines = done.stderr.decode().splitlines()
    assert [line.split("W409 not-kept: ")[1] for line in lines] == [
        "not kept: remarks",
        "not kept: tags",
    ] * 2
    assert len(done.stdout.splitlines()) == 17
    assert done.stdout.splitlines()[9].startswith(b"2,0,S,")


def test_games_of_several_files_stay_apart(tmp_path):
    club = EXAMPLES / "club.edl"
    match = tmp_path / "match.emn"
    assert run("convert", club, club, "--to", "egn", "-o", match).returncode == 0
    assert [len(game["gameData"]["deals"]) for game in json.loads(match.read_bytes())["games"]] == [
        8,
        8,
    ]
    done = run("convert", match, "--to", "egn")
    assert done.stdout == match.read_bytes()


def test_what_convert_leaves_out_is_told():
    done = run("convert", "-", "--to", "edl", data=b"1:-_u:Jc_b:pppo_m:3c\n")
    assert done.stdout.split() == [b"1:-_u:Jc_b:pppo"]
    assert b"warning W402" in done.stderr


def test_output_over_input_is_refused(tmp_path):
    path = tmp_path / "a.edl"
    path.write_text("1:-\n")
    done = run("convert", path, "--to", "edl", "-o", path)
    assert done.returncode == 2
    assert path.read_text() == "1:-\n"


def test_formats_and_files_that_are_none():
    done = run("convert", "-", "--to", "pdf")
    assert done.returncode == 1
    assert done.stderr.decode().startswith("--to:1: error E116 unknown-format")
    assert run("check", "no such file").returncode == 2
    assert run("check", "-", "--rules", "x").stderr.decode().startswith("--rules:1:1: error E111")
    assert run("check", "-", data=b"\0\1").returncode == 1


def test_bad_records_cost_nothing_but_themselves():
    done = run("convert", "-", "--to", "edl", data=b"1:Q\n1:- a=b")
    assert outcome(done) == (1, "1:- a=b\n")


def test_solve_takes_files():
    done = run("solve", EXAMPLES / "club.egn", EXAMPLES / "mistakes.edl", "--format", "jsonl", "-q")
    assert len(done.stdout.splitlines()) == 10
    assert done.returncode == 1
    assert b"mistakes.edl:5:84: error E301" in done.stderr


def test_a_command_starts_without_what_it_does_not_need():
    code = (
        "import sys, euchre_solve.cli.commands;"
        "sys.exit(str({'numpy', 'joblib', 'rich', 'csv'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=ROOT, timeout=60, check=False
    )
    assert done.stderr.decode().strip() == "set()"
