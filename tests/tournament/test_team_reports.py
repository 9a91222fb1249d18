"""A team's link shows where the team plays; the result of its match follows from the boards."""

import pytest
from django.test import Client
from django.urls import reverse

from games.access.permissions import SYSTEM
from games.models import Action, Game
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.models import Match, Report
from tournament.scores import Outcome
from tournament.services.entries import slips
from tournament.services.faults import StepRefused
from tournament.services.results import entering

pytestmark = pytest.mark.django_db

TOLD = {
    "en": "A team match is scored board by board. Tell the desk what each board gave.",
    "de": "Ein Mannschaftskampf wird Brett für Brett gewertet. Sag im Turnierbüro, wie jedes Brett ausging.",
}


@pytest.fixture
def match(make_tournament):
    e = make_tournament(entry="team", boards=2, format="round-robin")
    e.enter_team("Reds", "r1 r2")
    e.enter_team("Blues", "b1 b2")
    e.publish()
    return own_rows(Match).with_names().get()


def own_page(entrant):
    client = Client()
    client.post(slips.player_link(actor=SYSTEM, entrant=entrant).path)
    return client.get(reverse("player", args=[entrant.pk])).content.decode()


def test_the_teams_page_names_its_players_first_and_leaves_the_symbols_to_the_boards(match):
    for entrant, ours, theirs in ((match.first, 0, 1), (match.second, 1, 0)):
        page = own_page(entrant)
        sides = [
            sorted(str(each.player) for each in team.team.members.all())
            for team in (match.first, match.second)
        ]
        for number in (0, 1):
            assert f"<strong>{sides[ours][number]}</strong> – {sides[theirs][number]}" in page
        assert "and start" not in page


def test_each_board_is_played_on_a_phone_of_its_own(make_tournament):
    e = make_tournament(entry="team", boards=2, format="round-robin", live=True, keeper="server")
    e.enter_team("Reds", "r1 r2")
    e.enter_team("Blues", "b1 b2")
    e.publish()
    page = own_page(e.entrants["Reds"])
    for game in own_rows(Game):
        assert reverse("play", args=[game.code]) in page


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_team_match_cannot_be_reported_as_a_whole(match, language):
    client = Client(headers={"accept-language": language})
    client.post(slips.player_link(actor=SYSTEM, entrant=match.first).path)
    address = reverse("player-report", args=[match.first_id])
    answer = client.post(address, {"match": match.pk, "result": "won"}, follow=True)
    assert [str(each) for each in answer.context["messages"]] == [TOLD[language]]
    assert address not in answer.content.decode(), "no button leads there"
    assert not own_rows(Report).exists()
    assert not Action.objects.filter(verb="report_result").exists()


def test_nor_do_two_equal_reports_decide_it(match):
    for entrant in (match.first, match.second):
        with pytest.raises(StepRefused) as no:
            entering.report(
                actor=ORGANISER, match=match, entrant=entrant, outcome=Outcome.FIRST_WINS, now_ms=1
            )
        assert no.value.code == "boards-make-the-score"
    match.refresh_from_db()
    assert match.outcome == ""
