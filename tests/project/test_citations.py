"""Every page, section, file and decision that code or a document names exists."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.served import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FOLDERS = ("deploy", "docs", "games", "requirements", "static", "templates", "tests", "tournament")
SOURCES = [
    path
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".js", ".ts", ".html", ".css", ".toml", ".conf", ".service"}
]
LINK = re.compile(r"\]\(([^)\s]+)\)")
CITED_PAGE = re.compile(r"\bdocs/([\w./-]+?\.md)(?:#([\w-]+))?")
OLD_CITATION = re.compile(r"\b(?:RULES|CLOCKS)(?:\.md|, (?:[a-z]+ [a-z]|[A-Z][a-z]|lag|pausing))")
DECISIONS = ROOT / "docs" / "decisions"
ENTRY = re.compile(r"^## (\d+)\. ")
ROW = re.compile(r"^\| (\d+) \|")
CITED_DECISION = re.compile(r"\bdecisions? (\d+)", re.IGNORECASE)
NAMED_FILE = re.compile(r"`([\w.-]+(?:/[\w.-]+)+\.(?:py|js|ts|css|html|md|toml|conf|txt|json))`")
NAMED_FOLDER = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w/.-]*)`")
# What a run or a build writes.
NOT_KEPT = ("var/", "build/", "tournament/bundled")


@cache
def anchors(page: Path) -> set[str]:
    """Return what GitHub makes of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def known_paths() -> set[str]:
    """Return every path below the folders and each ending of it, such as `live/socket.js`."""
    paths = [path.relative_to(ROOT).parts for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    return {"/".join(path[start:]) for path in paths for start in range(len(path))}


def places(paths: list[Path], pattern: re.Pattern[str]) -> Iterator[tuple[str, Path, re.Match[str]]]:
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for match in pattern.finditer(line):
                yield f"{path.relative_to(ROOT)}:{number}", path, match


def missing_pages(cited: Iterable[tuple[str, Path, str]]) -> list[str]:
    problems = []
    for where, page, anchor in cited:
        if not page.exists():
            problems.append(f"{where}: there is no {page.name}")
        elif anchor and anchor not in anchors(page):
            problems.append(f"{where}: {page.name} has no section #{anchor}")
    return problems


def test_links_between_documents_lead_somewhere():
    links = []
    for where, path, match in places(DOCUMENTS, LINK):
        target, _, anchor = match[1].partition("#")
        if ":" not in target:
            links.append((where, path.parent / target if target else path, anchor))
    problems = missing_pages(links)
    assert not problems, "\n".join(["Correct the link, or the heading it leads to.", *problems])


def test_pages_that_code_and_documents_cite_have_that_section():
    cited = [
        (where, ROOT / "docs" / match[1], match[2] or "")
        for where, _, match in places([*SOURCES, *DOCUMENTS], CITED_PAGE)
    ]
    assert len(cited) > 80
    problems = missing_pages(cited)
    assert not problems, "\n".join(["Cite a page of docs/ and a section that it has.", *problems])


def test_rules_and_clocks_are_cited_by_page_and_section():
    old = [f"{where}: {match[0]}" for where, _, match in places(SOURCES, OLD_CITATION)]
    assert not old, "\n".join(["Cite a section of docs/rules.md or docs/clocks.md.", *old])


def test_decisions_have_one_entry_and_one_row_each_and_are_cited_by_number():
    written = [int(match[1]) for _, _, match in places(sorted(DECISIONS.glob("[a-z]*.md")), ENTRY)]
    listed = [int(match[1]) for _, _, match in places([DECISIONS / "README.md"], ROW)]
    assert sorted(written) == listed, "Each decision has one entry and one row in docs/decisions/README.md."
    pages = [page for page in DOCUMENTS if DECISIONS not in page.parents]
    cited = places([*SOURCES, *pages], CITED_DECISION)
    problems = [f"{where}: {match[0]}" for where, _, match in cited if int(match[1]) not in written]
    assert not problems, "\n".join(["Cite a number that docs/decisions/README.md has.", *problems])


@pytest.mark.parametrize("pattern", [NAMED_FILE, NAMED_FOLDER], ids=["files", "folders"])
def test_files_that_documents_name_exist(pattern):
    problems = []
    for where, _, match in places(DOCUMENTS, pattern):
        name = match[1].rstrip("/")
        module = name.partition(".")[0]  # `games/services/recording.record`
        known = {name, f"{module}.py", f"{module}.js"} & known_paths() or (ROOT / name).exists()
        if not known and not name.startswith(NOT_KEPT):
            problems.append(f"{where}: {name}")
    assert not problems, "\n".join(["Write the path as it is now.", *problems])
