import doctest

import pytest

from tournament.ranking.tiebreaks import catalogue, performance
from tournament.scores import history, round_result, scoring, text


@pytest.mark.parametrize(
    "module",
    [history, round_result, scoring, text, catalogue, performance],
    ids=lambda module: module.__name__,
)
def test_the_examples_in_docstrings_are_true(module):
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
