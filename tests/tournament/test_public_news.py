"""Public pages in a full hall: they follow changes with few requests; the projector shows where to sit."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.access.permissions import SYSTEM
from games.referee import requests as r
from games.services.recording import record
from games.signals import topic_news
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tests.tournament.pages import page, text
from tournament.models import MatchGame, Player
from tournament.services.club import people
from tournament.services.results import entering
from tournament.services.tables import seating

pytestmark = pytest.mark.django_db

NAMES = "A B C D E F G H"


def test_the_number_of_queries_does_not_grow_with_the_field(make_tournament):
    counts = []
    for size in (4, 16):
        e = make_tournament(" ".join(f"{size}p{number}" for number in range(size)))
        for _ in range(2):
            e.play(e.publish())
        counts.append({name: _queries(e, name) for name in SHOWN_TO_ALL})
    assert counts[0] == counts[1]


SHOWN_TO_ALL = (
    "tournament",
    "tournament-round",
    "tournament-standings",
    "tournament-cross-table",
    "tournament-entrants",
    "tournament-prizes",
    "projector",
    "print-pairings",
    "print-standings",
)


def _queries(e, name):
    with CaptureQueriesContext(connection) as queries:
        assert page(e, name).status_code == 200
    return len(queries)


def test_a_page_renews_only_what_may_have_changed(make_tournament):
    e = make_tournament(NAMES)
    e.publish()
    url = reverse("tournament-standings", args=[e.tournament.code])
    part = Client().get(url, headers={"X-Fragment": "news"})
    assert b"<html" not in part.content
    assert b"After round 1" in part.content
    assert "X-Fragment" in part["Vary"]
    assert b"Up to date as of" in part.content


def test_watchers_are_informed_of_a_change_after_the_commit(
    make_tournament, django_capture_on_commit_callbacks
):
    heard = []

    def hear(topic, message, **_):
        heard.append((topic, message))

    topic_news.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            e = make_tournament("A B")
            assert heard == [], "nothing is told before it is committed"
        with django_capture_on_commit_callbacks(execute=True):
            e.publish()
    finally:
        topic_news.disconnect(hear)
    e.tournament.refresh_from_db()
    assert heard[-1] == (e.tournament.scope, {"what": "tournament", "version": e.tournament.version})


def test_a_name_put_right_is_news_for_every_tournament_it_stands_in(
    make_tournament, django_capture_on_commit_callbacks
):
    heard = []

    def hear(topic, **_):
        heard.append(topic)

    e = make_tournament("A B")
    topic_news.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            people.change(actor=ORGANISER, player=Player.objects.get(first_name="A"), first_name="Ada")
    finally:
        topic_news.disconnect(hear)
    assert heard == [e.tournament.scope]


def test_a_live_board_is_shown_on_the_round_page(make_tournament):
    e = make_tournament("A B", live=True, keeper="server")
    match = e.matches(e.publish())[0]
    assert "waiting" in text(page(e, "tournament-round"))
    record(game_id=match.games.get().game_id, request=r.Start(), actor=SYSTEM, stamp_ms=e.now_ms)
    shown = page(e, "tournament-round")
    assert "playing" in text(shown)
    assert match.games.get().game.code in shown.content.decode()


def test_the_projector_sends_all_players_to_a_table(make_tournament):
    e = make_tournament("A B C D")
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=4)
    e.publish()
    seating.move(
        actor=ORGANISER,
        match_game=own_rows(MatchGame).get(match__board=2),
        table=e.tournament.tables.get(number=4),
    )
    assert re.search(r"Board 1 .* Table 1 Board 2 .* Table 4", text(page(e, "projector")))
    entering.type_line(actor=ORGANISER, round_=e.stage.rounds.get(), board=2, text="1", now_ms=e.now_ms)
    assert "Table 4" not in text(page(e, "projector"))


def test_the_projector_names_the_boards_of_teams_with_their_tables(make_tournament):
    e = make_tournament(entry="team", boards=2, format="round-robin")
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=2)
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name[0]}1 {name[0]}2")
    round_ = e.publish()
    entering.type_line(actor=ORGANISER, round_=round_, board=1, number=1, text="1", now_ms=e.now_ms)
    shown = text(page(e, "projector"))
    assert "1.1 R1 1 – 0 B1 1.2 R2 – B2 Table 2" in shown
