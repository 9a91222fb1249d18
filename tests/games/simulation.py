"""Simulate server processes on one database, the time, and two phones: outages without waiting."""

from dataclasses import dataclass, field

from games.models import Game
from games.services.lost_time import Process
from games.services.recording import record
from tests.games.conftest import BEGIN_MS, Live

STOPS_MS = [500, 3_000, 7_000, 9_000, 15_000, 60_000]
LEFT_MS = 2_000  # on the clock of X when the server stops
OWN_MS = 700  # what X needs for the move
ALLOWED_MS = 250  # charged beyond that


@dataclass
class Simulation:
    """One or more server processes on one database, each with a memory of its own; only time is shared."""

    play: Live
    now_ms: int = BEGIN_MS
    processes: dict[str, Process] = field(default_factory=dict)
    at: dict[str, str] = field(default_factory=dict)  # seat -> the process to which it is connected

    def now(self) -> int:
        return self.now_ms

    def starts(self, name="one", *, unknown=False) -> Process:
        """Start a server process, which waits until it knows whether another one is alive."""
        process = Process(self.now, is_one_of_several=True)
        while not process.start(unknown=unknown):
            self.passes(100)
        self.processes[name] = process
        return process

    def ends(self, name="one", *, in_order=False) -> None:
        """Stop the process in order, or kill it."""
        gone = self.processes.pop(name)
        if in_order:
            gone.stop()

    def passes(self, time_ms) -> None:
        """Let time go by; every process beats once a second and marks flags."""
        until_ms = self.now_ms + time_ms
        while self.now_ms < until_ms:
            self.now_ms = min(until_ms, self.now_ms + 100)
            for process in self.processes.values():
                if self.now_ms % 1_000 == 0:
                    process.beat()
            self.marks_flags()

    def marks_flags(self) -> None:
        for process in self.processes.values():
            for game_id in list(Game.objects.due(self.now_ms).values_list("pk", flat=True)):
                process.mark_flag(game_id)

    def stalls(self, time_ms, name="one") -> None:
        """Let the event loop of a process stand still; when it runs again it credits that at once."""
        seen_ms = self.now_ms
        self.now_ms += time_ms
        self.processes[name].gaps.note_stall(seen_ms, self.now_ms)
        self.processes[name].settle_here()

    def connects(self, seat="X", name="one") -> int:
        """Connect a phone to a process; return how long it waited until it was shown the game."""
        arrived_ms = self.now_ms
        while not self.processes[name].connect(self.play.game_id, [seat], arrived_ms):
            self.passes(100)
        self.at[seat] = name
        return self.now_ms - arrived_ms

    def begins(self) -> None:
        self.play.now_ms = self.now_ms
        self.play.start()

    def moves(self, seat="X", move="c1E", stamp_ms=None, now=None) -> str:
        """Send a move from the seat's phone to the process to which it is connected; return the answer."""
        process = self.processes[self.at[seat]]
        answer = record(
            game_id=self.play.game_id,
            request=self.play.make(move, seat=seat, ply=self.play.state.ply),
            actor="user:7",
            stamp_ms=self.now_ms if stamp_ms is None else stamp_ms,
            now=now or self.now,
            gaps=process.gaps,
        )
        if not answer.refused:
            process.gaps.note_write(self.play.game_id)
        return answer.refused.code if answer.refused else "played"

    def left_ms(self, seat="X") -> int:
        return self.play.state.clock.account(seat).main_ms

    @property
    def ending(self) -> str:
        return self.play.game.ending

    @property
    def credits_ms(self) -> list[int]:
        given = self.play.game.events.filter(kind="given-back").order_by("seq")
        return list(given.values_list("data__time_ms", flat=True))


def simulate(play: Live, *names: str, x="one", o="one") -> Simulation:
    """Start the processes and connect both phones; the game has not begun."""
    simulation = Simulation(play)
    for name in names or ("one",):
        simulation.starts(name)
    simulation.passes(1_000)
    simulation.connects("X", x)
    simulation.connects("O", o)
    return simulation


def assert_fair(simulation: Simulation, away_ms: int, left_ms: int = LEFT_MS - OWN_MS) -> None:
    """Check that X was not flagged and is charged own time only; a game paused by a long outage waits."""
    assert simulation.ending == ""
    if simulation.play.game.status == "paused":
        assert away_ms > 9_000
        assert simulation.play.state.clock.pauses == {"server"}
    else:
        assert simulation.moves() == "played"
        assert simulation.left_ms("O") == LEFT_MS
    assert simulation.left_ms() >= left_ms - ALLOWED_MS
