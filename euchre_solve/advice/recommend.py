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
from math import ceil, inf
from time import monotonic
from typing import Final, Literal, NamedTuple

from euchre_solve.advice.bidding import BiddingModel, Cautious
from euchre_solve.advice.card_prospects import CardProspects
from euchre_solve.advice.choices import Decision, Kind, decision_of
from euchre_solve.advice.drawing import CHUNK, Where
from euchre_solve.advice.estimates import Sample
from euchre_solve.advice.models import model_for
from euchre_solve.advice.outcomes import Floats, Outcomes
from euchre_solve.advice.places import CardPlaces, Places
from euchre_solve.advice.plain_game import verify_plain
from euchre_solve.advice.played import RESULTS, PlayedValues, load_played_values
from euchre_solve.advice.proofs import Proof, prove
from euchre_solve.advice.prospects import Prospect, Prospects, Readers
from euchre_solve.advice.standing import Standing
from euchre_solve.advice.stopping import PATIENCE, contenders, is_settled, plan_looks
from euchre_solve.advice.worlds import WorldArrays
from euchre_solve.cards import Card
from euchre_solve.contract import Contract
from euchre_solve.deal import Deal
from euchre_solve.errors import is_allowed
from euchre_solve.trump import Trump

_MOST_WORLDS: Final = 65_536
_FEW_WORLDS: Final = 20_000
"""All are solved rather than some drawn where there are no more."""
_CLOSE: Final = 2
_DIGITS: Final = 9
"""Decimals that tell choices apart; what differs beyond them is rounding."""
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

    ``token`` is the notation's: of ``b:``, or a card. ``ev`` is in points, with open hands
    ``open_ev``; ``vs_best`` is the lead over the best action, 0 or negative mostly, found in the
    same worlds. ``stderr``s are infinite where too few worlds count, 0 where all do and hands are
    open. ``close`` is an action within two standard errors of the best. ``win`` is
    the chance of winning the game if a score is stated. ``outcomes`` are our points and how likely
    they are. ``discard`` is our own best one, ``discards`` values them all. ``ends`` is for a pass:
    how the auction ends, the likeliest ends and passed out. ``equal`` are the other cards that come
    to the same in each of the worlds, as touching ones always do.

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
    outcomes: tuple[tuple[int, float], ...]
    discard: Card | None
    discards: tuple[DiscardValue, ...]
    ends: tuple[EndChance, ...]
    equal: tuple[Card, ...] = ()


class Advice(NamedTuple):
    """What a seat can do, best first: by the chance of winning with a score, else by points.

    Choices of equal value stand as `choices` prefers them, after a card that begins a claim.

    ``worlds`` were looked at, which tell as much as ``effective`` of equal weight; ``exact`` if
    they were all there are. ``model`` bids on and is listened for, ``values`` tells whether means
    are among players; ``places`` is for the trumps that can come up. ``proof`` says what is certain
    of the rest of the play, whatever the others hold.
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


class _Effort(NamedTuple):
    seed: int
    worlds: int | None
    precision: float
    max_seconds: float | None
    jobs: int


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
    jobs: int = 1,
) -> Advice:
    """Return each action of the seat on turn with its value; ``deal`` is what that seat knows.

    Cards of other seats that ``deal`` states are known to be there: `consistent.seen_by` hides
    them. Looking ends by the rule of `stopping` at ``precision`` points, after ``worlds`` rounded
    up to whole chunks, or at the first look after ``max_seconds``. ``where`` keeps the worlds to
    think of. ``reads_play`` weighs worlds by the cards that the others have played, see
    `moves.play_likelihoods`. The result depends on ``seed``, and on ``max_seconds`` if it strikes,
    never on ``jobs``. Raises `RuleError` where there is nothing to decide or no world.
    """
    decision = decision_of(deal)
    model = model or _model_of(deal)
    outcomes = Outcomes(deal, decision.seat, decision.contracts)
    prospects: Prospects | CardProspects
    if decision.kind == "play":
        reader = Cautious(model)
        prospects = CardProspects(decision, outcomes, reader, where, reads_play=reads_play)
    else:
        prospects = Prospects(decision, outcomes, Readers(model, Cautious(model)), where)
    played = None if values == "open" or not _is_played_out(decision) else load_played_values()
    search = _Search(prospects, values if isinstance(values, PlayedValues) else played)
    search.run(_Effort(seed, worlds, precision, max_seconds, jobs))
    return Advice(
        deal,
        decision.seat,
        decision.kind,
        decision.round,
        search.actions(),
        len(search.sample.weights),
        search.sample.effective,
        search.sample.exact,
        seed,
        model.name,
        "played" if search.values else "open",
        model.note,
        search.places.found(),
        search.proof.text if search.proof else None,
    )


def _model_of(deal: Deal) -> BiddingModel:
    """Return the best model there is for the game and the score of ``deal``."""
    rules = replace(deal.rules, target=deal.target) if deal.target else deal.rules
    return model_for(rules, (deal.score[1], deal.score[0]) if deal.score else None)


def _is_played_out(decision: Decision) -> bool:
    """Tell whether it is known what players make of the contracts of a decision."""
    return decision.kind not in {"defend", "play"} and is_allowed(
        lambda: verify_plain(decision.deal.rules)
    )


class _Search:
    """The looks taken at a decision and what they show."""

    def __init__(self, prospects: Prospects | CardProspects, values: PlayedValues | None) -> None:
        self.values = values
        self.proof: Proof | None = None
        self._prospects = prospects
        self._outcomes = prospects.outcomes
        decision, options = prospects.decision, prospects.options
        self._groups = [
            [number for number, option in enumerate(options) if option.choice is choice]
            for choice in decision.choices
        ]
        self._fronts = [group[0] for group in self._groups]
        made = {contract.trump for contract in decision.contracts}
        trumps = [trump for trump in Trump if trump in made]
        self.places = Places(decision.deal.rules, trumps)
        self._best = 0
        self.sample = Sample(len(options), len(self._outcomes.points))

    def run(self, effort: _Effort) -> None:
        """Look at worlds until all is said."""
        few = _FEW_WORLDS if effort.worlds is None else effort.worlds
        if 0 < self._prospects.worlds.count <= few:
            prospect = self._prospects.every(effort.jobs)
            self._add(prospect)
            self._look(self._groups)
            self._prove(prospect.worlds)
            return
        self._prove()
        looks = plan_looks(ceil((effort.worlds or _MOST_WORLDS) / CHUNK))
        stop = inf if effort.max_seconds is None else monotonic() + effort.max_seconds
        left = self._groups
        for chunks in looks.chunks:
            options = [number for group in left for number in group]
            self._add(self._prospects.draw(effort.seed, chunks, options, effort.jobs))
            standing = self._look(left)
            if is_settled(standing, left, looks.width, effort.precision) or monotonic() > stop:
                return
            if chunks.stop >= PATIENCE:
                left = contenders(standing, left, looks.width)

    def actions(self) -> tuple[Action, ...]:
        """Return all choices, the best first."""
        standing = self._standing()
        leads = [standing.lead(front, self._best).decisive.mean for front in self._fronts]
        claimed = self.proof.token if self.proof else None

        def place(number: int) -> tuple[float, bool]:
            choice = self._prospects.decision.choices[number]
            return -round(leads[number], _DIGITS), choice.token != claimed

        order = sorted(range(len(self._groups)), key=place)
        self._best = self._fronts[order[0]]
        return tuple(self._action(standing, number) for number in order)

    def _add(self, prospect: Prospect) -> None:
        self.sample.add(prospect)
        self.places.add(prospect.worlds, prospect.weights)

    def _prove(self, worlds: WorldArrays | None = None) -> None:
        """Find out what is certain of the play, from all worlds if these are few."""
        if isinstance(self._prospects, CardProspects):
            self.proof = prove(self._prospects.decision.deal, self._prospects.state, worlds)

    def _look(self, left: list[list[int]]) -> Standing:
        """Take in how the options stand that were still solved."""
        standing = self._standing()
        for number, group in enumerate(left):
            if group:
                self._fronts[number] = standing.best_of(group)
        self._best = standing.best_of(
            front for front, group in zip(self._fronts, left, strict=True) if group
        )
        return standing

    def _standing(self) -> Standing:
        return Standing(self.sample, self._outcomes, self.values)

    def _action(self, standing: Standing, number: int) -> Action:
        front = self._fronts[number]
        choice, discard = self._prospects.options[front]
        worth, lead = standing.worth(front), standing.lead(front, self._best)
        is_best = front == self._best
        decisive = lead.decisive
        return Action(
            choice.token,
            choice.label,
            worth.points.mean,
            worth.points.stderr,
            standing.opened(front),
            lead.points.mean,
            lead.points.stderr,
            not is_best and abs(decisive.mean) <= _CLOSE * decisive.stderr,
            worth.win.mean if worth.win else None,
            worth.win.stderr if worth.win else None,
            self._outcomes.by_points(standing.shares(front)),
            discard if len(choice.discards) > 1 else None,
            self._discards(standing, number) if len(choice.discards) > 1 else (),
            () if choice.contract else self._ends(standing.shares(front)),
            self._equal(front) if self._prospects.decision.kind == "play" else (),
        )

    def _equal(self, front: int) -> tuple[Card, ...]:
        """Return the other cards that come to the same in each world."""
        return tuple(
            Card.parse(self._prospects.options[other].choice.token)
            for other in self._fronts
            if other != front and self.sample.is_same(front, other)
        )

    def _discards(self, standing: Standing, number: int) -> tuple[DiscardValue, ...]:
        """Return the value of each discard, the best first."""
        front = self._fronts[number]
        ev = standing.worth(front).points.mean
        found = []
        for option in self._groups[number]:
            card = self._prospects.options[option].discard
            lead = standing.lead(option, front).points
            assert card
            found.append(DiscardValue(card, ev + lead.mean, *lead))
        return tuple(sorted(found, key=lambda value: -value.vs_best))

    def _ends(self, shares: Floats) -> tuple[EndChance, ...]:
        """Return the likeliest ends of the auction, and passed out."""
        chances = shares.reshape(-1, len(RESULTS)).sum(axis=1).tolist()
        ends = [
            EndChance(end.contract, chance)
            for end, chance in zip(self._outcomes.ends, chances, strict=True)
        ]
        passed, *made = ends
        made.sort(key=lambda end: -end.chance)
        likeliest = [end for end in made[:_ENDS] if end.chance > 0]
        return tuple(sorted((*likeliest, passed), key=lambda end: -end.chance))
