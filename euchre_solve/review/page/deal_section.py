"""One deal: a line that says how it went, and folded behind it the deal replayed."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from euchre_solve.review.graded import Grade, ReviewedDeal
from euchre_solve.review.page.decisions import Notes
from euchre_solve.review.page.diagram import diagram
from euchre_solve.review.page.markup import count, percent, safe, trump_sign, whole
from euchre_solve.review.page.parts import Parts, parts_table
from euchre_solve.review.page.phrases import ERRORS, MARKS
from euchre_solve.review.page.seating import Seating
from euchre_solve.review.page.stages import Replayed, Stage

_LONGEST_ERROR: Final = 300


class Headline(NamedTuple):
    """How a deal went, as HTML: what was played, what it came to, the score after it.

    ``gains`` are the points of the first side, negative if the other's; ``win`` and ``before``
    the first side's chances after and before the deal; ``errors`` how many of each grade, the
    worst first.
    """

    contract: str
    outcome: str
    score: str
    gains: int
    before: float | None
    win: float | None
    errors: tuple[tuple[Grade, int], ...]


def headline_of(reviewed: ReviewedDeal, replayed: Replayed, seating: Seating) -> Headline:
    """Return how a deal went."""
    sign = seating.first_sign
    ours, theirs = replayed.outcome.gains
    gains = sign * (ours - theirs)
    before, after = reviewed.win_before, reviewed.win_after
    errors = Counter(graded.grade for graded in reviewed.decisions)
    return Headline(
        _contract(replayed, seating),
        _outcome(replayed, seating, gains),
        _score(replayed, sign),
        gains,
        before if before is None or sign > 0 else 1 - before,
        after if after is None or sign > 0 else 1 - after,
        tuple((grade, errors[grade]) for grade in reversed(ERRORS) if errors[grade]),
    )


def _contract(replayed: Replayed, seating: Seating) -> str:
    contract = replayed.contract
    if contract is None:
        return "no trump made"
    alone = " alone" if contract.alone else ""
    against = contract.lone_defender
    defender = f" against {seating.name(against)} alone" if against else ""
    return f"{trump_sign(contract.trump)} by {seating.name(contract.maker)}{alone}{defender}"


def _outcome(replayed: Replayed, seating: Seating, gains: int) -> str:
    outcome = replayed.outcome
    if not outcome.is_over:
        return "unfinished"
    if outcome.contract is None:
        return "passed out"
    points = outcome.points or 0
    rules = replayed.deal.rules
    word = "march" if outcome.makers_tricks >= rules.march_tricks else "made"
    word = word if points > 0 else "euchred"
    side = seating.sides[gains < 0]
    return f"{word}, <b>{whole(abs(gains))}</b> {side}" if gains else word


def _score(replayed: Replayed, sign: int) -> str:
    score = replayed.deal.score
    if score is None:
        return ""
    after = tuple(have + won for have, won in zip(score, replayed.outcome.gains, strict=True))
    return "–".join(map(str, after[::sign]))


def deal_section(
    reviewed: ReviewedDeal, replayed: Replayed, seating: Seating, headline: Headline
) -> str:
    """Return a deal as HTML."""
    number = reviewed.number
    remarks: dict[str, list[str]] = {}
    for remark in reviewed.record.remarks:
        remarks.setdefault(remark.act, []).append(remark.text)
    decisions = {graded.act: graded for graded in reviewed.decisions}
    notes = Notes(decisions, remarks, seating)
    said = notes.said_of("-")
    body = [f"<p>{said}</p>" if said else "", *map(_error, reviewed.errors)]
    body.append(_replay(number, replayed, notes))
    if reviewed.luck:
        caption = "Where the points of this deal went"
        body.append(parts_table(Parts().plus(reviewed.luck, seating), seating, caption))
    return (
        f'<details class="deal">{_summary(number, headline)}'
        f'<div id="deal-{number}">{"".join(body)}</div></details>\n'
    )


def _summary(number: int, headline: Headline) -> str:
    cells = [
        f"<h3>Deal {number:,}</h3>",
        f'<span class="what">{headline.contract}: {headline.outcome}</span>',
    ]
    if headline.score:
        cells.append(f'<span class="score">{headline.score}</span>')
    if headline.win is not None:
        cells.append(f'<span class="win">{percent(headline.win)}</span>')
    cells.append(f'<span class="marks">{error_marks(headline.errors)}</span>')
    return f"<summary>{''.join(cells)}</summary>"


def error_marks(errors: tuple[tuple[Grade, int], ...]) -> str:
    """Return the signs of the errors of a deal, with their words for those who don't see them."""
    return " ".join(
        f'<b class="g {grade}" role="img" aria-label="{count(times, grade.value)}">'
        f"{MARKS[grade]}{f'×{times}' if times > 1 else ''}</b>"
        for grade, times in errors
    )


def _error(text: str) -> str:
    return f'<p class="lack">Not graded: {safe(text, _LONGEST_ERROR)}</p>'


def _replay(number: int, replayed: Replayed, notes: Notes) -> str:
    """Return the stages, of which the buttons above show one at a time."""
    names = ["Calls", *(f"Trick {at}" for at in range(1, len(replayed.tricks) + 1))]
    labels = ["Calls", *(f"<span>Trick</span> {at}" for at in range(1, len(names)))]
    buttons = "".join(
        f'<input type="radio" name="stage-{number}" id="stage-{number}-{at}"'
        f'{" checked" if at == 0 else ""}><label for="stage-{number}-{at}">{label}</label>'
        for at, label in enumerate(labels)
    )
    stages = (replayed.auction, *replayed.tricks)
    drawn = "".join(
        _stage(name, replayed, stage, notes) for name, stage in zip(names, stages, strict=True)
    )
    return (
        f'<fieldset class="replay"><legend>Replay of deal {number:,}</legend>{buttons}'
        f'<div class="stages">{drawn}</div></fieldset>'
    )


def _stage(name: str, replayed: Replayed, stage: Stage, notes: Notes) -> str:
    title = name
    if stage.winner:
        leads, wins = stage.acts[0].seat, stage.winner
        then = " and" if wins == leads else f", {notes.seating.name(wins)}"
        title += f": {notes.seating.name(leads)} leads{then} wins"
    table = diagram(replayed, stage, notes.seating, notes.grades)
    return f'<div class="stage"><h4>{title}</h4>{table}{notes.acts(stage)}</div>'
