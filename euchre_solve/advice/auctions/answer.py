"""Advice where trump is made by bidding: bids, naming, discards, hands thrown up, cards.

What the others do is not modelled: a bid is worth what comes of it if nobody bids over it, a pass
nothing. Calls tell nothing of a hand, but for those of call-ace. Contracts are solved with open
hands. Our own trump, partners and discards are chosen once for all worlds that look alike to us;
what is put away for a widow that is still to come goes by a rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from euchre_solve.advice.auctions.looks import Look
from euchre_solve.advice.auctions.plan import Plan
from euchre_solve.advice.auctions.points import alone_share, partner_share
from euchre_solve.advice.auctions.question import (
    Choice,
    Question,
    goal_of,
    need_of,
    plan_name,
    question_of,
)
from euchre_solve.advice.auctions.turned_up import SUIT_NAMES, turned_up_question
from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.model import BiddingModel
from euchre_solve.advice.decision.choices import weak_hand_choices
from euchre_solve.advice.decision.drawing import Where
from euchre_solve.advice.decision.search import Effort
from euchre_solve.advice.points import meaning_of_points
from euchre_solve.advice.recommend import Action, Advice
from euchre_solve.cards import Card
from euchre_solve.deal import Deal
from euchre_solve.options import Sides

_CLOSE: Final = 2
_DEAF: Final = "bids stand, calls tell nothing"
_BIDS: Final = "a bid is worth what comes of it if nobody bids over it, a pass nothing"
_CALLS: Final = "a call is worth what comes of it if all play, a pass nothing"
_WEAK: Final = "what a weak hand may ask for before the calls isn't weighed"
_ALONE: Final = "tricks are those that the seat can force against all others"
_THROWN_UP: Final = "a discard after which the hand is better thrown up is worth nothing"
_RIVALS: Final = "every seat plays for itself what it can force most with alone"


def recommend_bidding(deal: Deal, effort: Effort, where: Where | None) -> Advice:
    """Return each action of the seat on turn; ``deal`` has no cards but those that it knows.

    ``where`` picks worlds of games with a turn-up.
    """
    question = question_of(deal) if deal.rules.is_auction else turned_up_question(deal)
    is_listened = deal.rules.sides is Sides.CALLED_CARD
    model = model_for(deal.rules) if is_listened else None
    look = Look(question, model, where)
    look.run(effort)
    choices = range(len(question.choices))
    order = sorted(choices, key=look.rank, reverse=True)
    return Advice(
        deal,
        question.seat,
        question.kind,
        None,
        tuple(_action(look, number) for number in order),
        len(look.tricks),
        float(look.weights.sum() ** 2 / (look.weights**2).sum()),
        look.exact,
        effort.seed,
        f"bids stand, {model.name}" if model else _DEAF,
        "open",
        _note(question, model),
        (),
        plans=tuple(_plans(look)) if question.is_bid else (),
    )


def _note(question: Question, model: BiddingModel | None) -> str | None:
    rules = question.deal.rules
    notes = [model.note] if model and model.note else []
    notes += [_BIDS] if question.is_bid else []
    if question.kind == "bid" and not rules.is_auction:
        notes.append(_CALLS)
        if any(weak_hand_choices(question.deal, question.seat)):
            notes.append(_WEAK)
    if rules.sides is Sides.EACH_FOR_HIMSELF:
        notes.append(_RIVALS if question.is_among_rivals else _ALONE)
    notes += [_THROWN_UP] if question.may_throw_up_later else []
    meaning = meaning_of_points(rules)
    notes += [meaning] if meaning else []
    notes += [_declared(question)] if question.declares_march else []
    return "; ".join(notes) or None


def _declared(question: Question) -> str:
    """Say which count a march declared ends or doubles."""
    score, start = question.deal.score, question.deal.rules.start
    count = f"our count of {score[question.seat - 1]}" if score else f"the first count, {start}"
    return f"a march declared takes off or doubles {count}"


def _action(look: Look, number: int) -> Action:
    choice = look.question.choices[number]
    worth, lead = look.worth(number), look.lead(number, look.best)
    is_close = number != look.best and abs(lead.mean) <= _CLOSE * lead.stderr
    front = look.fronts[number]
    plan = None if front is None else _plan(look, choice, front)
    return Action(
        choice.token,
        _label(look.question, choice, front),
        worth.mean,
        worth.stderr,
        worth.mean,
        lead.mean,
        lead.stderr,
        is_close,
        None,
        None,
        ((0, 1.0),) if look.is_thrown_up(number) else _outcomes(look, choice, front),
        None,
        (),
        (),
        _equal(look, number),
        plan=plan,
    )


def _label(question: Question, choice: Choice, front: int | None) -> str:
    """Return the name of a choice with what goes with it: trump, partners, suit called, discard."""
    if front is None or question.kind != "bid":
        return choice.label
    line = question.lines[front]
    parts = [choice.label]
    if question.is_bid:
        parts.append(plan_name(line.contract))
    if line.contract.called and question.deal.contract is None:
        parts.append(f"{SUIT_NAMES[line.contract.called]} for a partner")
    if line.buried:
        parts.append(f"discard {line.buried}")
    return ", ".join(parts)


def _outcomes(look: Look, choice: Choice, front: int | None) -> tuple[tuple[float, float], ...]:
    """Return the points of a choice and how likely they are, highest first."""
    if front is None:
        return ((choice.points[0], 1.0),)
    chances: dict[float, float] = {}
    for points, share in zip(choice.points, look.shares(front, choice).tolist(), strict=True):
        chances[points] = chances.get(points, 0.0) + share
    return tuple(sorted(((p, share) for p, share in chances.items() if share), reverse=True))


def _equal(look: Look, number: int) -> tuple[Card, ...]:
    """Return the other cards to play that come to the same in each world."""
    question, front = look.question, look.fronts[number]
    if question.kind != "play" or front is None:
        return ()
    mine = look.tricks[:, front].tolist()
    cards = (
        line.card
        for at, line in enumerate(question.lines)
        if at != front and look.tricks[:, at].tolist() == mine
    )
    return tuple(card for card in cards if card)


# --- how contracts turn out


def _plan(look: Look, choice: Choice, front: int) -> Plan:
    question, line = look.question, look.question.lines[front]
    rules = question.deal.rules
    contract = line.contract
    if question.is_bid:
        contract = replace(contract, bid=int(choice.token))
    goal = goal_of(contract, question.seat, rules)
    if contract.called and question.seat != contract.maker:
        goal = "won"
    need = 1 if goal == "a trick" else line.needs[0]
    if goal in ("kept", "made"):
        need = need_of(contract, rules)
    ways = look.shares(front, choice).reshape(-1, rules.hand_size + 1)
    shares = tuple(ways.sum(axis=0).tolist())
    chance = sum(shares[need:])
    is_counted = not question.is_large
    return Plan(
        contract,
        goal,
        chance,
        look.mean_tricks(front) if is_counted else None,
        shares if is_counted else (),
        len(look.of_line(front)),
        alone_share(ways.tolist()) if contract.called else None,
        partner_share(ways.tolist()) if contract.called else None,
    )


def _plans(look: Look) -> Iterator[Plan]:
    """Yield for each kind of bid and each trump the best partners, most worlds first."""
    question = look.question
    seen: dict[tuple[int, ...], Choice] = {}
    for choice in question.choices:
        if choice.lines:
            seen.setdefault(choice.lines, choice)
    for lines, choice in seen.items():
        for trump in dict.fromkeys(question.lines[line].contract.trump for line in lines):
            mine = [line for line in lines if question.lines[line].contract.trump is trump]
            yield _plan(look, choice, look.best_line(mine, choice))
