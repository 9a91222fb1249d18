"""Reasons: a code, its values, a sentence."""

import re
from pathlib import Path

import pytest

from games.faults import Counted
from tournament.formats import reasons
from tournament.formats.reasons import SENTENCES, Reason


def test_a_reason_speaks():
    assert str(Reason("same-score", points="2½")) == "Both have the same score: 2½."
    assert Reason("same-score", points="2½").template == SENTENCES["same-score"]


def test_every_sentence_is_said_somewhere():
    package = Path(reasons.__file__).parent
    said = "".join(path.read_text() for path in package.rglob("*.py") if path.name != "reasons.py")
    assert [code for code in SENTENCES if f'"{code}"' not in said] == []


@pytest.mark.parametrize("noun", ["points", "starts", "games", "rematches", "rounds", "times"])
def test_no_sentence_has_to_be_right_for_one_and_for_many(noun):
    texts = [text for text in SENTENCES.values() if not isinstance(text, Counted)]
    assert [text for text in texts if re.search(rf"}} {noun}\b", text)] == []


def test_equal_reasons_are_equal_whatever_the_order_of_their_values():
    assert Reason("across", higher="1", lower="0") == Reason("across", lower="0", higher="1")
    assert len({Reason("free"), Reason("free")}) == 1


@pytest.mark.parametrize("wrong", [("nonsense", {}), ("same-score", {})])
def test_a_reason_without_its_sentence_or_values_is_a_bug(wrong):
    code, params = wrong
    with pytest.raises(KeyError):
        Reason(code, **params)
