"""The log: written once, never changed, read with today's names."""

import pytest
from django.db import Error, connection, transaction
from django.urls import reverse
from django.utils import timezone, translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import audit_log, extension
from games.access.permissions import Actor
from games.audit_log import sentences
from games.audit_log.sentences import describe
from games.models import Action, Grant
from games.models.access import LogIsAppendOnly
from games.services.opening import open_game
from tests.databases import own_rows
from tests.games.actors import actor_for
from tournament.models import Entrant, Player, Stage, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_scopes")]


@pytest.fixture
def action():
    actor = Actor(frozenset({"user:3"}), address="10.0.0.7")
    return audit_log.write(
        actor, "rule", "tournament:3/game:17", {"result": "1-0"}, {"result": "0-1"}, "flag"
    )


def test_an_action_says_who_what_when_from_where_before_and_after(action):
    row = own_rows(Action).get()
    assert (row.actor, row.verb, row.target, row.address) == (
        "user:3",
        "rule",
        "tournament:3/game:17",
        "10.0.0.7",
    )
    assert (row.before, row.after, row.note) == ({"result": "1-0"}, {"result": "0-1"}, "flag")
    assert row.at_ms > 1_700_000_000_000


@pytest.mark.parametrize(
    "change",
    [
        lambda action: own_rows(Action).update(note="never"),
        lambda action: Action.objects.filter(pk=action.pk).delete(),
        lambda action: action.delete(),
        lambda action: Action.objects.bulk_update([action], ["note"]),
    ],
    ids=["update", "delete all", "delete one", "bulk update"],
)
def test_a_program_cannot_change_it(action, change):
    with pytest.raises(LogIsAppendOnly):
        change(action)


@pytest.mark.empty_club
def test_the_database_refuses_what_comes_past_the_program(action):
    action.note = "never"
    with pytest.raises(Error, match="append-only"), transaction.atomic():
        action.save()
    with pytest.raises(Error, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_action SET note = 'never'")
    with pytest.raises(Error, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_action")
    assert own_rows(Action).get().note == "flag"


@pytest.mark.urls("tests.rights.admin_urls")
def test_the_admin_shows_it_and_changes_nothing(client, someone, action):
    client.force_login(someone("root", is_staff=True, is_superuser=True))
    address = reverse("admin:games_action_change", args=[action.pk])
    assert client.get(address).status_code == 200
    assert client.post(address, {"note": "never"}).status_code == 403
    assert client.post(reverse("admin:games_action_delete", args=[action.pk])).status_code == 403
    assert client.get(reverse("admin:games_action_add")).status_code == 403
    assert Action.objects.get(pk=action.pk).note == "flag"


@pytest.mark.parametrize(
    ("scope", "found"),
    [
        ("tournament:3", True),
        ("game:17", True),
        ("tournament:3/game:17", True),
        ("tournament:33", False),
        ("game:1", False),
        ("round:3", False),
    ],
)
def test_actions_are_found_by_any_part_of_their_path(action, scope, found):
    assert Action.objects.about(scope).exists() is found


def page(client, scope="club", **query):
    """Return the page with white space as a browser shows it."""
    return " ".join(client.get(reverse("log", args=[scope]), query).content.decode().split())


def test_the_page_shows_names_that_the_log_does_not_hold(browser_of, someone):
    ada = someone("ada-maria")  # a hyphen, which no token has: chance must not make a name
    audit_log.write(actor_for(f"user:{ada.pk}"), "set_pin", "club")
    browser = browser_of("organiser")
    assert "Ada-Maria" in page(browser)
    assert "Ada-Maria" not in str(list(own_rows(Action).values()))
    ada.first_name = ada.username = "Erased"
    ada.save()
    assert "Ada-Maria" not in page(browser)
    assert "Erased" in page(browser)


def test_the_page_is_filtered_by_who_what_about_and_day(browser_of, action):
    audit_log.write(actor_for("link:8"), "open_link", "tournament:4/link:8")
    browser = browser_of("organiser")
    # 10.0.0.7 is in the first action's row only.
    assert "10.0.0.7" in page(browser)
    for query, found in [
        ({"who": "user:3"}, True),
        ({"who": "link:8"}, False),
        ({"verb": "rule"}, True),
        ({"verb": "open_link"}, False),
        ({"about": "game:17"}, True),
        ({"about": "tournament:4"}, False),
        ({"since": "2020-01-01"}, True),
        ({"until": "2020-01-01"}, False),
        ({"since": "no date", "until": "2020-99-99"}, True),
    ]:
        assert ("10.0.0.7" in page(browser, **query)) is found, query


def test_before_and_after_are_shown(browser_of, action):
    text = page(browser_of("organiser"))
    assert "<del>1-0</del>" in text
    assert "<ins>0-1</ins>" in text


def test_what_changed_is_said_in_words_and_names(browser_of):
    ada, ben = (Player.objects.create(first_name=name) for name in ("Ada", "Ben"))
    cup = Tournament.objects.create(name="Cup", code="cup")
    first, second = (
        Entrant.objects.create(tournament=cup, player=each, number=number, entered_ms=1)
        for number, each in enumerate((ada, ben), 1)
    )
    for verb, before, after in (
        ("publish", None, [[1, first.pk, second.pk, ""], [2, second.pk, None, "bye"]]),
        ("correct", {"outcome": "draw"}, {"outcome": "second-forfeits"}),
        ("enter", None, {"player": ada.pk, "house": False}),
        ("reorder_team", [ada.pk, ben.pk], [ben.pk, ada.pk]),
        ("add_stage", None, {"format": "swiss", "options": {"seeding": "lot", "third_place": True}}),
        ("adjust", {"seq": 3, "main_ms": {"X": 65_000}}, {"seq": 4, "main_ms": {"X": 125_000}}),
        ("give_role", None, {"role": "arbiter", "seat": ""}),
        ("merge_player", None, {"into": 99_999}),
        ("import_event", None, {"entrants": 12}),
    ):
        audit_log.write(Actor(), verb, cup.scope, before, after)
    text = page(browser_of("organiser"))
    for said in (
        "Board 1: <ins>Ada – Ben</ins>",
        "Board 2: <ins>Ben (Bye)</ins>",
        "Result: <del>½ – ½</del> <ins>+ : −</ins>",
        "Player: <ins>Ada</ins>",
        "House player: <ins>no</ins>",
        "Players: <del>Ada, Ben</del> <ins>Ben, Ada</ins>",
        "Format: <ins>Swiss</ins>",
        "Seeding: <ins>by lot</ins>",
        "Match for third place: <ins>yes</ins>",
        "Clocks: <del>X 1:05</del> <ins>X 2:05</ins>",
        "Role: <ins>arbiter</ins>",
        "Into: <ins>player 99999</ins>",
        "Entrants: <ins>12</ins>",
    ):
        assert f"<div> {said} </div>" in text, said
    assert "seq" not in text


def test_a_match_and_a_game_are_called_by_those_who_play_them(browser_of):
    ada, ben = (Player.objects.create(first_name=name) for name in ("Ada", "Ben"))
    cup = Tournament.objects.create(name="Cup", code="cup")
    sides = [
        Entrant.objects.create(tournament=cup, player=each, number=number, entered_ms=1)
        for number, each in enumerate((ada, ben), 1)
    ]
    round_ = Stage.objects.create(tournament=cup, number=1, format="swiss").rounds.create(number=3)
    match = round_.matches.create(board=2, first=sides[0], second=sides[1])
    audit_log.write(Actor(), "draw_lot", match.scope, None, {"seed": "c0ffee"})
    players = {"X": {"name": "Carla"}, "O": {"name": "Dora"}}
    game = open_game(rules="", control="5+0", first="X", seats=2, players=players)
    audit_log.write(Actor(), "rule", f"{cup.scope}/{game.scope}")
    browser = browser_of("organiser")
    where = "Cup › stage 1 › round 3 › board 2: Ada – Ben"
    assert f">{where}</a>" in page(browser)
    assert ">Cup › Carla – Dora</a>" in page(browser)
    # The path of an id is shown as a path in the filter, too.
    assert f"Only about: {where}<" in page(browser, about=match.scope)


def test_the_seed_of_a_lot_is_no_place_in_the_seeding():
    lot, place = (Action(pk=1, verb=verb, after={"seed": 7}) for verb in ("draw_lot", "set_seed"))
    with translation.override("de"):
        assert [entry.changes for entry in describe([lot, place])] == [
            [("Zufallszahl", "", "7")],
            [("Setzplatz", "", "7")],
        ]


VERBS = ["enter", "settle", "reorder_team", "rule", "publish", "call_to_boards", "change_settings"]
NAMES = [*sentences.VALUES, *extension.installed.values, "options", "unheard_of"]
anything = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2**40) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
a_side = st.none() | anything | st.dictionaries(st.sampled_from(NAMES), anything, max_size=5)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(verb=st.sampled_from(VERBS), before=a_side, after=a_side)
def test_every_stored_value_can_be_read(verb, before, after):
    action = Action(pk=1, verb=verb, before=before, after=after)
    for said in describe([action])[0].changes:
        assert all(isinstance(part, str) for part in said)


@pytest.mark.empty_club
def test_of_a_new_draft_only_the_boards_that_differ_are_listed(browser_of):
    rows = [[1, 7, 8, ""], [2, 9, 10, ""]]
    audit_log.write(Actor(), "swap", "club", rows, [rows[0], [2, 10, 9, ""]])
    text = page(browser_of("organiser"))
    assert "Board 2: <del>entrant 9 – entrant 10</del> <ins>entrant 10 – entrant 9</ins>" in text
    assert "Board 1" not in text


@pytest.mark.empty_club
def test_names_are_looked_up_for_all_entries_at_once(browser_of, django_assert_max_num_queries):
    for name in ("Ada", "Ben", "Caro", "Dora", "Emil"):
        audit_log.write(Actor(), "enter", "club", None, {"player": Player.objects.create(first_name=name).pk})
    browser = browser_of("organiser")
    with django_assert_max_num_queries(13):
        assert "Emil" in page(browser)


def test_long_logs_are_paged(browser_of):
    for number in range(60):
        audit_log.write(Actor(), "watch", f"game:{number}")
    browser = browser_of("organiser")
    assert "Page 1 of 2" in page(browser)
    assert "game 0<" in page(browser, page=2)
    assert "game 0<" not in page(browser, page=1)


def test_the_staff_of_a_tournament_sees_its_part_only(browser_of, action):
    audit_log.write(Actor(address="10.0.0.8"), "rule", "tournament:4/game:18")
    arbiter = browser_of("arbiter", scope="tournament:3")
    text = page(arbiter, "tournament:3")
    assert "10.0.0.7" in text
    assert "10.0.0.8" not in text
    assert arbiter.get(reverse("log", args=["club"])).status_code == 403
    assert arbiter.get(reverse("log", args=["tournament:4"])).status_code == 403


def test_players_read_the_log_of_their_game(browser_of, action):
    player = browser_of("player", scope="game:17")
    answer = player.get(reverse("own-log", args=["game:17"]))
    assert "<ins>0-1</ins>" in answer.content.decode()
    assert "10.0.0.7" not in answer.content.decode()
    assert player.get(reverse("own-log", args=["game:18"])).status_code == 302
    assert player.get(reverse("log", args=["game:17"])).status_code == 302


def test_own_logs_are_of_games_and_entrants_only(browser_of):
    Grant.objects.create(subject="link:1", role="player", scope="tournament:3", created_ms=0)
    assert (
        browser_of("table", scope="tournament:3").get(reverse("own-log", args=["tournament:3"])).status_code
        == 404
    )


def test_a_time_of_day_is_shown_in_the_readers_zone():
    half_past_six_utc = 18 * 3_600_000 + 30 * 60_000
    action = Action(pk=1, verb="call_to_boards", after={"starts_ms": half_past_six_utc})
    with timezone.override("Europe/Berlin"):
        assert describe([action])[0].changes == [("Start", "", "19:30")]
