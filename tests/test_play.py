from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from euchre_solve.auction import Call
from euchre_solve.cards import NO_CARDS, Card, CardSet, Suit
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError
from euchre_solve.play import Play
from euchre_solve.rules import LeadRule, Rules
from euchre_solve.trump import Trump
from tests.plain_rules import Act, PlainDeal, PlainRules

DATA = Path(__file__).parent / "data"

# seat 1 is eldest, seat 4 the dealer; loner, lone defender, who leads by each rule
LEAD_TABLE = """
loner  lone defender  eldest  left-of-loner
1      -              1       2
2      -              1       3
3      -              2       4
4      -              1       1
1      2              1       2
1      4              1       4
2      1              1       1
2      3              2       3
3      2              2       2
3      4              3       4
4      1              1       1
4      3              3       3
-      1              1       1
-      2              1       1
-      3              2       2
-      4              1       1
-      -              1       1
"""


def hand(text: str) -> CardSet:
    return CardSet.of(*(text[at : at + 2] for at in range(0, len(text), 2)))


def started(contract: Contract, *hands: str, rules: str = "north-american") -> Play:
    return Play.start(Rules.parse(rules), contract, tuple(map(hand, hands)))


def played(play: Play, cards: str) -> Play:
    for name in cards.split():
        play = play.play(Card.parse(name))
    return play


def refusal(play: Play, card: str) -> RuleError:
    with pytest.raises(RuleError) as caught:
        play.play(Card.parse(card))
    return caught.value


def seat_or_none(text: str) -> int | None:
    return None if text == "-" else int(text)


@pytest.mark.parametrize("row", LEAD_TABLE.strip().splitlines()[1:])
def test_first_lead_with_loners_and_lone_defenders(row: str) -> None:
    loner, defender, *leaders = row.split()
    lone_defender = seat_or_none(defender)
    makers = [int(loner)] if loner != "-" else [1, 3] if lone_defender in {2, 4} else [2, 4]
    for maker in makers:
        contract = Contract(Trump.SPADES, maker, 2, loner != "-", lone_defender)
        rules = (LeadRule.ELDEST, LeadRule.LEFT_OF_LONER)
        got = [contract.first_leader(Rules(), rule) for rule in rules]
        assert got == list(map(int, leaders))
        for name, leader in zip(("north-american", "beginner"), leaders, strict=True):
            assert contract.first_leader(Rules.parse(name)) == int(leader)


def test_lead_moved_on_when_eldest_is_out() -> None:
    play = started(Contract(Trump.SPADES, maker=3, round=2, alone=True), *EASY_HANDS)
    assert (play.leader, play.turn) == (2, 2)


EASY_HANDS = ("9sTsQhKhAh", "9dTdQdKdAd", "9cTcQcKcAc", "JsQsKsAs9h")


def test_loners_partner_skipped() -> None:
    play = started(Contract(Trump.SPADES, maker=4, round=2, alone=True), *EASY_HANDS)
    assert play.active == (1, 3, 4)
    turns = []
    for name in ("Ah", "9c", "9h", "Kh"):
        turns.append(play.turn)
        play = play.play(Card.parse(name))
    assert turns == [1, 3, 4, 1]
    assert len(play.tricks[0]) == 3


def test_two_hands_play_when_both_sides_are_alone() -> None:
    contract = Contract(Trump.HEARTS, maker=2, round=2, alone=True, lone_defender=3)
    play = started(
        contract, "9s9d9cTcTd", "JhAhKhAsAc", "JdQhThKsKc", "QsQdQcJsJc", rules="british"
    )
    play = played(play, "Ks As Jh Th Kh Qh Ah Jd")
    assert (play.active, play.leader) == ((2, 3), 3)
    play = played(play, "Kc Ac")
    assert play.is_finished
    assert (play.makers_tricks, play.points) == (4, 2)


def test_trick_winner_leads_next_and_the_side_counts_both_partners() -> None:
    play = started(Contract(Trump.HEARTS, maker=3, round=1), "AdThAhAcJc", "TdKcJh9sKs",
                   "JdQcTcAsJs", "KdQsKhQh9h")  # fmt: skip
    play = played(play, "Ad Td Jd Kd")
    assert (play.turn, play.tricks_won, play.makers_tricks) == (3, (0, 0, 1, 0), 1)
    play = played(play, "As Qs Ac 9s")
    assert (play.turn, play.makers_tricks) == (3, 2)


def test_loner_leaves_nine_cards_out_of_play() -> None:
    contract = Contract(Trump.SPADES, maker=1, round=2, alone=True)
    in_play = sum(Rules().hand_size for _ in contract.active_seats(Rules()))
    assert in_play == 15
    assert Rules().deck_size - in_play == 9


def test_card_of_another_hand_is_refused_and_its_holder_named() -> None:
    play = started(Contract(Trump.SPADES, maker=1, round=2), *EASY_HANDS)
    error = refusal(play, "9d")
    assert error.code is ErrorCode.NOT_HELD
    assert "seat 2" in error.message


def test_card_can_not_be_played_twice() -> None:
    play = played(started(Contract(Trump.SPADES, maker=1, round=2), *EASY_HANDS), "Ah")
    assert refusal(play, "Ah").code is ErrorCode.NOT_HELD


def test_revoke_is_refused_and_the_cards_owed_are_named() -> None:
    play = played(started(Contract(Trump.CLUBS, maker=1, round=2), *EASY_HANDS), "Ah 9d 9c")
    error = refusal(play, "As")
    assert error.code is ErrorCode.REVOKE
    assert error.hint and error.hint.endswith("play 9h")
    assert not play.can_play(Card.parse("As"))
    assert play.can_play(Card.parse("9h"))


def test_nothing_is_played_after_the_last_trick() -> None:
    play = started(Contract(Trump.DIAMONDS, maker=2, round=2), *EASY_HANDS)
    for _ in range(20):
        play = play.play(next(iter(play.legal_cards)))
    assert play.is_finished
    assert play.turn is None
    assert play.legal_cards == NO_CARDS
    assert refusal(play, "9s").code is ErrorCode.AFTER_END


# --- hands that nobody stated


UNKNOWN = ("", "", "", "")


def test_unknown_hand_may_play_any_card_of_the_deck_once() -> None:
    play = started(Contract(Trump.CLUBS, maker=4, round=2), *UNKNOWN)
    assert play.hidden == (5, 5, 5, 5)
    play = played(play, "9c Tc")
    assert play.hidden == (4, 4, 5, 5)
    error = refusal(play, "9c")
    assert error.code is ErrorCode.NOT_HELD
    assert "played already" in error.message
    assert refusal(play, "8s").code is ErrorCode.NOT_IN_DECK
    assert refusal(play, "Bb").code is ErrorCode.NOT_IN_DECK


def test_revoke_of_an_unknown_hand_is_found_when_the_suit_turns_up() -> None:
    play = started(Contract(Trump.CLUBS, maker=4, round=2), *UNKNOWN)
    play = played(play, "As 9h Ts Ks Qh Ah Th Kh Ad 9d Td Jd")
    assert play.turn == 2
    error = refusal(play, "Qs")
    assert error.code is ErrorCode.REVOKE
    assert error.hint and "trick 1" in error.hint


def test_left_bower_betrays_a_revoke_on_a_trump_lead() -> None:
    play = started(Contract(Trump.CLUBS, maker=4, round=2), *UNKNOWN)
    play = played(play, "Ac 9h 9c Kc As")
    assert refusal(play, "Js").code is ErrorCode.REVOKE
    assert play.can_play(Card.parse("Ts"))


def test_known_part_of_a_hand_has_to_follow() -> None:
    play = started(Contract(Trump.CLUBS, maker=4, round=2), "", "KsQh", "", "")
    play = played(play, "As")
    assert play.hidden[1] == 3
    assert refusal(play, "Qh").code is ErrorCode.REVOKE
    assert refusal(play, "9d").code is ErrorCode.REVOKE
    assert play.can_play(Card.parse("Ts"))
    assert play.legal_cards == CardSet.of("Ks")


def test_card_known_to_be_elsewhere_is_refused_from_an_unknown_hand() -> None:
    deal = Deal.of("", "", "AsKs", "JhTh9hKdQd", upcard="9d")
    deal = replace(deal, kitty=CardSet.of("Ac"))
    made = deal.call(Call.parse("oa"))
    for name, place in [
        ("As", "in the hand of seat 3"),
        ("Ac", "out of play"),
        ("Th", "with seat 4"),
        ("9d", "with seat 4"),
    ]:
        assert place in refusal(made.play_state, name).message
        assert not made.can_play(Card.parse(name))
    assert made.can_play(Card.parse("Jd"))


def test_turned_down_upcard_is_out_of_play() -> None:
    deal = Deal.of("", "", "", "", upcard="9d")
    for call in "pppps":
        deal = deal.call(Call.parse(call))
    assert "out of play" in refusal(deal.play_state, "9d").message


def test_dealer_plays_only_what_he_picked_up_when_his_six_cards_are_known() -> None:
    deal = Deal.of("", "", "", "JhTh9hKdQd", upcard="9d")
    deal = deal.call(Call.parse("o"))
    for name in ("As", "Ts", "9s"):
        deal = deal.play(Card.parse(name))
    assert deal.seat == 4
    assert refusal(deal.play_state, "Ks").code is ErrorCode.NOT_HELD
    assert deal.can_play(Card.parse("Th"))


def test_dealer_with_too_many_cards_of_the_suit_led_revokes_whatever_he_discarded() -> None:
    deal = Deal.of("", "", "", "AhTh9hKdQd", upcard="Jh")
    deal = deal.call(Call.parse("o"))
    for name in ("Kh", "Ts", "9s"):
        deal = deal.play(Card.parse(name))
    with pytest.raises(RuleError) as caught:
        deal.play(Card.parse("Kd"))
    assert caught.value.code is ErrorCode.REVOKE
    assert deal.can_play(Card.parse("9h"))


# --- counts of plays


@dataclass(frozen=True)
class Perft:
    """One record of a perft file: a deal line's fields, and nodes by depth."""

    identifier: str
    fields: dict[str, str]
    nodes: dict[int, int]

    @property
    def hands(self) -> list[str]:
        return self.fields["1"].split(".")

    def deal(self) -> Deal:
        """The package's deal."""
        deal = Deal.of(*self.hands, upcard=self.fields["u"], rules=self.fields["r"])
        for call in self.fields.get("b", "").replace("-", ""):
            deal = deal.call(Call.parse(call))
        if "m" in self.fields:
            trump, maker, number, alone, defender = self.stated()
            contract = Contract(Trump(trump), maker, number, alone, defender or None)
            deal = replace(deal, stated_contract=contract)
        return deal.discard(Card.parse(self.fields["x"])) if "x" in self.fields else deal

    def plain(self) -> PlainDeal:
        """The same deal for the plain rules."""
        hands = [tuple(text[at : at + 2] for at in range(0, len(text), 2)) for text in self.hands]
        return PlainDeal(
            PlainRules.named(self.fields["r"]),
            tuple(hands),
            self.fields["u"],
            calls=tuple(self.fields.get("b", "").replace("-", "")),
            discarded=self.fields.get("x"),
            fixed=self.stated() if "m" in self.fields else None,
        )

    def stated(self) -> tuple[str, int, int, bool, int]:
        maker, trump, *rest = list(self.fields["m"])
        alone = rest[:1] == ["a"]
        defender = "".join(rest[alone:]).rstrip("a")
        number = 1 if trump == self.fields["u"][1] else 2
        return trump, int(maker), number, alone, int(defender or 0)


def read_perft(path: Path) -> list[Perft]:
    """Read blank-separated records of lines ``id``, ``deal`` and ``perft depth nodes``."""
    records = []
    for block in path.read_text().strip().split("\n\n"):
        lines = [line.split() for line in block.splitlines() if not line.startswith("#")]
        line = next(rest[0] for word, *rest in lines if word == "deal")
        fields = dict(field.split(":") for field in line.split("_"))
        nodes = {int(rest[0]): int(rest[1]) for word, *rest in lines if word == "perft"}
        records.append(Perft(lines[0][1], fields, nodes))
    return records


RECORDS = [record for path in sorted(DATA.glob("*.perft")) for record in read_perft(path)]


def acts_of(deal: Deal) -> list[tuple[str, Deal]]:
    """Every act and the deal after it, through the package."""
    if deal.phase is Phase.CALL:
        return [(f"call {call}", deal.call(call)) for call in deal.legal_calls]
    if deal.phase is Phase.CALL_SUIT:
        return [(f"suit {suit}", deal.call_suit(suit)) for suit in Suit]
    if deal.phase is Phase.DISCARD:
        discards = filter(deal.can_discard, deal.six_cards)
        return [(f"discard {card}", deal.discard(card)) for card in discards]
    if deal.phase is Phase.DEFENCE:
        answers = {"together": False, "alone": True}
        return [
            (f"defend {how}", deal.defend(alone=alone))
            for how, alone in answers.items()
            if deal.can_defend(alone=alone)
        ]
    return [(f"play {card}", deal.play(card)) for card in deal.play_state.legal_cards]


def count_plays(play: Play, depth: int) -> int:
    if depth <= 1:
        return len(play.legal_cards) if depth else 1
    return sum(count_plays(play.play(card), depth - 1) for card in play.legal_cards)


def count(deal: Deal, depth: int) -> int:
    if depth == 0:
        return 1
    if deal.phase in {Phase.PLAY, Phase.FINISHED}:
        return count_plays(deal.play_state, depth)
    if deal.phase is Phase.PASSED_OUT:
        return 0
    return sum(count(after, depth - 1) for _, after in acts_of(deal))


def count_plain(deal: PlainDeal, depth: int) -> int:
    if depth == 0:
        return 1
    acts = deal.legal_acts()
    if depth == 1:
        return len(acts)
    return sum(count_plain(deal.after(act), depth - 1) for act in acts)


def split(count_after: Callable[[str], int], acts: list[str]) -> str:
    return "\n".join(f"{act}: {count_after(act)}" for act in sorted(acts))


def package_split(deal: Deal, depth: int) -> str:
    after = dict(acts_of(deal))
    return split(lambda act: count(after[act], depth - 1), list(after))


def plain_split(deal: PlainDeal, depth: int) -> str:
    after: dict[str, Act] = {" ".join(act): act for act in deal.legal_acts()}
    return split(lambda act: count_plain(deal.after(after[act]), depth - 1), list(after))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.identifier)
def test_number_of_acts_to_each_depth(record: Perft) -> None:
    deal = record.deal()
    for depth, nodes in record.nodes.items():
        assert count(deal, depth) == nodes, f"by act:\n{package_split(deal, depth)}"


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.identifier)
def test_plain_rules_count_the_same_acts(record: Perft) -> None:
    deal, plain = record.deal(), record.plain()
    for depth in sorted(record.nodes)[:-2]:
        assert plain_split(plain, depth) == package_split(deal, depth)
    depth = sorted(record.nodes)[-2]
    assert count_plain(plain, depth) == record.nodes[depth], f"by act:\n{plain_split(plain, depth)}"
