"""Check-in by slip: opened by staff, or its address typed by a hand scanner."""

import pytest
from django.urls import reverse

from games.access.permissions import SYSTEM
from games.models import Grant
from tests.databases import own_rows
from tests.tournament.desk.conftest import look, press, publish, start
from tournament.models import MatchGame
from tournament.people_lists.people_list import read_players
from tournament.services.entries import from_list, slips

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(make_tournament):
    e = make_tournament()
    lines = read_players("Ada Birk\nBen Okafor\nBen Lind")
    from_list.enter(actor=SYSTEM, tournament=e.tournament, lines=lines, now_ms=1)
    return e.tournament.entrants.get(player__first_name="Ada")


def test_a_slip_that_staff_open_checks_its_entrant_in(desk, ada):
    made = slips.player_link(actor=SYSTEM, entrant=ada)
    assert "Check in this player?" in desk.get(made.path).content.decode()
    ada.refresh_from_db()
    assert not ada.checked_in, "looking changes nothing"
    answer = desk.post(made.path, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("desk-scanned", args=[ada.pk])
    page = " ".join(answer.content.decode().split())
    assert "Ada Birk is here" in page
    assert "1 of 3 is here." in page
    ada.refresh_from_db()
    assert ada.checked_in
    assert not desk.session.get("links"), "the desk did not become Ada"


def test_an_organiser_who_plays_opens_the_own_slip(desk, ada):
    made = slips.player_link(actor=SYSTEM, entrant=ada)
    desk.get(made.path)
    answer = desk.post(reverse("desk-own-slip", args=[ada.pk]))
    assert answer.url == reverse("player", args=[ada.pk])


def test_for_all_other_users_a_slip_leads_to_their_page(client, ada):
    made = slips.player_link(actor=SYSTEM, entrant=ada)
    assert client.post(made.path).url == reverse("player", args=[ada.pk])
    ada.refresh_from_db()
    assert not ada.checked_in


def test_staff_of_another_tournament_open_it_like_all_other_users(as_role, ada):
    made = slips.player_link(actor=SYSTEM, entrant=ada)
    other = as_role(scope="tournament:999999")
    assert other.get(made.path).status_code == 200, "whoever is signed in presses first"
    assert other.post(made.path).url == reverse("player", args=[ada.pk])
    assert Grant.objects.filter(scope="tournament:999999").exists()


@pytest.mark.parametrize("typed", ["http://192.0.2.2:8000{path}", "{path}", "ada", "birk, a", "BÎRK ada"])
def test_the_search_field_checks_in_whom_it_finds(desk, ada, typed):
    path = slips.player_link(actor=SYSTEM, entrant=ada).path
    text = typed.format(path=path).replace(",", "")
    assert press(desk, "desk-entry-search", ada.tournament_id, q=text) == ["Ada Birk is here."]
    ada.refresh_from_db()
    assert ada.checked_in


def test_each_slip_checks_in_its_own_entrant(desk, ada):
    ben = ada.tournament.entrants.get(player__family_name="Lind")
    made = [slips.player_link(actor=SYSTEM, entrant=entrant) for entrant in (ben, ada)]
    said = [press(desk, "desk-entry-search", ada.tournament_id, q=slip.path) for slip in made]
    assert said == [["Ben Lind is here."], ["Ada Birk is here."]]


@pytest.mark.parametrize("typed", ["ben", "nobody", ""])
def test_who_is_not_found_for_certain_is_not_checked_in(desk, ada, typed):
    (told,) = press(desk, "desk-entry-search", ada.tournament_id, q=typed)
    assert told == f"Nobody here, or more than one, is found by “{typed}”."
    assert not ada.tournament.entrants.filter(checked_in=True).exists()


def test_an_unknown_slip_is_answered_with_a_message(desk, ada):
    (told,) = press(desk, "desk-entry-search", ada.tournament_id, q="/l/abc")
    assert told.startswith("This link or code is not known here.")


def test_the_registration_code_leads_phones_to_where_the_hall_finds_this_computer(
    desk, make_tournament, monkeypatch
):
    e = make_tournament()
    press(desk, "desk-registration", e.tournament.pk, open="yes")
    monkeypatch.setattr(
        "games.access.links.address_for_others", lambda request, path: f"http://192.0.2.2:8101{path}"
    )
    assert "http://192.0.2.2:8101/e/" in look(desk, "desk-entries", e.tournament.pk)


def test_staff_take_no_seat_while_its_game_runs(desk, make_tournament):
    e = make_tournament("Ada Ben", live=True, keeper="server")
    publish(desk, e)
    board = own_rows(MatchGame).get()
    entrant = board.match.first
    slips.player_link(actor=SYSTEM, entrant=entrant)
    start(board.game)
    answer = desk.post(reverse("desk-own-slip", args=[entrant.pk]), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("desk-entrant", args=[entrant.pk])
    assert not desk.session.get("links")
