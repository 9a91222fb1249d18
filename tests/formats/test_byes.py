"""Half-point byes on request: how many, and when not."""

import pytest

from tests.formats.words import field, results
from tournament.formats.byes import ByeRefused, HalfByes
from tournament.formats.swiss import SwissRound

PAST = results("A half, B-C 1-0", "A-B =, C absent")


@pytest.mark.parametrize(
    ("rule", "entrant", "planned", "refusal"),
    [
        (HalfByes(), 2, 5, None),
        (HalfByes(), 3, 5, None),
        (HalfByes(), 1, 5, "half-byes-spent"),
        (HalfByes(limit=2), 1, 5, None),
        (HalfByes(limit=0), 2, 5, "half-byes-spent"),
        (HalfByes(), 2, 3, "last-round"),
        (HalfByes(in_last_round=True), 2, 3, None),
    ],
)
def test_half_byes_are_limited(rule, entrant, planned, refusal):
    asked = SwissRound(3, planned, field("ABC"), PAST)
    if refusal is None:
        rule.check(asked, entrant)
        return
    with pytest.raises(ByeRefused) as no:
        rule.check(asked, entrant)
    assert no.value.code == refusal
