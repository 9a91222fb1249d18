"""Drafts of brackets, groups and round robins: what they show, and how they are changed by hand."""

import pytest
from django.urls import reverse

from games.models import Action
from tests.tournament.conftest import ORGANISER
from tests.tournament.organisers import club_organiser
from tests.tournament.pages import text
from tournament.models import StageEntry
from tournament.scores import InvalidField
from tournament.services.faults import StepRefused
from tournament.services.pairing import drafts
from tournament.services.stages import stage_record, stages
from tournament.views.desk import draft_view

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(club_organiser("boss"))
    return client


def exchange(e, round_, one, other):
    round_.refresh_from_db()
    ids = (e.entrants[one].pk, e.entrants[other].pk)
    drafts.swap(actor=ORGANISER, round_=round_, version=round_.version, one=ids[0], other=ids[1])


def pairs(e, round_):
    return {frozenset(name.split("-")) for name in e.names(e.matches(round_)) if "-" in name}


def view(e):
    return draft_view.draft_of(stage_record.read(e.stage))


def test_two_places_of_a_bracket_are_exchanged_byes_included(make_tournament):
    e = make_tournament("A B C D E F", format="knockout")
    round_ = e.draft()
    assert pairs(e, round_) == {frozenset("DE"), frozenset("CF")}
    exchange(e, round_, "A", "F")
    assert pairs(e, round_) == {frozenset("DE"), frozenset("CA")}
    assert [str(side.entrant) for side in view(e).byes] == ["F", "B"]
    assert Action.objects.filter(verb="exchange_seeds").exists()


def test_the_seeds_of_other_stages_stay_as_they_are(make_tournament):
    e = make_tournament("A B C D", format="knockout")
    round_ = e.draft()
    others = [stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout") for _ in range(2)]
    for stage in others:
        stages.fill(stage, [entrant.pk for entrant in e.entrants.values()])
    exchange(e, round_, "A", "B")
    seeds = StageEntry.objects.order_by("entrant__number").values_list("seed", flat=True)
    assert [list(seeds.filter(stage=stage)) for stage in (e.stage, *others)] == [
        [2, 1, 3, 4],
        [1, 2, 3, 4],
        [1, 2, 3, 4],
    ]


def test_the_draft_of_a_bracket_shows_tree_seeds_and_who_goes_straight_on(make_tournament, desk):
    e = make_tournament("A B C D E F", format="knockout")
    e.draft()
    shown = text(desk.get(reverse("desk-tournament", args=[e.tournament.pk])))
    assert "Straight into the second round: 1. A, 2. B" in shown
    assert "Seed 4 meets seed 5." in shown
    assert "odd and even matches" not in shown
    assert "Winner of match 1" in shown, "the tree shows what comes"


def test_groups_are_seen_and_exchanged_before_they_are_published(make_tournament, desk):
    e = make_tournament("A B C D E F", format="groups", options={"groups": 2})
    round_ = e.draft()
    assert [[str(side.entrant) for side in table.places] for table in view(e).tables] == [
        ["A", "D", "E"],
        ["B", "C", "F"],
    ]
    exchange(e, round_, "D", "C")
    assert [[str(side.entrant) for side in table.places] for table in view(e).tables] == [
        ["A", "C", "E"],
        ["B", "D", "F"],
    ]
    shown = text(desk.get(reverse("desk-tournament", args=[e.tournament.pk])))
    assert "Group A Seed 1 A" in shown


def test_one_alone_moves_to_another_group_by_its_button(make_tournament, desk):
    e = make_tournament("A B C D E F G", format="groups", options={"groups": 2, "qualifiers": 2})
    round_ = e.draft()
    address = reverse("desk-swap", args=[round_.pk])
    assert "To group B" in text(desk.get(reverse("desk-tournament", args=[e.tournament.pk])))

    def move(name, group):
        round_.refresh_from_db()
        sent = {"entrant": e.entrants[name].pk, "group": group, "version": round_.version}
        return text(desk.post(address, sent, follow=True))

    def groups():
        return ["".join(str(side.entrant) for side in table.places) for table in view(e).tables]

    assert groups() == ["ADE", "BCFG"]
    assert "Now in group A." in move("F", "A")
    assert groups() == ["ADEF", "BCG"]
    assert Action.objects.filter(verb="move_to_group").exists()
    assert "in group A already" in move("F", "A")
    assert "Now in group A." in move("G", "A")
    assert "Group B would be too small: it needs at least 2." in move("B", "A")
    assert groups() == ["ADEFG", "BC"]
    # Uneven groups are played to their end: five rounds of one, one of the other.
    while not stage_record.read(e.stage).drawn or len(stage_record.read(e.stage).drawn) < 5:
        e.play(e.publish(round_ if round_.number == 1 and round_.status == "draft" else None))
        round_.refresh_from_db()
    met = {
        frozenset(name.split("-"))
        for r in e.stage.rounds.all()
        for name in e.names(e.matches(r))
        if "-" in name
    }
    assert len(met) == 11
    assert frozenset("BC") in met


def test_numbers_of_a_round_robin_are_exchanged(make_tournament):
    e = make_tournament("A B C D", format="round-robin")
    round_ = e.draft()
    before = pairs(e, round_)
    exchange(e, round_, "C", "D")
    assert before == {frozenset("AD"), frozenset("BC")}
    assert pairs(e, round_) == {frozenset("AC"), frozenset("BD")}


def test_drafting_again_goes_back_to_the_seeds(make_tournament):
    e = make_tournament("A B C D", format="knockout")
    round_ = e.draft()
    exchange(e, round_, "A", "B")
    round_.refresh_from_db()
    again = drafts.redraft(actor=ORGANISER, round_=round_, version=round_.version)
    assert pairs(e, again) == {frozenset("AD"), frozenset("BC")}


def test_a_draft_that_is_made_again_is_not_changed_by_hand_any_more(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    round_ = e.draft()
    exchange(e, round_, "A", "B")
    round_.refresh_from_db()
    assert round_.adjusted
    drafts.redraft(actor=ORGANISER, round_=round_, version=round_.version)
    round_.refresh_from_db()
    assert not round_.adjusted


def test_who_saw_a_draft_before_a_pairing_was_locked_looks_again_first(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    round_ = e.draft()
    drafts.lock(actor=ORGANISER, match=e.matches(round_)[0])
    with pytest.raises(StepRefused) as no:
        drafts.redraft(actor=ORGANISER, round_=round_, version=round_.version)
    assert no.value.code == "changed-meanwhile"


def test_after_the_first_round_places_stand_and_the_desk_offers_no_ticks(make_tournament, desk):
    e = make_tournament("A B C D E F G H", format="knockout")
    e.play(e.publish())
    round_ = e.draft()
    with pytest.raises(StepRefused, match="follows from the schedule or the bracket"):
        exchange(e, round_, "A", "B")
    page = desk.get(reverse("desk-tournament", args=[e.tournament.pk]))
    assert 'name="entrant"' not in page.content.decode()
    assert "Who meets whom follows from the bracket; who starts may be changed." in text(page)
    assert "The winners of matches 1 and 2." in text(page)


def test_who_starts_is_turned_round_in_a_bracket_too(make_tournament):
    e = make_tournament("A B C D", format="knockout")
    round_ = e.draft()
    before = e.names(e.matches(round_))[0]
    drafts.turn_round(actor=ORGANISER, round_=round_, version=round_.version, board=1)
    assert e.names(e.matches(round_))[0] == "-".join(reversed(before.split("-")))


def test_places_exchanged_by_hand_are_published_in_a_stage_that_follows_another(make_tournament):
    e = make_tournament("A B C D", format="groups")
    knockout = stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    e.play(e.publish())
    e.stage = knockout
    round_ = e.draft()
    exchange(e, round_, "A", "D")
    round_.refresh_from_db()
    e.publish(round_)
    first = StageEntry.objects.get(stage=knockout, seed=1)
    assert str(first.entrant) == "D"


def test_nobody_outside_the_draft_is_exchanged(make_tournament):
    e = make_tournament("A B C D", format="knockout")
    round_ = e.draft()
    with pytest.raises(InvalidField):
        drafts.swap(actor=ORGANISER, round_=round_, version=round_.version, one=e.entrants["A"].pk, other=0)


def test_what_every_pairing_would_say_is_said_once(make_tournament, desk):
    e = make_tournament("A B C D E F", format="round-robin")
    e.draft()
    shown = text(desk.get(reverse("desk-tournament", args=[e.tournament.pk])))
    assert shown.count("Round 1 of the Berger table.") == 1
