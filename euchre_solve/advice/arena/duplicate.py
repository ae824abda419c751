"""Duplicate matches: everything is played twice, the sides exchanged, so that cards even out.

A match is of single deals, all at one score or at none, or of whole games from 0-0, in which the
two tables get the same cards deal by deal, as long as both go on. Each pair of tables draws by the
seed and its own number, so no result depends on how the pairs are shared out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import count
from typing import Final, NamedTuple

from euchre_solve.advice.arena.plain_game import verify_plain
from euchre_solve.advice.arena.playing import Draws, Entrant, Outcome, play_deal, random_deal
from euchre_solve.advice.arena.tally import PlayerRecord, RunningMean, Tally, count_outcome
from euchre_solve.advice.decision.estimates import Estimate
from euchre_solve.advice.equity import MatchEquity, solve_equity
from euchre_solve.deal import Deal
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.record import COMPASS, NAME_TAGS
from euchre_solve.formats.tag_text import format_tag
from euchre_solve.rules import Rules
from euchre_solve.solver.parallel import run_in_order

_CHUNK: Final = 20
"""Pairs of tables that one process plays before it reports."""
_GAME_SHIFT: Final = 16
"""The deals of a game are pairs numbered from its own number, so many bits up."""


class Match(NamedTuple):
    """Who plays what: ``score`` is that of every single deal, the dealer's side first."""

    first: Entrant
    second: Entrant
    rules: Rules = Rules()
    seed: int = 1
    score: tuple[int, int] | None = None


class Watcher(NamedTuple):
    """Who looks on: is told how many pairs are done, and the lines of a file of all deals.

    It begins with the names, the first player's North and South; then comes a line a deal, named
    by pair and table, and an empty one after each game, and after each single deal.
    """

    progress: Callable[[int], None] | None = None
    record: Callable[[str], None] | None = None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What ``pairs`` of tables, or of games, came to; errors are those of means over pairs.

    ``points`` are the first player's less the second's, a deal or a game. ``wins`` is the share of
    games that the first player wins, told by the equity of the score after each single deal; None
    without a score.
    """

    first: PlayerRecord
    second: PlayerRecord
    pairs: int
    deals: int
    points: Estimate
    wins: Estimate | None


def play_pairs(
    match: Match, pairs: int, *, jobs: int = 1, watcher: Watcher | None = None
) -> MatchResult:
    """Play single deals at ``pairs`` of tables, with 0 ``jobs`` in a process a core."""
    chunks = (range(at, min(at + _CHUNK, pairs)) for at in range(0, pairs, _CHUNK))
    return _run(_play_pair, match, chunks, jobs, watcher or Watcher())


def play_games(
    match: Match, pairs: int, *, jobs: int = 1, watcher: Watcher | None = None
) -> MatchResult:
    """Play ``pairs`` of whole games from 0-0; a game has some 15 deals."""
    chunks = (range(at, at + 1) for at in range(pairs))
    return _run(_play_game_pair, match, chunks, jobs, watcher or Watcher())


@dataclass(slots=True)
class _Sums:
    """What some pairs came to, and the ``lines`` of their deals if these are to be kept."""

    lines: list[str] | None = None
    points: RunningMean = field(default_factory=RunningMean)
    wins: RunningMean = field(default_factory=RunningMean)
    tallies: tuple[Tally, Tally] = field(default_factory=lambda: (Tally(), Tally()))
    deals: int = 0

    def add(self, outcome: Outcome, dealer_index: int) -> None:
        """Count a deal; the dealer's index in `COMPASS` is even for the first player."""
        first, second = self.tallies
        count_outcome(outcome, (first, second) if dealer_index % 2 else (second, first))
        self.deals += 1
        if self.lines is not None:
            self.lines.append(f"{format_deal(outcome.deal)} dealer={COMPASS[dealer_index]}")

    def end_game(self) -> None:
        """End a game in a line file, so that scores don't go on."""
        if self.lines is not None:
            self.lines.append("")

    def update(self, other: _Sums) -> None:
        """Take in the sums of other pairs, without their lines."""
        self.points.update(other.points)
        self.wins.update(other.wins)
        for tally, more in zip(self.tallies, other.tallies, strict=True):
            tally.update(more)
        self.deals += other.deals


_Play = Callable[[Match, int, _Sums], None]


def _run(
    play: _Play, match: Match, chunks: Iterator[range], jobs: int, watcher: Watcher
) -> MatchResult:
    verify_plain(match.rules)
    work = partial(_play_chunk, play, match, keeps_lines=watcher.record is not None)
    sums = _Sums()
    if watcher.record:
        for line in _name_lines(match):
            watcher.record(line)
    for part in run_in_order(work, chunks, jobs):
        sums.update(part)
        for line in part.lines or ():
            assert watcher.record  # or no line would have been kept
            watcher.record(line)
        if watcher.progress:
            watcher.progress(sums.points.count)
    records = [
        PlayerRecord(player.name, match.rules, tally.asked, tally.made)
        for player, tally in zip((match.first, match.second), sums.tallies, strict=True)
    ]
    wins = sums.wins.estimate() if sums.wins.count else None
    return MatchResult(
        records[0], records[1], sums.points.count, sums.deals, sums.points.estimate(), wins
    )


def _name_lines(match: Match) -> Iterator[str]:
    """Yield the tags of the players' names, which tell two of the same name apart."""
    names = [match.first.name, match.second.name]
    if names[0] == names[1]:
        names = [f"{name} ({number})" for number, name in enumerate(names, start=1)]
    for tag, name in zip(NAME_TAGS, 2 * names, strict=True):
        yield format_tag(tag, name)


def _play_chunk(play: _Play, match: Match, pairs: range, *, keeps_lines: bool) -> _Sums:
    sums = _Sums([] if keeps_lines else None)
    for pair in pairs:
        play(match, pair, sums)
    return sums


def _play_pair(match: Match, pair: int, sums: _Sums) -> None:
    """Play a deal at both tables, the first player with side 13 at table a."""
    draws = Draws(match.seed, pair)
    deal = random_deal(match.rules, draws.cards())
    if match.score:
        deal = replace(deal, score=match.score[::-1])
    first, second = (entrant.at(match.rules, match.score) for entrant in match[:2])
    table_a = play_deal(_named(deal, f"{pair + 1}a"), (first, second), draws)
    table_b = play_deal(_named(deal, f"{pair + 1}b"), (second, first), draws)
    for outcome, dealer_index in ((table_a, 1), (table_b, 0)):
        sums.add(outcome, dealer_index)
        sums.end_game()
    sums.points.add((table_a.points - table_b.points) / 2)
    if match.score:
        equity = _equity(match.rules.target)
        chances = (_chance(equity, match.score, table.points) for table in (table_a, table_b))
        sums.wins.add((1 + next(chances) - next(chances)) / 2)


def _play_game_pair(match: Match, game: int, sums: _Sums) -> None:
    """Play a game at both tables; the second player deals first at table a."""
    scores = [
        _play_game(match, game, sums, is_exchanged=is_exchanged) for is_exchanged in (False, True)
    ]
    margins = [first - second for first, second in scores]
    sums.points.add(sum(margins) / 2)
    sums.wins.add(sum(margin > 0 for margin in margins) / 2)


def _play_game(match: Match, game: int, sums: _Sums, *, is_exchanged: bool) -> tuple[int, int]:
    """Return the score of the first player and of the second at the end."""
    score = [0, 0]
    for number in count():
        dealer_index = (number + 1 - is_exchanged) % len(COMPASS)
        dealing = dealer_index % 2
        at = score[dealing], score[1 - dealing]
        players = [entrant.at(match.rules, at) for entrant in match[:2]]
        draws = Draws(match.seed, game << _GAME_SHIFT | number)
        deal = replace(random_deal(match.rules, draws.cards()), score=at[::-1])
        name = f"{game + 1}{'b' if is_exchanged else 'a'}-{number + 1}"
        sides = players[1 - dealing], players[dealing]
        outcome = play_deal(_named(deal, name), sides, draws)
        sums.add(outcome, dealer_index)
        score[1 - dealing] += max(outcome.points, 0)
        score[dealing] += max(-outcome.points, 0)
        if max(score) >= match.rules.target:
            break
    sums.end_game()
    return score[0], score[1]


def _named(deal: Deal, identifier: str) -> Deal:
    return replace(deal, identifier=identifier)


@cache
def _equity(target: int) -> MatchEquity:
    return solve_equity(target)


def _chance(equity: MatchEquity, score: tuple[int, int], points: int) -> float:
    """Return how often side 13 wins the game after a deal at ``score``, the dealer's side first."""
    dealers, others = score
    ours, theirs = others + max(points, 0), dealers + max(-points, 0)
    return equity.win(ours, theirs, dealing=True)  # the deal passes to our side
