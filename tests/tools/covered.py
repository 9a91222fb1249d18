"""How much of our code the fast tests run: `python -m tests.tools.covered FILE` reads slipcover's report.

A figure to look at, not a gate. What servers in processes of their own run is not counted, so the live rooms
are better tested than they look.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path, PurePath
from typing import Any

LOWEST = 6  # rooms to look at next


def sentences(report: dict[str, Any]) -> list[str]:
    """All together, then the rooms with the most to do."""
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
