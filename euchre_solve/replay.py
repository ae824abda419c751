"""A recorded deal played again: every illegal act found, none of them an obstacle to the next.

A `Deal` may hold acts as they happened at the table, legal or not. :func:`replay` follows them to
the end, says what was wrong with each, and who won what; :func:`reconstruct` gives each seat the
cards that it played. Nothing here raises for what a deal holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from euchre_solve.auction import PASS, Auction, Call
from euchre_solve.bidding_auction import BiddingAuction
from euchre_solve.cards import DECK, NO_CARDS, Card, CardSet, Suit
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, no_march
from euchre_solve.errors import RuleError
from euchre_solve.explain import (
    Fault,
    explain_burial,
    explain_discard,
    explain_lead,
    explain_play,
    explain_trick,
)
from euchre_solve.options import TrumpRule
from euchre_solve.rules import Rules, Sides
from euchre_solve.trump import Trump

_TRUMP_RANK: Final = 1000
"""Added to the rank of a trump: it beats every other suit."""

_BITS: Final = tuple(1 << card.index for card in DECK)


class Replay(NamedTuple):
    """What the acts of a deal come to.

    ``hands`` are masks of the cards that each seat played from, as far as known: after the
    discard, seat 1 first. ``points`` are the makers' (negative for a euchre), None until the deal
    is over. ``picks_up`` tells whether the dealer took the upcard; ``discards`` are his known
    cards that he may have discarded without a revoke. ``gains`` are what the deal adds to each
    figure of the score.
    """

    faults: tuple[Fault, ...]
    contract: Contract | None
    leader: int | None
    hands: tuple[int, ...]
    tricks_won: tuple[int, ...]
    makers_tricks: int = 0
    points: int | None = None
    discards: tuple[Card, ...] = ()
    picks_up: bool = False
    gains: tuple[int, ...] = (0, 0)

    @property
    def is_over(self) -> bool:
        """Tell whether the last card was played, or everyone passed twice."""
        return self.points is not None


class _Setting(NamedTuple):
    """What the calls of a deal come to, and the ranks under its trump, by index of the card."""

    contract: Contract | None
    is_legal: bool
    active: tuple[int, ...] = ()
    start: int = 0
    makers: tuple[int, ...] = ()
    picks_up: bool = False
    suit_masks: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    in_pairs: bool = False
    """Two fixed sides with calls on an upcard: the points are all that the score needs."""

    @property
    def is_walkover(self) -> bool:
        """Tell whether all others threw up their hands."""
        return len(self.active) == 1


_Held = tuple[tuple[int, ...], tuple[Fault, ...], tuple[Card, ...]]
"""The masks that each seat played from, the faults of the play, the discards without any."""

_Move = tuple[int, int, int]
"""A card played: the index of the seat, the bit of the card, the mask of the suit led or 0."""


def replay(deal: Deal) -> Replay:
    """Return what the acts of ``deal`` come to, with a fault for each illegal one, in order.

    >>> deal = Deal.of("KsJs9s9h9d", "AsKhQhJhTh", "QsAdKdQdJd", "TsAhAcKcQc", upcard="9c")
    >>> calls = (PASS,) * 4 + (Call.parse("s"),)
    >>> trick = tuple(map(Card.parse, ("Ks", "Kh", "Qs", "Ts")))
    >>> [fault.act for fault in replay(replace(deal, calls=calls, tricks=(trick,))).faults]
    ['t2']
    """
    if deal.exchanges:
        played = replay(deal.settled)
        is_told = deal.settled.calls == deal.calls
        faults = () if is_told else tuple(_explain_auction(deal))
        return played._replace(faults=faults + played.faults)
    setting = _setting_of(deal)
    is_legal = setting.is_legal and deal.rules.trump_rule is TrumpRule.OFF
    faults = () if is_legal else tuple(_explain_auction(deal))
    contract = setting.contract
    if contract is None:
        rounds = 1 if deal.rules.is_auction else 2
        is_over = len(deal.calls) == rounds * deal.rules.players
        known = tuple(hand.mask for hand in deal.hands)
        points = 0 if is_over else None
        nothing = (0,) * deal.rules.score_size
        won_by = (0,) * deal.rules.players
        return Replay(faults, None, None, known, won_by, points=points, gains=nothing)
    moves, won, is_whole, _ = _follow(deal, setting)
    hands, play_faults, discards = _hold(deal, setting, moves)
    if play_faults and (better := _with_leads_out_of_turn(deal, setting, len(play_faults))):
        moves, won, is_whole, (hands, play_faults, discards) = better
    faults += play_faults
    if not is_whole:
        faults += explain_trick(deal.rules, setting.active, deal.tricks)
    made, makers = contract, setting.makers
    if contract.called:
        held = tuple(map(CardSet, hands))
        made = contract.with_partner(held, deal.rules, deal.kitty) or contract
        makers = made.makers(deal.rules)
    tricks = sum([won[seat - 1] for seat in makers])
    is_over = is_whole and (sum(won) == deal.rules.hand_size or setting.is_walkover)
    leader = setting.active[setting.start]
    points = made.points(tricks, deal.rules) if is_over else None
    if deal.taken_off and not (is_over and made.may_take_off(tricks, deal.rules)):
        faults += (Fault("w", no_march(deal.rules)),)
    if setting.in_pairs:
        gains = _gains_of_pairs(made.maker, points or 0, taken_off=deal.taken_off)
    elif is_over:
        gains = made.gains(won, deal.rules, deal.score)
    else:
        gains = (0,) * deal.rules.score_size
    return Replay(
        faults,
        contract,
        leader,
        hands,
        tuple(won),
        tricks,
        points,
        discards,
        setting.picks_up,
        gains,
    )


def _gains_of_pairs(maker: int, points: int, *, taken_off: bool) -> tuple[int, ...]:
    """Return what `Contract.gains` does in games of two fixed sides, much faster.

    Points ``taken_off`` are the other side's loss.
    """
    if taken_off:
        maker, points = maker + 1, -points
        return (points, 0) if maker % 2 == 1 else (0, points)
    scored = abs(points)
    return (scored, 0) if (maker % 2 == 1) == (points > 0) else (0, scored)


def reconstruct(deal: Deal) -> Deal:
    """Return ``deal`` with each hand as dealt, as far as the play tells; the rest stays unknown.

    A card that a seat played was dealt to it, but for the upcard that the dealer picked up. A
    dealer who picked up and played five other cards has discarded the upcard. Cards that can't
    be where they were played from are left out.
    """
    replayed = replay(deal)
    contract = replayed.contract
    if contract is None or not deal.tricks or deal.exchanges:
        return deal
    setting = _setting_of(deal)
    discarded = deal.discarded
    if discarded is None and len(replayed.discards) == 1 and not replayed.faults:
        discarded = replayed.discards[0]
    taken = deal.kitty.mask | (1 << deal.upcard.index if deal.upcard else 0)
    if discarded and not setting.picks_up:
        taken |= 1 << discarded.index
    hands = [hand.mask for hand in deal.hands]
    for index, mask in enumerate(replayed.hands):
        if index == contract.maker - 1 and contract.takes_widow(deal.rules):
            hands[index] |= _dealt_before_widow(deal, mask)
            continue
        dealt = mask & deal.rules.deck.mask & ~taken
        if index == deal.rules.dealer - 1 and setting.picks_up and discarded:
            dealt |= 1 << discarded.index & ~taken
        dealt &= ~_others(hands, index)
        if (hands[index] | dealt).bit_count() <= deal.rules.hand_size:
            hands[index] |= dealt
    return replace(deal, hands=tuple(map(CardSet, hands)), discarded=discarded)


def _dealt_before_widow(deal: Deal, played: int) -> int:
    """Return the maker's cards as dealt, if his play and the widow tell all of them; else none."""
    held = (played | deal.buried.mask) & ~deal.kitty.mask
    is_known = len(deal.kitty) == len(deal.buried) == deal.rules.widow_size
    return held if is_known and held.bit_count() == deal.rules.hand_size else 0


def consistent_discards(deal: Deal) -> tuple[Card, ...]:
    """Return the dealer's known cards that he may have discarded, given the play (fast)."""
    return replay(deal).discards


def _others(hands: list[int], index: int) -> int:
    mask = 0
    for other, held in enumerate(hands):
        if other != index:
            mask |= held
    return mask


def _setting_of(deal: Deal) -> _Setting:
    acts = deal.calls, deal.defence, deal.called
    return _setting(deal.rules, deal.upcard, acts, deal.stated_contract)


@lru_cache(maxsize=8192)
def _setting(
    rules: Rules,
    upcard: Card | None,
    acts: tuple[tuple[Call, ...], tuple[bool, ...], Suit | None],
    stated: Contract | None,
) -> _Setting:
    calls, defence, called = acts
    contract, is_legal = stated, True
    if contract is None:
        if upcard is None and not rules.is_auction:
            return _Setting(None, is_legal=not calls)
        is_legal = not any(True for _ in _illegal_calls(rules, upcard, calls, defence))
        end = rules.players + 1 if rules.is_auction else _end_of_calls(calls)
        try:
            contract = _making(rules, upcard, (calls[:end], defence, called)).contract
        except RuleError:
            contract = None
    if contract is None:
        return _Setting(None, is_legal)
    active = contract.active_seats(rules)
    before = replace(contract, lone_defender=None, dropped=()).active_seats(rules)
    suit_masks, ranks = _ranking(contract.trump)
    return _Setting(
        contract,
        is_legal,
        active,
        active.index(contract.first_leader(rules)),
        contract.makers(rules),
        contract.round == 1 and upcard is not None and rules.dealer in before,
        suit_masks,
        ranks,
        rules.sides is Sides.PARTNERS and not rules.is_auction,
    )


_Acts = tuple[tuple[Call, ...], tuple[bool, ...], Suit | None]
"""Calls, the answers of the defence, the suit called."""


def _making(rules: Rules, upcard: Card | None, acts: _Acts) -> Auction | BiddingAuction:
    calls, defence, called = acts
    if rules.is_auction:
        return BiddingAuction(rules, calls, defence)
    assert upcard is not None  # the callers know
    return Auction(rules, upcard, calls, defence, called)


def _end_of_calls(calls: tuple[Call, ...]) -> int:
    """Return how many calls there are up to the first that makes trump."""
    return next((at for at, call in enumerate(calls, start=1) if call != PASS), len(calls))


def _explain_auction(deal: Deal) -> Iterator[Fault]:
    if deal.upcard is None and not deal.rules.is_auction:
        return
    yield from _illegal_calls(deal.rules, deal.upcard, deal.calls, deal.defence)
    if deal.upcard is None or deal.rules.trump_rule is TrumpRule.OFF:
        return
    calls = deal.calls[: _end_of_calls(deal.calls)]
    auction = Auction(deal.rules, deal.upcard, calls[:-1])
    if not calls or not auction.can_call(calls[-1]):
        return
    hand = deal.hands[(auction.seat or 1) - 1]
    try:
        if len(hand) == deal.rules.hand_size:
            auction.verify_call_on(calls[-1], hand)
    except RuleError as error:
        yield Fault(f"b{len(calls)}", error)


def _illegal_calls(
    rules: Rules, upcard: Card | None, calls: tuple[Call, ...], defence: tuple[bool, ...]
) -> Iterator[Fault]:
    for at, call in enumerate(calls):
        try:
            _making(rules, upcard, (calls[:at], (), None)).verify_call(call)
        except RuleError as error:
            yield Fault(f"b{at + 1}", error)
    for at, alone in enumerate(defence):
        try:
            _making(rules, upcard, (calls, defence[:at], None)).verify_defend(alone=alone)
        except RuleError as error:
            yield Fault(f"a{at + 1}", error)


@lru_cache
def _ranking(trump: Trump) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return, by index of a card, the mask of its suit and its rank, trumps over all others."""
    suit_masks = tuple(trump.cards_of(trump.suit_of(card)).mask for card in DECK)
    ranks = tuple(trump.strength_of(card) + _TRUMP_RANK * trump.is_trump(card) for card in DECK)
    return suit_masks, ranks


def _with_leads_out_of_turn(
    deal: Deal, setting: _Setting, count: int
) -> tuple[list[_Move], list[int], bool, _Held] | None:
    """Follow the play again, each lead by the seat known to hold the card; None unless fewer
    faults than ``count`` come of it."""
    owners: dict[Card, int] = {}
    for index, hand in enumerate(deal.hands):
        owners |= dict.fromkeys(hand, index + 1)
    if setting.picks_up and deal.upcard:
        owners[deal.upcard] = deal.rules.dealer
    moves, won, is_whole, strays = _follow(deal, setting, owners)
    hands, faults, discards = _hold(deal, setting, moves)
    if not strays or len(faults) + len(strays) >= count:
        return None
    both = sorted((*strays, *faults), key=lambda fault: int(fault.act[1:] or 0))
    return moves, won, is_whole, (hands, tuple(both), discards)


def _follow(
    deal: Deal, setting: _Setting, owners: dict[Card, int] | None = None
) -> tuple[list[_Move], list[int], bool, list[Fault]]:
    """Return every card by the seat that played it, the tricks won by seat, and whether all the
    tricks have the right size; with ``owners`` of cards also the leads out of turn."""
    _, _, active, at, _, _, suit_masks, ranks, _ = setting
    size = len(active)
    strays: list[Fault] = []
    moves: list[_Move] = []
    indices = [seat - 1 for seat in active]
    won = [0] * deal.rules.players
    tricks = deal.tricks
    for number, trick in enumerate(tricks, start=1):
        fits = len(trick) == size or (len(trick) < size and number == len(tricks))
        if number > deal.rules.hand_size or not fits:
            return moves, won, False, strays
        if owners and trick and (owner := owners.get(trick[0])) in active and owner != active[at]:
            strays.append(explain_lead(len(moves) + 1, number, trick[0], (owner, active[at])))
            at = active.index(owner)
        best = -_TRUMP_RANK
        winner = led_mask = 0
        for place, card in enumerate(trick):
            index = card.index
            bit = _BITS[index]
            moves.append((indices[(at + place) % size], bit, led_mask))
            rank = ranks[index]
            if not led_mask:
                led_mask = suit_masks[index]
                best = rank
            elif rank > best and (rank > _TRUMP_RANK // 2 or bit & led_mask):
                best, winner = rank, place
        if owners:
            owners = {card: seat for card, seat in owners.items() if card not in trick}
        if len(trick) == size:
            at = (at + winner) % size
            won[indices[at]] += 1
    return moves, won, True, strays


def _hold(deal: Deal, setting: _Setting, moves: list[_Move]) -> _Held:
    """Return the masks that each seat played from, the faults of the play, and the discards
    without any, where the discard isn't stated."""
    if setting.contract and setting.contract.takes_widow(deal.rules):
        return _hold_after_widow(deal, setting, moves)
    hands = [hand.mask for hand in deal.hands]
    dead = deal.kitty.mask
    up = _BITS[deal.upcard.index] if deal.upcard else 0
    gone = _BITS[deal.discarded.index] if deal.discarded else 0
    faults: tuple[Fault, ...] = ()
    six = hands[-1] | up
    is_due = setting.picks_up and gone & six and (gone != up or deal.rules.may_discard_upcard)
    if gone and not is_due:
        faults = explain_discard(deal)
    if not setting.picks_up:
        dead |= up | gone
        after = _after_play(hands, moves)
        return after, faults + _judge(deal, setting, moves, after, dead), ()
    dealer = deal.rules.dealer - 1
    if gone:
        hands[dealer] = six & ~gone
        after = _after_play(hands, moves)
        return after, faults + _judge(deal, setting, moves, after, dead | gone), ()
    return _try_discards(deal, setting, moves)


def _hold_after_widow(deal: Deal, setting: _Setting, moves: list[_Move]) -> _Held:
    """Return the same where the maker took the widow; his hand is known once his discards are."""
    contract = setting.contract
    assert contract is not None
    maker = contract.maker - 1
    hands = [hand.mask for hand in deal.hands]
    known, gone = deal.hands[maker].mask | deal.kitty.mask, deal.buried.mask
    hands[maker] = known & ~gone if gone else 0
    faults = explain_burial(deal) if gone else ()
    after = _after_play(hands, moves)
    dead = gone
    if known.bit_count() == deal.rules.hand_size + deal.rules.widow_size:
        others = _others(list(after), maker)
        dead |= (known & others) | (deal.rules.deck.mask & ~known & ~others)
    return after, faults + _judge(deal, setting, moves, after, dead), ()


def _try_discards(deal: Deal, setting: _Setting, moves: list[_Move]) -> _Held:
    """Return the same for the discard under which the dealer did least wrong."""
    dealer = deal.rules.dealer - 1
    played = 0
    for seat_index, bit, _ in moves:
        if seat_index == dealer:
            played |= bit
    hands = [hand.mask for hand in deal.hands]
    six = hands[dealer] | played | (_BITS[deal.upcard.index] if deal.upcard else 0)
    unplayed = six & ~played
    is_known = six.bit_count() > deal.rules.hand_size
    options = [] if is_known else [0]
    while is_known and unplayed:
        options.append(unplayed & -unplayed)
        unplayed &= unplayed - 1
    if not deal.rules.may_discard_upcard and deal.upcard:
        options = [bit for bit in options if bit != _BITS[deal.upcard.index]] or options
    best: tuple[tuple[int, ...], tuple[Fault, ...]] | None = None
    clean = []
    for gone in options or [0]:
        hands[dealer] = six & ~gone if is_known else played
        after = _after_play(hands, moves)
        dead = deal.kitty.mask | (gone if is_known else six & ~played)
        faults = _judge(deal, setting, moves, after, dead)
        if best is None or len(faults) < len(best[1]):
            best = after, faults
        if not faults and gone:
            clean.append(DECK[gone.bit_length() - 1])
    assert best is not None
    return *best, tuple(clean)


def _after_play(hands: list[int], moves: list[_Move]) -> tuple[int, ...]:
    masks = list(hands)
    for seat_index, bit, _ in moves:
        masks[seat_index] |= bit
    return tuple(masks)


def _judge(
    deal: Deal, setting: _Setting, moves: list[_Move], hands: tuple[int, ...], dead: int
) -> tuple[Fault, ...]:
    """Return the faults of the play from ``hands``, which hold what was played; mostly none."""
    union, size = dead, deal.rules.hand_size
    for mask in hands:
        if union & mask or mask.bit_count() > size:
            break
        union |= mask
    else:
        if not union & ~deal.rules.deck.mask and _is_followed(hands, moves):
            return ()
    contract = setting.contract
    assert contract is not None
    if contract.takes_widow(deal.rules):
        held = (deal.maker_cards - deal.buried) & CardSet(hands[contract.maker - 1])
        whose = [*deal.hands]
        whose[contract.maker - 1] = held if len(held) <= size else NO_CARDS
        deal = replace(deal, hands=tuple(whose), kitty=NO_CARDS)
    return explain_play(deal, contract, moves, CardSet(dead))


def _is_followed(hands: tuple[int, ...], moves: list[_Move]) -> bool:
    held = list(hands)
    for seat_index, bit, led_mask in moves:
        mask = held[seat_index]
        if not mask & bit or (led_mask and not led_mask & bit and mask & led_mask):
            return False
        held[seat_index] = mask ^ bit
    return True
