"""Play a live game in a few words: `play = opened("10+5")`, `play.start()`, `play.move("c1E")`."""

import itertools
from dataclasses import dataclass, field

import pytest

from games.access.permissions import Actor, Holding
from games.access.roles import Role
from games.models import Game
from games.protocol.downward import event_message
from games.protocol.upward import TableEntry, parse, request_json
from games.referee import requests as r
from games.rules import Move, Seat
from games.services.custody import take_custody
from games.services.lost_time import Process
from games.services.opening import open_game
from games.services.recording import record
from games.signals import event_recorded
from tests.games.folding import assert_logs_fold_to_rows

BEGIN_MS = 1_800_000_000_000
ARBITER = Actor(
    subjects=frozenset({"user:1"}),
    user_id=1,
    address="192.0.2.1",
    holdings=frozenset({Holding(Role.ARBITER, "club")}),
)
TABLE = Actor(subjects=frozenset({"link:1"}), holdings=frozenset({Holding(Role.TABLE, "club")}))


@pytest.fixture(autouse=True)
def the_log_folds_to_the_row(request):
    """Compare every log with its row after each test that may touch games."""
    needs = next((name for name in ("transactional_db", "db") if name in request.fixturenames), None)
    if needs:
        request.getfixturevalue(needs)  # set up before this fixture, so that it is still there afterwards
    yield
    if needs:
        assert_logs_fold_to_rows()


def mark_flag(game_id, now_ms):
    """Look at the flag as a server process does."""
    return Process(lambda: now_ms).mark_flag(game_id)


@pytest.fixture
def sent_messages(db):
    """Collect the messages of events that the signal sends."""
    messages = []

    def note(sender, signal, game_id, topic, **values):
        messages.append(event_message(**values))

    event_recorded.connect(note)
    yield messages
    event_recorded.disconnect(note)


@dataclass
class Live:
    """One game and its time; requests are recorded as a consumer would."""

    game_id: int
    now_ms: int = BEGIN_MS
    nonces: itertools.count = field(default_factory=lambda: itertools.count(1))

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.game_id)

    @property
    def state(self):
        return self.game.state_now()

    @property
    def kinds(self) -> str:
        return " ".join(self.game.events.order_by("seq").values_list("kind", flat=True))

    def ask(self, request, after_ms=0, *, nonce=None, actor="user:7", **more):
        self.now_ms += after_ms
        nonce = f"n{next(self.nonces)}" if nonce is None else nonce
        return record(
            game_id=self.game_id, request=request, actor=actor, nonce=nonce, stamp_ms=self.now_ms, **more
        )

    def granted(self, request, after_ms=0, **more):
        answer = self.ask(request, after_ms, **more)
        assert answer.refused is None, answer.refused
        return answer

    def refusal(self, request, after_ms=0, **more) -> str:
        answer = self.ask(request, after_ms, **more)
        assert answer.refused is not None, answer
        return answer.refused.code

    def start(self):
        self.granted(r.Start())
        return self

    def make(self, text, seat=None, ply=None, **claim):
        state = self.state
        return r.MakeMove(
            Seat(seat) if seat else state.seat, state.ply if ply is None else ply, Move.parse(text), **claim
        )

    def move(self, text, after_ms=1_000, **more):
        return self.granted(self.make(text), after_ms, **more)

    def moves(self, text):
        for word in text.split():
            self.move(word)
        return self

    def left_ms(self, seat) -> int:
        return self.state.clock.charge_until(self.now_ms).clock.account(seat).main_ms


@dataclass
class Tablet:
    """The tab that keeps a table's game: numbers its entries, reads its own clock, queues while offline."""

    live: Live
    tab: str = "tab-1"
    epoch: int = 0
    n: int = 0
    spent_ms: int = 0

    def take(self):
        custody = take_custody(self.live.game_id, self.tab, ARBITER, now_ms=self.live.now_ms)
        self.epoch, self.n = custody.epoch, custody.n
        return self

    def frame(self, request, after_ms=0, **changes):
        """Return the next entry as it is sent; time passes at the table."""
        self.n += 1
        self.spent_ms += after_ms
        self.live.now_ms += after_ms
        body = {
            **request_json(request),
            "nonce": f"{self.tab}-{self.epoch}-{self.n}",
            "epoch": self.epoch,
            "n": self.n,
            "tab": self.tab,
            "spent_ms": self.spent_ms,
            **changes,
        }
        if isinstance(request, r.MakeMove | r.Press | r.Start):
            self.spent_ms = 0
        return body

    def send(self, body, *, at_ms=None, gaps=None):
        frame = parse(body)
        return record(
            game_id=self.live.game_id,
            request=frame.ask,
            actor="link:3",
            nonce=frame.nonce,
            body=frame.body,
            stamp_ms=self.live.now_ms if at_ms is None else at_ms,
            entry=frame.entry,
            instruction=frame.instruction,
            gaps=gaps,
        )

    def enter(self, request, after_ms=0, **changes):
        return self.send(self.frame(request, after_ms, **changes))


@pytest.fixture
def opened(db):
    return open_live


def open_live(control="10", rules="", first="X", **given) -> Live:
    seat = Seat(first)
    players = {each.value: {"name": f"Player {each.value}", "ref": ""} for each in Seat.of(seat.seats)}
    game = open_game(
        rules=rules,
        control=control,
        first=first,
        seats=seat.seats,
        players=players,
        now_ms=BEGIN_MS,
        **given,
    )
    return Live(game.pk)


@pytest.fixture
def at_table(opened):
    """Open a table's game that its tablet has started."""

    def make(control="10", **given) -> Tablet:
        tablet = Tablet(opened(control, keeper="table", **given)).take()
        answer = tablet.enter(r.Start())
        assert answer.refused is None, answer.refused
        return tablet

    return make


__all__ = ["ARBITER", "BEGIN_MS", "TABLE", "Live", "TableEntry", "Tablet", "mark_flag", "open_live"]
