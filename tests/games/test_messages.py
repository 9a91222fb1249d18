"""Test JSON to typed values and back: every message is read, or refused with a sentence."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.access.roles import RIGHTS
from games.models import Event
from games.protocol.downward import history, state_message
from games.protocol.upward import (
    CONTROLS,
    REQUESTS,
    BadMessage,
    Ping,
    Since,
    TableEntry,
    TakeCustody,
    parse,
    request_json,
)
from games.referee import requests as r
from games.rules import Ending, Move, Position, Seat, Side
from tests.databases import own_rows
from tests.plugins.examples import examples

REQUEST_SAMPLES = [
    r.Start(),
    r.MakeMove(Seat.X, 3, Move.parse("c1E!"), spent_ms=1_200),
    r.MakeMove(Seat.N, 3, Move.parse("c1E.S")),
    r.Press(Seat.W, 7, spent_ms=0),
    r.CallLine(Seat.O, 9),
    r.Offer(Seat.X),
    r.Accept(Seat.O),
    r.Decline(Seat.O),
    r.Resign(Seat.E),
    r.Flag(),
    r.Pause("fire drill"),
    r.Resume("fire drill"),
    r.Resume(),
    r.CallArbiter(None, "a cube is missing"),
    r.CallArbiter(Seat.X),
    r.Adjust("late start", "X", set_ms=60_000),
    r.Adjust("late start", "game", add_ms=-5_000),
    r.Adjust("wrong turn", turn=Seat.O),
    r.Adjust("period lost by us", "X", periods=3),
    r.Penalise(Seat.X, "talking"),
    r.Penalise(Seat.X, "talking", 30_000),
    r.NoteIllegal(Seat.X, "took a ring"),
    r.TakeBack(4, None, "wrong cube"),
    r.TakeBack(4, Seat.X),
    r.SetPosition(Position.parse("...../...../...../...../....X O"), "as on the wood"),
    r.Rule(None, "both left", Ending.RULING),
    r.Rule(Side.X, "no show", Ending.FORFEIT),
    r.Reopen("wrong board"),
    r.Confirm(Side.X, None, Ending.AGREEMENT),
    r.Confirm(Side.O, Side.X),
]


@pytest.mark.parametrize("request_", REQUEST_SAMPLES, ids=lambda each: type(each).__name__)
def test_every_request_survives_the_wire(request_):
    wire = json.loads(json.dumps(request_json(request_)))
    assert parse({**wire, "nonce": "n1"}).ask == request_


def test_the_samples_and_the_rights_know_every_message():
    assert {type(each) for each in REQUEST_SAMPLES} == {kind for kind, _ in REQUESTS.values()}
    assert set(RIGHTS) >= set(REQUESTS) | set(CONTROLS)


def test_what_is_asked_of_the_server_itself():
    assert parse({"type": "since", "seq": 4}).ask == Since(4)
    assert parse({"type": "ping", "t": 12.5, "mark": 3}).ask == Ping(12.5, 3)
    assert parse({"type": "custody", "tab": "t1"}).ask == TakeCustody(True, "t1")


def test_an_entry_of_a_table_has_its_number_and_its_time():
    frame = parse(
        {
            "type": "press",
            "seat": "X",
            "ply": 0,
            "nonce": "a",
            "epoch": 2,
            "n": 5,
            "spent_ms": 900,
            "tab": "t",
        }
    )
    assert frame.entry == TableEntry(2, 5, 900, "t")
    assert (frame.verb, frame.nonce, frame.instruction) == ("press", "a", None)


def test_a_body_holds_the_known_fields_only():
    frame = parse({"type": "start", "nonce": "a", "colour": "\x00", "instruction": 7})
    assert frame.body == {"type": "start", "nonce": "a", "instruction": 7}


BAD = [
    ([], "not-an-object", {}),
    ({"seat": "X"}, "not-an-object", {}),
    ({"type": ["move"]}, "not-an-object", {}),
    ({"type": "castle", "nonce": "a"}, "unknown-type", {"type": "castle"}),
    ({"type": "start"}, "missing-field", {"field": "nonce"}),
    ({"type": "start", "nonce": "a b"}, "bad-field", {"field": "nonce"}),
    ({"type": "start", "nonce": "a" * 65}, "bad-field", {"field": "nonce"}),
    ({"type": "move", "nonce": "a", "seat": "X", "ply": 0}, "missing-field", {"field": "move"}),
    ({"type": "move", "nonce": "a", "seat": "Q", "ply": 0, "move": "c1E"}, "bad-field", {"field": "seat"}),
    ({"type": "move", "nonce": "a", "seat": "X", "ply": True, "move": "c1E"}, "bad-field", {"field": "ply"}),
    ({"type": "move", "nonce": "a", "seat": "X", "ply": -1, "move": "c1E"}, "bad-field", {"field": "ply"}),
    ({"type": "move", "nonce": "a", "seat": "X", "ply": 0, "move": "z9E"}, "bad-field", {"field": "move"}),
    ({"type": "pause", "nonce": "a", "reason": "\ud800"}, "bad-field", {"field": "reason"}),
    ({"type": "pause", "nonce": "a", "reason": "a\x00b"}, "bad-field", {"field": "reason"}),
    (
        {"type": "adjust", "nonce": "a", "seat": "X", "set_ms": 10**30, "reason": "x"},
        "bad-field",
        {"field": "set_ms"},
    ),
    ({"type": "rule", "nonce": "a", "reason": "x"}, "missing-field", {"field": "winner"}),
    ({"type": "flag", "nonce": "a", "epoch": 1}, "missing-field", {"field": "n"}),
    ({"type": "ping", "t": float("nan")}, "bad-field", {"field": "t"}),
    ({"type": "ping", "t": float("inf")}, "bad-field", {"field": "t"}),
    ({"type": "since"}, "missing-field", {"field": "seq"}),
]


@pytest.mark.parametrize(("data", "code", "params"), BAD, ids=lambda each: str(each)[:40])
def test_what_cannot_be_read_is_refused_with_the_field_and_what_belongs_there(data, code, params):
    with pytest.raises(BadMessage) as bad:
        parse(data)
    assert bad.value.code == code
    assert params.items() <= bad.value.params.items()


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
fields = st.sampled_from(
    sorted(
        {name for _, known in REQUESTS.values() for name in known} | {"nonce", "epoch", "n", "tab", "ago_ms"}
    )
)


@settings(max_examples=examples(100))
@given(st.sampled_from([*REQUESTS, *CONTROLS, "castle"]), st.dictionaries(fields, anything))
def test_random_fields_are_read_or_refused(kind, body):
    try:
        frame = parse({"type": kind, **body})
    except BadMessage:
        return
    assert frame.verb == kind
    json.dumps(frame.body, allow_nan=False).encode()


def test_a_stored_log_gives_the_messages_that_were_sent(
    opened, sent_messages, django_capture_on_commit_callbacks
):
    play = opened("10+5", "announce=required").start()
    with django_capture_on_commit_callbacks(execute=True):
        play.move("c1E")
        play.granted(r.Offer(Seat.O))
        play.move("a1N")
        play.granted(r.TakeBack(1, None, "wrong cube"))
        play.move("a1E")
        play.granted(r.Adjust("late start", "X", add_ms=5_000))
        play.granted(r.Resign(Seat.X))
    read = list(history(play.game, own_rows(Event).order_by("seq"), since=1, now_ms=0))
    assert [each | {"now_ms": 0} for each in sent_messages] == read
    json.dumps(read)


def test_a_state_has_all_that_a_viewer_has_to_draw(opened):
    play = opened("10+5", topic="tournament:3", place="table:3:4").start().moves("c1E a1N")
    state = state_message(play.game, now_ms=play.now_ms, generation=2, mine={"seats": ["X"], "verbs": []})
    assert state["game"]["players"] == {"X": {"name": "Player X"}, "O": {"name": "Player O"}}
    assert (state["seq"], state["ply"], state["seat"], state["status"]) == (3, 2, "X", "running")
    assert state["last"] == {"seat": "O", "move": "a1N", "passes": []}
    assert (state["generation"], state["epoch"], state["mine"]["seats"]) == (2, 0, ["X"])
    last_event = next(iter(history(play.game, play.game.events.all(), since=2, now_ms=0)))
    shared = state.keys() & last_event.keys() - {"type", "game", "now_ms"}
    assert {key: state[key] for key in shared} == {key: last_event[key] for key in shared}
    json.dumps(state)
