"""What each player's decisions cost, from the report of the review, and the costliest of them."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from typing import Final, NamedTuple

from euchre_solve.review.graded import Grade, Graded, ReviewedDeal
from euchre_solve.review.page.decisions import verdict
from euchre_solve.review.page.markup import LONGEST, count, isolated, signed, unsigned
from euchre_solve.review.page.phrases import ERRORS, MARKS, badge, done
from euchre_solve.review.rates import Losses, Mean
from euchre_solve.review.report import Account, Report, players_of

SHOWN: Final = 100
"""Players, and pairs, on the page at most: those who sat down first."""

_COSTLIEST: Final = 5
_KINDS: Final = {"calls": "Calls", "discards": "Discards", "leads": "Leads", "plays": "Plays"}


class Costly(NamedTuple):
    """An error: how bad its grade is, what it lost; of equals the first is the costlier."""

    badness: int
    lost: float
    later: int
    number: int
    graded: Graded


class Players:
    """Every player and pair of a history."""

    def __init__(self) -> None:
        self.report = Report()
        self._costliest: dict[str, list[Costly]] = {}

    def add(self, reviewed: ReviewedDeal) -> None:
        """Count the decisions of a deal."""
        names = players_of(reviewed.record)
        self.report.add(names, reviewed.decisions, reviewed.luck, reviewed.record.deal)
        for graded in reviewed.decisions:
            if graded.grade in ERRORS:
                self._keep(names[graded.seat - 1], reviewed.number, graded)

    def _keep(self, name: str, number: int, graded: Graded) -> None:
        if (name,) not in self.report.players:
            return
        kept = self._costliest.setdefault(name, [])
        badness = ERRORS.index(graded.grade)
        later = -self.report.decisions
        heapq.heappush(kept, Costly(badness, graded.counted, later, number, graded))
        if len(kept) > _COSTLIEST:
            heapq.heappop(kept)

    @property
    def ranked(self) -> list[Account]:
        """The players shown, those who lost least a deal first."""
        return sorted(list(self.report.players.values())[:SHOWN], key=_lost_per_deal)

    def tables(self) -> Iterator[str]:
        """Yield the players compared, and the pairs."""
        yield _players_table(self.ranked)
        missing = len(self.report.players) - SHOWN
        if missing > 0:
            yield f'<p class="lack">{count(missing, "more player")} not shown.</p>\n'
        pairs = [pair for pair in self.report.pairs.values() if pair.result.below]
        if pairs:
            yield _pairs_table(pairs[:SHOWN])

    def sections(self, drawn: int) -> Iterator[str]:
        """Yield a page for each player; deals up to number ``drawn`` can be led to."""
        for at, account in enumerate(self.ranked, start=1):
            costliest = sorted(self._costliest.get(account.name, ()), reverse=True)
            yield _section(at, account)
            yield from _costliest(costliest, drawn)
            yield "</section>\n"


def _lost_per_deal(account: Account) -> tuple[float, str]:
    return account.total.by_deal.mean().mean, account.name


# --- all players


def _players_table(players: Sequence[Account]) -> str:
    most = max(_lost_per_deal(player)[0] for player in players) or 1.0
    rows = "".join(_player_row(at, player, most) for at, player in enumerate(players, 1))
    return (
        '<table class="players"><caption>Points lost by mistakes, the fewest first</caption>'
        '<thead><tr><th scope="col">Player</th><th scope="col">Lost a deal</th>'
        '<td class="wide bar"></td><th scope="col" class="wide">Decisions</th>'
        f"{''.join(map(_grade_head, ERRORS))}</tr></thead><tbody>{rows}</tbody></table>\n"
    )


def _player_row(at: int, player: Account, most: float) -> str:
    lost = player.total.by_deal.mean()
    width = max(0.0, 100 * lost.mean / most)
    cells = "".join(f"<td>{player.grades[grade]:,}</td>" for grade in ERRORS)
    return (
        f'<tr><th scope="row"><a href="#player-{at}">{isolated(player.name)}</a></th>'
        f"<td>{_figure(lost)}</td>"
        f'<td class="wide bar"><svg aria-hidden="true"><rect width="{width:.1f}%"/></svg></td>'
        f'<td class="wide">{player.total.decisions:,}</td>{cells}</tr>'
    )


def _grade_head(grade: Grade) -> str:
    return f'<th scope="col"><span role="img" aria-label="{grade} count">{MARKS[grade]}</span></th>'


def _pairs_table(pairs: Sequence[Account]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{isolated(pair.name, 2 * LONGEST)}</th>'
        f"<td>{_figure(pair.result.mean(), signed)}</td>"
        f'<td class="wide">{_figure(pair.cards.mean(), signed)}</td>'
        f'<td class="wide">{_figure(pair.play.mean(), signed)}</td>'
        f"<td>{_figure(pair.adjusted.mean(), signed)}</td></tr>"
        for pair in pairs
    )
    return (
        "<table><caption>Points a deal: the result, what luck made of it, and skill</caption>"
        '<thead><tr><th scope="col">Pair</th><th scope="col">Result</th>'
        '<th scope="col" class="wide">Cards</th>'
        '<th scope="col" class="wide">Play</th>'
        f'<th scope="col">Skill</th></tr></thead><tbody>{rows}</tbody></table>\n'
    )


def _figure(mean: Mean, written: Callable[[float], str] = unsigned) -> str:
    """Return a mean with its error; one deal alone has none."""
    error = f"\u00a0±\u00a0{mean.stderr:.2f}" if isfinite(mean.stderr) else ""
    return f"{written(mean.mean)}{error}"


# --- one player


def _section(at: int, player: Account) -> str:
    rows = "".join(
        _kind_row(label, player.losses[kind])
        for kind, label in _KINDS.items()
        if player.losses[kind].decisions
    )
    heads = ("Kind", "Decisions", "Lost a deal")
    head = "".join(f'<th scope="col">{title}</th>' for title in heads)
    head += '<th scope="col" class="wide">Lost each</th>'
    return (
        f'<section class="player" id="player-{at}" aria-labelledby="player-{at}-name">'
        f'<h3 id="player-{at}-name">{isolated(player.name)}</h3>{_grades(player)}'
        f"<table><caption>Points lost by kind of decision</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{rows}</tbody><tfoot>{_kind_row('All', player.total)}</tfoot>"
        f"</table>{_slips(player)}{_luck(player)}"
    )


def _grades(player: Account) -> str:
    grades = " ".join(f"<span>{player.grades[grade]:,} {badge(grade)}</span>" for grade in MARKS)
    decisions, deals = count(player.total.decisions, "decision"), count(player.deals, "deal")
    return f'<p>{decisions} in {deals}:</p><p class="grades">{grades}</p>'


def _kind_row(label: str, losses: Losses) -> str:
    cells = f"<td>{losses.decisions:,}</td><td>{_figure(losses.by_deal.mean())}</td>"
    each = f'<td class="wide">{_figure(losses.by_decision.mean())}</td>'
    return f'<tr><th scope="row">{label}</th>{cells}{each}</tr>'


def _slips(player: Account) -> str:
    """Return what was wrong with calls, in words."""
    told = [
        f"{str(slip).replace('-', ' ')} {number:,}\u00a0× ({lost:.2f})"
        for slip, (number, lost) in player.slips.items()
        if number
    ]
    return f"<p>Bad calls, points lost in brackets: {', '.join(told)}.</p>" if told else ""


def _luck(player: Account) -> str:
    if not player.result.below:
        return ""
    result, cards, play, adjusted = (
        _figure(part.mean(), signed)
        for part in (player.result, player.cards, player.play, player.adjusted)
    )
    return (
        f"<p>Points a deal: result {result}, cards {cards}, play {play}, "
        f"skill <strong>{adjusted}</strong>.</p>"
    )


def _costliest(costliest: Sequence[Costly], drawn: int) -> Iterator[str]:
    if not costliest:
        return
    yield '<h4>The costliest decisions</h4><ol class="acts">'
    for _, _, _, number, graded in costliest:
        name = f"Deal {number:,}"
        where = f'<a href="#deal-{number}">{name}</a>' if number <= drawn else name
        yield (
            f'<li class="{graded.grade}">{badge(graded.grade)}'
            f"<p>{where}: {done(graded)}{verdict(graded)}</p></li>"
        )
    yield "</ol>"
