"""The players' questions of docs/advice.md: each is answered by its best action.

``python -m tests.test_advice_questions`` works all answers out anew, here, in the README, and in
docs/advice-variants.md; that they are what the commands write is a test of test_docs.
"""

from __future__ import annotations

import re

import pytest

from .test_docs import ROOT, run

PAGE = ROOT / "docs/advice.md"
QUESTIONS = re.compile(r"(?=^### \d+\. )", re.M)
SESSION = re.compile(r"```console\n\$ (euchre-solve advise .+)\n((?:(?!```).*\n)*)```")
BEST = re.compile(r"^ best +(.+?)  ", re.M)
ANSWER = re.compile(r"^\*\*(.+?)\.\*\*", re.M)


def questions() -> list[str]:
    return QUESTIONS.split(PAGE.read_text("utf-8"))[1:]


def test_there_are_twenty() -> None:
    headings = [int(question.split()[1].rstrip(".")) for question in questions()]
    assert headings == list(range(1, 21))


@pytest.mark.parametrize("question", questions(), ids=lambda text: text.split("\n")[0][4:])
def test_the_answer_is_the_best_action(question: str) -> None:
    """That the page shows what the command writes is a test of its own."""
    session, answer = SESSION.search(question), ANSWER.search(question)
    assert session and answer
    best = BEST.search(session[2])
    assert best and answer[1].lower() == best[1].lower()


def answered_anew(text: str) -> str:
    """Return a page with the sessions run again, and the answers as they are now."""
    parts = QUESTIONS.split(SESSION.sub(_run_again, text))
    return "".join([parts[0], *map(_with_answer, parts[1:])])


def _run_again(session: re.Match[str]) -> str:
    return f"```console\n$ {session[1]}\n{run(session[1])}```"


def _with_answer(question: str) -> str:
    best = BEST.search(question)
    assert best, question
    return ANSWER.sub(f"**{best[1][0].upper()}{best[1][1:]}.**", question, count=1)


if __name__ == "__main__":
    pages = [ROOT / "docs" / f"advice{part}.md" for part in ("", "-auctions", "-variants")]
    for page in (*pages, ROOT / "README.md"):
        page.write_text(answered_anew(page.read_text("utf-8")), "utf-8")
