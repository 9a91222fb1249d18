"""Stages at the desk: a button adds one, and a change of one setting leaves the others alone."""

import pytest

from games.rules import RuleSet
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import press, publish
from tournament.models import Stage
from tournament.services.setup import settings_change

pytestmark = pytest.mark.django_db


def settings_of(stage):
    return own_rows(Stage).values(*settings_change.STAGE_FIELDS).get(pk=stage.pk)


def test_a_stage_is_added_with_the_clock_and_the_rules_of_the_one_before(desk, make_tournament):
    other = make_tournament(name="Other")
    e = make_tournament("A B C D", format="groups", control="5+3", rules="move_limit=80")
    assert press(desk, "desk-stage-add", e.tournament.pk, format="knockout") == ["The stage is added."]
    first, second = e.tournament.stages.order_by("number")
    assert (first.pk, second.number, second.format) == (e.stage.pk, 2, "knockout")
    assert (second.control, second.rules) == (first.control, first.rules) == ("5+3", "move_limit=80")
    assert other.tournament.stages.count() == 1
    assert press(desk, "desk-stage-add", e.tournament.pk, format="chess") == ["Choose a format."]
    assert e.tournament.stages.count() == 2


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Main"},
        {"planned_rounds": 7},
        {"control": "5+3"},
        {"rules": str(RuleSet.parse("move_limit=80"))},
        {"scoring": "3-1-0"},
        {"tiebreaks": ["SB", "DE"]},
        {"options": {"seeding": "rating", "clubmates": "free", "acceleration": "baku"}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_change_of_one_setting_leaves_the_others_as_they_are(make_tournament, change):
    e = make_tournament(
        "A B C D",
        planned_rounds=5,
        control="10",
        scoring="2-1-0",
        tiebreaks=["BH"],
        options={"seeding": "lot", "clubmates": "avoid"},
    )
    before = settings_of(e.stage)
    settings_change.change_stage(actor=ORGANISER, stage=e.stage, changes=change)
    after = settings_of(e.stage)
    assert {name for name in before if after[name] != before[name]} == set(change)
    (name,) = change
    assert after[name] == (before[name] | change[name] if name == "options" else change[name])


def test_another_format_begins_with_its_own_options(make_tournament):
    e = make_tournament("A B C D", options={"seeding": "lot", "clubmates": "avoid"})
    settings_change.change_stage(actor=ORGANISER, stage=e.stage, changes={"format": "knockout"})
    stage = own_rows(Stage).get()
    assert stage.options == stage.format_rules.whole_options({})


@pytest.mark.parametrize(
    ("format", "rounds", "said"),
    [("swiss", 2, True), ("swiss", 1, False), ("round-robin", None, False)],
)
def test_the_next_pairing_is_said_to_differ_only_where_one_is_drawn_from_points(
    desk, make_tournament, format, rounds, said
):
    e = make_tournament("A B C D", format=format, planned_rounds=rounds)
    publish(desk, e)
    codes = [each.code for each in settings_change.preview(e.stage, {"scoring": "3-1-0"})]
    assert codes == ["points-again"] + ["pairing-differs"] * said
