"""A fault in the reader's language: the phrases inside its sentence are translated too."""

import pickle

import pytest
from django.utils import translation

from games import wording
from games.faults import Fault, Phrase
from games.protocol.upward import BadMessage, parse
from games.rules import RuleSet
from games.rules.tags import rules_of

SAID = [
    (
        lambda: RuleSet.parse("announce=later"),
        "announce kann nicht later sein; möglich ist automatic oder required",
    ),
    (
        lambda: RuleSet.parse("repetition=1"),
        "repetition kann nicht 1 sein; möglich ist eine Zahl ab 2, oder 0 für aus",
    ),
    (
        lambda: rules_of({"DrawOffers": "maybe"}),
        "das Kennzeichen DrawOffers kann nicht maybe sein; möglich ist on oder off",
    ),
    (lambda: parse({"type": "since", "seq": -1}), "eine ganze Zahl ab 0"),
    (lambda: parse({"type": "since"}), "eine ganze Zahl ab 0"),
]


@pytest.mark.parametrize(("ask", "german"), SAID)
def test_what_something_can_be_is_told_in_german(ask, german):
    with pytest.raises(Fault) as refused, translation.override("de"):
        ask()
    with translation.override("de"):
        assert german in wording.sentence(refused.value)


def test_a_phrase_reads_in_english_by_itself_and_travels_with_its_fault():
    wanted = Phrase("{one} or {other}", one="N", other=Phrase("X or O"))
    fault = BadMessage("bad-field", type="move", field="seat", wanted=wanted)
    assert str(fault) == "“seat” of “move” has to be N or X or O."
    assert str(pickle.loads(pickle.dumps(fault))) == str(fault)
