"""The menu of a name at the desk: correct an entry, and return to the page of the menu."""

import pytest
from django.urls import reverse

from games.models import Action, Grant
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import look, press
from tournament.models import Absence, Incident
from tournament.services.entries import enrol

pytestmark = pytest.mark.django_db


def back_to_the_round(client, page, e, who, **fields):
    """Press a button in the menu on the page of the round, and check that it leads back there."""
    here = reverse("desk-tournament", args=[e.tournament.pk])
    sent = {"next": here, **fields}
    response = client.post(reverse(page, args=[e.entrants[who].pk]), sent, follow=True)
    assert response.redirect_chain[-1][0] == here
    return [str(message) for message in response.context["messages"]]


def test_a_misspelt_name_and_a_rating_are_put_right_without_leaving_the_round(make_tournament, desk):
    e = make_tournament("Ana B C D", planned_rounds=3)
    e.publish()
    typed = {"first_name": "Anna", "family_name": "Berg", "rating": "1540"}
    assert back_to_the_round(desk, "desk-entrant-correct", e, "Ana", **typed) == ["Saved."]
    e.entrants["Ana"].refresh_from_db()
    assert (str(e.entrants["Ana"]), e.entrants["Ana"].rating) == ("Anna Berg", 1540)
    assert "Anna Berg" in look(desk, "desk-tournament", e.tournament.pk)
    assert "Anna" not in str(list(own_rows(Action).values_list("before", "after", "note")))


def test_an_incident_is_noted_and_shown_with_its_entrant(make_tournament, desk):
    e = make_tournament("A B", planned_rounds=3)
    told = press(desk, "desk-incident", e.entrants["A"].pk, kind="warning", text="Touched a cube twice")
    assert told == ["Noted."]
    noted = own_rows(Incident).get()
    assert (noted.tournament, noted.entrant, noted.kind) == (e.tournament, e.entrants["A"], "warning")
    assert "Touched a cube twice" in look(desk, "desk-entrant", e.entrants["A"].pk)
    assert "Touched a cube twice" not in look(desk, "desk-entrant", e.entrants["B"].pk)
    (told,) = press(desk, "desk-incident", e.entrants["A"].pk, kind="warning", text="")
    assert told.startswith("What happened:")
    assert own_rows(Incident).count() == 1


def test_what_is_no_name_or_no_rating_is_said_and_nothing_changes(make_tournament, desk):
    e = make_tournament("A B")
    told = back_to_the_round(desk, "desk-entrant-correct", e, "A", first_name=" ", rating="many")
    assert [each.split(":")[0] for each in told] == ["First name", "Rating"]
    e.entrants["A"].refresh_from_db()
    assert str(e.entrants["A"]) == "A"


def test_a_team_has_one_name(make_tournament, desk):
    e = make_tournament(entry="team", boards=2)
    e.enter_team("Roks", "Q R")
    e.enter_team("Cubes", "S T")
    assert 'name="family_name"' not in look(desk, "desk-entrant-menu", e.entrants["Roks"].pk)
    assert back_to_the_round(desk, "desk-entrant-correct", e, "Roks", name="Rooks") == ["Saved."]
    e.entrants["Roks"].team.refresh_from_db()
    assert e.entrants["Roks"].team.name == "Rooks"


def test_the_organiser_of_one_tournament_renames_only_who_plays_nowhere_else(make_tournament, as_role):
    e, other = make_tournament("A B"), make_tournament("C D")
    client = as_role(scope=e.tournament.scope)
    assert press(client, "desk-entrant-correct", e.entrants["A"].pk, first_name="Ada") == ["Saved."]
    shared = other.entrants["C"]
    e.entrants["B"].player = shared.player
    e.entrants["B"].save()
    told = press(client, "desk-entrant-correct", e.entrants["B"].pk, first_name="Cleo")
    assert "plays in other events too" in told[0]
    own_rows(Grant).update(scope="club")
    assert press(client, "desk-entrant-correct", e.entrants["B"].pk, first_name="Cleo") == ["Saved."]


def test_the_organiser_of_one_tournament_renames_only_a_team_that_plays_nowhere_else(
    make_tournament, as_role
):
    e = make_tournament(entry="team", boards=1)
    client = as_role(scope=e.tournament.scope)
    entrant = e.enter_team("Roks", "Q")
    assert press(client, "desk-entrant-correct", entrant.pk, name="Rooks") == ["Saved."]
    other = make_tournament(entry="team", boards=1)
    enrol.enter_team(actor=ORGANISER, tournament=other.tournament, team=entrant.team, now_ms=other.now_ms)
    told = press(client, "desk-entrant-correct", entrant.pk, name="Pawns")
    assert "plays in other events too" in told[0]


def test_nobody_is_absent_from_a_round_after_the_last(make_tournament, desk):
    e = make_tournament("A B C D", planned_rounds=1)
    e.play(e.publish())
    assert "Half-point bye" not in look(desk, "desk-entrant-menu", e.entrants["A"].pk)
    assert "Note the absence" not in look(desk, "desk-entrant", e.entrants["A"].pk)
    assert "was noted" not in str(press(desk, "desk-absence", e.entrants["A"].pk, number=2, kind="absent"))
    assert not own_rows(Absence).exists()


def test_a_bye_an_absence_and_a_withdrawal_are_one_press_each_in_the_menu(make_tournament, desk):
    e = make_tournament("A B C D", planned_rounds=3)
    e.publish()
    menu = look(desk, "desk-entrant-menu", e.entrants["A"].pk, query="?next=/desk/")
    assert "Half-point bye" in menu
    assert 'value="/desk/"' in menu
    told = back_to_the_round(desk, "desk-absence", e, "A", number=2, kind="half-bye")
    assert told == ["A: Half-point bye in round 2."]
    assert "Take back" in look(desk, "desk-entrant-menu", e.entrants["A"].pk)
    assert back_to_the_round(desk, "desk-absence-cancel", e, "A", number=2) == ["A plays in round 2."]
    assert not own_rows(Absence).exists()
    told = back_to_the_round(desk, "desk-withdraw", e, "A")
    assert "A has withdrawn." in told
    assert "1 match of this entrant is still open: enter its result." in told
    assert "Comes back" in look(desk, "desk-entrant-menu", e.entrants["A"].pk)
    assert back_to_the_round(desk, "desk-come-back", e, "A") == ["A is back."]


def test_where_a_schedule_does_not_wait_no_absence_is_offered(make_tournament, desk):
    e = make_tournament("A B C D", format="round-robin")
    e.publish()
    assert "Half-point bye" not in look(desk, "desk-entrant-menu", e.entrants["A"].pk)


def test_the_menu_is_for_those_who_manage_entries(make_tournament, as_role):
    e = make_tournament("A B")
    e.publish()
    scorer = as_role("scorer")
    assert scorer.get(reverse("desk-entrant-menu", args=[e.entrants["A"].pk])).status_code == 403
    assert "data-entrant-menu" not in look(scorer, "desk-tournament", e.tournament.pk)
