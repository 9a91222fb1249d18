import doctest

import pytest

from tournament import halves
from tournament.ranking import results, scoring
from tournament.ranking.tiebreaks import catalogue


@pytest.mark.parametrize("module", [halves, results, scoring, catalogue], ids=lambda module: module.__name__)
def test_the_examples_in_docstrings_are_true(module):
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
