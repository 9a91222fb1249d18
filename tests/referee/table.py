"""A game at a table in text: the referee tests write their stories with it."""

from games.clock import TimeControl
from games.referee import Agreement, Input, Keeper, Refused, State, decide
from games.referee import requests as r
from games.rules import Move, Position, RuleSet, Seat


class Table:
    """A table with its log and its time, so that a test reads as a list of actions."""

    def __init__(self, control="10", rules="", first="X", *, position=None, **agreed):
        given = Position.parse(position) if position else None
        self.agreement = Agreement(
            RuleSet.parse(rules),
            TimeControl.parse(control),
            given.seat if given else Seat(first),
            input=Input(agreed.get("input", "moves")),
            keeper=Keeper(agreed.get("keeper", "table")),
            casual=agreed.get("casual", False),
            position=given,
        )
        self.state = State.new(self.agreement)
        self.log = []
        self.now_ms = 1_000_000

    def ask(self, request, after_ms=0):
        """Grant the request so many milliseconds later, or raise the refusal."""
        ruling = decide(self.state, request, self.now_ms + after_ms, self.log)
        self.now_ms += after_ms
        self.log.append(ruling.event)
        self.state = ruling.after
        return ruling.event

    def refusal(self, request, after_ms=0):
        """Return the code with which the request is refused; the game stays as it was."""
        before = self.state
        try:
            event = self.ask(request, after_ms)
        except Refused as refused:
            assert self.state is before
            return refused.code
        raise AssertionError(f"granted: {event}")

    def start(self):
        self.ask(r.Start())
        return self

    def move(self, text, after_ms=1_000, **claim):
        return self.ask(r.MakeMove(self.state.seat, self.state.ply, Move.parse(text), **claim), after_ms)

    def moves(self, text):
        for word in text.split():
            self.move(word)
        return self

    def press(self, after_ms=1_000):
        return self.ask(r.Press(self.state.seat, self.state.ply), after_ms)

    def left_ms(self, seat):
        clock = self.state.clock
        return clock.charge_until(self.now_ms).clock.account(seat).main_ms

    @property
    def result(self):
        return str(self.state.outcome) if self.state.outcome else "*"
