"""Records held against the rules and against each other.

:func:`check_record` looks at one deal alone; a :class:`GameTracker` follows the score and the
dealer from deal to deal of a game, and needs no more of each than a :class:`Step`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from euchre_solve.deal import Deal
from euchre_solve.errors import ErrorCode, EuchreError
from euchre_solve.formats.diagnostics import Diagnostic
from euchre_solve.formats.implied import turned_score
from euchre_solve.formats.locate import locate_act
from euchre_solve.formats.record import COMPASS, Record
from euchre_solve.replay import Replay, reconstruct, replay
from euchre_solve.scoring import winning_side


class Step(NamedTuple):
    """What the game tracker needs of a record; ``told_over`` if the record was told of it.

    ``gains`` are None after an illegal act: what the table made of it isn't known.
    """

    source: str
    line: int
    prefix: str
    game: int
    target: int
    counts_down: bool
    score: tuple[int, ...] | None
    gains: tuple[int, ...] | None
    is_over: bool
    dealer: str | None
    after: tuple[int, ...] | None
    winner: int | None
    told_over: bool = False
    by_two: bool = False
    first: int | None = None
    """The place in the score that wins if level."""


class Checked(NamedTuple):
    """What was found in one record, and what the game tracker needs of it."""

    diagnostics: tuple[Diagnostic, ...]
    step: Step


def check_record(record: Record) -> Checked:
    """Return every illegal act of a record, and what it states wrongly or leaves unknown."""
    replayed = replay(record.deal)
    found = list(record.warnings)
    if replayed.faults:
        found += illegal_acts(record, replayed)
    if any(record.stated):
        found += _wrong_facts(record, replayed)
    if record.deal.tricks:
        found += _incomplete(record, replayed)
    return Checked(tuple(found), _step(record, replayed))


def illegal_acts(record: Record, replayed: Replay | None = None) -> list[Diagnostic]:
    """Return an error (E3xx) for each illegal act of a record, at its place where it has one."""
    found = []
    for act, error in (replayed or replay(record.deal)).faults:
        span = locate_act(record.text, act, record.deal.rules) if record.text else None
        if span:
            error.text, error.span = record.text, span
        else:
            error.message = f"{_prefix(record)}{_name_of(act, record.deal)}: {error.message}"
        found.append(record.diagnose(error))
    return found


def consistent_count(deal: Deal) -> int | None:
    """Return how many full deals agree with the record; None if it breaks the rules by itself."""
    from euchre_solve.consistent import count_consistent  # lazy: start-up

    try:
        return count_consistent(deal)
    except EuchreError:
        return None


_ACTS: Final = {"x": "discard", "w": "points"}
"""Names of acts that a deal has but one of."""


def _prefix(record: Record) -> str:
    """Return which deal is meant, where its line doesn't say."""
    if record.text or record.stated.number is None:
        return ""
    game = f"game {record.game}, " if record.game > 1 else ""
    return f"{game}deal {record.stated.number}: "


def _name_of(act: str, deal: Deal) -> str:
    number = int(act[1:] or 1)
    if act[0] == "b":
        return f"call {number}"
    if act[0] == "a":
        return f"defender's answer {number}"
    if act[0] in _ACTS:
        return _ACTS[act[0]]
    for at, trick in enumerate(deal.tricks, start=1):
        if number <= len(trick):
            return f"trick {at}"
        number -= len(trick)
    return "play"


def _wrong_facts(record: Record, replayed: Replay) -> list[Diagnostic]:
    """Compare what a record states of its deal alone."""
    stated = record.stated
    facts: list[tuple[ErrorCode, str, int | None, int | None]] = [
        (ErrorCode.WRONG_LEADER, "first leader", stated.leader, replayed.leader)
    ]
    if replayed.is_over and replayed.contract:
        facts += [
            (ErrorCode.WRONG_TRICKS, "makers' tricks", stated.tricks, replayed.makers_tricks),
            (ErrorCode.WRONG_POINTS, "makers' points", stated.points, replayed.points),
        ]
    elif replayed.is_over:
        facts.append((ErrorCode.WRONG_POINTS, "points of a deal passed out", stated.points, 0))
    return [
        record.diagnose(
            EuchreError(code, f"{_prefix(record)}the {what}: {said} is stated, {derived} is right")
        )
        for code, what, said, derived in facts
        if said is not None and derived is not None and said != derived
    ]


def _incomplete(record: Record, replayed: Replay) -> list[Diagnostic]:
    """Return a warning (W5xx) if cards that were dealt, or the end of the play, aren't known."""
    deal = record.deal
    size = deal.rules.hand_size
    is_known = all(mask.bit_count() == size for mask in replayed.hands)
    lacks_discard = replayed.picks_up and deal.discarded is None and len(replayed.discards) != 1
    if replayed.is_over and (replayed.faults or (is_known and not lacks_discard)):
        return []
    if not replayed.is_over:
        code, what = ErrorCode.UNFINISHED, "the deal ends before its last card"
    elif is_known:
        code, what = ErrorCode.UNKNOWN_DISCARD, "the discard is unknown"
    else:
        code, what = ErrorCode.UNKNOWN_CARDS, "some hands are unknown"
    is_open = is_known and not lacks_discard
    count = None if is_open or replayed.faults else consistent_count(reconstruct(deal))
    told = "" if count is None else f": {count:,} deal{'s are' if count != 1 else ' is'} consistent"
    return [record.diagnose(EuchreError(code, f"{_prefix(record)}{what}{told}"))]


def _step(record: Record, replayed: Replay) -> Step:
    deal, stated = record.deal, record.stated
    score = deal.score
    return Step(
        record.source,
        record.line,
        _prefix(record),
        record.game,
        deal.target or deal.rules.target,
        deal.rules.counts_down,
        score,
        None if replayed.faults else replayed.gains,
        replayed.points is not None,
        stated.dealer,
        stated.after,
        stated.winner,
        any(each.error.code is ErrorCode.GAME_OVER for each in record.warnings),
        deal.rules.win_by_two,
        replayed.contract.maker - 1 if replayed.contract and deal.rules.maker_wins_ties else None,
    )


class GameTracker:
    """Follows the score and the dealer of one file from deal to deal."""

    def __init__(self) -> None:
        self.game: int | None = None
        self.dealer: str | None = None
        self.score: tuple[int, ...] | None = None
        self.was_over = True

    def follow(self, step: Step) -> list[Diagnostic]:
        """Take the next deal; return what it states that doesn't follow from those before."""
        if step.game != self.game:
            self.game, self.dealer, self.score, self.was_over = step.game, None, None, True
        found = self._follow_dealer(step)
        score = self._turned_score(step)
        if step.score and score and step.score != score:
            found.append(
                _fault(
                    step,
                    ErrorCode.WRONG_SCORE,
                    f"the score {_shown(step.score)} is stated, but the deals before come to"
                    f" {_shown(score)}",
                    hint="a blank line ends a game" if not step.prefix else None,
                )
            )
        score = step.score or score
        over = _winner(step, score) is not None if score else False
        if score and over and not step.told_over:
            found.append(
                _fault(
                    step,
                    ErrorCode.GAME_OVER,
                    f"the game was over at {_shown(score)}: {step.target} points win",
                )
            )
        found += self._finish(step, score)
        return found

    def _follow_dealer(self, step: Step) -> list[Diagnostic]:
        if not step.dealer or not self.dealer or not self.was_over:
            return []
        due = COMPASS[(COMPASS.index(self.dealer) + 1) % 4]
        if step.dealer == due:
            return []
        message = f"{step.dealer} is said to deal, but after {self.dealer} it is {due}'s turn"
        return [_fault(step, ErrorCode.WRONG_DEALER, message)]

    def _turned_score(self, step: Step) -> tuple[int, ...] | None:
        """Return the score that the deals before come to, the side of this deal's seat 1 first."""
        turns = int(self.was_over)
        if step.dealer and self.dealer:
            turns = COMPASS.index(step.dealer) - COMPASS.index(self.dealer)
        return turned_score(self.score, 1 + turns) if self.score else None

    def _finish(self, step: Step, score: tuple[int, ...] | None) -> list[Diagnostic]:
        """Note how the deal ends; return what is stated wrongly of it."""
        found = []
        gains = step.gains or ()
        fits = score is not None and len(score) == len(gains)  # rules may change in a game
        after = tuple(map(sum, zip(score or (), gains, strict=True))) if fits else None
        if step.after and after and step.is_over and step.after != after:
            message = f"the score after the deal: {_shown(step.after)} is stated,"
            found.append(_fault(step, ErrorCode.WRONG_SCORE, f"{message} {_shown(after)} is right"))
        after = step.after or after
        won = _winner(step, after) if after and step.is_over else None
        if step.winner and after and won != step.winner - 1:
            side = "nobody" if won is None else f"the side of seat {won + 1}"
            message = f"the side of seat {step.winner} is said to have won the game, but at"
            found.append(
                _fault(step, ErrorCode.WRONG_WINNER, f"{message} {_shown(after)} {side} has")
            )
        self.dealer = step.dealer or self._next_dealer()
        self.score, self.was_over = after, step.is_over
        return found

    def _next_dealer(self) -> str | None:
        if self.dealer is None or not self.was_over:
            return self.dealer
        return COMPASS[(COMPASS.index(self.dealer) + 1) % 4]


def _winner(step: Step, score: tuple[int, ...]) -> int | None:
    return winning_side(
        score,
        step.target,
        by_two=step.by_two,
        counts_down=step.counts_down,
        first=step.first if step.first is None or step.first < len(score) else None,
    )


def _fault(step: Step, code: ErrorCode, message: str, hint: str | None = None) -> Diagnostic:
    error = EuchreError(code, f"{step.prefix}{message}", hint=hint)
    return Diagnostic(step.source, step.line, error)


def _shown(score: tuple[int, ...]) -> str:
    return "-".join(map(str, score))
