"""The page of a player's link: see the board, report a result, announce an absence."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.access.permissions import SESSION_LINKS, SYSTEM
from games.models import Action, Game
from games.timekeeping import now_ms
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER, START_MS
from tests.tournament.pages import text
from tournament.models import Absence, Entrant, Report, Round
from tournament.services.entries import attendance, slips
from tournament.services.stages import stages

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def after_the_start():
    with time_machine.travel(START_MS / 1000 + 60):
        yield


@pytest.fixture
def player_client():
    """Make a device that opened an entrant's own link."""

    def make(entrant):
        client = Client()
        made = slips.player_link(actor=SYSTEM, entrant=entrant)
        client.post(made.path)
        return client

    return make


def test_the_own_link_leads_to_the_own_page_with_board_symbol_and_opponent(make_tournament, player_client):
    e = make_tournament("A B C D")
    match = e.matches(e.publish())[0]
    client = player_client(match.first)
    shown = text(client.get(reverse("player", args=[match.first.pk])))
    assert "Board 1" in shown
    assert "You have X and start" in shown
    assert f"against {match.second}" in shown
    assert "and start" not in text(player_client(match.second).get(reverse("player", args=[match.second.pk])))
    # The page of another entrant is refused.
    assert client.get(reverse("player", args=[match.second.pk])).status_code in (302, 403)


def test_after_a_game_on_the_own_phone_the_way_leads_back_to_the_own_page(make_tournament, player_client):
    e = make_tournament("A B", live=True, keeper="server")
    match = e.matches(e.publish())[0]
    game = own_rows(Game).live().get()
    for entrant in (match.first, match.second):
        client = player_client(entrant)
        own = reverse("player", args=[entrant.pk])
        assert reverse("play", args=[game.code]) in client.get(own).content.decode()
        page = client.get(reverse("play", args=[game.code])).content.decode()
        after = page[page.index('data-part="after"') :]
        assert f'href="{own}"' in after
        assert "Your page" in after
        assert client.get(own).status_code == 200


def test_two_reports_that_agree_decide_the_match(make_tournament, player_client):
    e = make_tournament("A B")
    match = e.matches(e.publish())[0]
    told = {match.first: "won", match.second: "lost"}
    for entrant, result in told.items():
        url = reverse("player-report", args=[entrant.pk])
        response = player_client(entrant).post(url, {"match": match.pk, "result": result}, follow=True)
    assert "Both of you say the same" in text(response)
    match.refresh_from_db()
    assert (match.outcome, match.source) == ("first-wins", "reported")


def test_reports_that_differ_wait_for_the_arbiter_and_each_sees_what_the_other_said(
    make_tournament, player_client
):
    e = make_tournament("A B")
    match = e.matches(e.publish())[0]
    for entrant in (match.first, match.second):
        url = reverse("player-report", args=[entrant.pk])
        response = player_client(entrant).post(url, {"match": match.pk, "result": "won"}, follow=True)
    shown = text(response)
    assert "The arbiter has been told" in shown
    assert f"{match.first} says: you lost." in shown
    assert "You said: you won." in shown
    match.refresh_from_db()
    assert match.outcome == ""
    assert own_rows(Report).count() == 2


def test_a_result_is_not_reported_before_the_game_has_begun(make_tournament, player_client):
    e = make_tournament("A B", live=True, keeper="server")
    match = e.matches(e.publish())[0]
    client, url = player_client(match.first), reverse("player-report", args=[match.first_id])
    said = {"match": match.pk, "result": "won"}
    assert "The game has not begun." in text(client.post(url, said, follow=True))
    assert not own_rows(Report).exists()
    own_rows(Game).update(status="running")
    assert "Noted." in text(client.post(url, said, follow=True))


@pytest.mark.parametrize("options", [{}, {"live": True, "keeper": "table"}])
def test_a_result_is_not_reported_before_the_round_starts(make_tournament, player_client, options):
    e = make_tournament("A B", **options)
    match = e.matches(e.publish())[0]
    client, url = player_client(match.first), reverse("player-report", args=[match.first_id])
    said = {"match": match.pk, "result": "won"}
    own_rows(Round).update(starts_ms=now_ms() + 60_000)
    assert "The game has not begun." in text(client.post(url, said, follow=True))
    own_rows(Round).update(starts_ms=now_ms())
    assert "Noted." in text(client.post(url, said, follow=True))


def test_nobody_reports_a_match_of_others_or_nonsense(make_tournament, player_client):
    e = make_tournament("A B C D")
    one, other = e.matches(e.publish())
    client, url = player_client(one.first), reverse("player-report", args=[one.first.pk])
    assert client.post(url, {"match": other.pk, "result": "won"}).status_code == 404
    assert client.post(url, {"match": "x", "result": "won"}).status_code == 404
    client.post(url, {"match": one.pk, "result": "first-wins"})
    assert not own_rows(Report).exists()


def test_attendance_from_the_own_link_is_logged_under_that_link(make_tournament, player_client):
    e = make_tournament("A B C D", planned_rounds=4)
    entrant = e.entrants["A"]
    client = player_client(entrant)

    def press(deed, **data):
        return text(client.post(reverse("player-attend", args=[entrant.pk, deed]), data, follow=True))

    press("check-in")
    assert "Noted: half a point" in press("half-bye", round=2)
    assert "Noted: you will not be paired" in press("absent", round=3)
    assert dict(own_rows(Absence).values_list("number", "kind")) == {2: "half-bye", 3: "absent"}
    assert "Noted: you play" in press("back-in-round", round=3)
    assert "You have withdrawn" in press("withdraw")
    assert "Welcome back" in press("come-back")
    entrant.refresh_from_db()
    assert entrant.checked_in
    assert entrant.is_in
    link = f"link:{client.session[SESSION_LINKS][0]}"
    verbs = Action.objects.filter(actor=link).values_list("verb", flat=True)
    assert {"check_in", "announce_absence", "cancel_absence", "withdraw", "come_back"} <= set(verbs)


@pytest.mark.parametrize("number", ["", "x", "-1", "0", "9", "99999999999999999999"])
def test_a_round_that_is_none_is_refused_in_words(make_tournament, player_client, number):
    e = make_tournament("A B C D", planned_rounds=4)
    url = reverse("player-attend", args=[e.entrants["A"].pk, "absent"])
    assert "Say which round you mean." in text(
        player_client(e.entrants["A"]).post(url, {"round": number}, follow=True)
    )
    assert not own_rows(Absence).exists()


def test_the_own_page_shows_only_the_own_absences_of_this_stage(make_tournament, player_client):
    e = make_tournament("A B C D", planned_rounds=4)
    mine, theirs = e.entrants["A"], e.entrants["B"]
    later = stages.add(actor=ORGANISER, tournament=e.tournament, format="swiss")
    for entrant, stage, number in ((mine, e.stage, 1), (theirs, e.stage, 2), (mine, later, 3)):
        Absence.objects.create(entrant=entrant, stage=stage, number=number)
    page = player_client(mine).get(reverse("player", args=[mine.pk]))
    assert [each.kind for each in page.context["coming"]] == ["absent", "", "", ""]


def test_who_was_expelled_does_not_come_back_alone(make_tournament, player_client):
    e = make_tournament("A B C")
    attendance.expel(actor=ORGANISER, entrant=e.entrants["A"], reason="phone", now_ms=e.now_ms)
    url = reverse("player-attend", args=[e.entrants["A"].pk, "come-back"])
    player_client(e.entrants["A"]).post(url)
    assert Entrant.objects.get(pk=e.entrants["A"].pk).status == "expelled"


def test_where_the_desk_does_everything_the_own_page_only_shows(make_tournament, player_client):
    e = make_tournament("A B", self_service=False)
    match = e.matches(e.publish())[0]
    client = player_client(match.first)
    assert "Report the result" not in text(client.get(reverse("player", args=[match.first.pk])))
    client.post(reverse("player-report", args=[match.first.pk]), {"match": match.pk, "result": "won"})
    client.post(reverse("player-attend", args=[match.first.pk, "withdraw"]))
    assert not own_rows(Report).exists()
    assert Entrant.objects.get(pk=match.first.pk).is_in


def test_the_loser_reads_the_score_from_the_own_side(make_tournament, player_client):
    e = make_tournament("A B")
    match = e.matches(e.publish())[0]
    for entrant, result in {match.first: "won", match.second: "lost"}.items():
        url = reverse("player-report", args=[entrant.pk])
        response = player_client(entrant).post(url, {"match": match.pk, "result": result}, follow=True)
    assert "0 – 1 you lost" in text(response)
    assert "1 – 0 you won" in text(player_client(match.first).get(reverse("player", args=[match.first.pk])))


def test_each_button_of_a_report_names_who_wins(make_tournament, player_client):
    e = make_tournament("Ada Ben")
    match = e.matches(e.publish())[0]
    shown = text(player_client(match.second).get(reverse("player", args=[match.second.pk])))
    assert f"I won {match.second} wins Draw I lost {match.first} wins" in shown
