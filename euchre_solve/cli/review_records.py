"""Reviews as records of the machine output, and read back from them.

A deal is a record of each decision, then one of the deal, which thereby is complete.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isfinite
from typing import Any, Final

from euchre_solve.cli.output import rounded
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.diagnostics import SCHEMA
from euchre_solve.formats.record import Record
from euchre_solve.review.graded import Alternative, Effort, Grade, Graded, Luck, ReviewedDeal
from euchre_solve.review.rates import Mean
from euchre_solve.review.report import Account, Report, players_of

DECISION, DEAL, SUMMARY = "review", "review-deal", "review-summary"
BETWEEN_ERRORS: Final = "; "
_DECISION_COLUMNS: Final = (
    *("act", "seat", "player", "decision", "round", "done", "best", "lost", "lost_stderr"),
    *("win_lost", "win_lost_stderr", "hindsight_best", "hindsight_lost", "grade"),
    *("worlds", "exact"),
)
_SKILL_COLUMNS: Final = tuple(f"skill_{seat}" for seat in range(1, 5))
_DEAL_COLUMNS: Final = (
    *("result", *_SKILL_COLUMNS, "cards", "play", "win_before", "win_after", "errors"),
)
REVIEW_COLUMNS: Final = (
    *("kind", "number", "game", "deal", "rules", "seed", "precision", "values"),
    *_DECISION_COLUMNS,
    *_DEAL_COLUMNS,
)
"""Columns of the comma-separated form: a row a decision, then one of the deal."""


def review_records(reviewed: ReviewedDeal, effort: Effort) -> Iterator[dict[str, Any]]:
    """Yield the records of a deal, its own last."""
    record = reviewed.record
    players = players_of(record)
    for decision in reviewed.decisions:
        yield _decision_record(decision, reviewed, players, effort)
    luck = reviewed.luck
    yield {
        "schema": SCHEMA,
        "kind": DEAL,
        "deal": format_deal(record.deal),
        "rules": str(record.deal.rules),
        "number": reviewed.number,
        "game": record.game,
        **effort._asdict(),
        "players": list(players),
        "result": luck.result if luck else None,
        "skill": list(luck.skill) if luck else None,
        "cards": luck.cards if luck else None,
        "play": luck.play if luck else None,
        "win_before": reviewed.win_before,
        "win_after": reviewed.win_after,
        "errors": list(reviewed.errors),
    }


def _decision_record(
    decision: Graded, reviewed: ReviewedDeal, players: tuple[str, ...], effort: Effort
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "kind": DECISION,
        "deal": decision.position,
        "rules": str(reviewed.record.deal.rules),
        "number": reviewed.number,
        "game": reviewed.record.game,
        "seed": effort.seed,
        "act": decision.act,
        "seat": str(decision.seat),
        "player": players[decision.seat - 1],
        "decision": decision.kind,
        "round": decision.round,
        "done": decision.done,
        "best": decision.best,
        "lost": decision.lost,
        "lost_stderr": _finite(decision.lost_stderr),
        "win_lost": decision.win_lost,
        "win_lost_stderr": _finite(decision.win_lost_stderr),
        "hindsight_best": list(decision.hindsight_best),
        "hindsight_lost": decision.hindsight_lost,
        "grade": str(decision.grade),
        "worlds": decision.worlds,
        "exact": decision.exact,
        "options": [
            {
                "action": option.token,
                "label": option.label,
                "ev": option.ev,
                "stderr": _finite(option.stderr),
                "win": option.win,
                "open_points": option.open_points,
            }
            for option in decision.options
        ],
    }


def review_row(record: dict[str, Any]) -> dict[str, Any]:
    """Return the flat row of a record, keys as in `REVIEW_COLUMNS`."""
    row = {key: record[key] for key in REVIEW_COLUMNS if key in record}
    if record["kind"] == DECISION:
        return row | {"hindsight_best": " ".join(record["hindsight_best"])}
    skill = record["skill"] or [None] * len(_SKILL_COLUMNS)
    return (
        row
        | dict(zip(_SKILL_COLUMNS, skill, strict=True))
        | {"errors": BETWEEN_ERRORS.join(record["errors"])}
    )


# --- read back


def reviewed_deal(
    record: Record, decisions: list[dict[str, Any]], deal: dict[str, Any]
) -> ReviewedDeal:
    """Return what `review_records` wrote of ``record``.

    Values of other types than were written are turned into these, or raise.
    """
    luck = None
    if deal["result"] is not None:
        skill = tuple(map(float, deal["skill"]))
        luck = Luck(int(deal["result"]), skill, float(deal["cards"]), float(deal["play"]))
    return ReviewedDeal(
        record,
        int(deal["number"]),
        tuple(map(_decision, decisions)),
        luck,
        _float(deal["win_before"]),
        _float(deal["win_after"]),
        tuple(map(str, deal["errors"])),
    )


def _decision(record: dict[str, Any]) -> Graded:
    has_win = record["win_lost"] is not None
    return Graded(
        act=str(record["act"]),
        seat=int(record["seat"]),
        kind=record["decision"],
        round=record["round"],
        done=str(record["done"]),
        best=str(record["best"]),
        lost=float(record["lost"]),
        lost_stderr=_or_infinite(record["lost_stderr"]),
        win_lost=_float(record["win_lost"]),
        win_lost_stderr=_or_infinite(record["win_lost_stderr"]) if has_win else None,
        hindsight_best=tuple(map(str, record["hindsight_best"])),
        hindsight_lost=_float(record["hindsight_lost"]),
        grade=Grade(record["grade"]),
        options=tuple(
            Alternative(
                str(option["action"]),
                str(option["label"]),
                float(option["ev"]),
                _or_infinite(option["stderr"]),
                _float(option["win"]),
                _float(option["open_points"]),
            )
            for option in record["options"]
        ),
        worlds=int(record["worlds"]),
        exact=bool(record["exact"]),
        position=str(record["deal"]),
    )


def _finite(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None


def _or_infinite(value: float | None) -> float:
    return inf if value is None else float(value)


def _float(value: float | None) -> float | None:
    return None if value is None else float(value)


# --- the summary


def summary_record(report: Report, effort: Effort) -> dict[str, Any]:
    """Return the record of the whole review."""
    return {
        "schema": SCHEMA,
        "kind": SUMMARY,
        "deal": None,
        "rules": None,
        **effort._asdict(),
        "deals": report.deals,
        "decisions": report.decisions,
        "players": list(map(_account_record, report.players.values())),
        "pairs": list(map(_account_record, report.pairs.values())),
    }


def _account_record(account: Account) -> dict[str, Any]:
    has_score = account.games.decisions > 0
    return {
        "name": account.name,
        "deals": account.deals,
        "decisions": account.total.decisions,
        "grades": {str(grade): account.grades[grade] for grade in Grade},
        "lost_by_decision": _mean(account.total.by_decision.mean()),
        "lost_by_deal": _mean(account.total.by_deal.mean()),
        "win_lost_by_deal": _mean(account.games.by_deal.mean()) if has_score else None,
        "kinds": {
            kind: {
                "decisions": losses.decisions,
                "lost_by_decision": _mean(losses.by_decision.mean()),
                "lost_by_deal": _mean(losses.by_deal.mean()),
            }
            for kind, losses in account.losses.items()
        },
        "slips": {
            str(slip): {"count": count, "lost": rounded(lost)}
            for slip, (count, lost) in account.slips.items()
        },
        "luck": {
            "deals": account.result.below,
            "result": _mean(account.result.mean()),
            "cards": _mean(account.cards.mean()),
            "play": _mean(account.play.mean()),
            "adjusted": _mean(account.adjusted.mean()),
        },
    }


def _mean(value: Mean) -> dict[str, float | None]:
    return {"mean": rounded(value.mean), "stderr": rounded(value.stderr)}
