"""Random whole games as records: all calls, loners, both lead rules, with and without stick."""

import random
from dataclasses import replace

from euchre_solve.auction import BLIND_LONER, PASS
from euchre_solve.cards import Suit
from euchre_solve.deal import Deal, Phase
from euchre_solve.formats.record import COMPASS, Record, Remark, Stated
from euchre_solve.play import Play
from euchre_solve.replay import replay
from euchre_solve.rules import Rules
from euchre_solve.scoring import winning_side
from tests.random_deals import fresh_deal, put_away

FOUR_RULES = (
    "north-american",
    "north-american-stick",
    "north-american-leftleads",
    "north-american-stick-leftleads",
)
NAMES = (("North", "Ann O'Hara"), ("East", 'B. 💶 "Bob"'), ("South", "Søren #1"), ("West", "$W;é"))


def random_game(seed, rules_name="north-american", number=1):
    """Return the records of one game, played at random to its end, with all that they state."""
    rng = random.Random(seed)
    rules = Rules.parse(rules_name)
    dealer, score = rng.randrange(4), (0, 0)
    tags = (("Title", f"Game {seed}"), *NAMES)
    records = []
    while winning_side(score, rules.target) is None:
        deal = replace(whole_deal(rng, rules), score=score)
        replayed = replay(deal)
        after = (score[0] + replayed.gains[0], score[1] + replayed.gains[1])
        stated = Stated(number=len(records), dealer=COMPASS[dealer])
        remarks = tuple(Remark(act, text) for act, text in _remarks(rng, deal))
        records.append(Record(deal, game=number, tags=tags, remarks=remarks, stated=stated))
        dealer, score = (dealer + 1) % 4, after[::-1]
    last = records[-1]
    final = last.stated._replace(after=score[::-1])
    return [*records[:-1], last._replace(stated=final)]


def whole_deal(rng, rules):
    """Return a deal with every hand known, called and played to its end at random."""
    deal = fresh_deal(rng, rules)
    if rules.blind_loner and deal.auction.may_go_blind and rng.random() < 0.5:
        deal = deal.call(BLIND_LONER)
    while deal.phase in {Phase.CALL, Phase.CALL_SUIT, Phase.DISCARD, Phase.DEFENCE}:
        if deal.phase is Phase.CALL:
            passes = deal.can_call(PASS) and rng.random() < 0.6
            deal = deal.call(PASS if passes else rng.choice(deal.legal_calls))
        elif deal.phase is Phase.CALL_SUIT:
            deal = deal.call_suit(rng.choice(tuple(Suit)))
        elif deal.phase is Phase.DISCARD:
            deal = put_away(deal, rng)
        else:
            alone = rng.random() < 0.5
            deal = deal.defend(alone=alone and deal.can_defend(alone=True))
    if deal.phase is Phase.PASSED_OUT:
        return deal
    state: Play = deal.play_state
    while state.turn:
        state = state.play(rng.choice(tuple(state.legal_cards)))
    deal = replace(deal, tricks=state.tricks)
    takes_off = rules.set_back and deal.can_take_off() and rng.random() < 0.5
    return deal.take_off() if takes_off else deal


def without_hands(deal: Deal) -> Deal:
    """Return ``deal`` as a file has it that states no hands and no discard."""
    hands = tuple(replace(hand, mask=0) for hand in deal.hands)
    return replace(deal, hands=hands, discarded=None)


def _remarks(rng, deal):
    if rng.random() < 0.2:
        yield (
            f"b{rng.randint(1, len(deal.calls))}",
            rng.choice(("!", '?! "too thin"', "a#b = c\\d")),
        )
    if deal.tricks and rng.random() < 0.2:
        yield f"t{rng.randint(1, 15)}", "tab\tand\nline\u2028end \ufffd"
