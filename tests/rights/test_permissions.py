"""`may`: whether an actor may do this to that thing."""

from dataclasses import dataclass

import pytest
from django.http import HttpResponse

from games.access.permissions import (
    CLUB,
    SYSTEM,
    Actor,
    NotAllowed,
    ScopedPlace,
    may,
    require,
    right,
    seats_of,
)
from games.access.roles import PERSONAL, RIGHTS, Role, declare
from games.models import Grant
from games.timekeeping import now_ms
from tests.databases import own_rows
from tests.games.actors import actor_for

pytestmark = pytest.mark.django_db

# What a board can send (docs/protocol.md): each needs its row in the table.
MESSAGES = (
    *("start", "move", "press", "call", "resign", "offer", "accept", "decline", "flag", "pause", "resume"),
    *("adjust", "penalty", "illegal", "takeback", "position", "rule", "reopen", "confirm", "arbiter"),
    *("custody", "since", "ping"),
)


@dataclass(frozen=True)
class Board:
    """A game as far as rights are concerned."""

    topic: str = "tournament:3"
    place: str = "table:3:4"
    casual: bool = False

    @property
    def scopes(self):
        return ("game:17", self.topic, self.place, "club")


def actor_with(text, **fields):
    """Make an actor from lines of `subject role scope [seat]`."""
    subjects = set()
    for line in text.strip().splitlines():
        subject, role, scope, *seat = line.split()
        subjects.add(subject)
        Grant.objects.create(subject=subject, role=role, scope=scope, seat="".join(seat), created_ms=now_ms())
    return actor_for(*subjects, **fields)


def test_every_message_of_a_board_has_its_row():
    assert set(MESSAGES) <= RIGHTS.keys()


@pytest.mark.parametrize(
    ("held", "verb", "allowed"),
    [
        ("link:1 player game:17 X", "move", True),
        ("link:1 player game:18 X", "move", False),
        ("entrant:5 player game:17 O", "resign", True),
        ("link:1 player game:17 X", "adjust", False),
        ("link:1 player game:17 X", "arbiter", True),
        ("link:1 player game:17 X", "start", False),
        ("link:1 table table:3:4", "move", True),
        ("link:1 table table:3:5", "move", False),
        ("link:1 table table:3:4", "start", True),
        ("link:1 table table:3:4", "adjust", False),
        ("user:1 arbiter tournament:3", "adjust", True),
        ("user:1 arbiter tournament:4", "adjust", False),
        ("user:1 arbiter club", "adjust", True),
        ("user:1 arbiter tournament:3", "move", False),
        ("user:1 scorer tournament:3", "adjust", False),
        ("user:1 organiser tournament:3", "reopen", True),
        ("user:1 organiser club", "reopen", True),
        ("link:1 display tournament:3", "see_log", False),
    ],
)
def test_a_role_counts_on_the_scopes_a_game_lies_in(held, verb, allowed):
    assert may(actor_with(held), verb, Board()) is allowed


def test_anybody_may_watch():
    assert may(Actor(), "watch", Board())
    assert not may(Actor(), "move", Board())


def test_a_player_moves_only_for_the_granted_seat():
    actor = actor_with("link:1 player game:17 X")
    assert may(actor, "move", Board(), seat="X")
    assert not may(actor, "move", Board(), seat="O")
    assert seats_of(actor, Board(), "XO") == ("X",)


def test_a_table_moves_for_every_seat():
    assert seats_of(actor_with("link:1 table table:3:4"), Board(), "NESW") == ("N", "E", "S", "W")


def test_not_even_the_clubs_organiser_moves_for_a_player():
    organiser = actor_with("user:1 organiser club")
    assert not seats_of(organiser, Board(), "XO")
    assert all(may(organiser, verb, Board()) for verb in RIGHTS.keys() - PERSONAL)


def test_a_pin_makes_a_table_an_arbiter_of_its_tournament_alone():
    held = "link:1 table table:3:4"
    assert may(actor_with(held, unlocked=["tournament:3"]), "adjust", Board())
    own_rows(Grant).all().delete()
    assert not may(actor_with(held, unlocked=["tournament:4"]), "adjust", Board())


def test_a_pin_without_a_table_is_worth_nothing():
    actor = actor_with("link:1 player game:17 X", unlocked=["tournament:3"])
    assert not may(actor, "adjust", Board())


def test_the_refusal_on_a_tablet_asks_for_the_pin():
    with pytest.raises(NotAllowed) as refusal:
        require(actor_with("link:1 table table:3:4"), "adjust", Board())
    assert refusal.value.code == "pin-needed"
    with pytest.raises(NotAllowed) as refusal:
        require(Actor(), "adjust", Board())
    assert refusal.value.code == "not-allowed"


def page_asked_by(actor, rf, method="get"):
    request = getattr(rf, method)("/adjust/")
    request.actor = actor
    return right("adjust", thing=Board)(lambda request: HttpResponse("open"))(request)


def test_a_page_tells_a_tablet_without_the_pin_that_it_needs_it(rf):
    """Signing in would not help a tablet, and the arbiter is beside it."""
    tablet = actor_with("link:1 table table:3:4")
    for method in ("get", "post"):
        with pytest.raises(NotAllowed) as refusal:
            page_asked_by(tablet, rf, method)
        assert refusal.value.code == "pin-needed"


def test_a_page_leads_a_stranger_to_the_sign_in_and_tells_an_account_no(rf):
    assert page_asked_by(Actor(), rf).url.startswith("/sign-in/?next=/adjust/")
    with pytest.raises(NotAllowed):
        page_asked_by(Actor(), rf, "post")
    with pytest.raises(NotAllowed):
        page_asked_by(Actor(user_id=1), rf)


def test_in_a_casual_game_those_who_play_look_after_it_themselves():
    casual = Board(topic="", place="", casual=True)
    table, player = actor_with("link:1 table game:17"), actor_with("link:2 player game:17 X")
    assert may(table, "takeback", casual)
    assert not may(table, "takeback", Board())
    assert may(player, "start", casual)
    assert may(player, "resume", casual)
    assert not may(player, "adjust", casual)


def test_an_empty_scope_of_a_thing_matches_no_grant():
    with pytest.raises(Exception, match="grant_names_both"):
        Grant.objects.create(subject="user:1", role="organiser", scope="", created_ms=0)


def test_the_system_may_everything_and_the_log_names_it():
    assert may(SYSTEM, "reopen", Board())
    assert SYSTEM.who == "system"


@pytest.mark.parametrize(
    ("subjects", "who"),
    [
        (["link:7", "user:3"], "user:3"),
        (["link:7", "link:12", "entrant:5"], "link:12"),
        (["entrant:5"], "entrant:5"),
        ([], "anybody"),
    ],
)
def test_the_log_names_the_account_before_the_link(subjects, who):
    assert Actor(frozenset(subjects)).who == who


def test_a_verb_is_declared_once():
    with pytest.raises(ValueError, match="declared twice"):
        declare({"move": {Role.ANYBODY}})


def test_an_unknown_verb_is_a_bug_and_loud():
    with pytest.raises(KeyError):
        may(Actor(), "fly", ScopedPlace(("club",)))


def test_a_fault_crosses_processes_unchanged():
    import pickle

    fault = pickle.loads(pickle.dumps(NotAllowed("pin-needed")))
    assert fault.code == "pin-needed"


def test_club_is_where_a_right_is_asked_without_a_thing():
    assert may(actor_with("user:1 organiser club"), "manage_club")
    assert may(actor_with("user:2 arbiter tournament:3"), "manage_club", CLUB) is False
