"""Random deals at any stage, of every built game, for tests of the formats."""

import random
from dataclasses import replace

from hypothesis import strategies as st

from euchre_solve.cards import NO_CARDS, CardSet, Suit
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import is_allowed
from euchre_solve.presets import PRESETS
from euchre_solve.rules import Rules

BUILT_RULES = (
    *(name for name, rules in PRESETS.items() if is_allowed(rules.verify_built)),
    "north-american-stick-nt-defendalone",
    "north-american-deck28-leftleads",
    "beginner-secondalone-to15",
    "ontario-nz-benny-defendalways",
)
PARTNERSHIP_RULES = tuple(
    name for name in BUILT_RULES if is_allowed(Rules.parse(name).verify_partnership)
)
"""Those that advice knows."""
PLAIN_RULES = tuple(
    name
    for name in BUILT_RULES
    if not Rules.parse(name).is_auction and name not in {"call-ace", "set-back"}
)
"""Games whose records hold nothing but calls, a discard, defences and tricks."""


def deals() -> st.SearchStrategy[Deal]:
    """Return a strategy for deals whose notation holds all that is known of them."""
    return st.builds(random_deal, st.integers(0, 2**32), st.sampled_from(BUILT_RULES))


def random_deal(seed: int, rules_name: str) -> Deal:
    """Return a deal at a random stage, with a random part of it known."""
    rng = random.Random(seed)
    deal = _played(fresh_deal(rng, Rules.parse(rules_name)), rng)
    if rng.random() < 0.3 and deal.contract and deal.phase is not Phase.CALL_SUIT:
        deal = replace(deal, calls=(), defence=(), called=None, stated_contract=deal.contract)
    if rng.random() < 0.5:
        deal = _partly_hidden(deal, rng)
    return replace(
        deal,
        score=tuple(rng.randrange(15) for _ in range(deal.rules.score_size))
        if rng.random() < 0.5
        else None,
        target=rng.randint(1, 1000) if rng.random() < 0.2 else None,
        identifier="Club-17" if rng.random() < 0.2 else "",
    )


def fresh_deal(rng: random.Random, rules: Rules) -> Deal:
    """Return a deal before the first call, all hands known."""
    cards = list(rules.deck)
    rng.shuffle(cards)
    size = rules.hand_size
    hands = tuple(CardSet.from_cards(cards[at * size :][:size]) for at in range(rules.players))
    if rules.is_auction:
        widow = cards[size * rules.players :][: rules.widow_size]
        return Deal(rules, hands, kitty=CardSet.from_cards(widow))
    upcard, *rest = cards[size * rules.players :]
    return Deal(
        rules, hands, upcard, kitty=CardSet.from_cards(rest[: rng.choice((0, 0, 2, len(rest)))])
    )


def put_away(deal: Deal, rng: random.Random) -> Deal:
    """Return the deal after a random discard, of the dealer or of who took the widow."""
    if deal.rules.is_auction:
        cards = rng.sample(tuple(deal.maker_cards), deal.rules.widow_size)
        return deal.bury(CardSet.from_cards(cards))
    return deal.discard(rng.choice([c for c in deal.six_cards if deal.can_discard(c)]))


def _played(deal: Deal, rng: random.Random) -> Deal:
    for _ in range(rng.choice((0, 2, 6, 12))):
        if deal.phase is Phase.CALL:
            deal = deal.call(rng.choice(deal.legal_calls))
        elif deal.phase is Phase.CALL_SUIT:
            deal = deal.call_suit(rng.choice(tuple(Suit)))
        elif deal.phase is Phase.DISCARD:
            deal = put_away(deal, rng)
        elif deal.phase is Phase.DEFENCE:
            alone = rng.random() < 0.5
            deal = deal.defend(alone=alone and deal.can_defend(alone=True))
    if deal.phase is not Phase.PLAY:
        return deal
    state = deal.play_state
    for _ in range(rng.choice((0, 1, 4, 10, 40))):
        if state.turn:
            state = state.play(rng.choice(tuple(state.legal_cards)))
    return replace(deal, tricks=state.tricks)


def _partly_hidden(deal: Deal, rng: random.Random) -> Deal:
    hands = list(deal.hands)
    for index in rng.sample(range(len(hands)), rng.randint(1, len(hands))):
        known = rng.sample(tuple(hands[index]), rng.choice((0, 0, 2)))
        hands[index] = CardSet.from_cards(known) if known else NO_CARDS
    hidden = replace(deal, hands=tuple(hands))
    if deal.contract and deal.contract.round == 2 and deal.stated_contract and rng.random() < 0.5:
        return replace(hidden, upcard=None)
    return hidden
