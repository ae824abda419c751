"""A review with made-up figures: every choice of recorded deals, graded by a seeded generator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from euchre_solve.auction import Auction, Call
from euchre_solve.cards import Card
from euchre_solve.formats.history import read_history
from euchre_solve.formats.record import Record
from euchre_solve.review.graded import Alternative, Grade, Graded, Kind, Luck, ReviewedDeal
from euchre_solve.review.page.stages import Act, Replayed, Stage, stages_of

CLUB = Path(__file__).parent.parent / "examples" / "club.egn"
_GRADES = [(0.6, Grade.BLUNDER), (0.25, Grade.MISTAKE), (0.1, Grade.INACCURACY)]


def records(path: Path = CLUB) -> list[Record]:
    """Return the records of a history file."""
    with path.open("rb") as stream:
        found = list(read_history(stream, path.name))
    return [item for item in found if isinstance(item, Record)]


def made_up(history: Iterable[Record], seed: int = 1) -> Iterator[ReviewedDeal]:
    """Yield each record with decisions, luck and chances that fit together."""
    random = Random(seed)
    win = {0: 0.5, 1: 0.5}
    for number, record in enumerate(history, start=1):
        replayed = stages_of(record.deal)
        decisions = tuple(_decisions(replayed, random))
        skill = [0.0] * 4
        for graded in decisions:
            skill[graded.seat - 1] += -graded.counted if graded.seat % 2 else graded.counted
        ours, theirs = replayed.outcome.gains
        cards = random.uniform(-0.6, 0.6)
        result = ours - theirs
        luck = Luck(result, tuple(skill), cards, result - cards - sum(skill))
        side = number % 2
        before = win[0] if side else 1 - win[0]
        after = min(0.97, max(0.03, before + 0.09 * result + random.uniform(-0.05, 0.05)))
        win[0] = after if side else 1 - after
        yield ReviewedDeal(record, number, decisions, luck, before, after)


def _decisions(replayed: Replayed, random: Random) -> Iterator[Graded]:
    for stage in (replayed.auction, *replayed.tricks):
        led = None
        for act in stage.acts:
            kind, tokens = _choices(replayed, stage, act, led)
            if isinstance(act.what, Card) and act.act != "x":
                led = led or act.what
            if len(tokens) > 1:
                yield _graded(act, kind, tokens, random)


def _choices(
    replayed: Replayed, stage: Stage, act: Act, led: Card | None
) -> tuple[Kind, list[str]]:
    """Return the kind of an act, and all that could be done."""
    deal = replayed.deal
    held = stage.held[act.seat - 1].cards
    if isinstance(act.what, bool):
        return "defend", ["p", "a"]
    if isinstance(act.what, Call):
        assert deal.upcard
        auction = Auction(deal.rules, deal.upcard, deal.calls[: int(act.act[1:]) - 1])
        return "bid", list(map(str, auction.legal_calls))
    if act.act == "x":
        assert deal.upcard
        return "discard", list(map(str, held.with_card(deal.upcard)))
    assert replayed.contract
    legal = replayed.contract.trump.legal_cards(held, led)
    return "play" if led else "lead", list(map(str, legal))


def _graded(act: Act, kind: Kind, tokens: list[str], random: Random) -> Graded:
    done = "pa"[act.what] if isinstance(act.what, bool) else str(act.what)
    lost = random.choice([0.0, 0.0, 0.0, 0.0, 0.02, 0.0, 0.0, 0.15, random.uniform(0, 0.9)])
    best = random.choice([token for token in tokens if token != done]) if lost else done
    grade = next((grade for least, grade in _GRADES if lost > least), Grade.FINE)
    top = random.uniform(-0.5, 1.2)
    worth = {token: top - random.uniform(0.3, 1.5) for token in tokens}
    worth |= {done: top - lost, best: top}
    hindsight = random.choice([0.0, 0.0, 0.0, 1.0, 2.0])
    ranked = sorted(worth.items(), key=lambda item: -item[1])
    return Graded(
        act=act.act,
        seat=act.seat,
        kind=kind,
        round=1 if kind == "bid" else None,
        done=done,
        best=best,
        lost=lost,
        lost_stderr=0.03 if lost else 0.0,
        win_lost=lost / 12,
        win_lost_stderr=0.003 if lost else 0.0,
        hindsight_best=tuple(tokens[:2]) if hindsight else (done,),
        hindsight_lost=hindsight,
        grade=grade if lost else Grade.BEST,
        options=tuple(
            Alternative(token, token, ev, 0.03, 0.5 + ev / 10, round(ev)) for token, ev in ranked
        ),
        worlds=256,
        exact=False,
        position="1:JsAs9h9dTc_u:Jc",
    )
