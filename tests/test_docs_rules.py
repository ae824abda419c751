"""The tables of docs/rules.md are what the code gives.

``python -m tests.test_docs_rules`` rewrites them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import euchre_solve
from euchre_solve.presets import PRESETS, TOGGLES
from euchre_solve.rules import DefendAlone, Rules, TrumpMaking
from euchre_solve.sources import SOURCES

DOCUMENT = Path(__file__).parent.parent / "docs" / "rules.md"
LINE_LIMIT = 260


def markdown_table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(head), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def points(rules: Rules) -> str:
    if rules.trump_making is TrumpMaking.BIDDING:
        return "as bid"
    score = rules.score
    made = f"{score.made} (six tricks {score.one_short})" if score.one_short else score.made
    lone = (score.lone_made, score.lone_march) if rules.alone else ("–", "–")
    defended = score.lone_defender_euchre if rules.defend_alone is not DefendAlone.OFF else "–"
    return " / ".join(map(str, (made, score.march, *lone, score.euchre, defended)))


def preset_table() -> str:
    columns = ("preset", "players", "sides", "deck", "hand", "need", "points", "lead", "target")
    return markdown_table(
        (*columns, "from"),
        (
            (
                f"`{name}`",
                str(rules.players),
                rules.sides.value,
                f"{rules.plain_cards}{' + 1' if rules.best_bower else ''}",
                str(rules.hand_size),
                str(rules.need),
                points(rules),
                rules.lead.value,
                str(rules.target),
                SOURCES[name],
            )
            for name, rules in PRESETS.items()
        ),
    )


def toggle_table() -> str:
    rows = ((f"`{name}`", meaning, SOURCES[name]) for name, (meaning, _) in TOGGLES.items())
    return markdown_table(("toggle", "meaning", "from"), rows)


TABLES = {"presets": preset_table, "toggles": toggle_table}


def with_tables(text: str) -> str:
    """Return the document with each table as the code gives it."""
    for name, table in TABLES.items():
        opening, closing = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, rest = text.split(opening)
        _, after = rest.split(closing)
        text = f"{before}{opening}\n{table()}\n{closing}{after}"
    return text


def test_tables_are_what_the_code_gives() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert with_tables(text) == text


def test_every_preset_and_toggle_has_a_source() -> None:
    assert set(SOURCES) == {*PRESETS, *TOGGLES}
    tags = {tag for sources in SOURCES.values() for tag in sources.split(", ")}
    explained = set(re.findall(r"^- `([a-z-]+)`: ", DOCUMENT.read_text("utf-8"), re.MULTILINE))
    assert tags <= explained


def test_document_is_short() -> None:
    assert len(DOCUMENT.read_text(encoding="utf-8").splitlines()) <= LINE_LIMIT


def cited_sections() -> set[str]:
    package = Path(euchre_solve.__file__).parent
    sources = (path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    return {section for source in sources for section in re.findall(r"§(\d\.\d+)", source)}


@pytest.mark.parametrize("section", sorted(cited_sections()))
def test_section_that_the_code_cites_exists(section: str) -> None:
    headings = re.findall(r"^### (\d\.\d+) ", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert section in headings


if __name__ == "__main__":
    DOCUMENT.write_text(with_tables(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
