"""The page of a review in headless Chromium: accessible, on a phone, in the dark, and printed."""

import html
import io
import json
import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from euchre_solve.review.page.page import write_page
from tests.made_up_review import made_up, records

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
DEALS = 3
PHONE = 360
DARK, LIGHT = 0, 1
ANSWER = "the-answer"

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed")


def page_of(deals) -> str:
    stream = io.StringIO()
    write_page(stream, deals)
    return stream.getvalue()


@pytest.fixture(scope="module")
def page() -> str:
    return page_of(made_up(records()[:DEALS]))


@pytest.fixture(scope="module")
def short_page() -> str:
    """One deal, with a player who sits out: axe looks at every element."""
    return page_of(made_up(records()[:1]))


@pytest.fixture
def chromium(tmp_path):
    """Return a function that opens a page and returns what Chromium prints."""

    def run(text: str, *flags: str) -> str:
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        command = [CHROMIUM, "--headless", "--disable-gpu", f"--user-data-dir={tmp_path}/profile"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")  # which root can't have
        command += [*flags, path.as_uri()]
        return subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300, check=True
        ).stdout.decode()

    return run


def answer_of(chromium, text: str, script: str, *flags: str):
    """Return what ``script``, the body of an async function, returns on a page."""
    call = (
        f"<script>(async () => {{{script}}})().catch(String).then(answer => {{"
        f"const pre = document.createElement('pre'); pre.id = '{ANSWER}';"
        "pre.textContent = JSON.stringify(answer); document.body.append(pre);})</script>"
    )
    dumped = chromium(
        text.replace("</body>", f"{call}</body>"),
        "--dump-dom",
        "--virtual-time-budget=60000",
        *flags,
    )
    found = re.search(f'<pre id="{ANSWER}">(.*?)</pre>', dumped, re.DOTALL)
    assert found, dumped[-500:]
    return json.loads(html.unescape(found[1]))


def scriptable(page: str) -> str:
    """Return the page without its policy, which lets no script of ours run."""
    return re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", page)


def unfolded(page: str) -> str:
    """Return the page with nothing hidden from a check."""
    shown = "<style>.stage { display: block !important }</style></head>"
    return scriptable(page).replace("</head>", shown).replace("<details", "<details open")


@pytest.mark.parametrize("scheme", [DARK, LIGHT], ids=["dark", "light"])
def test_axe_finds_nothing(chromium, short_page, scheme):
    if not (axe := find_spec("axe_core_python")):
        pytest.skip("axe-core-python is not installed")
    engine = (Path(axe.origin or "").parent / "axe.min.js").read_text(encoding="utf-8")
    found = answer_of(
        chromium,
        unfolded(short_page).replace("</body>", f"<script>{engine}</script></body>"),
        """
        const found = await axe.run();
        const told = found.violations.flatMap(rule => rule.nodes.map(node => [rule.id, node.html]));
        return [matchMedia("(prefers-color-scheme: dark)").matches, found.passes.length, told];
        """,
        f"--blink-settings=preferredColorScheme={scheme}",
    )
    is_dark, passes, violations = found
    assert violations == []
    assert is_dark == (scheme == DARK)
    assert passes > 20


def framed(page: str) -> str:
    """Return a page that shows the other as wide as a phone, its own security policy in force."""
    frame = f'<iframe width="{PHONE}" height="800" srcdoc="{html.escape(page)}"></iframe>'
    return f"<!DOCTYPE html><html><body>{frame}</body></html>"


def test_phone_shows_each_stage_without_scrolling_sideways(chromium):
    names = tuple((place, "W" * 60) for place in ("North", "East", "South", "West"))
    page = page_of(made_up(record._replace(tags=names) for record in records()[:DEALS]))
    wide, stages, felt = answer_of(
        chromium,
        framed(page),
        """
        const frame = document.querySelector("iframe");
        await new Promise(done => frame.contentDocument.readyState === "complete" &&
            frame.contentDocument.body.children.length ? done() : frame.onload = done);
        const inner = frame.contentDocument, wide = new Set(), stages = [];
        inner.querySelectorAll("details").forEach(folded => { folded.open = true; });
        inner.querySelectorAll(".replay").forEach(replay => {
            replay.querySelectorAll("input").forEach((button, at) => {
                button.checked = true;
                if (inner.documentElement.scrollWidth > frame.clientWidth)
                    inner.querySelectorAll("body *").forEach(element => {
                        if (element.getBoundingClientRect().right > frame.clientWidth)
                            wide.add(element.outerHTML.slice(0, 80));
                    });
                const seen = [...replay.querySelectorAll(".stage")]
                    .map((stage, number) => stage.offsetHeight ? number : -1);
                stages.push(seen.filter(number => number >= 0).join() === String(at));
            });
        });
        return [[...wide], stages,
            frame.contentWindow.getComputedStyle(inner.querySelector(".felt")).display];
        """,
    )
    assert wide == []
    assert len(stages) == DEALS * 6
    assert all(stages)
    assert felt == "grid"  # the policy lets the page's own style in


def test_graph_leads_to_a_deal_and_unfolds_it(chromium, page):
    opened = answer_of(
        chromium,
        scriptable(page),
        """
        const target = document.getElementById("deal-2");
        const before = target.parentElement.open;
        document.querySelector('.graph a[href="#deal-2"]')
            .dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
        await new Promise(done => window.onhashchange = done);
        return [before, target.parentElement.open];
        """,
    )
    assert opened == [False, True]


def test_print_unfolds_all_deals(chromium, page, tmp_path):
    if not shutil.which("pdftotext"):
        pytest.skip("pdftotext is not installed")
    pdf = tmp_path / "page.pdf"
    chromium(page, f"--print-to-pdf={pdf}", "--no-pdf-header-footer")
    text = subprocess.run(
        ["pdftotext", pdf, "-"], stdout=subprocess.PIPE, timeout=60, check=True
    ).stdout.decode()
    assert text.count("Trick 5:") == DEALS
    assert "Replay of deal" not in text
