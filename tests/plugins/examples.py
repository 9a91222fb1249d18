"""How many examples a property is tested with; more before a release: `FIVELINE_TIMES=10 make test-fast`."""

import os

TIMES = float(os.environ.get("FIVELINE_TIMES", "1"))


def examples(count: int) -> int:
    return max(1, round(count * TIMES))
