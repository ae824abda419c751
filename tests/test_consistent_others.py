"""Consistent deals of auction games and of deals with exchanges, against plain listings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import factorial

import pytest

from euchre_solve.advice.auctions.worlds import AuctionWorlds
from euchre_solve.auction import PASS, Call
from euchre_solve.cards import Card, CardSet
from euchre_solve.consistent import consistent_deals, count_consistent, seen_by
from euchre_solve.deal import Deal
from euchre_solve.errors import RuleError
from euchre_solve.exchange import KITTY, Transfer
from euchre_solve.formats.deal_line import parse_deal
from euchre_solve.rules import Rules

from .command_line import run
from .random_deals import put_away

AUCTIONS = ("auction-5", "auction-6", "bid-partners", "bid-individual-three")


def auction_deal(rng: random.Random, rules: Rules) -> Deal:
    """Return a deal in play, every card stated."""
    cards = list(rules.deck)
    rng.shuffle(cards)
    size = rules.hand_size
    hands = tuple(CardSet.from_cards(cards[at * size :][:size]) for at in range(rules.players))
    widow = CardSet.from_cards(cards[size * rules.players :][: rules.widow_size])
    deal = Deal(rules, hands, kitty=widow)
    bid = rng.choice(rules.legal_bids[:3])
    calls = [PASS] * rules.players
    calls[rng.randrange(rules.players)] = Call.of_bid(bid.value)
    deal = replace(deal, calls=tuple(calls))
    deal = deal.call(rng.choice(deal.legal_calls))
    if rules.widow_size:
        deal = put_away(deal, rng)
    while deal.bidding.defender_seat:
        deal = deal.defend(alone=False)
    state = deal.play_state
    for _ in range(rng.randrange(1, 4 * rules.players)):
        state = state.play(rng.choice(tuple(state.legal_cards))) if state.turn else state
    return replace(deal, tricks=state.tricks)


def placed(cards: Sequence[Card], rooms: Sequence[int]) -> Iterator[list[CardSet]]:
    """Yield every way to fill places of these sizes; what is left over goes nowhere."""
    if not rooms:
        yield []
        return
    for some in combinations(cards, rooms[0]):
        rest = [card for card in cards if card not in some]
        for more in placed(rest, rooms[1:]):
            yield [CardSet.from_cards(some), *more]


def hidden(deal: Deal, rng: random.Random, count: int) -> Deal:
    """Forget some cards of the hands and the kitty, and what was put away."""
    parts = [*deal.hands, deal.kitty]
    places = [(at, card) for at, part in enumerate(parts) for card in part]
    for at, card in rng.sample(places, count):
        parts[at] = parts[at].without_card(card)
    return replace(deal, hands=tuple(parts[:-1]), kitty=parts[-1], buried=CardSet())


def filled(deal: Deal, kitty_size: int) -> Iterator[Deal]:
    """Yield the deal with all unstated cards put anywhere."""
    parts = [*deal.hands, deal.kitty]
    known = CardSet.of(deal.upcard) if deal.upcard else CardSet()
    for part in parts:
        known |= part
    sizes = [deal.rules.hand_size] * deal.rules.players + [kitty_size]
    rooms = [size - len(part) for size, part in zip(sizes, parts, strict=True)]
    for more in placed(list(deal.rules.deck - known), rooms):
        *hands, kitty = (part | cards for part, cards in zip(parts, more, strict=True))
        yield replace(deal, hands=tuple(hands), kitty=kitty, tricks=())


def plays(deal: Deal, tricks: tuple[tuple[Card, ...], ...]) -> Deal | None:
    """Return the deal with these tricks, None if they can't be played in it."""
    state = deal.play_state
    try:
        for card in (card for trick in tricks for card in trick):
            state = state.play(card)
    except RuleError:
        return None
    return replace(deal, tricks=tricks)


@pytest.mark.parametrize("name", AUCTIONS)
@pytest.mark.parametrize("seed", range(3))
def test_auction_deals_are_those_of_the_plain_listing(name: str, seed: int) -> None:
    rng = random.Random(seed)
    rules = Rules.parse(name)
    count = 2 if rules.widow_size else 5  # of those that nobody was dealt there are more
    deal = hidden(auction_deal(rng, rules), rng, count)
    contract = deal.contract
    assert contract
    expected = set()
    for full in filled(deal, rules.widow_size):
        choices = [CardSet()]
        if contract.takes_widow(rules):
            cards = combinations(full.maker_cards, rules.widow_size)
            choices = list(map(CardSet.from_cards, cards))
        for buried in choices:
            found = plays(replace(full, buried=buried), deal.tricks)
            expected |= {found} if found else set()
    found = list(consistent_deals(deal))
    assert count_consistent(deal) == len(found) == len(set(found)) > 0
    assert set(found) == expected


def test_a_fresh_auction_is_counted_at_once() -> None:
    """Seven hands of seven and a widow of three, of 52 cards."""
    fresh = parse_deal("1:-.-.-.-.-.-.-_b:-_r:auction-7")
    assert count_consistent(fresh) == factorial(52) // (factorial(7) ** 7 * factorial(3))


def test_advice_looks_at_layouts_that_are_counted() -> None:
    """Without a widow both count the same deals."""
    rng = random.Random(3)
    deal = auction_deal(rng, Rules.parse("bid-partners"))
    assert deal.seat
    seen = seen_by(deal, deal.seat)
    assert count_consistent(seen) == AuctionWorlds(seen, deal.seat).count


def test_a_record_of_an_auction_tells_how_many_deals_are_left() -> None:
    line = "1:AsKsAhKhAd9c.-.-.-_b:4ppp-n_t:AsTsJs9s_r:bid-partners"
    done = run("check", "-", stdin=line)
    count = count_consistent(parse_deal(line))
    assert f"{count:,} deals are consistent" in done.stderr


# --- exchanges


def exchanged_deal(rng: random.Random, *, under: bool) -> Deal:
    """Return a deal in play after an exchange, every card stated."""
    rules = Rules.parse(f"north-american-{'farmerunder' if under else 'partnersbest'}")
    cards = list(rules.deck)
    if under:
        cards.sort(key=lambda card: str(card.rank) not in "9T")
        cards[:5] = rng.sample(cards[:8], 5)
        rest = [card for card in rules.deck if card not in cards[:5]]
        rng.shuffle(rest)
        cards = cards[:5] + rest
    else:
        rng.shuffle(cards)
    hands = [CardSet.from_cards(cards[at * 5 :][:5]) for at in range(4)]
    deal = Deal(rules, tuple(hands), cards[20], kitty=CardSet.from_cards(cards[21:]))
    if under:
        given = CardSet.from_cards(rng.sample(tuple(hands[0]), 3))
        pair = (Transfer(1, KITTY, given), Transfer(KITTY, 1, deal.kitty))
        deal = replace(deal, exchanges=pair)
        deal = deal.call(PASS).call(next(call for call in deal.legal_calls if call != PASS))
    else:
        maker = rng.choice((1, 2, 3))
        alone = next(call for call in deal.legal_calls if call.alone)
        deal = replace(deal, calls=(PASS,) * (maker - 1)).call(alone)
        partner = rules.partner_of(maker)
        pool = hands[partner - 1] | (CardSet.of(cards[20]) if partner == 4 else CardSet())
        mine, theirs = (CardSet.of(rng.choice(tuple(part))) for part in (hands[maker - 1], pool))
        pair = (Transfer(maker, partner, mine), Transfer(partner, maker, theirs))
        if deal.six_cards.mask:
            deal = deal.discard(rng.choice(tuple(deal.six_cards)))
        deal = replace(deal, exchanges=pair)
    if deal.six_cards.mask and not deal.discarded:
        deal = deal.discard(rng.choice(tuple(deal.six_cards)))
    state = deal.play_state
    for _ in range(rng.randrange(4, 12)):
        state = state.play(rng.choice(tuple(state.legal_cards)))
    return replace(deal, tricks=state.tricks)


@pytest.mark.parametrize("under", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_deals_with_exchanges_are_those_of_the_plain_listing(seed: int, *, under: bool) -> None:
    rng = random.Random(seed)
    deal = hidden(exchanged_deal(rng, under=under), rng, 4)
    expected = set()
    for full in filled(replace(deal, exchanges=()), deal.rules.kitty_size - 1):
        got = [each.cards for each in deal.exchanges if each.giver == KITTY]
        givers = [each for each in deal.exchanges if each.giver != KITTY]
        pools = dict(enumerate(full.hands, start=1))
        if deal.upcard and not full.six_cards.mask:
            pools[4] = pools[4].with_card(deal.upcard)
        six = full.six_cards
        if any(cards != full.kitty for cards in got) or (six.mask and deal.discarded not in six):
            continue
        if any((each.cards - pools[each.giver]).mask for each in givers):
            continue
        try:
            found = plays(replace(full, exchanges=deal.exchanges), deal.tricks)
        except RuleError:
            continue
        expected |= {found} if found else set()
    found = list(consistent_deals(deal))
    assert count_consistent(deal) == len(found) == len(set(found)) > 0
    assert set(found) == expected
