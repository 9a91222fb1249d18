"""Every page, section, file and decision that code or a document names exists."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.checks.sources import ROOT, name_of, report, text_of

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FOLDERS = ("deploy", "docs", "games", "requirements", "static", "templates", "tests", "tournament")
SOURCES = [
    path
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".js", ".ts", ".html", ".css", ".toml", ".conf", ".service"}
]
DECISIONS = ROOT / "docs" / "decisions"
LINK = re.compile(r"\]\(([^)\s]+)\)")
CITED_PAGE = re.compile(r"\bdocs/([\w./-]+?\.md)(?:#([\w-]+))?")
OLD_CITATION = re.compile(r"\b(?:RULES|CLOCKS)(?:\.md|, (?:[a-z]+ [a-z]|[A-Z][a-z]|lag|pausing))")
ENTRY = re.compile(r"^## (\d+)\. ")
ROW = re.compile(r"^\| (\d+) \|")
CITED_DECISION = re.compile(r"\bdecisions? (\d+)", re.IGNORECASE)
NAMED_FILE = re.compile(r"`([\w.-]+(?:/[\w.-]+)+\.(?:py|js|ts|css|html|md|toml|conf|txt|json))`")
NAMED_FOLDER = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w/.-]*)`")
BUILT = ("var/", "build/", "tournament/bundled")  # by a run or a release

Found = Iterator[tuple[str, Path, re.Match[str]]]


@cache
def anchors(page: Path) -> set[str]:
    """Return what GitHub makes of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def known_paths() -> set[str]:
    """Return every path below the folders and each ending of it, such as `live/socket.js`."""
    paths = [path.relative_to(ROOT).parts for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    return {"/".join(path[start:]) for path in paths for start in range(len(path))}


def places(paths: Iterable[Path], pattern: re.Pattern[str]) -> Found:
    for path in paths:
        for number, line in enumerate(text_of(path).splitlines(), 1):
            for match in pattern.finditer(line):
                yield f"{name_of(path)}:{number}", path, match


def missing_section(page: Path, anchor: str) -> str:
    if not page.exists():
        return f"there is no {page.name}"
    return f"{page.name} has no section #{anchor}" if anchor and anchor not in anchors(page) else ""


def test_links_between_documents_lead_somewhere():
    wrong = []
    for where, path, match in places(DOCUMENTS, LINK):
        target, _, anchor = match[1].partition("#")
        page = path.parent / target if target else path
        if ":" not in target and (problem := missing_section(page, anchor)):
            wrong.append(f"{where}: {problem}")
    report(wrong, "Correct the link, or the heading it leads to.")


def test_pages_that_code_and_documents_cite_have_that_section():
    cited = list(places([*SOURCES, *DOCUMENTS], CITED_PAGE))
    assert len(cited) > 80
    found = ((where, missing_section(ROOT / "docs" / match[1], match[2] or "")) for where, _, match in cited)
    report((f"{where}: {problem}" for where, problem in found if problem), "Cite a section that it has.")


def test_rules_and_clocks_are_cited_by_page_and_section():
    old = (f"{where}: {match[0]}" for where, _, match in places(SOURCES, OLD_CITATION))
    report(old, "Cite a section of docs/rules.md or docs/clocks.md.")


def test_decisions_have_one_entry_and_one_row_each_and_are_cited_by_number():
    written = [int(match[1]) for _, _, match in places(DECISIONS.glob("[a-z]*.md"), ENTRY)]
    listed = [int(match[1]) for _, _, match in places([DECISIONS / "README.md"], ROW)]
    assert sorted(written) == listed, "Each decision has one entry and one row in docs/decisions/README.md."
    pages = [page for page in DOCUMENTS if DECISIONS not in page.parents]
    cited = places([*SOURCES, *pages], CITED_DECISION)
    wrong = (f"{where}: {match[0]}" for where, _, match in cited if int(match[1]) not in written)
    report(wrong, "Cite a number that docs/decisions/README.md has.")


@pytest.mark.parametrize("pattern", [NAMED_FILE, NAMED_FOLDER], ids=["files", "folders"])
def test_files_that_documents_name_exist(pattern):
    missing = []
    for where, _, match in places(DOCUMENTS, pattern):
        name = match[1].rstrip("/")
        module = name.partition(".")[0]  # `games/services/recording.record`
        exists = {name, f"{module}.py", f"{module}.js"} & known_paths() or (ROOT / name).exists()
        if not exists and not name.startswith(BUILT):
            missing.append(f"{where}: {name}")
    report(missing, "Write the path as it is now.")
