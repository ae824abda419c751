"""What the seat on turn should call, discard, play, or whether to defend alone, by how much.

Every choice is followed over the worlds that the seat may sit in, as likely as they make the calls
of the others. A pass goes on by a model of the bidding, each seat by its own hand; a choice of ours
is made once for all worlds, never for each. Contracts are solved with open hands, and moved by what
players make of them. Points are ours less theirs in the rest of the deal.

What is left out: after "defend together" the other defender is taken to play together too, and
nobody defends alone after a call. Lone defence and cards are compared with open hands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, NamedTuple

from euchre_solve.advice.arena.plain_game import verify_plain
from euchre_solve.advice.auctions.plan import Plan
from euchre_solve.advice.auctions.question import is_asked_here
from euchre_solve.advice.bidding.lookup import model_for
from euchre_solve.advice.bidding.model import BiddingModel, Cautious
from euchre_solve.advice.bidding.played import PlayedValues, load_played_values
from euchre_solve.advice.decision.card_prospects import CardProspects
from euchre_solve.advice.decision.choices import Decision, Kind, decision_of
from euchre_solve.advice.decision.drawing import Where
from euchre_solve.advice.decision.making import Making, making_of
from euchre_solve.advice.decision.outcomes import Floats, Outcomes
from euchre_solve.advice.decision.places import CardPlaces
from euchre_solve.advice.decision.proofs import Proof
from euchre_solve.advice.decision.prospects import Prospects, Readers
from euchre_solve.advice.decision.search import Effort, Search
from euchre_solve.advice.decision.standing import DECIMALS, Standing
from euchre_solve.advice.matches import NO_GAMES, Games, Unit, match_unit
from euchre_solve.advice.points import meaning_of_points
from euchre_solve.cards import Card
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal, Phase
from euchre_solve.errors import ErrorCode, RuleError, is_allowed
from euchre_solve.rules import Rules

_CLOSE: Final = 2
_ENDS: Final = 6


class DiscardValue(NamedTuple):
    """What a discard is worth in points, and its lead over the best one in the same worlds."""

    card: Card
    ev: float
    vs_best: float
    vs_best_stderr: float


class EndChance(NamedTuple):
    """How likely the auction ends in ``contract``, None for passed out."""

    contract: Contract | None
    chance: float


class Action(NamedTuple):
    """One choice and what it is worth.

    ``token`` is the notation's: of ``b:``, or the card of a discard. ``ev`` is in points, with
    open hands ``open_ev``; ``vs_best`` is the lead over the best action, 0 or negative mostly,
    found in the same worlds, ``vs_best_win`` the same in games. ``stderr``s are infinite where too
    few worlds count, 0 where all do and hands are open. ``close`` is an action within two standard
    errors of the best. ``win`` is the chance of winning the game if a score is stated.
    ``outcomes`` are our points and how likely they are. ``discard`` is our own best one,
    ``discards`` values them all. ``ends`` is for a pass: how the auction ends, the likeliest ends
    and passed out; for a suit called, who is partner. ``equal`` are the other cards that come to
    the same in each of the worlds, as touching ones always do. ``plan`` is the contract in
    auction games, set-back and call-ace; ``making`` tells of contracts where a euchre isn't shared
    alike.

    An action far behind is dropped early: its figures are those of the first worlds.
    """

    token: str
    label: str
    ev: float
    stderr: float
    open_ev: float
    vs_best: float
    vs_best_stderr: float
    close: bool
    win: float | None
    win_stderr: float | None
    outcomes: tuple[tuple[float, float], ...]
    discard: Card | None
    discards: tuple[DiscardValue, ...]
    ends: tuple[EndChance, ...]
    equal: tuple[Card, ...] = ()
    vs_best_win: float | None = None
    vs_best_win_stderr: float | None = None
    plan: Plan | None = None
    match: float | None = None
    match_stderr: float | None = None
    making: Making | None = None


class Advice(NamedTuple):
    """What a seat can do, best first: by the match or the game with a score, else by points.

    Choices of equal value stand as `choices` prefers them, after a card that begins a claim.

    ``worlds`` were looked at, which tell as much as ``effective`` of equal weight; ``exact`` if
    they were all there are. ``model`` bids on and is listened for, ``values`` tells whether means
    are among players; ``places`` is for the trumps that can come up, or in
    play for all cards not seen yet.
    ``proof`` says what is certain of the rest of the play, whatever the others hold. ``plans`` are
    the contracts that bids may lead to in auction games.
    """

    deal: Deal
    seat: int
    decision: Kind
    round: int | None
    actions: tuple[Action, ...]
    worlds: int
    effective: float
    exact: bool
    seed: int
    model: str
    values: Literal["played", "open"]
    note: str | None
    places: tuple[CardPlaces, ...]
    proof: str | None = None
    plans: tuple[Plan, ...] = ()
    match_unit: Unit | None = None


def recommend(  # noqa: PLR0913 - one parameter an option
    deal: Deal,
    *,
    seed: int = 1,
    worlds: int | None = None,
    precision: float = 0.02,
    max_seconds: float | None = None,
    values: Literal["played", "open"] | PlayedValues = "played",
    model: BiddingModel | None = None,
    where: Where | None = None,
    reads_play: bool = False,
    games: Games = NO_GAMES,
    jobs: int = 1,
) -> Advice:
    """Return each action of the seat on turn with its value; ``deal`` is what that seat knows.

    Cards of other seats that ``deal`` states are known to be there: `consistent.seen_by` hides
    them. Looking ends by the rule of `stopping` at ``precision`` points, after ``worlds`` rounded
    up to whole chunks, or at the first look after ``max_seconds``. ``where`` keeps the worlds to
    think of. ``reads_play`` weighs worlds by the cards that the others have played, see
    `moves.play_likelihoods`. ``games`` are those of a rubber that have been won, ours first. The
    result depends on ``seed``, and on ``max_seconds`` if it strikes, never on ``jobs``. Raises
    `RuleError` where there is nothing to decide or no world.
    """
    effort = Effort(seed, worlds, precision, max_seconds, jobs)
    if deal.rules.set_back and deal.phase is Phase.FINISHED:
        return _of_march(deal, seed)
    if is_asked_here(deal):
        return _of_auction(deal, effort, where)
    decision = decision_of(deal)
    deal = decision.deal
    model = model or model_of(deal)
    outcomes = Outcomes(deal, decision.seat, decision.contracts, games)
    readers = Readers(model, Cautious(model))
    prospects: Prospects | CardProspects
    proof = None
    if decision.kind == "play":
        prospects = CardProspects(decision, outcomes, readers, where, reads_play=reads_play)
        proof = prospects.proof()
    else:
        prospects = Prospects(decision, outcomes, readers, where)
    search = Search(prospects, _played_values(values, decision))
    search.run(effort)
    return Advice(
        deal,
        decision.seat,
        decision.kind,
        decision.round,
        _actions(search, proof),
        len(search.sample.weights),
        search.sample.effective,
        search.sample.exact,
        seed,
        model.name,
        "played" if search.values else "open",
        _note(model, deal.rules),
        search.places.found(),
        proof.text if proof else None,
        match_unit=match_unit(deal.rules) if outcomes.match is not None else None,
    )


def _of_march(deal: Deal, seed: int) -> Advice:
    """Return advice on what the makers do with the points of a march."""
    from euchre_solve.advice.set_back import recommend_set_back  # its values are ours

    if deal.taken_off:
        raise RuleError(ErrorCode.AFTER_END, "the deal is over: there is nothing to decide")
    deal.verify_take_off()
    return recommend_set_back(deal, seed)


def _note(model: BiddingModel, rules: Rules) -> str | None:
    return "; ".join(filter(None, (model.note, meaning_of_points(rules)))) or None


def _of_auction(deal: Deal, effort: Effort, where: Where | None) -> Advice:
    """Return advice on games without a model of calls."""
    from euchre_solve.advice.auctions.answer import recommend_bidding  # its values are ours

    if where is not None and deal.rules.is_auction:
        raise RuleError(ErrorCode.NOT_BUILT, f"worlds of {deal.rules} can't be picked yet")
    return recommend_bidding(deal, effort, where)


def model_of(deal: Deal) -> BiddingModel:
    """Return the best model there is for the game and the score of ``deal``."""
    rules = replace(deal.rules, target=deal.target) if deal.target else deal.rules
    return model_for(rules, (deal.score[1], deal.score[0]) if deal.score else None)


def _played_values(values: str | PlayedValues, decision: Decision) -> PlayedValues | None:
    """Return what players make of the contracts of a decision, None to leave the hands open.

    It is known for the plain game, where nobody defends alone.
    """
    rules = replace(decision.deal.rules, set_back=False, rubber=False)  # they change no deal
    is_plain = is_allowed(lambda: verify_plain(rules))
    if values == "open" or decision.kind == "play" or not is_plain:
        return None
    return values if isinstance(values, PlayedValues) else load_played_values()


def _actions(search: Search, proof: Proof | None) -> tuple[Action, ...]:
    """Return all choices, the best first, of equal ones that which begins a claim."""
    standing = search.standing
    leads = [standing.lead(front, search.best).decisive.mean for front in search.fronts]
    tokens = [choice.token for choice in search.prospects.decision.choices]
    claimed = proof.token if proof else None

    def place(number: int) -> tuple[float, bool]:
        return -round(leads[number], DECIMALS), tokens[number] != claimed

    order = sorted(range(len(leads)), key=place)
    search.best = search.fronts[order[0]]
    return tuple(_action(search, standing, number) for number in order)


def _action(search: Search, standing: Standing, number: int) -> Action:
    front = search.fronts[number]
    choice, discard = search.prospects.options[front]
    worth, lead = standing.worth(front), standing.lead(front, search.best)
    decisive = lead.decisive
    is_close = front != search.best and abs(decisive.mean) <= _CLOSE * decisive.stderr
    outcomes, shares = search.prospects.outcomes, standing.shares(front)
    has_discards = len(choice.discards) > 1
    return Action(
        choice.token,
        choice.label,
        worth.points.mean,
        worth.points.stderr,
        standing.opened(front),
        lead.points.mean,
        lead.points.stderr,
        is_close,
        worth.win.mean if worth.win else None,
        worth.win.stderr if worth.win else None,
        outcomes.by_points(shares),
        discard if has_discards else None,
        _discards(search, standing, number) if has_discards else (),
        () if choice.contract and not choice.contract.called else _ends(outcomes, shares),
        _equal(search, front),
        lead.win.mean if lead.win else None,
        lead.win.stderr if lead.win else None,
        match=worth.match.mean if worth.match else None,
        match_stderr=worth.match.stderr if worth.match else None,
        making=making_of(outcomes, shares, search.prospects.decision.deal.rules),
    )


def _equal(search: Search, front: int) -> tuple[Card, ...]:
    """Return the other cards to play that come to the same in each world."""
    if search.prospects.decision.kind != "play":
        return ()
    return tuple(
        Card.parse(search.prospects.options[other].choice.token)
        for other in search.fronts
        if other != front and search.sample.is_same(front, other)
    )


def _discards(search: Search, standing: Standing, number: int) -> tuple[DiscardValue, ...]:
    """Return the value of each discard of a choice, the best first."""
    front = search.fronts[number]
    ev = standing.worth(front).points.mean
    found = []
    for option in search.groups[number]:
        card = search.prospects.options[option].discard
        lead = standing.lead(option, front).points
        assert card is not None
        found.append(DiscardValue(card, ev + lead.mean, lead.mean, lead.stderr))
    return tuple(sorted(found, key=lambda value: -value.vs_best))


def _ends(outcomes: Outcomes, shares: Floats) -> tuple[EndChance, ...]:
    """Return the likeliest ends of the auction, and passed out."""
    passed, *made = (
        EndChance(end.contract, chance)
        for end, chance in zip(outcomes.ends, outcomes.by_end(shares).tolist(), strict=True)
    )
    made.sort(key=lambda end: -end.chance)
    likeliest = [end for end in made[:_ENDS] if end.chance > 0]
    return tuple(sorted((*likeliest, passed), key=lambda end: -end.chance))
