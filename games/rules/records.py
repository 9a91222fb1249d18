"""Records: a whole game as text in a form that chess players recognise, written and read back exactly."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.faults import InvalidMove, InvalidRecord
from games.rules.moves import PASS, Move
from games.rules.options import RuleSet
from games.rules.position import Position
from games.rules.sheets import RecordSheet, Word, read_sheets
from games.rules.tags import KNOWN_TAGS, claim_of, rules_of, start_of

CLOCK = re.compile(r"\[%clk ([0-9]{1,4}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?\]")
UNBROKEN = re.compile(r"(?:[0-9]+\. |\{\[%clk )?\S+")
WIDTH = 80


@dataclass(frozen=True, slots=True)
class RecordStep:
    """A move of a record (None: a forced pass), the mover's clock after it, and a comment.

    >>> str(RecordStep(Move.parse("c1E"), clock_ms=271_200))
    'c1E {[%clk 0:04:31.2]}'
    """

    move: Move | None
    clock_ms: int | None = None
    comment: str = ""

    def __post_init__(self) -> None:
        _check_comment(self.comment)

    @classmethod
    def from_word(cls, word: Word) -> "RecordStep":
        move = None if word.text == PASS else Move.parse(word.text)
        shown = CLOCK.search(word.comment)
        if shown is None:
            return cls(move, None, word.comment)
        comment = f"{word.comment[: shown.start()]} {word.comment[shown.end() :]}"
        return cls(move, _read_clock_ms(shown), " ".join(comment.split()))

    def __str__(self) -> str:
        clock = "" if self.clock_ms is None else f"[%clk {clock_text(self.clock_ms)}]"
        remark = f"{clock} {self.comment}".strip()
        return f"{self.move or PASS} {{{remark}}}" if remark else str(self.move or PASS)


@dataclass(frozen=True, slots=True)
class Record:
    """A game with its tags. Each move can be read; `adjudication` says whether it was legal."""

    tags: Mapping[str, str] = field(default_factory=dict)
    steps: tuple[RecordStep, ...] = ()
    result: str = "*"
    comment: str = ""

    def __post_init__(self) -> None:
        _check_comment(self.comment)

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Read a text with exactly one record."""
        sheets = list(read_sheets(text.split("\n")))
        if not sheets:
            raise InvalidRecord("no-record")
        if len(sheets) > 1:
            raise InvalidRecord("several-records", line=sheets[1].line)
        return cls.from_sheet(sheets[0])

    @classmethod
    def from_sheet(cls, sheet: RecordSheet) -> "Record":
        """Read a sheet of which every word can be read. Raises InvalidRecord."""
        if sheet.fault:
            raise sheet.fault
        for read in (start_of, rules_of, claim_of):
            read(sheet.tags)
        steps = tuple(_read_step(number, word) for number, word in enumerate(sheet.words, 1))
        return cls(sheet.tags, steps, sheet.result, sheet.comment)

    @property
    def start(self) -> Position:
        return start_of(self.tags)

    @property
    def rules(self) -> RuleSet:
        return rules_of(self.tags)

    def __str__(self) -> str:
        order = [tag for tag in KNOWN_TAGS if tag in self.tags]
        order += [tag for tag in self.tags if tag not in KNOWN_TAGS]
        tags = "".join(f'[{tag} "{_escape(self.tags[tag])}"]\n' for tag in order)
        seats = self.start.seats
        words = [f"{{{self.comment}}}"] if self.comment else []
        for index, step in enumerate(self.steps):
            words.append(str(step) if index % seats else f"{index // seats + 1}. {step}")
        words.append(self.result)
        return f"{tags}\n{_wrap(' '.join(words))}\n"


def _read_step(number: int, word: Word) -> RecordStep:
    try:
        return RecordStep.from_word(word)
    except InvalidMove as reason:
        raise InvalidRecord("bad-move", line=word.line, move=number, reason=reason) from reason


def _wrap(text: str) -> str:
    """Break the text into lines of at most WIDTH where possible; a number stays with its move."""
    lines = [""]
    for word in UNBROKEN.findall(text):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


def _read_clock_ms(shown: re.Match[str]) -> int:
    hours, minutes, seconds, fraction = shown.groups()
    return (int(hours) * 3600 + int(minutes) * 60 + int(seconds)) * 1000 + int((fraction or "").ljust(3, "0"))


def clock_text(clock_ms: int) -> str:
    seconds, fraction = divmod(clock_ms, 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{fraction:03}".rstrip("0") if fraction else text


def _escape(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


def _check_comment(comment: str) -> None:
    if "}" in comment:
        raise InvalidRecord("brace-in-comment", text=comment)
