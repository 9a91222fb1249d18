"""Style sheets keep to five widths, and a page's own sheet leaves its layout to static/css/layout.css.

Older tablets read `min-width` and `max-width`, not `width < 40rem`. A page sheet is one whose rules stand in
the layer `pages`; where it really has a layout of its own, its selector is in LISTED.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.checks.sources import ROOT, report

SHEETS = ROOT / "static" / "css"
BREAKPOINTS = (40, 48, 60, 75, 105)
WIDTHS = {f"min-width: {width}rem" for width in BREAKPOINTS} | {
    f"max-width: {width - 1}.99rem" for width in BREAKPOINTS
}

# The inner layouts of page sheets: rows of boards, slides of the projector.
LISTED: dict[str, set[str]] = {
    "club.css": {
        ".club-columns > section, .club-columns .stack > section, .stack > section:not(.card)",
        ".club-preview tr",
        ".pickers fieldset > div",
        ".handover",
        ".setup",
        ".welcome-tiles > .card",
    },
    "tournament.css": {
        ".round-link",
        ".board-line",
        ".board-side",
        ".board-result",
        ".board-extra",
        ".team-boards li",
        ".standings .working-link",
        ".working-dialog[open]",
        ".podium ol",
        ".podium li",
        ".report-buttons",
        ".projector",
        ".slides",
        ".slide",
        ".slide h2",
        ".slide-lines",
        ".slide-line",
        ".slide-boards, .slide-boards > li",
        ".slide-follow .slide-body",
        ".slide-wait .slide-body",
        ".slide-bracket",
        ".slide-block",
        ".slide-names",
        ".slide-name",
        ".slide-places",
        ".slide-places li",
        ".slide-message .slide-body",
        ".slide-club .slide-body",
    },
    "pages.css": {
        ".hero-clocks",
        ".puzzle-today",
        ".club-front",
        ".live-game",
    },
    "desk.css": {
        ".board-line, .entry, .lineup-board",
        ".boards, .entries",
        ".desk-bar",
        ".entrant-menu-form",
        ".entry-form-line",
        ".lineup-boards",
        ".order-handle",
        ".order-item",
        ".team-board",
        '.wizard-questions :is([role="radiogroup"], fieldset > div), .proposal .facts',
        ":is(.wizard-questions, .settings-fields) fieldset label",
    },
    "desk-arbiter.css": {
        ".board-page .game",
        ".call",
        ".game-log-line",
        ":is(.board-work, .desk-message) summary",
    },
    "table.css": {
        ".bar-after",
        ".bar-more",
        ".bar-status",
        ".bar-words",
        ".seat",
        ".seat-actions, .seat-answers",
        ".seat-clock .clock-beside",
        '.seat-clock[data-shape~="tall"] .clock-time',
        ".seat-question",
        ".seat-question > p",
        '.seat:is([data-side="N"], [data-side="S"]) .seat-actions:has(.seat-quixo:not([hidden]))',
        ".table",
        ".table-bar",
        ".table-number",
        ".table-waiting",
        '.table:not([data-input="presses"]) .seat:is([data-side="N"], [data-side="S"]) .seat-actions:not([hidden])',  # noqa: E501
        '.table:not([data-input="presses"]) .seat:is([data-side="N"], [data-side="S"]) .seat-question[data-tone="hint"]',  # noqa: E501
        ".tools summary",
    },
    "game.css": {
        ".faces",
        ".moment",
        ".moves a",
        ".moves li",
        ".game, .analysis, .learn",
    },
    "play.css": {
        ".level",
        ".play",
        ".play-after",
        ".play-board",
        ".play-cubes",
    },
    "wall.css": {
        ".wall",
        ".wall-card",
        ".wall-card .clock",
        '.wall-card[data-seats="4"] .faces:nth-of-type(2) .clock',
        ".wall-grid",
        ".wall-wood",
    },
    "learn.css": {
        ".lesson",
    },
}

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
LAID_OUT = re.compile(r"display:\s*(?:grid|flex)\s*(?:;|$)")
MEDIA = re.compile(r"@media\s*([^{]+)\{")
CONDITION = re.compile(r"\(([^()]*\bwidth\b[^()]*)\)")


def read(sheet: Path) -> str:
    return COMMENT.sub("", sheet.read_text(encoding="utf-8"))


def other_widths(css: str) -> Iterator[str]:
    """Find the media conditions with a width that is none of the breakpoints."""
    for media in MEDIA.findall(css):
        yield from (condition for condition in CONDITION.findall(media) if condition not in WIDTHS)


def selectors_with_a_layout(css: str) -> set[str]:
    """Find the selectors of rules that lay out what they contain."""
    return {" ".join(selector.split()) for selector, body in RULE.findall(css) if LAID_OUT.search(body)}


def page_sheets() -> list[Path]:
    main = read(SHEETS / "fiveline.css")
    imported = set(re.findall(r'@import url\("([\w-]+\.css)"\) layer\(pages\)', main))
    return [
        sheet
        for sheet in sorted(SHEETS.glob("*.css"))
        if sheet.name in imported or "@layer pages {" in read(sheet)
    ]


@pytest.mark.parametrize("sheet", sorted(SHEETS.glob("*.css")), ids=lambda sheet: sheet.name)
def test_media_conditions_use_only_the_five_breakpoints(sheet):
    advice = f"Use one of these widths: {', '.join(sorted(WIDTHS))}."
    report((f"{sheet.name}: {width}" for width in other_widths(read(sheet))), advice)


@pytest.mark.parametrize("sheet", page_sheets(), ids=lambda sheet: sheet.name)
def test_a_page_sheet_lays_out_only_what_is_listed(sheet):
    found, listed = selectors_with_a_layout(read(sheet)), LISTED.get(sheet.name, set())
    report(
        (f"{sheet.name}: {selector}" for selector in found - listed),
        "Use a class of static/css/layout.css, or add the selector to LISTED (tests/checks/test_sheets.py).",
    )
    report((f"{sheet.name}: {selector}" for selector in listed - found), "Remove it from LISTED: it is gone.")


def test_the_search_finds_what_it_looks_for():
    css = """
    @media (min-width: 40rem) and (scripting: enabled) { .one { color: red; } }
    @media (max-width: 47.99rem) { .two > li { gap: 0; display: flex } }
    @media (width < 40rem), (max-width: 40rem) { .three { display: inline-flex; } }
    @media (max-height: 30rem) { .four, .five { display: grid; } }
    """
    assert list(other_widths(css)) == ["width < 40rem", "max-width: 40rem"]
    assert selectors_with_a_layout(css) == {".two > li", ".four, .five"}
