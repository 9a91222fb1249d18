"""Players who come late, pause or leave, and half-point byes."""

import pytest

from tests.tournament.conftest import ORGANISER
from tournament.formats.byes import ByeRefused
from tournament.services.entries import attendance
from tournament.services.faults import StepRefused
from tournament.services.pairing import drafts
from tournament.services.stages import stage_record


def test_late_entry_absence_bye_withdrawal_and_return(make_tournament):
    e = make_tournament("A B C D E F", planned_rounds=5)
    e.play(e.publish())
    late = e.enter("G", rating=1500)
    attendance.announce_absence(
        kind="absent", actor=ORGANISER, entrant=e.entrants["B"], stage=e.stage, number=2
    )
    attendance.announce_absence(
        kind="half-bye", actor=ORGANISER, entrant=e.entrants["C"], stage=e.stage, number=2
    )
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["F"])
    second = e.publish()
    shown = {str(match.first): match.outcome for match in e.matches(second) if match.second_id is None}
    assert shown == {"B": "absent", "C": "half-bye", "F": "absent"}
    assert late.pk in {pk for match in e.matches(second) for pk in match.entrant_ids}
    e.play(second)
    attendance.come_back(actor=ORGANISER, entrant=e.entrants["F"])
    third = e.publish()
    assert {"B", "C", "F"} <= {str(side) for m in e.matches(third) for side in (m.first, m.second) if side}
    rows = {
        entrant: str(stage_record.build_history(stage_record.read(e.stage)).rows[e.entrants[entrant].pk][0])
        for entrant in "G"
    }
    assert rows == {"G": "N"}, "a late entry gets nothing for rounds missed"


def test_half_point_byes_have_limits(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    who = e.entrants["A"]
    attendance.announce_absence(kind="half-bye", actor=ORGANISER, entrant=who, stage=e.stage, number=1)
    with pytest.raises(ByeRefused, match="used"):
        attendance.announce_absence(kind="half-bye", actor=ORGANISER, entrant=who, stage=e.stage, number=2)
    with pytest.raises(ByeRefused, match="last round"):
        attendance.announce_absence(
            kind="half-bye", actor=ORGANISER, entrant=e.entrants["B"], stage=e.stage, number=3
        )
    e.draft()
    with pytest.raises(StepRefused) as no:
        attendance.announce_absence(
            kind="half-bye", actor=ORGANISER, entrant=e.entrants["C"], stage=e.stage, number=1
        )
    assert no.value.code == "round-drafted"


def test_a_draft_with_a_player_who_left_cannot_be_published(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    draft = e.draft()
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["A"])
    with pytest.raises(StepRefused) as no:
        e.publish(draft)
    assert no.value.code == "draft-stale"
    e.publish(drafts.redraft(actor=ORGANISER, round_=draft, version=draft.version))
