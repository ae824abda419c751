"""Advice as records of the machine output, and as flat rows, one an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from euchre_solve.cli.output import rounded
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.diagnostics import SCHEMA

if TYPE_CHECKING:
    from euchre_solve.advice.auctions.plan import Plan
    from euchre_solve.advice.decision.making import Making
    from euchre_solve.advice.decision.places import CardPlaces
    from euchre_solve.advice.recommend import Action, Advice, DiscardValue, EndChance
    from euchre_solve.cli.advising import Swept

_HEAD_COLUMNS: Final = (
    *("deal", "rules", "seat", "decision", "round", "best", "worlds", "effective", "exact"),
    *("seed", "model", "values", "note", "proof", "match_unit"),
)
_ACTION_COLUMNS: Final = (
    *("action", "label", "ev", "stderr", "open_ev", "vs_best", "vs_best_stderr", "close"),
    *("win", "win_stderr", "match", "match_stderr", "outcomes", "discard", "equal"),
)
ADVISE_COLUMNS: Final = (*_HEAD_COLUMNS, *_ACTION_COLUMNS)
"""Columns of the comma-separated form: one row an action, best first."""


def advise_record(advice: Advice) -> dict[str, Any]:
    """Return the record of one decision."""
    return {"schema": SCHEMA, "kind": "advise", **_decision(advice)}


def _decision(advice: Advice) -> dict[str, Any]:
    return {
        **_head(advice),
        "actions": list(map(_action, advice.actions)),
        "places": list(map(_place, advice.places)),
        **({"plans": list(map(_plan, advice.plans))} if advice.plans else {}),
    }


def sweep_record(swept: Swept) -> dict[str, Any]:
    """Return the record of a sweep, one decision after the other."""
    return {
        "schema": SCHEMA,
        "kind": "sweep",
        "deal": format_deal(swept.seen),
        "rules": str(swept.seen.rules),
        "seat": str(swept.seat),
        "over": swept.over.value,
        "decisions": [_decision(advice) for advice in swept.advices],
    }


def advise_rows(advice: Advice) -> Iterator[dict[str, Any]]:
    """Yield the flat rows of one decision, keys as in `ADVISE_COLUMNS`."""
    head = _head(advice)
    for action in advice.actions:
        record = _action(action)
        row = {key: record[key] for key in _ACTION_COLUMNS if key in record}
        outcomes = " ".join(f"{points}:{chance}" for points, chance in row["outcomes"].items())
        yield head | row | {"outcomes": outcomes, "equal": " ".join(record["equal"])}


def _head(advice: Advice) -> dict[str, Any]:
    return {
        "deal": format_deal(advice.deal),
        "rules": str(advice.deal.rules),
        "seat": str(advice.seat),
        "decision": advice.decision,
        "round": advice.round,
        "best": advice.actions[0].token,
        "worlds": advice.worlds,
        "effective": round(advice.effective, 1),
        "exact": advice.exact,
        "seed": advice.seed,
        "model": advice.model,
        "values": advice.values,
        "note": advice.note,
        "proof": advice.proof,
        **({"match_unit": advice.match_unit} if advice.match_unit else {}),
    }


def _action(action: Action) -> dict[str, Any]:
    win = {"win": rounded(action.win), "win_stderr": rounded(action.win_stderr)}
    match = {"match": rounded(action.match), "match_stderr": rounded(action.match_stderr)}
    return {
        "action": action.token,
        "label": action.label,
        "ev": rounded(action.ev),
        "stderr": rounded(action.stderr),
        "open_ev": rounded(action.open_ev),
        "vs_best": rounded(action.vs_best),
        "vs_best_stderr": rounded(action.vs_best_stderr),
        "close": action.close,
        **(win if action.win is not None else {}),
        **(match if action.match is not None else {}),
        "outcomes": {f"{points:.6g}": rounded(chance) for points, chance in action.outcomes},
        "discard": str(action.discard) if action.discard else None,
        "equal": list(map(str, action.equal)),
        **({"discards": list(map(_discard, action.discards))} if action.discards else {}),
        **({"ends": list(map(_end, action.ends))} if action.ends else {}),
        **({"plan": _plan(action.plan)} if action.plan else {}),
        **({"making": _making(action.making)} if action.making else {}),
    }


def _making(making: Making) -> dict[str, Any]:
    return {
        "at_least": {str(tricks): rounded(chance) for tricks, chance in making.at_least},
        "euchred": rounded(making.euchred),
        "euchre_share": rounded(making.share),
    }


def _plan(plan: Plan) -> dict[str, Any]:
    contract, tricks = plan.contract, plan.tricks
    return {
        "trump": str(contract.trump),
        "partners": "".join(map(str, contract.partners)),
        "alone": contract.alone,
        "bid": contract.bid,
        "goal": plan.goal,
        "chance": rounded(plan.chance),
        "tricks": rounded(tricks.mean) if tricks else None,
        "tricks_stderr": rounded(tricks.stderr) if tricks else None,
        "by_tricks": list(map(rounded, plan.shares)),
        "worlds": plan.worlds,
        **({"called": str(contract.called)} if contract.called else {}),
        **({"found_alone": rounded(plan.alone)} if plan.alone is not None else {}),
        **({"partner_chance": rounded(plan.partner)} if plan.partner is not None else {}),
    }


def _discard(value: DiscardValue) -> dict[str, Any]:
    return {
        "card": str(value.card),
        "ev": rounded(value.ev),
        "vs_best": rounded(value.vs_best),
        "vs_best_stderr": rounded(value.vs_best_stderr),
    }


def _end(end: EndChance) -> dict[str, Any]:
    contract = end.contract
    return {
        "trump": str(contract.trump) if contract else None,
        "maker": str(contract.maker) if contract else None,
        "alone": contract is not None and contract.alone,
        **({"partner": str(contract.partners[0])} if contract and contract.partners else {}),
        "probability": rounded(end.chance),
    }


def _place(place: CardPlaces) -> dict[str, Any]:
    seats = {str(seat): rounded(share) for seat, share in enumerate(place.seats, start=1)}
    others = {"kitty": rounded(place.kitty), "upcard": rounded(place.turned_up)}
    return {"trump": str(place.trump), "card": str(place.card), **seats, **others}
