"""Advice on auction games as tables: the choices, and the tricks by trump before a bid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_solve.advice.auctions.plan import Plan
from euchre_solve.auction import PASS
from euchre_solve.cards import Card
from euchre_solve.cli.advice_table import distinct, percent, with_error
from euchre_solve.cli.tables import cards_text, plain_table, suit_text

if TYPE_CHECKING:
    from euchre_solve.advice.recommend import Action, Advice

_SAFE = 95
"""How often a bid has to be kept to be called safe."""
_SIDES = ("partner", "alone")
"""What a seat may turn out to be where a partner is called: that partner, or the maker alone."""
_HEADS = {"bid": "call", "discard": "discards", "defend": "hand", "play": "card"}


def show_plans(advice: Advice, console: Console) -> None:
    """Print every choice, best first, and what each trump takes where a bid is due."""
    console.print(_choices_table(advice, console))
    if advice.plans:
        console.print(_tricks_table(advice, console))
        console.print(_safest(advice))


def _choices_table(advice: Advice, console: Console) -> Table:
    plans = [action.plan for action in advice.actions if action.plan]
    has_tricks = any(plan.tricks for plan in plans)
    goal = f"{plans[0].goal} %"
    sides = [name for name in _SIDES if any(_share(plan, name) is not None for plan in plans)]
    found = [f"{name} %" for name in sides]
    figures = (*(["tricks"] if has_tricks else []), *found, goal, "points", "vs best")
    table = plain_table("", "", _HEADS[advice.decision], *figures, right=figures)
    for number, action in enumerate(distinct(advice)):
        plan = action.plan
        tricks = (
            with_error(f"{plan.tricks.mean:.2f}", plan.tricks.stderr, console)
            if (plan and plan.tricks)
            else ""
        )
        table.add_row(
            "best" if number == 0 else "close" if action.close else "",
            _name(action, advice, console),
            *([tricks] if has_tricks else []),
            *(percent((plan and _share(plan, name)) or 0) for name in sides),
            percent(plan.chance) if plan else "",
            with_error(f"{action.ev:+.2f}", action.stderr, console),
            with_error(f"{action.vs_best:+.2f}", action.vs_best_stderr, console) if number else "",
            style="bold green" if number == 0 else "",
        )
    return table


def _share(plan: Plan, name: str) -> float | None:
    return {"partner": plan.partner, "alone": plan.alone}[name]


def _name(action: Action, advice: Advice, console: Console) -> Text:
    if advice.decision in {"discard", "play"}:
        named = [Card.parse(action.token[at : at + 2]) for at in range(0, len(action.token), 2)]
        return cards_text([*named, *action.equal], console)
    return Text(action.label.removeprefix("call "))


def _tricks_table(advice: Advice, console: Console) -> Table:
    size = advice.deal.rules.hand_size
    is_counted = any(plan.shares for plan in advice.plans)
    counts = [f"{tricks}+" for tricks in range(1, size + 1)] if is_counted else []
    kept = [] if is_counted else ["kept %"]
    figures = (*(["tricks"] if is_counted else kept), *counts)
    table = plain_table("Tricks, percent at least", "bid", "trump", *figures, right=figures)
    for plan in advice.plans:
        table.add_row(
            _how(plan, advice), suit_text(plan.contract.trump, console), *_row(plan, console)
        )
    return table


def _row(plan: Plan, console: Console) -> list[str]:
    if plan.tricks is None:
        return [percent(plan.chance)]
    tails = [sum(plan.shares[least:]) for least in range(1, len(plan.shares))]
    tricks = with_error(f"{plan.tricks.mean:.2f}", plan.tricks.stderr, console)
    return [tricks, *map(percent, tails)]


def _how(plan: Plan, advice: Advice) -> str:
    """Say how a contract is played: alone, with whom, with the widow or not."""
    contract, rules = plan.contract, advice.deal.rules
    if contract.partners:
        return f"{contract.bid} with {' & '.join(map(str, contract.partners))}"
    if contract.alone:
        return f"{contract.bid} alone"
    return f"{contract.bid}" if rules.widow_size else "any"


def _safest(advice: Advice) -> str:
    """Say which is the highest bid that is nearly always kept."""
    safe = [
        action
        for action in advice.actions
        if action.plan and action.token != str(PASS) and 100 * action.plan.chance >= _SAFE
    ]
    if not safe:
        return f"No bid is kept in {_SAFE} % of deals"
    best = max(safe, key=lambda action: int(action.token))
    return f"Highest bid kept in {_SAFE} % of deals: {best.label.removeprefix('bid ')}"
