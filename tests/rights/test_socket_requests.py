"""Every message of a board, sent in every role: the answer is what the table of rights says."""

import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.test import Client

from games.access import links
from games.access.permissions import SESSION_LINKS, SESSION_PINS, SYSTEM
from games.access.roles import PERSONAL, RIGHTS, Role
from games.faults import Fault
from games.live import requests
from games.live.consumers import GameConsumer, TableConsumer, TopicConsumer
from games.live.database_threads import reading, writing
from games.models import Game, Grant
from games.protocol.downward import PROTOCOL
from games.protocol.upward import CONTROLS, REQUESTS, parse, parse_request
from games.services.custody import take_custody
from games.services.opening import open_game
from games.services.recording import record
from tests.rights.conftest import NEVER_MS

BEGIN_MS = 1_800_000_000_000
TOPIC, TABLE = "tournament:3", "table:3:4"
GRANTED = "granted"


@dataclass(frozen=True)
class Sample:
    """A message that is granted with the right alone, in a game in which `before` was recorded."""

    type: str
    fields: dict[str, Any] = field(default_factory=dict)
    before: tuple["Sample", ...] = ()
    about: str = ""  # tells samples of the same type apart
    right: str = ""  # where it is not the message's own name
    agreed: dict[str, Any] = field(default_factory=dict)
    held_by: str | None = None  # the tab that keeps the game already; empty for the desk
    after_ms: int = 1_000
    in_tournaments: str = GRANTED  # what the referee says there to those who have the right

    def __str__(self) -> str:
        return f"{self.type}-{self.about}" if self.about else self.type

    @property
    def verb(self) -> str:
        return self.right or self.type

    @property
    def is_for_a_seat(self) -> bool:
        return self.fields.get("seat", self.fields.get("side")) is not None

    @property
    def message(self) -> dict[str, Any]:
        return {"type": self.type, "nonce": "n1", **self.fields}


# The seat that is asked for is always X.
START = Sample("start")
MOVE = Sample("move", {"seat": "X", "ply": 0, "move": "e5W"}, (START,))
PAUSE = Sample("pause", {"reason": "break"}, (START,))
OFFERED = (START, MOVE, Sample("offer", {"seat": "O"}))
OVER = (START, Sample("resign", {"seat": "O"}))
WHY = {"reason": "as seen at the table"}
TO_BE_CALLED = {"rules": "announce=required", "position": "XXXX./...../...../...../..... X"}
TAKE = {"take": True, "tab": "tab-1"}
AT_A_TABLE = {"keeper": "table"}

SAMPLES = (
    START,
    MOVE,
    Sample("press", {"seat": "X", "ply": 0}, (START,), agreed={"input": "presses"}),
    Sample("call", {"seat": "X", "ply": 1}, (START, MOVE), agreed=TO_BE_CALLED),
    Sample("resign", {"seat": "X"}, (START,)),
    Sample("offer", {"seat": "X"}, (START,)),
    Sample("accept", {"seat": "X"}, OFFERED),
    Sample("decline", {"seat": "X"}, OFFERED),
    Sample("flag", {}, (START,), after_ms=660_000),
    Sample("arbiter", {"seat": "X"}, (START,)),
    Sample("arbiter", {"seat": None}, (START,), "for-no-seat"),
    Sample("confirm", {"side": "X", "winner": "X", "ending": "resignation"}, OVER),
    Sample("confirm", {"side": "X", "winner": "O"}, (START,), "entered", agreed={"input": "presses"}),
    PAUSE,
    Sample("resume", {}, (START, PAUSE)),
    Sample("adjust", {"seat": "X", "add_ms": 60_000, **WHY}, (START,)),
    Sample("penalty", {"seat": "X", "time_ms": 60_000, **WHY}, (START,)),
    Sample("illegal", {"seat": "X", **WHY}, (START,)),
    Sample("takeback", {"to_ply": 0, **WHY}, (START, MOVE)),
    Sample(
        "takeback",
        {"to_ply": 0, "seat": "X"},
        (START, MOVE),
        "asked-of-the-opponent",
        right="offer",
        in_tournaments="arbiter-takes-back",
    ),
    Sample("position", {"position": "...X./...../...../...../..... O", **WHY}, (START,)),
    Sample("rule", {"winner": "X", **WHY}, (START,)),
    Sample("reopen", WHY, OVER),
    Sample("custody", {**TAKE, "take": False}, about="only-asked", agreed=AT_A_TABLE, held_by="tab-2"),
    Sample("custody", TAKE, about="without-keeper", agreed=AT_A_TABLE),
    Sample("custody", TAKE, about="of-this-tab", agreed=AT_A_TABLE, held_by="tab-1"),
    Sample("custody", TAKE, about="of-another-tab", right="take_custody", agreed=AT_A_TABLE, held_by="tab-2"),
    Sample("custody", TAKE, about="of-the-desk", right="take_custody", agreed=AT_A_TABLE, held_by=""),
)
# The connection answers these without reading the actor.
UNASKED = {"since": {"seq": 0}, "ping": {"t": 1}}
UNANSWERED = {"here"}


@dataclass(frozen=True)
class Person:
    """A sender: the role held, where in a tournament (in a casual game: on the game), at which seat."""

    role: Role
    scope: str = ""
    seat: str = ""

    def roles_for(self, sample: Sample, casual: bool) -> set[Role]:
        roles = {Role.ANYBODY, self.role}
        if self.role in ACCOUNTS:
            roles.add(Role.SIGNED_IN)
        if self.role is Role.TABLE_WITH_PIN:
            roles.add(Role.TABLE)
        if self.seat == "O" and sample.is_for_a_seat:
            roles.discard(Role.PLAYER)
        if casual:
            roles |= {of_casual for plain, of_casual in IN_CASUAL_GAMES.items() if plain in roles}
        if Role.PLAYER in roles and sample.agreed.get("keeper") != "table":
            roles.add(Role.OWN_DEVICE)
        return roles


ACCOUNTS = (Role.ORGANISER, Role.ARBITER, Role.SCORER, Role.SIGNED_IN)
IN_CASUAL_GAMES = {Role.TABLE: Role.CASUAL_TABLE, Role.PLAYER: Role.CASUAL_PLAYER}

PEOPLE = {
    "organiser of the club": Person(Role.ORGANISER, "club"),
    "organiser": Person(Role.ORGANISER, TOPIC),
    "arbiter": Person(Role.ARBITER, TOPIC),
    "scorer": Person(Role.SCORER, TOPIC),
    "display": Person(Role.DISPLAY, TOPIC),
    "table": Person(Role.TABLE, TABLE),
    "table with PIN": Person(Role.TABLE_WITH_PIN, TABLE),
    "player of X": Person(Role.PLAYER, seat="X"),
    "player of O": Person(Role.PLAYER, seat="O"),
    "signed in": Person(Role.SIGNED_IN),
    "anybody": Person(Role.ANYBODY),
}


def expected(sample: Sample, name: str, casual: bool) -> str:
    """Return what the table of rights says."""
    person = PEOPLE[name]
    if person.scope == "club" and sample.verb not in PERSONAL:
        return GRANTED
    allowed, roles = RIGHTS[sample.verb], person.roles_for(sample, casual)
    if allowed & roles:
        return GRANTED if casual else sample.in_tournaments
    return "pin-needed" if Role.TABLE in roles and Role.TABLE_WITH_PIN in allowed else "not-allowed"


def opened(sample: Sample, casual: bool) -> Game:
    where = {"casual": True} if casual else {"topic": TOPIC, "place": TABLE}
    agreed = {"rules": "", "control": "10", "first": "X", "seats": 2, "players": {}, **where, **sample.agreed}
    game = open_game(**agreed, now_ms=BEGIN_MS)
    for each in sample.before:
        asked = parse_request(each.message)
        answer = record(game_id=game.pk, request=asked, actor=SYSTEM, stamp_ms=BEGIN_MS)
        assert answer.refused is None, answer.refused
    if sample.held_by is not None:
        take_custody(game.pk, sample.held_by, SYSTEM, now_ms=BEGIN_MS)
    return game


def scope_of(person: Person, game: Game) -> dict[str, Any]:
    """Return the socket of a device or account that holds the role."""
    at = person.scope if person.scope == "club" or not game.casual else ""
    at = at or game.scope
    client = Client()
    if person.role in ACCOUNTS:
        user = get_user_model().objects.create(username="ada")
        if person.role is not Role.SIGNED_IN:
            Grant.objects.create(subject=f"user:{user.pk}", role=person.role, scope=at, created_ms=0)
        client.force_login(user)
        return {"type": "websocket", "session": client.session}
    session = SessionStore()
    if person.role is not Role.ANYBODY:
        role = Role.TABLE if person.role is Role.TABLE_WITH_PIN else person.role
        session[SESSION_LINKS] = [links.make(SYSTEM, role=role, scope=at, seat=person.seat).link.pk]
    if person.role is Role.TABLE_WITH_PIN:
        session[SESSION_PINS] = {at: NEVER_MS}
    session.save()
    return {"type": "websocket", "session": session}


def answer_to(sample: Sample, person: Person, game: Game) -> str:
    """Return the word for yes, or the code of the refusal, which must leave no trace in the game."""
    scope, frame = scope_of(person, game), parse(sample.message)
    before = (game.seq, game.epoch)
    try:
        reply = requests.record(game.pk, scope, frame, BEGIN_MS + sample.after_ms, 0)
    except Fault as fault:
        game.refresh_from_db()
        assert (game.seq, game.epoch) == before
        return fault.code
    assert reply.message["type"] == ("custody" if sample.type == "custody" else "answer")
    assert reply.message.get("seq", True), "Granted, and yet nothing happened."
    return GRANTED


@pytest.mark.django_db
@pytest.mark.usefixtures("plain_scopes")
@pytest.mark.parametrize("casual", [False, True], ids=["tournament", "casual"])
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_every_role_is_answered_as_the_table_says(sample, casual):
    game = opened(sample, casual)
    met = {}
    for name, person in PEOPLE.items():
        game.refresh_from_db()
        with transaction.atomic():
            met[name] = answer_to(sample, person, game)
            transaction.set_rollback(True)
    assert met == {name: expected(sample, name, casual) for name in PEOPLE}


def test_every_message_has_a_sample_and_a_right():
    messages = REQUESTS.keys() | CONTROLS.keys()
    assert messages == {sample.type for sample in SAMPLES} | UNASKED.keys() | UNANSWERED
    assert messages <= RIGHTS.keys()


@asynccontextmanager
async def connected(consumer, **captured):
    """Connect without any right, in that kind of connection: `ask` gives the next answer of that type."""
    scope = {
        "type": "websocket",
        "headers": [],
        "address": "192.0.2.7",
        "session": None,
        "url_route": {"kwargs": captured},
        "query_string": b"v=%d" % PROTOCOL,
    }
    socket = ApplicationCommunicator(consumer.as_asgi(), scope)

    async def ask(message, wanted):
        await socket.send_input({"type": "websocket.receive", "text": json.dumps(message)})
        while True:
            heard = json.loads((await socket.receive_output(timeout=10)).get("text", "{}"))
            if heard.get("type") == wanted:
                return heard

    await socket.send_input({"type": "websocket.connect"})
    yield ask
    await socket.send_input({"type": "websocket.disconnect"})
    await socket.wait(timeout=10)


@pytest.fixture
def threads(transactional_db):
    """Commit for the threads of the live side, which see no open transaction; close their connections."""
    yield
    reading.close()
    writing.close()


async def test_what_is_answered_unasked_is_open_to_anybody(threads):
    game = await sync_to_async(opened)(MOVE, casual=False)
    answers = {"since": "event", "ping": "pong"}
    async with connected(GameConsumer, code=game.code) as ask:
        assert await ask({"type": "here"}, "state")  # and only the first message of every connection
        for kind, fields in UNASKED.items():
            assert Role.ANYBODY in RIGHTS[kind]
            assert await ask({"type": kind, **fields}, answers[kind])


async def test_walls_and_table_connections_take_no_request_at_all(threads, plain_scopes):
    for consumer, captured in ((TopicConsumer, {"topic": TOPIC}), (TableConsumer, {"place": TABLE})):
        async with connected(consumer, **captured) as ask:
            for sample in SAMPLES:
                assert (await ask(sample.message, "refused"))["code"] == "read-only", sample
