"""`make levels`: the levels of the engine meet each other and two simple players, into docs/engine.md.

Each pair is written as soon as it is played, so that a long evening may be interrupted: `ONLY="6-5 2-1/4"`
plays those again, the second with four players, and leaves the other rows as they were measured.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.js.nodejs import node

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "engine.md"
GAMES = 200
LEVELS = range(1, 7)
FOURS = " of four"
TABLE = re.compile(r"(?<=<!-- levels -->\n).*?(?=<!-- end of levels -->)", re.DOTALL)
HEAD = (
    "| who meets whom | games | won | drawn | lost | points | moves a game |\n|---|---|---|---|---|---|---|\n"
)


def pairs() -> Iterator[str]:
    yield "greedy-random"
    for level in LEVELS:
        yield from (f"{level}-{level - 1}" for _ in range(level > 1))
        yield f"{level}-random"
        yield f"{level}-greedy"
    yield from (f"{level}-{level - 1}{FOURS}" for level in LEVELS[1:])


def measured(pair: str) -> str:
    players, _, fours = pair.partition(FOURS)
    seats = "4" if fours else "2"
    command = [node(), str(HERE / "match.js"), *players.split("-"), str(GAMES), seats]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    points = (told["won"] + told["drawn"] / 2) / GAMES
    return (
        f"| {pair} | {GAMES} | {told['won']} | {told['drawn']} | {told['lost']} "
        f"| {points:.1%} | {told['plies'] / GAMES:.0f} |"
    )


def main(wanted: list[str]) -> None:
    for pair in [each.replace("/4", FOURS) for each in wanted] or list(pairs()):
        row = measured(pair)
        print(row, flush=True)
        text = PAGE.read_text(encoding="utf-8")
        rows = {line.split(" | ")[0].removeprefix("| "): line for line in _table_lines(text)} | {pair: row}
        table = "".join(f"{rows[each]}\n" for each in pairs() if each in rows)
        PAGE.write_text(TABLE.sub(HEAD + table, text), encoding="utf-8")


def _table_lines(text: str) -> list[str]:
    found = TABLE.search(text)
    assert found, f"{PAGE} has no place for the table"
    return found[0].splitlines()[2:]


if __name__ == "__main__":
    main(sys.argv[1:])
