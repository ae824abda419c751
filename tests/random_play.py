"""Whole games of every preset by random legal players, held against the plain rules.

``python -m tests.random_play 1000`` plays so many games of each preset, ``python -m
tests.random_play 1000 two-handed`` of one.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO

from euchre_solve.deal import Deal
from euchre_solve.formats.deal_line import format_deal, parse_deal
from euchre_solve.formats.json_lines import JsonLinesWriter, read_json_lines
from euchre_solve.formats.record import Record
from euchre_solve.replay import replay
from euchre_solve.rules import Rules
from euchre_solve.scoring import winning_side
from tests.plain_rules import PLAIN_PRESETS, PlainDeal, PlainRules
from tests.random_games import whole_deal

GAMES = (
    *PLAIN_PRESETS,
    "north-american-bytwo-stick",
    "british-dealerfirst",
    "north-american-trumprule",
    "three-handed-hoyle-deck24",
    "two-handed-stick",
    "call-ace-players5",
    "call-ace-players6",
    "set-back-players2",
    "set-back-players3-declare-euchrededucts",
    "north-american-robson-blindloner",
    "british-robson-blindloner",
    "north-american-twos",
    "british-deck28-twos",
    "skat-7-dealerfirst-robson-blindloner-bytwo",
)


def plain_of(deal: Deal, rules: PlainRules) -> PlainDeal:
    """Return the record of ``deal`` as the plain rules have it."""
    plain = PlainDeal(
        rules,
        tuple(tuple(map(str, hand)) for hand in deal.hands),
        str(deal.upcard),
    )
    for call in deal.calls:
        plain = plain.after(("call", str(call)))
    return replace(
        plain,
        score=deal.score or (),
        called=str(deal.called or ""),
        discarded=str(deal.discarded) if deal.discarded else None,
        answers=tuple("alone" if alone else "together" for alone in deal.defence),
        taken_off=deal.taken_off,
        plays=tuple(str(card) for trick in deal.tricks for card in trick),
    )


def play_game(seed: int, name: str) -> Iterator[Deal]:
    """Play one game to its end; yield each deal; fail where the plain rules see it otherwise."""
    rng = random.Random(seed)
    rules, plain_rules = Rules.parse(name), PlainRules.named(name)
    score = [rules.start] * rules.score_size
    while plain_rules.winner_of(score) is None:
        assert winner_of(score, rules) is None
        deal = replace(whole_deal(rng, rules), score=tuple(score))
        plain = plain_of(deal, plain_rules)
        assert plain.legal_acts() == [], deal
        assert replace(deal, taken_off=False).can_take_off() == plain.may_take_off, deal
        replayed = replay(deal)
        assert replayed.faults == (), deal
        assert list(replayed.gains) == plain.gains, deal
        yield deal
        score = [before + won for before, won in zip(score, plain.gains, strict=True)]
        score = score[1:] + score[:1]  # the next dealer is the old eldest hand
    assert winner_of(score, rules) == plain_rules.winner_of(score)


def winner_of(score: list[int], rules: Rules) -> int | None:
    return winning_side(score, rules.target, by_two=rules.win_by_two, counts_down=rules.counts_down)


def verify_round_trip(deal: Deal) -> None:
    """Fail unless the deal line and JSON Lines say all of ``deal``."""
    line = format_deal(deal)
    assert parse_deal(line) == deal
    text = JsonLinesWriter().format(Record(deal))
    (record,) = read_json_lines(BytesIO(text.encode()))
    assert isinstance(record, Record)
    assert record.deal == deal
    pieces = text.replace(f'"deal": "{line}", ', "")
    (record,) = read_json_lines(BytesIO(pieces.encode()))
    assert isinstance(record, Record), record
    assert record.deal == deal


def play_games(
    play_game: Callable[[int, str], Iterator[Deal]], count: int, names: Sequence[str]
) -> None:
    """Play so many games of each name; the first deal of each goes through text and back."""
    for name in names:
        deals = 0
        for seed in range(count):
            for number, deal in enumerate(play_game(seed, name)):
                deals += 1
                if number == 0:
                    verify_round_trip(deal)
        sys.stdout.write(f"{name}: {count} games, {deals} deals\n")
        sys.stdout.flush()


if __name__ == "__main__":
    play_games(play_game, int(sys.argv[1]), sys.argv[2:] or GAMES)
