"""Print which share of our code the fast tests run: `python -m tests.tools.covered FILE` reads the report.

The figure is only for information. Code that servers run in their own processes is not counted, so
`games/live` is better tested than it seems.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path, PurePath
from typing import Any

LOWEST = 6  # folders to look at next


def sentences(report: dict[str, Any]) -> list[str]:
    """Write the share of all lines, then the folders with the lowest shares."""
    rooms: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, found in report["files"].items():
        room = "/".join(PurePath(name).parent.parts[:2]) or "."
        rooms[room][0] += len(found["executed_lines"])
        rooms[room][1] += len(found["missing_lines"])
    run, missed = (sum(column) for column in zip(*rooms.values(), strict=True))
    shares = {room: percent(*lines) for room, lines in rooms.items()}
    lowest = sorted(shares, key=lambda room: (shares[room], room))[:LOWEST]
    return [
        f"Coverage: the fast tests run {percent(run, missed):.1f} % of {run + missed:,} lines.",
        f"Lowest: {', '.join(f'{room} {shares[room]:.0f} %' for room in lowest)}.",
    ]


def percent(run: int, missed: int) -> float:
    return 100 * run / (run + missed) if run + missed else 100.0


if __name__ == "__main__":
    print("\n".join(sentences(json.loads(Path(sys.argv[1]).read_text()))))
