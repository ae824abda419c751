"""Auction games: bids, widow, partners by seat, scores, open-hand answers."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, product

import pytest

from euchre_solve.auction import Call
from euchre_solve.bidding_auction import BiddingAuction
from euchre_solve.cards import CardSet
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, EuchreError, RuleError
from euchre_solve.formats.check import GameTracker, check_record
from euchre_solve.formats.deal_line import format_deal, parse_deal, read_deal
from euchre_solve.formats.egn_writer import EgnWriter
from euchre_solve.formats.record import Record, Stated
from euchre_solve.play import Play
from euchre_solve.replay import reconstruct, replay
from euchre_solve.rules import Rules
from euchre_solve.scoring import winning_side
from euchre_solve.solver import kernel, reference
from euchre_solve.solver.auction_games import (
    AuctionSolution,
    bid_kinds,
    solve_auction,
    solve_auction_position,
)
from euchre_solve.solver.position import Position
from euchre_solve.trump import Trump

from .plain_auction import GAMES
from .positions import DATA, random_position
from .random_auctions import play_deal, play_game
from .random_deals import fresh_deal
from .random_play import verify_round_trip

FIVE = "1:KhQh8hAcTc.KsJs9s9d8d.Th9hAd7dJc.8s7sAhKc9c.AsQsTdQc8c_k:Jd7c_r:auction-5"


def bid(name: str, *calls: str) -> BiddingAuction:
    auction = BiddingAuction(Rules.parse(name))
    for call in calls:
        auction = auction.call(Call.parse(call))
    return auction


def contract_of(rules: str, written: str) -> Contract:
    contract = parse_deal(f"1:-_r:{rules}_m:{written}").contract
    assert contract is not None
    return contract


def refusal(line: str) -> tuple[ErrorCode, str]:
    with pytest.raises(EuchreError) as caught:
        read_deal(line)
    span = caught.value.span
    assert span is not None
    return caught.value.code, line[slice(*span)]


# --- the plain rules


@pytest.mark.parametrize("name", GAMES)
def test_games_obey_the_plain_rules(name: str) -> None:
    deals = 0
    for seed in range(3):
        for deal in play_game(seed, name):
            deals += 1
            if deals % 8 == 1:
                verify_round_trip(deal)


@pytest.mark.parametrize("name", GAMES)
def test_hands_that_nobody_stated_agree_with_the_play(name: str) -> None:
    rng = random.Random(7)
    for _ in range(4):
        deal = play_deal(rng, name)
        bare = replace(deal, hands=(CardSet(),) * deal.rules.players)
        assert replay(bare).faults == ()
        assert replay(bare).gains == replay(deal).gains
        assert parse_deal(format_deal(bare)) == bare
        if deal.tricks and len(deal.contract.active_seats(deal.rules)) == deal.rules.players:
            assert reconstruct(bare).hands == deal.hands


# --- bids (R20)


@pytest.mark.parametrize(
    ("value", "partners", "takes_widow"),
    [(3, 1, True), (4, 2, True), (5, 2, True), (8, 0, True), (15, 0, False)],
)
def test_bids_of_five_players(value: int, partners: int, takes_widow: bool) -> None:
    terms = next(b for b in Rules.parse("auction-5").legal_bids if b.value == value)
    assert (terms.partners, terms.takes_widow) == (partners, takes_widow)
    assert terms.alone == (partners == 0)


def test_each_bid_is_higher_than_the_last() -> None:
    auction = bid("auction-7", "p", "5", "p", "10")
    assert [str(call) for call in auction.legal_calls] == ["p", "20"]
    with pytest.raises(RuleError, match="over 10"):
        auction.call(Call.of_bid(7))


def test_the_winner_names_trump_with_as_many_partners_as_he_bid() -> None:
    auction = bid("auction-5", "3", "p", "p", "p", "p")
    assert auction.seat == 1
    assert len(auction.legal_calls) == 4 * 4
    assert not auction.can_call(Call.parse("h"))
    assert not auction.can_call(Call.parse("h23"))
    assert not auction.can_call(Call.parse("h1"))
    made = auction.call(Call.parse("h3")).contract
    assert str(made) == "1h3-3"
    assert made is not None
    assert made.makers(auction.rules) == (1, 3)
    assert made.defenders(auction.rules) == (2, 4, 5)


def test_everybody_passes_once() -> None:
    auction = bid("bid-partners", "p", "p", "p", "p")
    assert auction.is_passed_out
    assert auction.seat is None


def test_no_trump_is_for_games_that_have_it() -> None:
    assert bid("bid-partners", "p", "1", "p", "p").can_call(Call.parse("l"))
    assert not bid("auction-6", "p", "3", "p", "p", "p", "p").can_call(Call.parse("n"))


def test_lone_bidders_partners_sit_out_and_eldest_leads() -> None:
    rules = Rules.parse("auction-6")
    alone = contract_of("auction-6", "3h-8")
    assert alone.active_seats(rules) == (2, 3, 4, 6)
    assert alone.first_leader(rules) == 2
    assert contract_of("bid-partners", "3n-4").first_leader(Rules.parse("bid-partners")) == 3


# --- scores (R19)


def gains(rules: str, written: str, *tricks_won: int) -> tuple[int, ...]:
    return contract_of(rules, written).gains(tricks_won, Rules.parse(rules))


def test_a_bid_pays_itself_to_each_of_a_side() -> None:
    assert gains("auction-5", "2h4-3", 0, 3, 0, 2, 0) == (0, 3, 0, 3, 0)  # no overtricks
    assert gains("auction-5", "2h-8", 1, 4, 0, 0, 0) == (8, 0, 8, 8, 8)
    assert gains("auction-6", "2h-4", 1, 2, 0, 2, 0, 0) == (0, 4)
    assert gains("auction-6", "2h-4", 2, 2, 0, 1, 0, 0) == (4, 0)


def test_tricks_pay_both_sides_of_partners() -> None:
    assert gains("bid-partners", "2h-4", 1, 3, 0, 2) == (1, 5)
    assert gains("bid-partners", "2h-4", 1, 3, 2, 0) == (3, -4)
    assert gains("bid-partners-set6", "2h-4", 1, 3, 2, 0) == (3, -6)


def test_each_for_himself_counts_down() -> None:
    assert gains("bid-individual", "2l-3", 1, 3, 0, 2) == (-1, -3, 5, -2)
    assert gains("bid-individual", "2l-3", 3, 2, 1, 0) == (-3, 5, -1, 5)
    assert gains("bid-individual", "2l-3-34", 3, 3, 0, 0) == (-3, -3, 0, 0)
    assert gains("bid-individual", "2l-3-134", 0, 0, 0, 0) == (0, -3, 0, 0)  # a walkover
    assert winning_side((0, 3, -2, 5), 0, counts_down=True) == 2
    assert winning_side((1, 3, 2, 5), 0, counts_down=True) is None


@pytest.mark.parametrize("maker", [1, 4])
def test_check_lets_the_bidder_win_if_level(maker: int) -> None:
    deals = (play_deal(random.Random(seed), "bid-individual") for seed in range(1000))
    played = ((deal, replay(deal)) for deal in deals)
    deal, gains = next(
        (deal, found.gains)
        for deal, found in played
        if found.contract and found.contract.maker == maker and max(found.gains[::3]) < -1
    )
    score = (-1 - gains[0], 15, 15, -1 - gains[3])
    for winner in (1, 4):
        record = Record(replace(deal, score=score), stated=Stated(winner=winner))
        found = GameTracker().follow(check_record(record).step)
        assert bool(found) == (winner != maker)


@pytest.mark.parametrize(
    ("written", "rules"),
    [
        ("r:bid-individual_n:3", "bid-individual-three"),
        ("r:set-back_n:3", "set-back-players3"),
        ("r:bid-individual_n:4", "bid-individual"),
    ],
)
def test_number_of_players_names_the_form_for_them(written: str, rules: str) -> None:
    assert format_deal(parse_deal(f"1:-_{written}")) == f"1:-_r:{rules}"


def test_low_no_trump_is_won_by_the_lowest() -> None:  # R16
    trick = tuple(CardSet.of("Kh")) + tuple(CardSet.of("Th")) + tuple(CardSet.of("9h"))
    assert Trump.LOW_NO_TRUMP.winner_index((*trick, *CardSet.of("Ah"))) == 2


# --- counts of acts


def records_of_counts() -> list[tuple[str, str, dict[int, int]]]:
    """Read the stored deals, and how many sequences of acts there are by their length.

    The counts are those of the plain rules.
    """
    records = []
    for block in (DATA / "auction_games.counts").read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split() for line in block.splitlines()]
        counts = {int(depth): int(nodes) for _, depth, nodes in lines[2:]}
        records.append((lines[0][1], lines[1][1], counts))
    return records


def count_acts(deal: Deal, depth: int) -> int:
    if not depth:
        return 1
    if deal.phase is Phase.CALL:
        return sum(count_acts(deal.call(call), depth - 1) for call in deal.legal_calls)
    if deal.phase is not Phase.PLAY:
        return 0
    return count_cards(deal.play_state, depth)


def count_cards(state: Play, depth: int) -> int:
    if depth <= 1:
        return len(state.legal_cards)
    return sum(count_cards(state.play(card), depth - 1) for card in state.legal_cards)


@pytest.mark.parametrize(("name", "line", "counts"), records_of_counts())
def test_counts_of_acts(name: str, line: str, counts: dict[int, int]) -> None:
    deal = parse_deal(line)
    for depth, count in counts.items():
        if count < 10_000:
            assert count_acts(deal, depth) == count, (name, depth)


# --- notation


def test_a_bid_of_two_figures_is_read_by_what_may_be_bid() -> None:
    assert [str(call) for call in parse_deal("1:-_r:auction-5_b:3415").calls] == ["3", "4", "15"]
    assert [str(call) for call in parse_deal("1:-_r:bid-partners_b:15").calls] == ["1", "5"]


@pytest.mark.parametrize(
    ("line", "code", "place"),
    [
        ("1:-_r:auction-5_u:Jc", ErrorCode.CONFLICT, "Jc"),
        ("1:-_r:auction-5_b:p5p3", ErrorCode.ILLEGAL_CALL, "3"),
        ("1:-_r:auction-5_b:pp-h", ErrorCode.BAD_VALUE, "-"),
        ("1:-_r:auction-5_b:3pppp-h", ErrorCode.ILLEGAL_CALL, "h"),
        ("1:-_r:auction-5_b:o", ErrorCode.BAD_VALUE, "o"),
        ("1:-_r:auction-5_m:4h1-5", ErrorCode.ILLEGAL_CALL, "4h1-5"),
        ("1:-_r:auction-5_m:6h-8", ErrorCode.BAD_SEAT, "6h-8"),
        ("1:-_r:auction-5_m:4h", ErrorCode.ILLEGAL_CALL, "4h"),
        ("1:-_r:bid-individual_m:1s-2-1", ErrorCode.ILLEGAL_CALL, "1s-2-1"),
        ("1:-_r:bid-partners_m:1s-2-3", ErrorCode.ILLEGAL_CALL, "1s-2-3"),
        ("1:-_r:bid-individual_b:1ppp-s-x", ErrorCode.BAD_VALUE, "x"),
        ("1:-_r:bid-individual_b:1ppp-s-pppp", ErrorCode.OUT_OF_TURN, "p"),
        (f"{FIVE}_b:3pppp-h2_x:Jd", ErrorCode.ILLEGAL_DISCARD, "Jd"),
        (f"{FIVE}_b:3pppp-h2_x:JdKs", ErrorCode.NOT_HELD, "JdKs"),
        (f"{FIVE}_b:15pppp-h_x:JdKs", ErrorCode.ILLEGAL_DISCARD, "JdKs"),
        ("1:-_k:JdKsQd_r:auction-5", ErrorCode.TOO_MANY_CARDS, "Qd"),
        ("1:-_r:bid-partners-stick", ErrorCode.CONFLICT, "bid-partners-stick"),
        ("1:-_r:bid-partners-deck32", ErrorCode.CONFLICT, "bid-partners-deck32"),
        ("1:-_r:bid-partners-benny", ErrorCode.CONFLICT, "bid-partners-benny"),
        ("1:-_r:auction-6-set6", ErrorCode.CONFLICT, "auction-6-set6"),
        ("1:-_r:north-american-set6", ErrorCode.CONFLICT, "north-american-set6"),
    ],
)
def test_what_is_refused(line: str, code: ErrorCode, place: str) -> None:
    assert refusal(line) == (code, place)


def test_the_maker_discards_before_the_first_lead() -> None:
    deal = parse_deal(f"{FIVE}_b:p3ppp-s4")
    assert (deal.phase, deal.seat) == (Phase.DISCARD, 2)
    assert deal.maker_cards == CardSet.of("Ks", "Js", "9s", "9d", "8d", "Jd", "7c")
    assert not deal.can_play(next(iter(deal.hands[0])))
    deal = deal.bury(CardSet.of("Jd", "8d"))
    assert (deal.phase, deal.seat) == (Phase.PLAY, 1)


def test_faults_of_recorded_acts_are_found() -> None:
    line = f"{FIVE}_m:4h13-5_x:JdKc_t:KhKsThAhAs.Kc"
    assert [fault.act for fault in replay(read_deal(line, as_played=True).deal).faults] == ["t6"]
    line = f"{FIVE}_b:p53pp-h13_x:JdQc"
    faults = replay(read_deal(line, as_played=True).deal).faults
    assert [fault.act for fault in faults] == ["b3", "x"]


# --- open hands


def plainly_solved(solution: AuctionSolution, maker: int, trump: Trump, kind: int) -> int:
    """Return the most tricks over all partners and discards, each way by the kernel alone."""
    deal = solution.deal
    rules = deal.rules
    terms = bid_kinds(rules)[kind][0]
    hands = dict(zip(rules.seats, deal.hands, strict=True))
    held = hands[maker] | deal.kitty
    put_away = [CardSet()]
    if rules.widow_size and terms.takes_widow:
        put_away = [CardSet.from_cards(cards) for cards in combinations(held, rules.widow_size)]
    else:
        held = hands[maker]
    others = [seat for seat in rules.seats if seat != maker]
    most = 0
    for partners, buried in product(combinations(others, terms.partners), put_away):
        side = {maker, *partners, *rules.side_of(maker)}
        active = [s for s in rules.seats if s == maker or not terms.alone or s not in side]
        mine = {**hands, maker: held - buried}
        leader = maker if rules.preset.startswith("bid") else active[0]
        position = Position(
            tuple(mine[seat] for seat in active),
            tuple(seat in side for seat in active),
            trump,
            active.index(leader),
        )
        most = max(most, kernel.solve_tricks(position).tricks)
    return most


@pytest.mark.parametrize("name", ["auction-5", "auction-6", "bid-partners", "bid-individual-three"])
def test_every_bid_is_what_trying_all_ways_gives(name: str) -> None:
    rules = Rules.parse(name)
    solution = solve_auction(fresh_deal(random.Random(11), rules))
    for number, bids in enumerate(bid_kinds(rules)):
        for value in solution.values:
            if value.bids != bids or value.trump not in {Trump.HEARTS, Trump.LOW_NO_TRUMP}:
                continue
            assert value.tricks == plainly_solved(solution, value.maker, value.trump, number)
            kept = [bid.value for bid in bids if bid.tricks <= value.tricks]
            assert (value.bid.value if value.bid else None) == (kept[-1] if kept else None)


@pytest.mark.parametrize("name", ["auction-5", "auction-6"])
def test_the_ways_to_keep_a_bid_keep_it(name: str) -> None:
    deal = fresh_deal(random.Random(5), Rules.parse(name))
    for value in solve_auction(deal).best_bids():
        assert value.bid is not None
        for way in value.ways:
            contract = Contract(
                value.trump,
                value.maker,
                2,
                value.bid.alone,
                partners=way.partners,
                bid=value.bid.value,
            )
            stated = replace(deal, stated_contract=contract, buried=way.buried)
            solved = solve_auction_position(stated)
            assert solved.contract.tricks == value.tricks
            assert solved.contract.points == value.points


def test_the_best_discards_are_taken_when_none_are_stated() -> None:
    deal = parse_deal(f"{FIVE}_b:p3p5p-h13")
    solved = solve_auction_position(deal)
    assert solved.contract.tricks == 5
    assert solved.seat == 1
    rules = deal.rules
    worth = {
        buried: solve_auction_position(deal.bury(buried)).contract.tricks
        for buried in (
            CardSet.from_cards(cards) for cards in combinations(deal.maker_cards, rules.widow_size)
        )
    }
    assert {cards for cards, tricks in worth.items() if tricks == 5} == set(solved.burials)


def test_a_walkover_is_worth_the_bid() -> None:
    line = "1:Ks9sAhQdTdJc.JhThAdKdKc9c.AsQsJsQhQcTc.TsKh9hJd9dAc_r:bid-individual"
    solved = solve_auction_position(parse_deal(f"{line}_b:1p3p-s-ddd"))
    assert (solved.seat, solved.cards, solved.line) == (None, (), ())
    assert solved.contract.points == 3


def test_six_hands_in_two_sides() -> None:  # D10
    deal = Deal.of(
        "JdAdAsKs6c",
        "JhKd7dAhKh",
        "QdTdAcQs9h",
        "9d8dKcTs8h",
        "6dQcJc9s7h",
        "QhTc8s7cTh",
        rules="auction-6",
    )
    position = Position(deal.hands, (True, False) * 3, Trump.DIAMONDS, 0)
    values = {str(card): tricks for card, tricks in kernel.solve_cards(position).items()}
    assert values == {"Ks": 3, "As": 3, "6c": 3, "Jd": 1, "Ad": 1}


def test_egn_has_no_auctions() -> None:
    writer = EgnWriter()
    assert writer.format(Record(parse_deal("1:-_r:bid-partners_b:14p6-d"))) == ""
    assert writer.finish() == ""
    assert writer.losses == {"deals of bid-partners: EGN is for two pairs who call on an upcard"}


def test_unknown_widow_is_asked_for() -> None:
    deal = replace(parse_deal(FIVE), kitty=CardSet())
    with pytest.raises(RuleError) as caught:
        solve_auction(deal)
    assert caught.value.code is ErrorCode.UNKNOWN_CARDS


def test_reaching_is_comparing_with_the_value() -> None:
    rng = random.Random(3)
    for _ in range(200):
        position = random_position(rng, max_hand=3, max_cards=12)
        tricks = reference.solve_tricks(position).tricks
        packed = kernel.pack_position(
            [hand.mask for hand in position.hands],
            sum(is_a << at for at, is_a in enumerate(position.side_a)),
            position.trump,
            position.leader_index,
            [card.index for card in position.trick],
        )
        for need in range(-1, 6):
            assert list(kernel.solve_reach_packed(packed, need)) == [tricks >= need]


def test_only_the_first_that_reaches_is_looked_for() -> None:
    hands = CardSet.of("As", "9s"), CardSet.of("Ks", "Th")
    masks = [hand.mask for hand in hands]
    wins, loses = (kernel.pack_position(masks, side, Trump.HEARTS, 0) for side in (1, 0))
    packed = loses + wins + wins
    assert list(kernel.solve_reach_packed(packed, 1)) == [0, 1, 1]
    assert list(kernel.solve_reach_packed(packed, 1, only_first=True)) == [0, 1, 0]


def test_a_deal_of_the_auction_is_made_by_of_too() -> None:
    deal = Deal.of("", "", "", "", "", rules="auction-5")
    assert deal.seat == 1
