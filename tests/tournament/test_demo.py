"""The demo club: what it shows, the same every time, played on by bots, removed without a change of other
rows.
"""

from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from games.models import Game, Grant, Link, ServerProcess
from games.services.lost_time import Process
from games.timekeeping import MINUTE_MS
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER, START_MS
from tests.tournament.organisers import club_organiser
from tournament.demo import clearing, load, playing
from tournament.models import (
    Club,
    DemoKind,
    DemoThing,
    Entrant,
    Evening,
    Match,
    Player,
    RatingChange,
    RatingKind,
    RatingPeriod,
    Round,
    Team,
    Tournament,
)
from tournament.services.backup import copies
from tournament.services.club import rating_periods, ratings
from tournament.services.entries import enrol, slips


@pytest.fixture
def backups(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    return tmp_path / "backups"


def played(code):
    """List every meeting of a tournament with its result, and how many moves each board took."""
    matches = Match.objects.filter(round__stage__tournament__code=code).order_by("round__number", "board")
    return [
        (str(match.first), str(match.second), match.outcome, [game.game.ply for game in match.games.all()])
        for match in matches.select_related("first__player", "first__team", "second__player", "second__team")
    ]


def cast():
    return {player.full_name: player for player in Player.objects.exclude(family_name="")}


def leftovers():
    models = (
        *(Game, Grant, Link, Tournament, Evening, Entrant, Player, Team, Club, DemoThing),
        *(RatingPeriod, RatingChange),
    )
    return {model.__name__: own_rows(model).count() for model in models if own_rows(model).exists()}


@pytest.mark.django_db(transaction=True)
def test_the_whole_demo_from_making_to_removing(make_tournament, backups):
    masters, autumn, cup, pairs, season = load.load_demo(START_MS)
    assert Player.objects.filter(rating__gt=0).count() == 24
    assert masters.status == "finished"
    third = Round.objects.get(stage__tournament=autumn, status="published")
    assert third.number == 3
    assert Game.objects.filter(topic=autumn.scope, status="running").exists()
    assert Match.objects.filter(round__stage__tournament=cup).exclude(source="pairing").count() == 6
    assert not Match.objects.filter(round__stage__tournament=cup, source="game").exists()
    assert {game.seats for game in Game.objects.filter(topic=pairs.scope)} == {4}
    assert Round.objects.filter(stage__tournament=season, status="closed").count() == 20
    assert {"bye", "half-bye", "absent"} <= set(
        Match.objects.filter(round__stage__tournament=season).values_list("outcome", flat=True)
    )
    assert copies.list_backups() == [], "the backups of real tournaments are not pushed out"
    mira = Player.objects.get(first_name="Mira")
    ended = [point.key for point in ratings.history_of(mira, RatingKind.TWO)]
    assert len(ended) == 4
    assert ended[-1] == masters.scope
    assert len(ratings.table(RatingKind.TWO)) > 8
    with pytest.raises(load.DemoRefused):
        load.load_demo(START_MS)

    # It continues, even after an outage, until the round ends and the next is published.
    before = Game.objects.filter(topic=autumn.scope).count()
    ServerProcess.objects.create(name="gone", started_ms=START_MS, beat_ms=START_MS)
    Process(lambda: START_MS + MINUTE_MS).start()
    assert Game.objects.filter(topic=autumn.scope, status="paused").exists()
    for tick in range(400):
        playing.step(START_MS + MINUTE_MS + 15_000 * tick)
        if Game.objects.filter(topic=autumn.scope).count() > before:
            break
    assert not Game.objects.filter(topic=autumn.scope, status="paused").exists()
    assert Round.objects.get(pk=third.pk).status == "closed"
    assert not Round.objects.filter(stage__tournament=season, status="published").exists(), "nobody came"
    assert Game.objects.filter(topic=autumn.scope).count() > before

    # A real tournament that enters a demo player keeps that player; all other rows of the demo are deleted.
    e = make_tournament("A B")
    guest = Player.objects.get(family_name="Carvalhal")
    enrol.enter_player(actor=ORGANISER, tournament=e.tournament, player=guest, now_ms=e.now_ms)
    slips.player_link(actor=ORGANISER, entrant=autumn.entrants.first())
    assert clearing.clear() == 10
    assert leftovers() == {"Tournament": 1, "Entrant": 3, "Player": 3, "Club": 1}
    assert clearing.clear() == 0


@pytest.mark.django_db
def test_the_club_evenings_fill_both_rating_lists(backups):
    load.load_demo(START_MS, [])
    assert not RatingPeriod.objects.exists(), "what was not asked for is not made"
    load.hold_evenings(cast(), START_MS)
    rating_periods.bring_up_to_date()
    for kind, players in ((RatingKind.TWO, 13), (RatingKind.PARTNERS, 12)):
        assert len(ratings.table(kind)) == players
    clearing.clear()
    assert leftovers() == {}


@pytest.mark.django_db
def test_removing_the_demo_leaves_the_ratings_of_real_games(make_tournament, backups):
    load.load_demo(START_MS, [])
    guest = Player.objects.get(family_name="Carvalhal")
    e = make_tournament("", format="round-robin", planned_rounds=None)
    own = Player.objects.create(first_name="Ada")
    for player in (own, guest):
        enrol.enter_player(actor=ORGANISER, tournament=e.tournament, player=player, now_ms=e.now_ms)
    e.play(e.publish())
    rating_periods.bring_up_to_date()
    before = ratings.table(RatingKind.TWO)
    load.hold_evenings(cast() | {"Mira Halvorsen": own}, START_MS - 1)
    rating_periods.bring_up_to_date()
    assert [row.player for row in before] == [own], "people of the demo are not in a real list"
    assert ratings.table(RatingKind.TWO) != before
    clearing.clear()
    left = {row.player: row.rating for row in ratings.table(RatingKind.TWO)}
    assert left[own] == before[0].rating
    assert guest in left, "whoever played in a real tournament is one of the club's people from now on"


@pytest.mark.django_db(transaction=True)
def test_every_demo_is_the_same(backups):
    told = []
    for _ in range(2):
        load.load_demo(START_MS, ["demo-pairs"])
        told.append(played("demo-pairs"))
        clearing.clear()
    assert told[0] == told[1]
    assert any(plies[0] > 4 for *_names, plies in told[0])


@pytest.mark.django_db(transaction=True)
def test_the_demo_is_played_today_and_not_by_real_people_of_the_same_name(backups):
    real = Player.objects.create(first_name="Mira", family_name="Halvorsen")
    (cup,) = load.load_demo(START_MS, ["demo-cup"])
    today = datetime.fromtimestamp(START_MS / 1000, UTC).date()
    assert (cup.starts_on, cup.ends_on, cup.created_ms) == (today, today, START_MS)
    assert Round.objects.get(stage__tournament=cup).starts_ms == START_MS + 25 * MINUTE_MS
    assert not real.entries.exists()
    clearing.clear()
    assert leftovers() == {"Player": 1}


@pytest.mark.django_db(transaction=True)
def test_a_demo_that_fails_half_way_leaves_nothing(backups, monkeypatch):
    monkeypatch.setattr(load.seating, "open_all", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        load.load_demo(START_MS, ["demo-cup"])
    assert leftovers() == {}


@pytest.mark.django_db
def test_the_server_plays_on_only_what_was_asked_for(monkeypatch):
    looked = []
    monkeypatch.setattr(playing, "step", looked.append)
    monkeypatch.setattr(playing.connections, "close_all", lambda: None)
    assert playing.play() is False
    DemoThing.objects.create(kind=DemoKind.PLAYING, number=1)
    assert playing.play() is True
    assert len(looked) == 1


@pytest.mark.django_db
def test_the_page_makes_and_removes_the_demo(client, monkeypatch):
    client.force_login(club_organiser("boss"))
    monkeypatch.setattr(load, "TOURNAMENTS", ())
    assert b"Make the demo" in client.get(reverse("demo")).content
    client.post(reverse("demo"), {"wish": "make"})
    assert own_rows(Player).count() == 24
    assert DemoThing.objects.filter(kind=DemoKind.PLAYING).exists()
    client.post(reverse("demo"), {"wish": "remove"})
    assert leftovers() == {"Grant": 1}, "the organiser's own"


@pytest.mark.django_db
def test_the_command_says_what_there_is_to_do(monkeypatch, capsys):
    call_command("demo", "--reset")
    assert "There is no demo to remove." in capsys.readouterr().out
    monkeypatch.setattr(load, "is_there", lambda: True)
    with pytest.raises(CommandError, match="--play"):
        call_command("demo")
