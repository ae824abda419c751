"""The teaching positions: read, proved by all worlds or 100,000, and written as docs/teaching.md.

``python -m tests.teaching`` does all of it, in about a minute.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.model import Cautious
from euchre_solve.advice.decision.card_prospects import CardProspects
from euchre_solve.advice.decision.choices import decision_of
from euchre_solve.advice.decision.drawing import CHUNK
from euchre_solve.advice.decision.estimates import Estimate, Sample
from euchre_solve.advice.decision.outcomes import Outcomes
from euchre_solve.advice.decision.prospects import Readers
from euchre_solve.deal import Deal
from euchre_solve.formats.deal_line import parse_deal

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data" / "teaching.edl"
PAGE = ROOT / "docs" / "teaching.md"
WORLDS = 100_000
ALL_UP_TO = 20_000
SURE = 3
"""Standard errors by which a card has to lead where worlds are drawn."""
HEAD = (
    "# Teaching positions\n\nWhat to play, and why. Each answer is proved: by all deals that agree "
    f"with what the seat knows where they are few, else by {WORLDS:,} of them. A deal counts as "
    "likely as it makes the calls heard, by a trained bidding table that is doubted as one doubts "
    "people; from the card on all hands are open. *Lead* is by how many points the card is ahead "
    "of the best one that isn't as good, with its standard error.\n\nThe positions are in "
    "`tests/data/teaching.edl`; `python -m tests.teaching` proves them again and writes this "
    "page.\n"
)


class Lesson(NamedTuple):
    """A position, the best card, and why it is, under a heading."""

    heading: str
    deal: Deal
    line: str
    best: str
    comment: str


class Verdict(NamedTuple):
    """What proving a lesson showed: equally good cards, and the lead over the next one."""

    good: tuple[str, ...]
    second: str
    lead: Estimate
    worlds: int


def lessons() -> Iterator[Lesson]:
    """Yield the positions of the file."""
    heading = ""
    for text in DATA.read_text(encoding="utf-8").splitlines():
        if text.startswith("#"):
            heading = text.removeprefix("# ")
        elif text:
            words, _, comment = text.partition("\t# ")
            line, _, best = words.partition(" best=")
            yield Lesson(heading, parse_deal(line), line, best, comment)


def prove(deal: Deal) -> Verdict:
    """Solve a position in all worlds, or in as many as it takes for a proof."""
    decision = decision_of(deal)
    outcomes = Outcomes(deal, decision.seat, decision.contracts)
    model = model_for(deal.rules)
    readers = Readers(model, Cautious(model))
    prospects = CardProspects(decision, outcomes, readers, None, reads_play=False)
    sample = Sample(len(prospects.options), len(outcomes.points))
    if prospects.count <= ALL_UP_TO:
        sample.add(prospects.every(jobs=2))
    else:
        sample.add(prospects.draw(1, range(-(-WORLDS // CHUNK)), (), jobs=2))
    numbers = range(len(prospects.options))
    best = max(numbers, key=lambda number: sample.mean(number, outcomes.points).mean)
    others = [number for number in numbers if not sample.is_same(best, number)]
    leads = {number: sample.difference(best, number, outcomes.points) for number in others}
    second = min(others, key=lambda number: leads[number].mean)
    tokens = [option.choice.token for option in prospects.options]
    good = tuple(tokens[number] for number in numbers if number not in others)
    return Verdict(good, tokens[second], leads[second], len(sample.weights))


def is_proved(lesson: Lesson, verdict: Verdict) -> bool:
    """Tell whether the card named is best beyond doubt."""
    is_sure = verdict.lead.mean > max(SURE * verdict.lead.stderr, 1e-9)
    return lesson.best in verdict.good and is_sure


def page() -> Iterator[str]:
    """Yield the lines of the page; raises `ValueError` for a position that isn't proved."""
    yield HEAD
    heading = ""
    for lesson in lessons():
        verdict = prove(lesson.deal)
        if not is_proved(lesson, verdict):
            raise ValueError(f"not proved: {lesson.line} {verdict}")
        if lesson.heading != heading:
            heading = lesson.heading
            yield f"## {heading}\n"
        also = ", ".join(card for card in verdict.good if card != lesson.best)
        cards = f"**{lesson.best}**" + (f" (or {also})" if also else "")
        yield f"`{lesson.line}`\n"
        lead, error = verdict.lead
        figure = f"{lead:.3f}" if error == 0 else f"{lead:.3f} ± {error:.3f}"
        worlds = f"{verdict.worlds:,} deals" if error else f"all {verdict.worlds:,} deals"
        yield f"{cards}: {lesson.comment} Lead over {verdict.second}: {figure}, {worlds}.\n"


if __name__ == "__main__":
    PAGE.write_text("\n".join(page()), encoding="utf-8")
