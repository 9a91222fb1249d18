"""Rule sets: every option of docs/rules.md, its default, its text."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import InvalidRules, RuleSet, Seat
from tests.rules.strategies import rule_sets


def test_the_defaults_are_those_of_the_rules():
    assert str(RuleSet()) == (
        "announce=automatic repetition=3 move_limit=0 first_symbol=cross draw_offers=on "
        "conferring=allowed game_limit=draw"
    )
    assert RuleSet.parse("") == RuleSet()


def test_circles_start_where_the_club_says_so():
    assert RuleSet().starter is Seat.X
    assert RuleSet.parse("first_symbol=circle").starter is Seat.O


def test_off_is_read_for_the_numbers():
    assert RuleSet.parse("repetition=off move_limit=off") == RuleSet(repetition=0, move_limit=0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("announce", "announce is not an option; options look like announce=required"),
        ("colour=red", "there is no option colour; there are announce, repetition, move_limit"),
        ("announce=loud", "announce cannot be loud; it can be automatic or required"),
        ("repetition=1", "repetition cannot be 1; it can be a number from 2 up, or 0 for off"),
        ("repetition=-3", "repetition cannot be -3"),
        ("repetition=٣", "repetition cannot be ٣"),
        ("move_limit=99999", "move_limit cannot be 99999"),
        ("draw_offers=yes", "draw_offers cannot be yes; it can be on or off"),
        ("repetition=3 repetition=3", "the option repetition is given twice"),
        ("game_limit=win", "game_limit cannot be win; it can be draw or arbiter"),
        ("conferring=", "conferring cannot be ; it can be allowed or silent"),
    ],
)
def test_what_is_no_rule_set_says_why(text, sentence):
    with pytest.raises(InvalidRules) as unreadable:
        RuleSet.parse(text)
    assert str(unreadable.value).startswith(sentence)


@given(rule_sets)
def test_text_and_rule_set_are_the_same_thing(rules):
    assert RuleSet.parse(str(rules)) == rules
    assert RuleSet.from_texts(rules.texts()) == rules


OPTIONS = st.sampled_from(list(RuleSet().texts()))


@given(st.text() | st.lists(st.tuples(OPTIONS, st.text(max_size=5)).map("=".join)).map(" ".join))
def test_unreadable_rules_raise_nothing_else(text):
    with suppress(InvalidRules):
        RuleSet.parse(text)
