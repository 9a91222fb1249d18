"""Test that every decision about a game of a tournament writes its entry into the audit log."""

import pytest

from games.models import Action
from games.referee import requests as r
from games.rules import Move, Position, Seat, Side
from games.services import offline_review
from games.services.custody import give_back, take_custody
from games.services.late_entries import adopt, set_aside
from games.services.notices import send_notice
from games.services.opening import void_game
from tests.games.conftest import ARBITER, TABLE, Tablet, open_live
from tests.tournament.logged import values_without_label

pytestmark = pytest.mark.django_db

TOPIC = "tournament:3"
FIRST_MOVE = r.MakeMove(Seat.X, 0, Move.parse("c1E"))


def running():
    return open_live(topic=TOPIC).start()


def moved():
    return running().moves("c1E e5W")


def paused():
    live = running()
    live.granted(r.Pause("noise"), actor=ARBITER)
    return live


def over():
    live = running()
    live.granted(r.Rule(Side.X, "agreed"), actor=ARBITER)
    return live


def at_a_table():
    tablet = Tablet(open_live(keeper="table", topic=TOPIC)).take()
    tablet.enter(r.Start())
    return tablet


def at_the_desk():
    tablet = at_a_table()
    take_custody(tablet.live.game_id, "", ARBITER, now_ms=tablet.live.now_ms)
    return tablet


def late():
    """Send a move of the former tablet, which does not know yet that another one keeps the game."""
    tablet = at_a_table()
    body = tablet.frame(FIRST_MOVE, 1_000)
    Tablet(tablet.live, "tab-2").take()
    tablet.send(body)
    return tablet


def decided_offline():
    """Let the tablet rule without the server."""
    tablet = at_a_table()
    tablet.enter(r.Pause("noise"), unlocked="offline")
    return tablet


def decide(request):
    return lambda live: live.granted(request, actor=ARBITER)


# The entry that is expected, the state before, and what is done.
GAMES = [
    ("pause", running, decide(r.Pause("noise"))),
    ("resume", paused, decide(r.Resume("noise"))),
    ("adjust", running, decide(r.Adjust("late", "X", add_ms=1_000))),
    ("penalty", running, decide(r.Penalise(Seat.X, "phone", 1_000))),
    ("illegal", running, decide(r.NoteIllegal(Seat.X, "two cubes"))),
    ("takeback", moved, decide(r.TakeBack(1, None, "wrong"))),
    ("position", running, decide(r.SetPosition(Position.initial(2), "cube fell"))),
    ("rule", running, decide(r.Rule(Side.X, "agreed"))),
    ("reopen", over, decide(r.Reopen("mistake"))),
    ("void_game", running, lambda live: void_game(live.game_id, ARBITER, "test")),
    (
        "send_notice",
        running,
        lambda live: send_notice("Tea", topic=TOPIC, actor=ARBITER, minutes=5, now_ms=live.now_ms),
    ),
    ("take_custody", at_a_table, lambda tablet: Tablet(tablet.live, "tab-2").take()),
    ("give_back", at_the_desk, lambda tablet: give_back(tablet.live.game_id, ARBITER, now_ms=1)),
    ("adopt_late_entries", late, lambda tablet: adopt(tablet.live.game_id, 1, ARBITER)),
    (
        "set_late_entries_aside",
        late,
        lambda tablet: set_aside(tablet.live.game_id, 1, ARBITER, reason="replayed"),
    ),
    ("approve_offline", decided_offline, lambda tablet: offline_review.approve(tablet.live.game_id, ARBITER)),
]


@pytest.mark.parametrize(("verb", "state", "deed"), GAMES, ids=[verb for verb, _, _ in GAMES])
def test_every_decision_about_a_game_is_logged(verb, state, deed):
    at = state()
    before = Action.objects.count()
    deed(at)
    (entry,) = Action.objects.order_by("pk")[before:]
    assert (entry.verb, entry.actor) == (verb, ARBITER.who)
    assert entry.target.startswith(TOPIC)
    assert values_without_label(entry) == set()


@pytest.mark.parametrize("request_", [FIRST_MOVE, r.Resign(Seat.X), r.Offer(Seat.X)], ids=str)
def test_what_players_do_is_in_the_log_of_the_game_alone(request_):
    live = running() if isinstance(request_, r.MakeMove) else moved()
    before = Action.objects.count()
    live.granted(request_, actor=TABLE)
    assert Action.objects.count() == before
