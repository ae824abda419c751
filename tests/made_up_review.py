"""A review with made-up figures: every choice of recorded deals, graded by a seeded generator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from euchre_solve.auction import Auction
from euchre_solve.cards import Card
from euchre_solve.formats.history import read_history
from euchre_solve.formats.record import Record
from euchre_solve.review.graded import Alternative, Grade, Graded, Kind, Luck, ReviewedDeal
from euchre_solve.review.page.stages import Replayed, stages_of

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
            skill[graded.seat - 1] -= graded.lost if graded.seat % 2 else -graded.lost
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
    deal = replayed.deal
    for stage in (replayed.auction, *replayed.tricks):
        held = {seat: hand.cards for seat, hand in enumerate(stage.held, start=1)}
        led = None
        for act, seat, what in stage.acts:
            done = str(what)
            tokens: list[str] = []
            kind: Kind = "bid"
            turn = None
            if act.startswith("b"):
                assert deal.upcard
                auction = Auction(deal.rules, deal.upcard, deal.calls[: int(act[1:]) - 1])
                tokens, turn = list(map(str, auction.legal_calls)), auction.round
            elif act == "x":
                assert deal.upcard
                tokens, kind = list(map(str, held[seat].with_card(deal.upcard))), "discard"
            elif isinstance(what, Card) and replayed.contract:
                legal = replayed.contract.trump.legal_cards(held[seat], led)
                tokens, kind = list(map(str, legal)), "play" if led else "lead"
                led = led or what
            if len(tokens) > 1:
                yield _graded(act, seat, kind, turn, done, tokens, random)


def _graded(
    act: str,
    seat: int,
    kind: Kind,
    turn: int | None,
    done: str,
    tokens: list[str],
    random: Random,
) -> Graded:
    lost = random.choice([0.0, 0.0, 0.0, 0.0, 0.02, 0.0, 0.0, 0.15, random.uniform(0, 0.9)])
    best = random.choice([token for token in tokens if token != done]) if lost else done
    grade = next((grade for least, grade in _GRADES if lost > least), Grade.FINE)
    top = random.uniform(-0.5, 1.2)
    worth = {token: top - random.uniform(0.3, 1.5) for token in tokens}
    worth |= {done: top - lost, best: top}
    hindsight = random.choice([0.0, 0.0, 0.0, 1.0, 2.0])
    options = [
        Alternative(token, token, ev, 0.03, 0.5 + ev / 10, round(ev))
        for token, ev in sorted(worth.items(), key=lambda item: -item[1])
    ]
    return Graded(
        act,
        seat,
        kind,
        turn,
        done,
        best,
        lost,
        0.03 if lost else 0.0,
        lost / 12,
        0.003 if lost else 0.0,
        tuple(tokens[:2]) if hindsight else (done,),
        hindsight,
        grade if lost else Grade.BEST,
        tuple(options),
        256,
        exact=False,
    )
