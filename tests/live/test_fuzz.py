"""Whatever is sent, in whatever order: the server lives, and the log is one the referee would have made."""

import contextlib
import itertools
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from games.live.wire import Unreadable, decode
from games.messages import VERBS, BadMessage, parse
from games.models import Game
from games.referee import load_event, replay_while_valid
from tests.live.client import Client

# Fixtures are shared by all examples on purpose: one game, one server, thousands of messages.
MANY = {"suppress_health_check": [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]}
nonces = (f"fuzz-{number}" for number in itertools.count())

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
seats = st.sampled_from("XONESW")
counts = st.integers(-1, 12)
times = st.integers(-5, 700_000)
words = st.sampled_from(["", "arbiter", "player", "hall", "noise"])
moves = st.builds("{}{}{}".format, st.sampled_from("abcde"), st.integers(1, 5), st.sampled_from("NESW"))
FIELDS = {
    "seat": seats | st.none() | st.just("game"),
    "ply": counts,
    "to_ply": counts,
    "move": moves | st.text(max_size=6),
    "spent_ms": times,
    "reason": words | st.none(),
    "set_ms": times,
    "add_ms": times,
    "periods": counts,
    "turn": seats,
    "time_ms": times | st.none(),
    "position": st.just("X..../...../..O../...../..... X") | st.text(max_size=40),
    "winner": st.sampled_from("XO") | st.none(),
    "ending": st.sampled_from(["line", "ruling", "agreement", "flag", "nonsense"]),
    "side": st.sampled_from("XO"),
    "epoch": counts,
    "n": counts,
    "tab": words,
    "take": st.booleans(),
    "seq": counts,
    "t": anything,
    "mark": anything,
}
types = st.sampled_from([*VERBS.values(), "since", "ping", "custody", "state", "event"])
half_right = st.builds(
    lambda kind, fields: {"type": kind, **fields}, types, st.fixed_dictionaries({}, optional=FIELDS)
)


def told(frame):
    return frame if isinstance(frame, bytes) else json.dumps(frame)


class Fuzzed:
    """One game and a client with every right on it, connected again whenever it was thrown out."""

    def __init__(self, server, game, key):
        self.server, self.game, self.key = server, game, key
        self.client = None

    def send(self, frames):
        """All of them, then a ping that is answered once they were dealt with, unless we are thrown out."""
        try:
            client = self.connected()
            for frame in (*frames, b'{"type": "ping", "t": "still there"}'):
                client.send(frame if isinstance(frame, str) else frame.decode("latin-1"))
            end = client.wait(lambda m: m.get("t") == "still there" or m.get("code") == "too-fast")
            if end["type"] == "refused":  # quicker than anybody may be: start again with a new allowance
                client.__exit__()
                self.client = None
        except ConnectionClosed:
            self.client = None

    def connected(self):
        if self.client is None:
            self.client = Client(self.server, "game", self.game.code, self.key).__enter__()
            self.client.wait("state")
        return self.client

    def seq(self):
        return Game.objects.values_list("seq", flat=True).get(pk=self.game.pk)

    def check(self):
        """The log folds to the row, and every event of it would be ruled the same again."""
        game = Game.objects.get(pk=self.game.pk)
        log = [load_event(data) for data in game.events.values_list("data", flat=True)]
        assert replay_while_valid(game.agreement, log) == (game.stands(), None)


@pytest.fixture(params=["server", "table"])
def fuzzed(request, server, new_game, session):
    game = new_game(keeper=request.param)
    fuzzed = Fuzzed(server, game, session(game, "table"))
    yield fuzzed
    fuzzed.check()
    if fuzzed.client is not None:
        fuzzed.client.__exit__()


@settings(max_examples=40, **MANY)
@given(frames=st.lists(st.binary(max_size=200), min_size=1, max_size=10))
def test_random_bytes_change_nothing(fuzzed, frames):
    before = fuzzed.seq()
    fuzzed.send(frames)
    assert fuzzed.seq() == before


@settings(max_examples=40, **MANY)
@given(frames=st.lists(anything.map(told), min_size=1, max_size=10))
def test_random_json_changes_nothing(fuzzed, frames):
    before = fuzzed.seq()
    fuzzed.send(frames)
    assert fuzzed.seq() == before


@settings(max_examples=30, **MANY)
@given(messages=st.lists(half_right, min_size=5, max_size=15))
def test_messages_in_any_order_make_a_legal_log_or_nothing(fuzzed, messages):
    fuzzed.send([told({"nonce": next(nonces), **message}) for message in messages])


@settings(max_examples=1_000)
@given(text=st.text(max_size=100) | st.binary(max_size=100).map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_read_or_refused(text):
    read_or_refuse(text)


@settings(max_examples=500)
@given(message=half_right | st.dictionaries(st.sampled_from([*FIELDS, "type", "nonce"]), anything))
def test_any_message_is_read_or_refused(message):
    read_or_refuse(told({"nonce": "n", **message}))


def read_or_refuse(text):
    """Nothing but these two: anything else would be our mistake."""
    with contextlib.suppress(Unreadable, BadMessage):
        assert parse(decode(text)).verb in {*VERBS.values(), "since", "ping", "custody"}
