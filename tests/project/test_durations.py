"""The line about time at the end of `make test`."""

import pytest

from tests.tools.durations import sentence

PARTS = ["began 100", "install 120", "checks 160", "fast part 360"]


@pytest.mark.parametrize(
    ("browsers_ended", "told"),
    [(690, "browsers 330 s; 590 of 600 s."), (710, "610 of 600 s, 10 s TOO MANY.")],
)
def test_each_part_and_all_together_are_told(browsers_ended, told):
    line = sentence([*PARTS, f"browsers {browsers_ended}"])
    assert line.startswith("Time: install 20 s, checks 40 s, fast part 200 s, browsers ")
    assert line.endswith(told)
