"""How often a law is tried: a few times a day, more before a release (`FIVELINE_TIMES=10 make test-fast`)."""

import os

TIMES = float(os.environ.get("FIVELINE_TIMES", "1"))


def examples(count: int) -> int:
    return max(1, round(count * TIMES))
