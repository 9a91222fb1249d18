"""Print how long each part of `make test` took: `python -m tests.tools.durations FILE`.

The file has a line for each part: its name and the second at which it ended. The first line is the start.
The figure is only for information, because machines differ.
"""

import sys
from itertools import pairwise
from pathlib import Path

MAY_TAKE_S = 600  # from a fresh clone on two cores


def sentence(lines: list[str]) -> str:
    ends = [(name, int(second)) for name, second in (line.rsplit(" ", 1) for line in lines)]
    parts = [f"{name} {end - before} s" for (_, before), (name, end) in pairwise(ends)]
    total = ends[-1][1] - ends[0][1]
    over = "" if total <= MAY_TAKE_S else f", {total - MAY_TAKE_S} s TOO MANY"
    return f"Time: {', '.join(parts)}; {total} of {MAY_TAKE_S} s{over}."


if __name__ == "__main__":
    print(sentence(Path(sys.argv[1]).read_text().splitlines()))
