"""The command line as a process: its streams, its statuses, the terminal and the locale."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import euchre_solve
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.presets import PRESETS, TOGGLES
from euchre_solve.rules import Rules
from tests.command_line import (
    COMMAND,
    DEAL,
    SHELL_COMMAND,
    WIDTH,
    Done,
    environment,
    in_terminal,
    run,
    run_script,
)
from tests.random_deals import BUILT_RULES, PARTNERSHIP_RULES, fresh_deal

ESCAPE = re.compile(r"\x1b\[[\d;]*m")
RED = "\x1b[31m"


def assert_is_one_complaint(done: Done, message: str) -> None:
    assert done == ("", f"euchre-solve: {message}\n", 2)


# --- version, help, usage


def test_version() -> None:
    expected = (f"euchre-solve {euchre_solve.__version__}\n", "", 0)
    assert run("--version") == expected
    script = "import sys; from euchre_solve.cli.commands import app; app(sys.argv[1:])"
    by_typer = subprocess.run(
        [sys.executable, "-c", script, "--version"],
        capture_output=True,
        env=environment(),
        text=True,
        timeout=60,
        check=False,
    )
    assert (by_typer.stdout, by_typer.stderr, by_typer.returncode) == expected


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_names_every_command(flag: str) -> None:
    stdout, stderr, status = run(flag)
    assert (stderr, status) == ("", 0)
    assert re.findall(r"^  (\w+) +\S", stdout.split("Commands:")[1], re.M) == [
        "solve",
        "advise",
        "review",
        "check",
        "convert",
        "deal",
        "equity",
        "arena",
        "rules",
    ]


@pytest.mark.parametrize("command", ["solve", "advise", "review", "equity", "arena", "rules"])
def test_help_of_a_command(command: str) -> None:
    stdout, stderr, status = run(command, "--help")
    assert (stderr, status) == ("", 0)
    assert stdout.startswith(f"Usage: euchre-solve {command} [OPTIONS]")
    assert f"Example:\n    euchre-solve {command} " in stdout
    for option in ("--format", "--json", "-o, --output", "-h, --help"):
        assert option in stdout


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--bogus"], "--bogus"),
        (["guess"], "guess"),
        (["solve"], "DEAL"),
        (["solve", DEAL, "--bogus"], "--bogus"),
        (["solve", DEAL, "--format", "xml"], "xml"),
        (["solve", DEAL, "--output"], "--output"),
        (["rules", "british", "beginner"], "beginner"),
    ],
)
def test_wrong_usage(arguments: list[str], fault: str) -> None:
    stdout, stderr, status = run(*arguments)
    assert (stdout, status) == ("", 2)
    complaint = stderr.splitlines()[-1]
    assert complaint.startswith("Error: ")
    assert fault in complaint


def test_no_command_is_wrong_usage_too() -> None:
    done = run()
    assert done.status == 2
    assert "Commands:" in done.stdout + done.stderr


# --- start-up


def test_machine_output_starts_without_heavy_imports() -> None:
    code = f"""if True:
        import sys
        from euchre_solve.cli.app import main
        heavy = {{"numpy", "joblib", "rich", "pydantic"}}
        assert main(["--version"]) == 0
        assert not (heavy | {{"typer", "click"}}) & set(sys.modules)
        for form in ("json", "jsonl", "csv"):
            assert main(["solve", {DEAL!r}, "--format", form]) == 0
            assert main(["rules", "--format", form]) == 0
            assert main(["equity", "--skill", "0.6", "--format", form]) == 0
        assert main(["solve", {DEAL!r}, "--json"]) == 0
        assert main(["advise", "--help"]) == 0
        loaded = heavy & set(sys.modules)
        assert not loaded, loaded
    """
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        env=environment(),
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)


# --- rules


def test_rules_as_records() -> None:
    (record,) = map(json.loads, run("rules", "--format", "jsonl").stdout.splitlines())
    assert json.loads(run("rules", "--json").stdout) == record
    assert list(record) == ["schema", "kind", "deal", "rules", "presets", "toggles"]
    assert (record["schema"], record["kind"]) == ("euchre-solve/1", "rules")
    assert [preset["rules"] for preset in record["presets"]] == list(PRESETS)
    assert [toggle["toggle"] for toggle in record["toggles"]] == list(TOGGLES)
    built = [preset["rules"] for preset in record["presets"] if preset["built"]]
    assert built == [name for name in BUILT_RULES if name in PRESETS]


def test_one_name_in_full() -> None:
    stdout, stderr, status = run("rules", "British-TO21-eldestleads", "--json")
    assert (stderr, status) == ("", 0)
    record = json.loads(stdout)
    assert list(record)[:5] == ["schema", "kind", "deal", "rules", "built"]
    assert record["rules"] == "british-eldestleads-to21"
    parameters = ("plain_cards", "best_bower", "lead", "defend_alone", "lone_made", "target")
    assert [record[name] for name in parameters] == [24, True, "eldest", "always", 2, 21]


def test_rules_as_rows() -> None:
    rows = list(csv.DictReader(io.StringIO(run("rules", "--format", "csv").stdout)))
    assert [row["rules"] for row in rows] == list(PRESETS)
    assert [row["target"] for row in rows] == [str(rules.target) for rules in PRESETS.values()]


def test_rules_as_tables() -> None:
    stdout, stderr, status = run("rules")
    assert (stderr, status) == ("", 0)
    for name in (*PRESETS, *TOGGLES):
        assert re.search(rf"^ {name} ", stdout, re.M), name
    assert run("rules", "--format", "table").stdout == stdout
    assert re.search(r"^ points that win +11$", run("rules", "british").stdout, re.M)


@pytest.mark.parametrize(
    ("name", "code", "column"),
    [("canadian", "E111", 1), ("british-to9", "E111", 9), ("british-nt", "E114", 1)],
)
def test_unknown_rules(name: str, code: str, column: int) -> None:
    stdout, stderr, status = run("rules", name)
    assert (stdout, status) == ("", 1)
    header, shown, caret = stderr.splitlines()[:3]
    assert re.match(rf"<arg>:1:{column}: error {code} [\w-]+: ", header)
    assert (shown, caret.index("^")) == (f"  {name}", column + 1)


# --- files


def test_answers_go_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    for arguments in (["solve", DEAL], ["solve", DEAL, "--json"], ["rules", "--format", "csv"]):
        assert run(*arguments, "-o", str(path)) == ("", "", 0)
        assert path.read_text("utf-8") == run(*arguments).stdout


def test_file_that_can_not_be_written(tmp_path: Path) -> None:
    missing = tmp_path / "no" / "such"
    done = run("solve", DEAL, "--json", "-o", str(missing))
    assert_is_one_complaint(done, f"{missing}: No such file or directory")
    done = run("rules", "-o", str(tmp_path))
    assert_is_one_complaint(done, f"{tmp_path}: Is a directory")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_full_disk_is_one_line() -> None:
    for end in ("> /dev/full", "-o /dev/full"):
        stdout, stderr, status = run_script(f"{SHELL_COMMAND} rules {end}")
        assert (stdout, status) == ("", 2)
        assert re.fullmatch(r"euchre-solve: [\w/]+: No space left on device\n", stderr)


# --- pipes and signals


def test_reader_who_leaves_early_is_no_failure(tmp_path: Path) -> None:
    path = tmp_path / "deals.edl"
    path.write_text(f"{DEAL}\n" * 3000)
    stdout, stderr, status = run_script(
        f'{SHELL_COMMAND} solve - --format jsonl < "{path}" | head -1; echo "${{PIPESTATUS[*]}}"\n'
        f'{SHELL_COMMAND} solve - < "{path}" | head -2; echo "${{PIPESTATUS[*]}}"\n'
    )
    first, *table, last = stdout.splitlines()
    assert json.loads(first)["kind"] == "solve"
    assert table == ["0 0", "north-american", ""]
    assert last == "0 0"
    assert (stderr, status) == ("", 0)


@pytest.mark.parametrize("arguments", ["--help", "solve --help", "rules --json", "--version"])
def test_reader_who_reads_nothing_is_no_failure(arguments: str) -> None:
    script = f'{SHELL_COMMAND} {arguments} | true; echo "${{PIPESTATUS[*]}}"'
    assert run_script(script) == ("0 0\n", "", 0)


@pytest.mark.parametrize("arguments", ["solve -", "solve - --format jsonl"])
def test_interrupt_while_reading(arguments: str) -> None:
    with subprocess.Popen(
        [*COMMAND, *arguments.split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b"7:-\n")
        process.stdin.flush()
        complaint = [process.stderr.readline() for _ in range(4)]
        assert complaint[0].startswith(b"<stdin>:1:1: error E102 ")
        assert complaint[3].startswith(b"  hint: ")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr.read() == b""


def test_terminated_with_its_workers(tmp_path: Path) -> None:
    long = "x" * 3900  # answers that fill the pipe, and many chunks of few deals
    (tmp_path / "deals.edl").write_text(f"{DEAL}_m:4c_x:Qs_i:{long}\n" * 50)
    with subprocess.Popen(
        [*COMMAND, "solve", tmp_path / "deals.edl", "--jobs", "2", "--format", "jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline().startswith(b'{"schema"')
        process.send_signal(signal.SIGTERM)
        process.stdout.close()
        assert process.stderr.read() == b""  # to its end: workers write there too
        assert process.wait(timeout=30) == 130


def test_workers_end_after_a_parent_that_was_killed() -> None:
    worker = (
        "import os, sys, time; from euchre_solve.solver.parallel import _end_with; "
        "_end_with(int(sys.argv[1])); os.write(1, b'started'); time.sleep(600)"
    )
    parent = f"""if True:
        import os, signal, subprocess, sys

        command = [sys.executable, "-c", {worker!r}, str(os.getpid())]
        ours, theirs = os.pipe()
        subprocess.Popen(command, stdout=theirs)
        os.read(ours, 7)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    command = [sys.executable, "-c", parent]
    done = subprocess.run(  # reads standard error to its end, which the worker holds, too
        command, stderr=subprocess.PIPE, env=environment(), timeout=60, check=False
    )
    assert (done.stderr, done.returncode) == (b"", -signal.SIGKILL)


@pytest.mark.parametrize(
    "module", ["euchre_solve.cli.app", "euchre_solve.cli.environment", "typer", "numpy"]
)
def test_interrupt_while_starting(module: str) -> None:
    script = f"""if True:
        import os, runpy, signal, sys

        class Interrupting:
            def find_spec(self, name, path=None, target=None):
                if name == {module!r}:
                    os.kill(os.getpid(), signal.SIGINT)

        sys.meta_path.insert(0, Interrupting())
        sys.argv = ["euchre-solve", "advise", {DEAL!r}]
        runpy.run_module("euchre_solve", run_name="__main__")
    """
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, env=environment(), check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 130)


def test_nothing_is_imported_before_interruptions_are_caught() -> None:
    script = "import sys; before = set(sys.modules); import euchre_solve.cli.app; "
    script += "print(sorted(set(sys.modules) - before))"
    command = [sys.executable, "-S", "-c", script]
    done = subprocess.run(command, capture_output=True, env=environment(), check=True, text=True)
    ours = ["euchre_solve", "euchre_solve.cli", "euchre_solve.cli.app"]
    assert done.stdout == f"{['__future__', *ours]}\n"


@pytest.mark.parametrize(
    "arguments", [f"solve {DEAL}", f"solve {DEAL} --json", "rules", "--help", "--version"]
)
def test_closed_standard_output(arguments: str) -> None:
    done = run_script(f"{SHELL_COMMAND} {arguments} >&-")
    assert_is_one_complaint(done, "standard output is closed")


def test_closed_standard_input_is_empty() -> None:
    assert run_script(f"{SHELL_COMMAND} solve - --json <&-") == ("[]\n", "", 0)


def test_closed_standard_error() -> None:
    assert run_script(f"{SHELL_COMMAND} solve 5:- 2>&-") == ("", "", 1)


# --- colour, width, locale


def assert_fits(text: str) -> None:
    for line in ESCAPE.sub("", text).splitlines():
        assert len(line) <= WIDTH, line


@pytest.mark.parametrize("arguments", [["rules"], ["rules", "british"], ["-h"], ["rules", "-h"]])
def test_pages_fit_in_80_columns(arguments: list[str]) -> None:
    assert_fits(run(*arguments).stdout)


def test_answers_fit_in_80_columns_and_are_not_cut() -> None:
    lines = [
        format_deal(fresh_deal(Random(seed), Rules.parse(name)))
        for name in BUILT_RULES
        if name != "auction-7"  # of tables as auction-5, and slow
        for seed in range(1 if name == "railroad" else 3)
    ]
    lines += [
        f"{format_deal(fresh_deal(Random(0), Rules.parse(name)))}_m:4ha"
        for name in PARTNERSHIP_RULES
        if name != "railroad"
    ]
    shown = in_terminal("solve", "--verbose", *lines)
    assert_fits(shown)
    assert "…" not in shown
    stdout, stderr, status = run("solve", "--verbose", *lines)
    assert (stderr, status) == ("", 0)
    assert "…" not in stdout


def test_table_is_coloured_on_a_terminal_only() -> None:
    plain = run("solve", DEAL).stdout
    assert "\x1b" not in plain
    shown = in_terminal("solve", DEAL)
    assert RED in shown
    assert_fits(shown)
    bare = [line.rstrip() for line in ESCAPE.sub("", shown).splitlines()]
    assert bare == plain.splitlines()


@pytest.mark.parametrize(
    ("variables", "has_red", "has_bold"),
    [
        ({"NO_COLOR": "1"}, False, True),
        ({"TERM": "dumb"}, False, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, True),
    ],
)
def test_terminal_without_colour(
    variables: dict[str, str], *, has_red: bool, has_bold: bool
) -> None:
    shown = in_terminal("solve", DEAL, **variables)
    assert (RED in shown) == has_red
    assert ("\x1b[1m" in shown) == has_bold


def test_colour_may_be_forced_into_a_pipe() -> None:
    assert RED in run("solve", DEAL, FORCE_COLOR="1").stdout
    assert RED not in run("solve", DEAL, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b" not in run("solve", DEAL, FORCE_COLOR="1", TERM="dumb").stdout


@pytest.mark.parametrize("form", ["json", "jsonl", "csv"])
def test_machine_output_is_never_coloured(form: str) -> None:
    shown = in_terminal("solve", DEAL, "--format", form, FORCE_COLOR="1")
    assert shown == run("solve", DEAL, "--format", form).stdout


def test_narrow_terminal() -> None:
    assert "north-american" in in_terminal("solve", f"{DEAL}_m:3c", COLUMNS="20")


@pytest.mark.parametrize(
    "variables",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
)
def test_locale_without_unicode(variables: dict[str, str]) -> None:
    stdout, stderr, status = run("solve", DEAL, f"{DEAL}_m:3c", "--verbose", **variables)
    assert (stderr, status) == ("", 0)
    assert stdout.isascii()
    assert "\\u" not in stdout


def test_signs_that_the_locale_lacks_are_escaped() -> None:
    stdout, stderr, status = run("solve", "-", stdin="1:♥é\n", PYTHONIOENCODING="ascii")
    assert (stdout, status) == ("", 1)
    assert stderr.splitlines()[1] == "  1:\\u2665\\xe9"


def test_locale_c_reads_and_writes_utf_8() -> None:
    in_utf_8 = run("solve", "-", stdin="1:J♠A♠9♥9♦Tc.KhQh9sTdAd.AhKsQc9cJd.JhQsKdAcTh_u:Jc\n")
    assert run("solve", DEAL, LC_ALL="C") == in_utf_8
    assert "♠" in in_utf_8.stdout
