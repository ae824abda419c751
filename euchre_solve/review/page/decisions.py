"""Every act of a stage as a line of a list, with what the review says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from euchre_solve.auction import Call
from euchre_solve.cards import Card
from euchre_solve.review.graded import Alternative, Grade, Graded
from euchre_solve.review.page.markup import isolated, one_card, safe, signed, with_error
from euchre_solve.review.page.phrases import ERRORS, any_of, badge, called, could, done
from euchre_solve.review.page.seating import Seating
from euchre_solve.review.page.stages import Act, Stage

_LONGEST_REMARK: Final = 300


class Notes(NamedTuple):
    """What is said of the acts of one deal: the grades of a review, the remarks of the file."""

    decisions: Mapping[str, Graded]
    remarks: Mapping[str, Sequence[str]]
    seating: Seating

    @property
    def grades(self) -> dict[str, Grade]:
        """The grade of each act that has one."""
        return {act: graded.grade for act, graded in self.decisions.items()}

    def said_of(self, act: str) -> str:
        """Return the remarks of the file on an act, quoted."""
        remarks = self.remarks.get(act, ())
        return "".join(f" <q>{isolated(text, _LONGEST_REMARK)}</q>" for text in remarks)

    def acts(self, stage: Stage) -> str:
        """Return the acts of a stage as a list."""
        lines = (self._act(act, leads=act == stage.acts[0]) for act in stage.acts)
        return f'<ol class="acts">{"".join(lines)}</ol>'

    def _act(self, act: Act, *, leads: bool) -> str:
        graded = self.decisions.get(act.act)
        name = self.seating.name(act.seat)
        said = self.said_of(act.act)
        if graded is None:
            text = f"<strong>{name}</strong> {_plain(act, leads=leads)}{said}"
            return f"<li><span></span><p>{text}</p></li>"
        text = f"<strong>{name}</strong> {done(graded)}{verdict(graded)}"
        return (
            f'<li class="{graded.grade}">{badge(graded.grade)}<p>{text}{said}</p>'
            f"{options_table(graded) if graded.grade in ERRORS else ''}</li>"
        )


def verdict(graded: Graded) -> str:
    """Return what an act lost by what the seat knew, and with open hands, in words."""
    parts = []
    if graded.grade is not Grade.BEST:
        lost = f"{with_error(graded.lost, graded.lost_stderr)} points{_games(graded)}"
        is_best = graded.best == graded.done  # mostly, where the record lacks cards
        parts.append(f"lost {lost}" if is_best else f"best {could(graded, graded.best)}, by {lost}")
    if graded.hindsight_lost is not None:
        if graded.hindsight_lost > 0:
            better = any_of(graded, graded.hindsight_best)
            parts.append(f"<small>open hands: {better} {signed(graded.hindsight_lost)}</small>")
        elif graded.grade in ERRORS:
            parts.append("<small>open hands: as good as any</small>")
    return "".join(f"; {part}" for part in parts)


def _games(graded: Graded) -> str:
    """Return how much of a game was lost: ``, 6.1 ± 0.3% of the game``."""
    if graded.win_lost is None:
        return ""
    lost = with_error(100 * graded.win_lost, 100 * (graded.win_lost_stderr or 0.0), 1)
    return f", {lost}% of the game"


def _plain(act: Act, *, leads: bool) -> str:
    """Return an act that wasn't graded, in words."""
    if isinstance(act.what, Call):
        return called(act.seat, act.what)
    if isinstance(act.what, Card):
        verb = "discarded" if act.act == "x" else "led" if leads else "played"
        return f"{verb} {one_card(act.what)}"
    return f"defended {'alone' if act.what else 'together'}"


def options_table(graded: Graded) -> str:
    """Return all that could be done, the best first, folded away."""
    has_win = graded.options[0].win is not None
    has_open = graded.options[0].open_points is not None
    heads = ["Choice", "Points", *["Win"] * has_win, *["Open hands"] * has_open]
    head = "".join(f'<th scope="col">{title}</th>' for title in heads)
    rows = "".join(_row(graded, option) for option in graded.options)
    basis = "every deal possible" if graded.exact else f"{graded.worlds:,} deals"
    return (
        f"<details><summary>All choices</summary><table><caption>Seen from the seat, {basis}"
        f"</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        f"{_asked_again(graded)}</details>"
    )


def _asked_again(graded: Graded) -> str:
    """Return how to ask for the advice that the grade rests on."""
    if not graded.position:
        return ""
    line = safe(graded.position, _LONGEST_REMARK)
    return f"<p><small><code>euchre-solve advise {line}</code></small></p>"


def _row(graded: Graded, option: Alternative) -> str:
    cells = [f"{signed(option.ev)}\u00a0±\u00a0{option.stderr:.2f}"]
    if option.win is not None:
        cells.append(f"{100 * option.win:.1f}%")
    if option.open_points is not None:
        cells.append(signed(option.open_points))
    is_done = " (done)" if option.token == graded.done else ""
    head = f'<th scope="row">{could(graded, option.token)}{is_done}</th>'
    return f"<tr>{head}{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
