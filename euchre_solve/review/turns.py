"""A recorded deal act by act: who had to choose what, and how the deal stood just before.

Acts are graded up to the first one against the rules; what comes after it rests on a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from euchre_solve.cards import Card
from euchre_solve.deal import Deal
from euchre_solve.replay import Replay, reconstruct

Act = Literal["bid", "discard", "defend", "play"]


class Turn(NamedTuple):
    """One act to look at: ``done`` by ``seat`` in ``deal``, which is as it stood just before.

    ``act`` is its place in the record, as in `record.Remark`. ``deal`` has the cards of all seats,
    as far as the whole record tells.
    """

    act: str
    kind: Act
    deal: Deal
    seat: int
    done: str

    @property
    def knows_its_cards(self) -> bool:
        """Tell whether the record has all that the seat knew: its hand, and its own discard."""
        deal = self.deal
        if len(deal.hands[self.seat - 1]) < deal.rules.hand_size:
            return False
        has_buried = self.kind == "play" and self.seat == deal.rules.dealer
        return not has_buried or bool(deal.discarded) or not deal.six_cards.mask


def sound_part(deal: Deal, replayed: Replay) -> Deal:
    """Return ``deal`` up to its first illegal act, with the cards that the play tells."""
    acts = {fault.act for fault in replayed.faults}
    calls, defence, discarded, tricks = deal.calls, deal.defence, deal.discarded, deal.tricks
    bad_calls = _numbers(acts, "b")
    bad_defence = _numbers(acts, "a")
    bad_cards = _numbers(acts, "t")
    if bad_calls:
        calls, defence, discarded, tricks = calls[: min(bad_calls) - 1], (), None, ()
    elif bad_defence:
        defence, tricks = defence[: min(bad_defence) - 1], ()
    elif "x" in acts:
        defence, discarded, tricks = (), None, ()
    elif bad_cards:
        tricks = _first_cards(tricks, max(min(bad_cards) - 1, 0))
    return reconstruct(
        replace(deal, calls=calls, defence=defence, discarded=discarded, tricks=tricks)
    )


def turns_of(deal: Deal) -> Iterator[Turn]:
    """Yield the acts of a deal without faults, forced ones too."""
    fresh = replace(deal, calls=(), defence=(), discarded=None, tricks=())
    for number, call in enumerate(deal.calls):
        before = replace(fresh, calls=deal.calls[:number])
        seat = number % deal.rules.players + 1
        yield Turn(f"b{number + 1}", "bid", before, seat, str(call))
    called = replace(fresh, calls=deal.calls)
    dealer = deal.rules.dealer
    if deal.discarded and called.six_cards.mask:
        yield Turn("x", "discard", called, dealer, str(deal.discarded))
    after = replace(called, discarded=deal.discarded)
    for number, alone in enumerate(deal.defence):
        before = replace(after, defence=deal.defence[:number])
        defender = before.auction.defender_seat
        if defender:
            yield Turn(f"d{number + 1}", "defend", before, defender, "a" if alone else "p")
    if deal.tricks:
        yield from _cards(replace(after, defence=deal.defence), deal.tricks)


def _cards(deal: Deal, tricks: tuple[tuple[Card, ...], ...]) -> Iterator[Turn]:
    state = deal.play_state
    for number, card in enumerate(card for trick in tricks for card in trick):
        assert state.turn is not None
        yield Turn(
            f"t{number + 1}", "play", replace(deal, tricks=state.tricks), state.turn, str(card)
        )
        state = state.play(card)


def faults_of(replayed: Replay) -> tuple[str, ...]:
    """Return what was illegal, one sentence each."""
    return tuple(f"{fault.act}: {fault.error.message}" for fault in replayed.faults)


def _numbers(acts: set[str], letter: str) -> list[int]:
    return [int(act[1:] or 0) for act in acts if act.startswith(letter)]


def _first_cards(tricks: tuple[tuple[Card, ...], ...], count: int) -> tuple[tuple[Card, ...], ...]:
    """Return the tricks up to card number ``count``."""
    kept = []
    for trick in tricks:
        part, count = trick[:count], max(count - len(trick), 0)
        if part:
            kept.append(part)
    return tuple(kept)
