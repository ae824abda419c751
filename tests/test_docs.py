"""README and docs are true: their blocks run, their lists are complete.

``python -m tests.test_docs`` writes what commands show into all pages anew, and the help texts.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from euchre_solve.cli.commands import app
from euchre_solve.errors import ErrorCode

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
HELP = re.compile(r"(?<=<!-- help -->\n).*(?=<!-- /help -->)", re.DOTALL)


def run(command: str) -> str:
    """Return what ``command`` writes to both streams."""
    function = f'euchre-solve() {{ "{sys.executable}" -m euchre_solve "$@"; }}\n'
    environment = {**os.environ, "COLUMNS": "80", "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-c", function + command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=ROOT,
        env=environment,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout


def sessions() -> list[tuple[str, str, str]]:
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            command, _, shown = block.partition("\n")
            found.append((page.name, command.removeprefix("$ "), shown))
    return found


@pytest.mark.parametrize(("page", "command", "shown"), sessions())
def test_session_shows_what_the_command_writes(page: str, command: str, shown: str) -> None:
    assert run(command).rstrip() == shown.rstrip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_on_the_page_runs(page: Path) -> None:
    code = "\n".join(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_every_error_code_is_documented_by_number_and_name() -> None:
    rows = re.findall(
        r"^\| ([EW]\d{3}) \| ([\w-]+) \|", (ROOT / "docs/notation.md").read_text("utf-8"), re.M
    )
    assert rows == [(code.number, code.slug) for code in ErrorCode]


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def help_texts() -> str:
    names = [command.name for command in app.registered_commands]
    texts = [
        f"```console\n$ euchre-solve {name} -h\n{run(f'euchre-solve {name} -h')}```\n"
        for name in names
    ]
    return "\n".join(texts)


def test_every_command_is_documented() -> None:
    shown = HELP.search((ROOT / "docs/cli.md").read_text("utf-8"))
    assert shown
    for command in app.registered_commands:
        assert f"$ euchre-solve {command.name} -h" in shown[0]


def shown_anew(block: re.Match[str]) -> str:
    command = block[1].partition("\n")[0]
    return f"```console\n{command}\n{run(command.removeprefix('$ ')).rstrip()}\n```"


if __name__ == "__main__":
    for page in PAGES:
        text = HELP.sub(lambda _: help_texts(), page.read_text("utf-8"))
        page.write_text(re.sub(r"```console\n(.*?)```", shown_anew, text, flags=re.DOTALL), "utf-8")
