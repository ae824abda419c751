"""The teaching positions: advice gives their answers, and the page tells them all."""

from __future__ import annotations

import pytest

from euchre_solve.advice.recommend import recommend
from euchre_solve.consistent import seen_by
from euchre_solve.solver import kernel

from .teaching import PAGE, Lesson, lessons

pytestmark = pytest.mark.skipif(not kernel.HAS_EXTENSION, reason="the extension is not built")

LESSONS = list(lessons())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.line)
def test_advice_gives_the_answer(lesson: Lesson) -> None:
    """A few thousand worlds never speak against what all or 100,000 prove."""
    advice = recommend(lesson.deal, worlds=2048)
    assert seen_by(lesson.deal, advice.seat) == lesson.deal
    best = next(action for action in advice.actions if action.token == lesson.best)
    assert best.vs_best >= -3 * best.vs_best_stderr
    if advice.exact:
        assert lesson.best in {advice.actions[0].token, *map(str, advice.actions[0].equal)}


def test_the_page_has_every_position() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(LESSONS) >= 30
    for lesson in LESSONS:
        assert f"`{lesson.line}`\n\n**{lesson.best}**" in page
        assert lesson.comment in page
