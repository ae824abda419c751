"""The example files of the foreign formats are read without a fault."""

from __future__ import annotations

from pathlib import Path

from euchre_solve.deal import Phase
from euchre_solve.formats.deal_line import format_deal
from euchre_solve.formats.openspiel import format_history, parse_history
from euchre_solve.formats.pack import parse_pack
from euchre_solve.formats.pbn import parse_pbn
from euchre_solve.formats.transcript import Source, parse_transcript

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_histories_of_openspiel() -> None:
    _, *lines = (EXAMPLES / "random.openspiel").read_text("utf-8").splitlines()
    deals = [parse_history(line) for line in lines]
    assert [deal.phase for deal in deals] == [Phase.FINISHED] * len(lines)
    assert [format_history(deal) for deal in deals] == lines


def test_records_of_tags() -> None:
    played, dealt = parse_pbn((EXAMPLES / "club.pbn").read_text("utf-8"))
    assert str(played.contract) == "2ha" and played.play_state.makers_tricks == 2
    assert format_deal(dealt) == "1:AsAhKhJhJd_u:Th_g:7"


def test_a_transcript_with_its_pack() -> None:
    folder = EXAMPLES / "eecs280"
    text = (folder / "game.out").read_text("utf-8")
    pack = parse_pack((folder / "pack.in").read_text("utf-8"))
    known = list(parse_transcript(text, Source(pack)))
    assert all(deal.is_open and deal.phase is Phase.FINISHED for deal in known)
    for deal, from_play in zip(known, parse_transcript(text), strict=True):
        assert (deal.calls, deal.tricks) == (from_play.calls, from_play.tricks)
