"""Test that no message in any order harms the server, and that the log is one of the referee.

Each test counts what it sent and what was answered, so that "thousands" is a figure and not a hope.
"""

import contextlib
import itertools
import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clock import TimeControl
from games.live.connection_limits import MALFORMED
from games.models import Game
from games.protocol.json_text import UnreadableFrame, decode
from games.protocol.upward import CONTROLS, REQUESTS, VERBS, BadMessage, parse, parse_request
from games.referee import Agreement, Refused, State, decide, load_event, replay_while_valid
from games.rules import Ending, RuleSet, Seat
from tests.live.client import Client
from tests.plugins.examples import examples

MANY = 40  # messages in one example: few enough to be shrunk, enough to get somewhere
nonces = (f"fuzz-{number}" for number in itertools.count())

# ---- what is sent

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
bytes_or_text = st.binary(max_size=100) | st.binary(max_size=100).map(lambda raw: raw.decode("latin-1"))

counts = st.integers(0, 12)
times = st.integers(0, 700_000)
words = st.sampled_from(["arbiter", "player", "hall", "noise"])
RIGHT = {
    "seat": st.sampled_from("XO"),
    "ply": counts,
    "to_ply": counts,
    "move": st.builds("{}{}{}".format, st.sampled_from("abcde"), st.integers(1, 5), st.sampled_from("NESW")),
    "spent_ms": st.integers(0, 3_000),
    "reason": words,
    "set_ms": times,
    "add_ms": st.integers(-5_000, 60_000),
    "periods": counts,
    "turn": st.sampled_from("XO"),
    "time_ms": times,
    "position": st.sampled_from(["X..../...../..O../...../..... X", "XXXX./...../...../...../OOOO. O"]),
    "winner": st.sampled_from(["X", "O", None]),
    "ending": st.sampled_from(list(Ending)),
    "side": st.sampled_from("XO"),
}


def well_formed(kind):
    """Draw a request of this kind that can be read; the referee grants or refuses it."""
    fields = REQUESTS[kind][1]
    return st.fixed_dictionaries(
        {"type": st.just(kind), **{name: RIGHT[name] for name, field in fields.items() if field.required}},
        optional={name: RIGHT[name] for name, field in fields.items() if not field.required},
    )


requests = st.sampled_from(list(REQUESTS)).flatmap(well_formed)
JUNK = (None, True, -1, 0, 3, 10**30, 1.5, -1e300, "", "N", "game", "x" * 400, "\x00", [], [1], {}, {"a": 1})
AROUND = ("type", "epoch", "n", "tab", "ago_ms", "generation", "unlocked", "instruction")
# A request of which one thing is wrong, or there without need.
half_right = st.builds(
    lambda message, name, junk: {**message, name: junk},
    requests,
    st.sampled_from([*RIGHT, *AROUND]),
    st.sampled_from(JUNK),
)

# Half of them speak for the seat on the move: drawn blindly, hardly a move would ever be the next.
aimed = st.tuples(well_formed("move") | requests, st.booleans())


def for_now(message, aims, seat, ply):
    if not aims or "ply" not in message:
        return message
    return {**message, "seat": seat, "ply": ply}


def to_text(message):
    return json.dumps(message)


# ---- to whom

FRAMES_A_CONNECTION = 400


class Fuzzed:
    """A client with every right on a game: each frame is answered, and the answers are counted."""

    def __init__(self, server, game, key):
        self.server, self.game, self.key = server, game, key
        self.client = None
        self.left = 0  # how much this connection may still send without being thrown out
        self.answers = Counter()

    def ask(self, frame, nonce=""):
        """Send one frame; a connection that has used up what it may is exchanged for a new one."""
        if self.left == 0:
            self.connect()
        self.left -= 1
        self.client.send(frame)
        answer = self.client.wait(lambda message: message.get("nonce") == nonce)
        self.answers[answer["type"]] += 1
        if self.is_malformed(answer):
            self.malformed += 1
            self.left = min(self.left, MALFORMED - 1 - self.malformed)
        return answer

    def request(self, message):
        nonce = next(nonces)
        return self.ask(to_text({"nonce": nonce, **message}), nonce)

    def stands_after(self, seq):
        """Return the event, or a state that has it: a change of custody sends one at any time."""

        def shows(message):
            return message.get("seq") == seq and message["type"] in {"event", "state"}

        return next(filter(shows, self.client.received), None) or self.client.wait(shows)

    @staticmethod
    def is_malformed(answer):
        return answer.get("code") in {"unreadable", *BadMessage.sentences}

    def connect(self):
        self.close()
        self.client = Client(self.server, "game", self.game.code, self.key).__enter__()
        self.state = self.client.wait("state")
        self.left, self.malformed = FRAMES_A_CONNECTION, 0

    def close(self):
        if self.client is not None:
            self.client.__exit__()
        self.client, self.left = None, 0

    def seq(self):
        return Game.objects.values_list("seq", flat=True).get(pk=self.game.pk)

    def check(self):
        """Check that the log folds to the row, and that every event would be ruled the same again."""
        game = Game.objects.get(pk=self.game.pk)
        log = [load_event(data) for data in game.events.values_list("data", flat=True)]
        assert replay_while_valid(game.agreement, log) == (game.state_now(), None)


@pytest.fixture
def fuzz(server, new_game, session):
    """Make `fuzz(keeper="table")`: a new game and a client that sends everything to it."""
    opened = []

    def open_game(**wanted):
        game = new_game(**wanted)
        opened.append(Fuzzed(server, game, session(game, "table")))
        return opened[-1]

    yield open_game
    for each in opened:
        each.close()


# ---- what happens


@pytest.mark.parametrize(
    "frames", [bytes_or_text, anything.map(to_text)], ids=["random bytes", "JSON of random shape"]
)
def test_what_is_no_message_is_refused_and_changes_nothing(fuzz, frames):
    fuzzed = fuzz()

    @settings(max_examples=examples(30))
    @given(st.lists(frames, min_size=MANY, max_size=MANY))
    def send(frames):
        for frame in frames:
            assert Fuzzed.is_malformed(fuzzed.ask(frame)), frame
        assert fuzzed.seq() == 0

    send()
    assert fuzzed.answers["refused"] >= examples(30) * MANY
    fuzzed.check()


def test_messages_that_are_half_right_are_answered_and_make_a_legal_log_or_nothing(fuzz):
    fuzzed = fuzz()

    @settings(max_examples=examples(8))
    @given(st.lists(half_right, min_size=MANY, max_size=MANY))
    def send(messages):
        for message in messages:
            fuzzed.request(message)

    send()
    assert fuzzed.answers.total() >= examples(8) * MANY
    fuzzed.check()


@pytest.mark.parametrize(("keeper", "count"), [("server", examples(10)), ("table", examples(6))])
def test_legal_messages_in_any_order_make_a_legal_log_or_nothing(fuzz, keeper, count):
    answers = Counter()

    @settings(max_examples=count)
    @given(st.lists(aimed, min_size=MANY, max_size=MANY))
    def send(messages):
        fuzzed = fuzz(keeper=keeper)
        fuzzed.connect()
        seat, ply = fuzzed.state["seat"], fuzzed.state["ply"]
        as_entry = {}
        if keeper == "table":
            fuzzed.client.ask("custody", tab="table")
            as_entry = {"epoch": 1, "tab": "table"}
        for n, (message, aims) in enumerate([({"type": "start"}, False), *messages], 1):
            entry = {**as_entry, "n": n} if as_entry else {}
            answer = fuzzed.request({**entry, **for_now(message, aims, seat, ply)})
            assert not Fuzzed.is_malformed(answer), answer
            assert answer.get("code") != "entry-gap"
            if answer["type"] == "answer":
                stands = fuzzed.stands_after(answer["seq"])
                seat, ply = stands["seat"], stands["ply"]
        fuzzed.check()
        answers.update(fuzzed.answers)
        fuzzed.close()

    send()
    assert answers.total() >= count * MANY
    assert answers["answer"] >= 3 * count, "hardly a message was granted"


def test_the_referee_grants_or_refuses_legal_messages_in_any_order():
    asked = Counter()

    @settings(max_examples=examples(50))
    @given(st.lists(aimed, min_size=MANY, max_size=MANY))
    def ask(messages):
        agreement = Agreement(RuleSet.parse(""), TimeControl.parse("10+5"), Seat.X, casual=True)
        state, log = State.new(agreement), []
        for at, (message, aims) in enumerate([({"type": "start"}, False), *messages]):
            request = parse_request(for_now(message, aims, state.seat.value, state.ply))
            try:
                ruling = decide(state, request, 1_000_000 + 1_000 * at, log)
            except Refused:
                asked["refused"] += 1
                continue
            asked["granted"] += 1
            log.append(ruling.event)
            state = ruling.after
        assert replay_while_valid(agreement, log) == (state, None)

    ask()
    assert asked.total() >= examples(50) * MANY
    assert asked["granted"] >= 3 * examples(50), "hardly a message was granted"


def test_any_text_is_read_or_refused():
    read = Counter()

    @settings(max_examples=examples(75))
    @given(st.lists(st.text(max_size=100) | bytes_or_text, min_size=MANY, max_size=MANY))
    def read_all(texts):
        for text in texts:
            read[read_or_refuse(text if isinstance(text, str) else text.decode("latin-1"))] += 1

    read_all()
    assert read.total() >= examples(75) * MANY


def test_any_message_is_read_or_refused():
    read = Counter()
    with_nonce = half_right.map(lambda message: {"nonce": "n", **message})
    controls = st.fixed_dictionaries(
        {"type": st.sampled_from(list(CONTROLS))},
        optional=dict.fromkeys(("seq", "t", "mark", "take", "tab"), st.sampled_from(JUNK)),
    )

    @settings(max_examples=examples(40))
    @given(st.lists(with_nonce | controls | anything, min_size=MANY, max_size=MANY))
    def read_all(messages):
        for message in messages:
            read[read_or_refuse(to_text(message))] += 1

    read_all()
    assert read.total() >= examples(40) * MANY
    assert read["read"] >= examples(40), "hardly a message could be read"


def read_or_refuse(text):
    """Read or refuse the text; every other outcome is a bug."""
    with contextlib.suppress(UnreadableFrame, BadMessage):
        assert parse(decode(text)).verb in {*VERBS.values(), *CONTROLS}
        return "read"
    return "refused"


def test_what_is_well_formed_can_be_read():
    """Check that the referee judges the messages above: they are not refused before."""
    for kind in REQUESTS:

        @settings(max_examples=10)
        @given(well_formed(kind))
        def read(message):
            assert parse_request(message)

        read()
