"""Every act of a stage as a line of a list, with what the review says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from euchre_solve.auction import Call
from euchre_solve.cards import Card
from euchre_solve.review.graded import Alternative, Grade, Graded
from euchre_solve.review.page.markup import isolated, one_card, signed, with_error
from euchre_solve.review.page.phrases import ERRORS, any_of, badge, called, could, done
from euchre_solve.review.page.seating import Seating
from euchre_solve.review.page.stages import Act, Stage

_LONGEST_REMARK: Final = 300


class Notes(NamedTuple):
    """What is said of the acts of one deal: the grades of a review, the remarks of the file."""

    decisions: Mapping[str, Graded]
    remarks: Mapping[str, str]
    seating: Seating

    @property
    def grades(self) -> dict[str, Grade]:
        """The grade of each act that has one."""
        return {act: graded.grade for act, graded in self.decisions.items()}

    def acts(self, stage: Stage) -> str:
        """Return the acts of a stage as a list."""
        return f'<ol class="acts">{"".join(map(self._act, stage.acts))}</ol>'

    def _act(self, act: Act) -> str:
        graded = self.decisions.get(act.act)
        name = self.seating.name(act.seat)
        said = remark_text(self.remarks.get(act.act))
        if graded is None:
            return f"<li><span></span><p><strong>{name}</strong> {_plain(act)}{said}</p></li>"
        text = f"<strong>{name}</strong> {done(graded)}{verdict(graded)}"
        return (
            f'<li class="{graded.grade}">{badge(graded.grade)}<p>{text}{said}</p>'
            f"{options_table(graded) if graded.grade in ERRORS else ''}</li>"
        )


def remark_text(text: str | None) -> str:
    """Return a remark of the file, quoted."""
    return f" <q>{isolated(text, _LONGEST_REMARK)}</q>" if text else ""


def verdict(graded: Graded) -> str:
    """Return what an act lost by what the seat knew, and with open hands, in words."""
    parts = []
    if graded.grade is not Grade.BEST:
        points = with_error(graded.lost, graded.lost_stderr)
        won = f", {win_lost(graded.win_lost)}" if graded.win_lost is not None else ""
        parts.append(f"best {could(graded, graded.best)}, by {points} points{won}")
    if graded.hindsight_lost is not None:
        if graded.hindsight_lost > 0:
            better = any_of(graded, graded.hindsight_best)
            parts.append(f"<small>open hands: {better} {signed(graded.hindsight_lost)}</small>")
        elif graded.grade in ERRORS:
            parts.append("<small>open hands: as good as any</small>")
    return "".join(f"; {part}" for part in parts)


def win_lost(share: float) -> str:
    """Return how much of a game was lost: ``6.1 % of the game``."""
    return f"{100 * share:.1f}\u00a0% of the game"


def _plain(act: Act) -> str:
    if isinstance(act.what, Call):
        return called(act.seat, act.what)
    if isinstance(act.what, Card):
        return f"{'discarded' if act.act == 'x' else 'played'} {one_card(act.what)}"
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
        f"</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>"
    )


def _row(graded: Graded, option: Alternative) -> str:
    cells = [f"{signed(option.ev)}\u00a0±\u00a0{option.stderr:.2f}"]
    if option.win is not None:
        cells.append(f"{100 * option.win:.1f}\u00a0%")
    if option.open_points is not None:
        cells.append(signed(option.open_points))
    is_done = " (done)" if option.token == graded.done else ""
    head = f'<th scope="row">{could(graded, option.token)}{is_done}</th>'
    return f"<tr>{head}{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
