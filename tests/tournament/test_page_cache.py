"""Expensive public pages are made once for all visitors, and never shown as they were before a change."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.access import rate_limit
from games.access.permissions import Actor, Holding
from games.access.rate_limit import Rate
from games.models import Action, Game
from games.rules import Move, Seat
from games.services.notices import send_notice
from tests.club.test_image_files import png
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tests.tournament.organisers import club_organiser
from tests.tournament.test_live_results import ask, r
from tournament.models import Club, ClubSettings, Player
from tournament.scores import Outcome
from tournament.services.club import club_settings, erasing, people
from tournament.services.results import corrections
from tournament.services.rounds import lifecycle
from tournament.services.setup import settings_change
from tournament.views.public import page_cache

pytestmark = pytest.mark.django_db

EXTRA = {"tournament-round-number": [1], "tournament-entrant": [1], "tournament-working": [1, 0]}


@pytest.fixture
def made(monkeypatch):
    """Record the pages that were made and cached."""
    made = []
    store = page_cache.cache.set
    monkeypatch.setattr(page_cache.cache, "set", lambda key, *more: made.append(key) or store(key, *more))
    return made


@pytest.fixture
def e(make_tournament):
    e = make_tournament("Anna Bert Cleo Dora", planned_rounds=3, live=True, keeper="server")
    e.play(e.publish())
    e.publish()
    return e


def addresses(e):
    return {
        name: reverse(name, args=[e.tournament.code, *EXTRA.get(name, [])])
        for name in sorted(page_cache.CACHED_VIEWS)
    }


def test_a_page_is_made_once_for_all_who_look(e, made):
    address = addresses(e)["tournament-standings"]
    one, other = Client().get(address), Client().get(address)
    assert len(made) == 1
    assert one.status_code == other.status_code == 200
    assert page_cache._TOKEN.sub(b"", one.content) == page_cache._TOKEN.sub(b"", other.content)


def test_the_forms_on_a_kept_page_are_each_visitors_own(e):
    address = addresses(e)["tournament"]
    Client().get(address)
    visitor = Client(enforce_csrf_checks=True)
    token = page_cache._TOKEN.search(visitor.get(address).content)[0].rpartition(b'"')[2].decode()
    sent = {"theme": "dark", "next": address, "csrfmiddlewaretoken": token}
    assert visitor.post(reverse("theme"), sent).status_code == 302


CHANGES = {
    "a result": lambda e: e.play(e.stage.rounds.get(number=2)),
    "a corrected result": lambda e: corrections.correct(
        actor=Actor(holdings=frozenset({Holding("organiser", e.tournament.scope)})),
        match=e.match("Anna", "Cleo"),
        outcome=Outcome.DRAW,
        note="",
        now_ms=e.now_ms,
    ),
    "a round undone": lambda e: lifecycle.undo(
        actor=ORGANISER, round_=e.stage.rounds.get(number=2), now_ms=e.now_ms
    ),
    "a name": lambda e: people.change(actor=ORGANISER, player=anna(), first_name="Zoë"),
    "a player's public name": lambda e: people.change(actor=ORGANISER, player=anna(), public_as="initials"),
    "an erased player": lambda e: erasing.erase(actor=ORGANISER, player=anna(), now_ms=e.now_ms),
    "the tournament's name": lambda e: change_tournament(e, name="Another name"),
    "the tournament hidden": lambda e: change_tournament(e, public=False),
    "the tournament's text": lambda e: settings_change.change_presentation(
        actor=ORGANISER, tournament=e.tournament, about="Bring a **cushion**"
    ),
    "the tournament's picture": lambda e: settings_change.change_presentation(
        actor=ORGANISER, tournament=e.tournament, about="", picture=png()
    ),
    "the club's name": lambda e: change_club_settings(club="Another club"),
    "the club's time zone and logo": lambda e: change_club_settings(time_zone="Asia/Tokyo", logo=png()),
    "a notice of the desk": lambda e: send_notice(
        "Lunch is ready", topic=e.tournament.scope, actor=ORGANISER, minutes=5
    ),
    "a game that starts": lambda e: ask(running_game(), r.Start(), e.now_ms),
}


def running_game():
    return own_rows(Game).live().first()


def anna():
    return Player.objects.get(first_name="Anna")


def change_tournament(e, **changes):
    settings_change.change_tournament(actor=ORGANISER, tournament=e.tournament, changes=changes)


def change_club_settings(**changes):
    usual = {"club": "A club", "language": "en", "time_zone": "UTC", "welcome": ""}
    club_settings.change_club_settings(
        actor=ORGANISER, club_settings=ClubSettings.objects.get(), **usual | changes
    )


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_shown_as_it_was_before_a_change(e, change, monkeypatch):
    """Every cached page, as it is after the change, equals the page that is made without the cache."""
    # However slowly pages are made here, no request has to wait.
    monkeypatch.setattr(rate_limit, "ADDRESS", Rate(10**9, 10**9))
    ClubSettings.objects.create(
        club=Club.objects.create(name="A club"), language="en", time_zone="UTC", set_up_ms=1
    )
    visitor = Client()
    before = {name: visitor.get(address) for name, address in addresses(e).items()}
    assert {response.status_code for response in before.values()} <= {200, 404}
    CHANGES[change](e)
    shown = {name: visitor.get(address) for name, address in addresses(e).items()}
    cache.clear()
    fresh = {name: visitor.get(address) for name, address in addresses(e).items()}
    plain = {name: words(response) for name, response in fresh.items()}
    assert {name: words(response) for name, response in shown.items()} == plain
    assert any(words(before[name]) != text for name, text in plain.items()), "the change is seen somewhere"


def words(response):
    """Return a page without tokens and without the time at which it was made: a second, on paper a minute."""
    body = page_cache._TOKEN.sub(b"", response.content)
    return response.status_code, re.sub(rb"\d\d:\d\d:\d\d|\d{4}, \d\d:\d\d</span>", b"", body)


def test_a_move_leaves_pages_in_the_cache(e, made):
    ask(running_game(), r.Start(), e.now_ms)
    address = addresses(e)["tournament-round"]
    Client().get(address)
    ask(running_game(), r.MakeMove(Seat.X, 0, Move.parse("c1E")), e.now_ms)
    Client().get(address)
    assert len(made) == 1


def test_an_entry_that_is_committed_late_is_noticed(e, made):
    """PostgreSQL numbers entries of the log before they are committed, so a lower number may come later."""
    action = own_rows(Action).order_by("-pk").first()
    Action.objects.create(pk=action.pk + 2, at_ms=0, actor="", verb="", target="")
    Client().get(addresses(e)["tournament-standings"])
    Action.objects.create(pk=action.pk + 1, at_ms=0, actor="", verb="", target="")
    Client().get(addresses(e)["tournament-standings"])
    assert len(made) == 2


def test_staff_see_more_and_no_other_user_sees_it(e, made):
    address = addresses(e)["tournament"]
    boss = Client()
    boss.force_login(club_organiser("boss"))
    desk = reverse("desk-tournament", args=[e.tournament.pk])
    assert desk in boss.get(address).content.decode()
    assert not made
    assert desk not in Client().get(address).content.decode()
    assert desk in boss.get(address).content.decode()


def test_language_theme_and_fragment_have_pages_of_their_own(e, made):
    address = addresses(e)["tournament-standings"]
    Client().get(address)
    assert b'lang="de"' in Client(headers={"accept-language": "de"}).get(address).content
    assert b"<html" not in Client(headers={"x-fragment": "1"}).get(address).content
    dark = Client()
    dark.cookies["theme"] = "dark"
    dark.get(address)
    assert len(made) == 4


def test_a_client_that_has_the_page_learns_that_nothing_changed(e):
    address, visitor = addresses(e)["tournament-cross-table"], Client()
    visitor.get(address)  # gets the cookie of its forms
    first = visitor.get(address)
    again = visitor.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    e.play(e.stage.rounds.get(number=2))
    assert visitor.get(address, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_a_kept_page_asks_no_more_than_it_was_made_of(e):
    address, visitor = addresses(e)["tournament-cross-table"], Client()
    with CaptureQueriesContext(connection) as making:
        visitor.get(address)
    with CaptureQueriesContext(connection) as looking:
        visitor.get(address)
    assert len(looking) <= len(making)


def test_whoever_asks_without_end_waits(e, monkeypatch):
    monkeypatch.setattr(rate_limit, "ADDRESS", Rate(60, 2))
    address = addresses(e)["tournament-standings"]
    seen = [Client().get(address) for _ in range(5)]
    assert seen[-1].status_code == 429
    assert int(seen[-1]["Retry-After"]) > 0
    assert Client(REMOTE_ADDR="192.0.2.7").get(address).status_code == 200
    boss = Client()
    boss.force_login(club_organiser("boss"))
    assert boss.get(address).status_code == 200


@pytest.mark.parametrize("name", ["home", "tournaments", "club", "evenings", "print-score-sheets"])
def test_a_page_that_is_made_for_each_request_costs_tokens_for_its_time(e, monkeypatch, name):
    """The start page was the most expensive of all, and had no limit."""
    club = Club.objects.create(name="Cube Club")
    ClubSettings.objects.create(club=club, language="en", time_zone="UTC", set_up_ms=1)
    monkeypatch.setattr(rate_limit, "ADDRESS", Rate(1, 1))
    address = reverse(name, args=[e.tournament.code] if name.startswith("print") else [])
    assert Client().get(address).status_code == 200
    refused = Client().get(address)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert Client(REMOTE_ADDR="192.0.2.7").get(address).status_code == 200
    boss = Client()
    boss.force_login(club_organiser("boss"))
    assert boss.get(address).status_code == 200
