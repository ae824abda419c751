"""The table drawn from above: the four hands, and between them the upcard or a trick."""

from __future__ import annotations

from collections.abc import Mapping

from euchre_solve.cards import Card
from euchre_solve.formats.record import COMPASS, NAME_TAGS
from euchre_solve.review.graded import Grade
from euchre_solve.review.page.markup import hand, one_card
from euchre_solve.review.page.phrases import ERRORS, MARKS
from euchre_solve.review.page.seating import Seating
from euchre_solve.review.page.stages import Replayed, Stage


def diagram(replayed: Replayed, stage: Stage, seating: Seating, grades: Mapping[str, Grade]) -> str:
    """Return the table before a stage, the cards of its trick in the middle.

    ``grades`` are those of the acts: errors are marked beside the card.
    """
    seats = sorted(replayed.deal.rules.seats, key=seating.place)
    parts = [_seat(replayed, stage, seating, seat) for seat in seats]
    is_trick = stage is not replayed.auction
    parts.append(_trick(stage, seating, grades) if is_trick else _upcard(replayed))
    return f'<div class="felt">{"".join(parts)}</div>'


def _seat(replayed: Replayed, stage: Stage, seating: Seating, seat: int) -> str:
    rules, contract = replayed.deal.rules, replayed.contract
    is_trick = stage is not replayed.auction
    place = NAME_TAGS[seating.place(seat)]
    is_named = seating.dealer is not None and seating.names[seat - 1] != place
    roles = [place] if is_named else []
    if seat in (1, rules.dealer):
        roles.append("dealer" if seat == rules.dealer else "eldest")
    if is_trick and contract and seat == contract.maker:
        roles.append("alone" if contract.alone else "maker")
    is_out = is_trick and replayed.sits_out(seat)
    if is_out:
        roles.append("sits out")
    held = stage.held[seat - 1]
    trump = contract.trump if contract else None
    letter = COMPASS[seating.place(seat)].lower()
    return (
        f'<div class="seat {letter}{" out" if is_out else ""}">'
        f"<p><strong>{seating.name(seat)}</strong> <small>{', '.join(roles)}</small></p>"
        f"{hand(held.cards, trump, held.hidden)}</div>"
    )


def _upcard(replayed: Replayed) -> str:
    upcard = replayed.deal.upcard
    drawn = one_card(upcard) if upcard else "unknown"
    return f'<div class="mid"><p class="up"><small>upcard</small> {drawn}</p></div>'


def _trick(stage: Stage, seating: Seating, grades: Mapping[str, Grade]) -> str:
    cards = []
    for act, seat, what in stage.acts:
        assert isinstance(what, Card)
        grade = grades.get(act)
        mark = MARKS[grade] if grade in ERRORS else ""
        sign = f'<i class="g {grade}" aria-hidden="true">{mark}</i>' if mark else ""
        won = " won" if seat == stage.winner else ""
        letter = seating.letter(seat).lower()
        cards.append(f'<span class="p{letter}">{one_card(what, won)}{sign}</span>')
    return f'<div class="mid trick">{"".join(cards)}</div>'
