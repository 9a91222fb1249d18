"""Server processes on one database, the time, and the phone of X: how outages are played without waiting."""

from dataclasses import dataclass, field

from games import services
from games.services.outages import everybody
from games.services.recording import record
from tests.games.conftest import BEGIN_MS, Live

STOPS_MS = [500, 3_000, 7_000, 9_000, 15_000, 60_000]
LEFT_MS = 2_000  # on the clock of X when the server stops
OWN_MS = 700  # X moves so long after that, on X's own device
ALLOWED_MS = 50  # beyond the player's own device


@dataclass
class House:
    """One or more server processes on one database, the time, and the phone of X."""

    play: Live
    now_ms: int = BEGIN_MS
    processes: dict[str, services.Process] = field(default_factory=dict)

    def now(self) -> int:
        return self.now_ms

    def starts(self, name="one", connected=(), *, unknown=False) -> None:
        """As a server process starts: it serves once it knows that nobody else was there, or that one is."""
        services.lost_time.forget()
        process = services.Process(self.now, lambda *_: bool(connected), lambda: connected)
        while not process.arrive(unknown=unknown):
            self.passes(100, besides=name)
        self.processes[name] = process

    def passes(self, time_ms, besides="") -> None:
        """Time goes by; every process beats once a second and marks flags."""
        until_ms = self.now_ms + time_ms
        while self.now_ms < until_ms:
            self.now_ms = min(until_ms, self.now_ms + 100)
            if self.now_ms % 1_000 == 0:
                for name, process in self.processes.items():
                    if name != besides:
                        process.beat()
            if self.processes:
                self.flags()

    def flags(self) -> None:
        for game_id in services.due_flags(self.now_ms):
            services.flag_fallen(game_id, self.now_ms, is_reachable=everybody)

    def connects(self, seat="X", name="one") -> None:
        """As a connection to that process does: whoever died is called in vain, and no clock waits longer."""
        services.lost_time.beaten(self.now_ms, self.processes[name].name)
        game_id, living = self.play.game_id, {process.name for process in self.processes.values()}
        if dead := services.processes_of(game_id, [seat]) - living:
            services.come_over(game_id, [seat], dead, came_ms=self.now_ms, now_ms=self.now_ms)
        services.reach(game_id, [seat], self.now_ms)

    def moves(self, stamp_ms=None) -> str:
        """X's phone sends its move, again and again with the same nonce; the answer."""
        self.play.now_ms = self.now_ms
        request = self.play.make("c1E", seat="X", ply=0)
        answer = record(
            game_id=self.play.game_id,
            request=request,
            actor="user:7",
            nonce="the-move",
            stamp_ms=self.now_ms if stamp_ms is None else stamp_ms,
            now=self.now,
        )
        return answer.refused.code if answer.refused else "played"

    def charged_beyond_ms(self) -> int:
        """What X lost beyond the time before the stop and X's own thinking."""
        return LEFT_MS - OWN_MS - self.play.state.clock.account("X").main_ms


def is_fair(house: House, away_ms: int) -> None:
    """X was not flagged, has lost nothing, and a long outage waits for somebody to say "go on"."""
    assert house.play.game.ending == ""
    if house.play.game.status == "paused":
        assert away_ms > 9_000
        assert house.play.state.clock.pauses == {"server"}
        assert house.play.state.clock.account("X").main_ms >= LEFT_MS - OWN_MS
        return
    assert house.moves() == "played"
    assert house.charged_beyond_ms() <= ALLOWED_MS
    clock = house.play.state.clock
    assert clock.account("O").main_ms == LEFT_MS
    assert clock.since_ms >= house.now_ms, "O pays from now on, or from when O is connected"
