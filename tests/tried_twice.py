"""What `make test` had to try a second time: noted by the second run, told loudly at the end of everything.

As a plugin (`-p tests.tried_twice`) it writes the tests of this run into the file that FIVELINE_TRIED_TWICE
names; as a program (`python -m tests.tried_twice`) it tells what is written there.
"""

import os
import sys
from pathlib import Path

import pytest

TRIED_TWICE = "FIVELINE_TRIED_TWICE"


def pytest_collection_finish(session: pytest.Session) -> None:
    with Path(os.environ[TRIED_TWICE]).open("a") as notes:
        notes.writelines(f"{item.nodeid}\n" for item in session.items)


def sentence(notes: Path) -> str:
    """Nothing to tell is an empty text."""
    tests = notes.read_text().splitlines() if notes.exists() else []
    if not tests:
        return ""
    frame = "=" * 100
    return "\n".join(
        (
            frame,
            f"TRIED TWICE ({len(tests)}): failed at first, passed alone. Each hides a fault:",
            *(f"  {test}" for test in tests),
            frame,
        )
    )


if __name__ == "__main__" and (told := sentence(Path(os.environ[TRIED_TWICE]))):
    print(told, file=sys.stderr)
