"""The tablet at the table takes back without the PIN what the desk gives back; no other device does."""

import pytest

from games.access.permissions import SYSTEM
from games.faults import Fault
from games.live import requests
from games.models import Action, LateEntry
from games.protocol.upward import parse
from games.services.custody import give_back, holder_of, take_custody
from games.services.faults import NotRecorded
from games.services.opening import open_game
from games.services.recording import record
from tests.databases import own_rows
from tests.rights.test_socket_requests import BEGIN_MS, PEOPLE, TABLE, TOPIC, scope_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_scopes")]


@pytest.fixture
def game():
    """Start a game on one tablet, then take it over at the desk."""
    where = {"topic": TOPIC, "place": TABLE, "keeper": "table"}
    made = open_game(rules="", control="10", first="X", seats=2, players={}, now_ms=BEGIN_MS, **where)
    take_custody(made.pk, "tab-1", SYSTEM, now_ms=BEGIN_MS)
    enter(made, {"type": "start"}, n=1, epoch=1)
    take_custody(made.pk, "", SYSTEM, now_ms=BEGIN_MS)
    return made


def ask(game, message, role="table"):
    """Return the answer, or the code of the refusal."""
    try:
        return requests.record(game.pk, scope_of(PEOPLE[role], game), parse(message), BEGIN_MS, 0).message
    except Fault as fault:
        return fault.code


def take(game, tab, role="table"):
    return ask(game, {"type": "custody", "take": True, "tab": tab, "nonce": f"take-{tab}"}, role)


def enter(game, message, *, n, epoch, tab="tab-1"):
    return ask(
        game, {**message, "nonce": f"{tab}-{epoch}-{n}", "n": n, "epoch": epoch, "tab": tab, "spent_ms": 0}
    )


def test_before_it_is_given_back_a_tablet_needs_the_pin(game):
    assert take(game, "tab-1") == "pin-needed"


def test_the_tablet_that_asks_next_keeps_the_game_and_a_second_one_needs_the_pin(game):
    give_back(game.pk, SYSTEM, now_ms=BEGIN_MS)
    asked = {"type": "custody", "take": False, "tab": "tab-2", "nonce": "a"}
    assert ask(game, asked)["epoch"] == 0, "which says that no tablet keeps it"
    assert take(game, "tab-2")["mine"]
    assert take(game, "tab-1") == "pin-needed"
    assert take(game, "tab-2")["mine"]
    game.refresh_from_db()
    assert holder_of(game) == "tab-2"


def test_a_player_or_spectator_does_not_get_it(game):
    give_back(game.pk, SYSTEM, now_ms=BEGIN_MS)
    assert take(game, "phone", role="player of X") == "not-allowed"


def test_the_game_stays_paused_and_goes_on_under_the_new_keeper(game):
    give_back(game.pk, SYSTEM, now_ms=BEGIN_MS)
    epoch = take(game, "tab-1")["epoch"]
    game.refresh_from_db()
    assert game.status == "paused"
    answer = record(
        game_id=game.pk, request=parse({"type": "resume", "nonce": "d"}).ask, actor=SYSTEM, stamp_ms=BEGIN_MS
    )
    done = enter(game, {"type": "resume", "instruction": answer.instruction}, n=1, epoch=epoch)
    assert game.events.get(seq=done["seq"]).kind == "resumed"


def test_what_the_tablet_played_before_is_late_even_when_it_keeps_the_game_again(game):
    give_back(game.pk, SYSTEM, now_ms=BEGIN_MS)
    move = {"type": "move", "seat": "X", "ply": 0, "move": "c1E"}
    assert enter(game, move, n=2, epoch=1) == "old-epoch"
    take(game, "tab-1")
    assert enter(game, move, n=3, epoch=1) == "old-epoch"
    assert [late.n for late in own_rows(LateEntry)] == [2, 3]


def test_it_is_in_the_log_and_only_the_desk_gives_back(game):
    give_back(game.pk, SYSTEM, now_ms=BEGIN_MS)
    assert Action.objects.filter(verb="give_back").count() == 1
    with pytest.raises(NotRecorded) as no:
        give_back(game.pk, SYSTEM, now_ms=BEGIN_MS)
    assert no.value.code == "not-at-the-desk"
