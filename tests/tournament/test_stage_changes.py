"""Changes of a stage that is being played: another round, scoring or format."""

import pytest

from games.models import Action
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.models import Stage
from tournament.services.faults import StepRefused
from tournament.services.setup import settings_change


def test_a_round_is_added_to_a_finished_stage_after_a_warning(make_tournament):
    e = make_tournament("A B C D", planned_rounds=1)
    e.play(e.publish())
    e.stage.refresh_from_db()
    assert e.stage.status == "finished"
    warned = settings_change.preview(e.stage, {"planned_rounds": 2})
    assert {effect.code for effect in warned} == {"more-rounds", "stage-runs-again"}
    settings_change.change_stage(actor=ORGANISER, stage=e.stage, changes={"planned_rounds": 2})
    assert e.publish().number == 2
    with pytest.raises(StepRefused):
        settings_change.preview(own_rows(Stage).get(), {"planned_rounds": 1})


def test_scoring_changes_the_table_at_once_and_the_clock_only_what_comes(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    e.play(e.publish())
    warned = settings_change.change_stage(
        actor=ORGANISER, stage=e.stage, changes={"scoring": "3-1-0", "control": "5+3"}
    )
    assert {effect.code for effect in warned} >= {"points-again", "clock-next", "clock-mixed"}
    e.stage.refresh_from_db()
    assert e.table()[0].endswith(" 3")
    recorded = Action.objects.get(verb="change_settings")
    assert recorded.before["scoring"] == "1-½-0"
    assert recorded.after["scoring"] == "3-1-0"


def test_a_stage_that_changes_its_format_answers_as_the_new_one_at_once(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    assert not e.stage.format_rules.is_bracket
    changes = {"format": "knockout", "options": {}}
    settings_change.change_stage(actor=ORGANISER, stage=e.stage, changes=changes)
    assert e.stage.format_rules.is_bracket
