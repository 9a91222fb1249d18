"""Run `make levels`: matches of the engine's levels and two simple players, written to docs/engine.md.

A pair is written after every few games, and continues there after an interruption. `ONLY="6-5 2-1/4"` plays
these two, the second with four players; a complete pair starts again.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.js.nodejs import node

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "engine.md"
GAMES = 200
GAMES_AT_ONCE = 20
LEVELS = range(1, 7)
FOURS = " of four"
TABLE = re.compile(r"(?<=<!-- levels -->\n).*?(?=<!-- end of levels -->)", re.DOTALL)
HEAD = "| who meets whom | games | won | drawn | lost | points | moves a game |\n" + "|---" * 7 + "|\n"


@dataclass(frozen=True, slots=True)
class Row:
    """The results of the first player of a pair so far."""

    pair: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    moves: float = 0  # a game

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @classmethod
    def parse(cls, line: str) -> "Row":
        pair, _, won, drawn, lost, _, moves = line.strip("| ").split(" | ")
        return cls(pair, int(won), int(drawn), int(lost), float(moves))

    def __str__(self) -> str:
        points = (self.won + self.drawn / 2) / self.games
        counts = f"{self.games} | {self.won} | {self.drawn} | {self.lost}"
        return f"| {self.pair} | {counts} | {points:.1%} | {self.moves:.0f} |"

    def and_more(self) -> "Row":
        """Return the pair after a few more games."""
        upto = min(GAMES, self.games + GAMES_AT_ONCE)
        seats = "4" if self.pair.endswith(FOURS) else "2"
        players = self.pair.removesuffix(FOURS).split("-")
        command = [node(), str(HERE / "match.js"), *players, seats, str(self.games), str(upto)]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        moves = (self.moves * self.games + told["plies"]) / upto
        counts = (self.won + told["won"], self.drawn + told["drawn"], self.lost + told["lost"])
        return Row(self.pair, *counts, moves)


def pairs() -> Iterator[str]:
    yield "greedy-random"
    for level in LEVELS:
        yield from (f"{level}-{level - 1}" for _ in range(level > 1))
        yield f"{level}-random"
        yield f"{level}-greedy"
    yield from (f"{level}-{level - 1}{FOURS}" for level in LEVELS[1:])


def rows() -> dict[str, Row]:
    found = TABLE.search(PAGE.read_text(encoding="utf-8"))
    assert found, f"{PAGE} has no place for the table"
    read = [Row.parse(line) for line in found[0].splitlines()[2:]]
    return {row.pair: row for row in read}


def write(row: Row) -> None:
    known = rows() | {row.pair: row}
    table = HEAD + "".join(f"{known[pair]}\n" for pair in pairs() if pair in known)
    PAGE.write_text(TABLE.sub(table, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def main(wanted: list[str]) -> None:
    for pair in [each.replace("/4", FOURS) for each in wanted] or list(pairs()):
        row = rows().get(pair, Row(pair))
        if row.games >= GAMES:
            row = Row(pair)
        while row.games < GAMES:
            row = row.and_more()
            write(row)
        print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
