"""Test that typed text is a number or None, and never an error."""

import doctest

from hypothesis import given
from hypothesis import strategies as st

from games import numbers
from games.numbers import LARGEST_ID, whole_number


def test_the_examples_are_true():
    assert doctest.testmod(numbers).failed == 0


@given(st.integers(0, LARGEST_ID), st.sampled_from(["", " ", "\t"]))
def test_every_number_that_fits_is_read(number, blank):
    assert whole_number(f"{blank}{number}{blank}") == number


@given(st.text() | st.integers().map(str) | st.floats().map(str), st.integers(0, 10**20))
def test_other_text_is_none_and_raises_nothing(text, most):
    found = whole_number(text, most=most)
    assert found is None or (0 <= found <= most and int(text) == found)


def test_more_digits_than_python_reads_are_none():
    assert whole_number("9" * 5_000) is None
    assert whole_number("9" * 30) is None
