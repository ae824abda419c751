"""Verdicts written into the record: ``[??]`` and why, on each act that is worse than fine."""

from __future__ import annotations

from typing import Final

from euchre_solve.formats.record import Record, Remark
from euchre_solve.review.graded import Grade, Graded, ReviewedDeal

MARKS: Final = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
_DISCARD: Final = "x"
_DEFENCE: Final = "d"


def annotated(reviewed: ReviewedDeal) -> Record:
    """Return the record with a remark on every act of a deal that was not good enough.

    Formats have no place for a remark on a discard or a lone defence: it stands on the last call,
    or on the first card where no calls are recorded.
    """
    record = reviewed.record
    calls = len(record.deal.calls)
    last_call = f"b{calls}" if calls else "t1"
    remarks = [
        Remark(_place(decision, last_call), remark_of(decision))
        for decision in reviewed.decisions
        if decision.grade in MARKS
    ]
    return record._replace(remarks=(*record.remarks, *remarks))


def remark_of(decision: Graded) -> str:
    """Return the verdict on an act and a short reason."""
    what = f"discard {decision.done}: " if decision.kind == "discard" else ""
    labels = {option.token: option.label for option in decision.options}
    losses = [f"{decision.lost:.2f} points"] if decision.lost > 0 else []  # games may say otherwise
    if decision.win_lost is not None:
        losses.append(f"{100 * decision.win_lost:.1f} % of games")
    best = labels.get(decision.best, decision.best)
    verdict = f"{best} is better by" if decision.best != decision.done else "loses on average"
    return f"[{MARKS[decision.grade]}] {what}{verdict} {', '.join(losses)}"


def _place(decision: Graded, last_call: str) -> str:
    return last_call if decision.act[0] in {_DISCARD, _DEFENCE} else decision.act
