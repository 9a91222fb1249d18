"""Score sheets as they were written: tags and words with their line numbers, nothing judged yet.

Reads line by line and yields one sheet after the other, so that memory grows only with the longest game of a
file. A fault belongs to its sheet, and the next one is still read.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from games.rules.faults import InvalidRecord

RESULTS = ("X", "O", "draw", "*")

# Numbers of moves are skipped like white space: a move's place says the same.
TOKEN = re.compile(
    r"""(?:\s|[0-9]+\.+)*
    (?: \[ \s* (?P<tag>[A-Za-z][A-Za-z0-9_]*) \s+ "(?P<value>(?:[^"\\]|\\.)*)" \s* \]
    | (?P<bad_tag>\[.*)
    | (?P<comment>\{)
    | (?P<brace>\})
    | (?P<word>[^\s{}\[]+)
    | $
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Word:
    """A move as written, with the comments that follow it joined into one."""

    text: str
    line: int
    comment: str = ""


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """One game as written. `result` is its last word, `*` if that is no result."""

    line: int
    tags: dict[str, str]
    words: tuple[Word, ...] = ()
    result: str = "*"
    comment: str = ""
    fault: InvalidRecord | None = None


def read_sheets(lines: Iterable[str]) -> Iterator[RecordSheet]:
    """Yield every sheet of a file: one ends with its result, or where the tags of the next begin."""
    draft = _Draft()
    for kind, text, value, line in _tokens(lines):
        if draft.ends_before(kind):
            yield draft.sheet()
            draft = _Draft()
        draft.add(kind, text, value, line)
        if draft.result:
            yield draft.sheet()
            draft = _Draft()
    if draft.tags or draft.words or draft.fault:
        yield draft.sheet()


@dataclass(slots=True)
class _Draft:
    """A sheet while it is being read."""

    line: int = 0
    tags: dict[str, str] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)
    result: str = ""
    comment: str = ""
    fault: InvalidRecord | None = None

    def ends_before(self, kind: str) -> bool:
        return kind == "tag" and bool(self.words)

    def add(self, kind: str, text: str, value: str, line: int) -> None:
        self.line = self.line or line
        if kind == "tag":
            if text in self.tags:
                self._fail(InvalidRecord("tag-twice", line=line, tag=text))
            self.tags[text] = value
        elif kind == "comment":
            self._comment(text)
        elif kind == "word" and text in RESULTS:
            self.result = text
        elif kind == "word":
            self.words.append(Word(text, line))
        else:
            self._fail(InvalidRecord(kind, line=line, text=text))

    def _comment(self, text: str) -> None:
        if self.words:
            last = self.words[-1]
            self.words[-1] = Word(last.text, last.line, _join(last.comment, text))
        else:
            self.comment = _join(self.comment, text)

    def _fail(self, fault: InvalidRecord) -> None:
        self.fault = self.fault or fault

    def sheet(self) -> RecordSheet:
        return RecordSheet(
            self.line, self.tags, tuple(self.words), self.result or "*", self.comment, self.fault
        )


def _join(*texts: str) -> str:
    return " ".join(" ".join(texts).split())


def _tokens(lines: Iterable[str]) -> Iterator[tuple[str, str, str, int]]:
    """Yield kind, text, value (of a tag) and line number; only comments may span several lines."""
    comment: list[str] | None = None
    opened = 0
    for number, line in enumerate(lines, 1):
        place = 0
        while place < len(line):
            if comment is not None:
                end = line.find("}", place)
                comment.append(line[place:end] if end >= 0 else line[place:])
                if end < 0:
                    break
                yield "comment", " ".join(comment), "", opened
                comment, place = None, end + 1
                continue
            token = TOKEN.match(line, place)
            assert token is not None, "every character begins a token"
            place = token.end()
            match token.lastgroup:
                case "value":
                    yield "tag", token["tag"], re.sub(r"\\(.)", r"\1", token["value"]), number
                case "bad_tag":
                    yield "bad-tag", token["bad_tag"].strip(), "", number
                case "comment":
                    comment, opened = [], number
                case "brace":
                    yield "stray-brace", "", "", number
                case "word":
                    yield "word", token["word"], "", number
    if comment is not None:
        yield "open-comment", "", "", opened
