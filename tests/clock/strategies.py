"""Random time controls and random histories of a clock."""

from dataclasses import dataclass

from hypothesis import strategies as st

from games.clock import Clock, ClockRefused, ClockStep

START_MS = 1_700_000_000_000

SECONDS = st.integers(1, 20)
MAIN = st.sampled_from(["0:01", "0:05", "0:20", "1", "10", "90:30"])
MODES = st.one_of(
    MAIN,
    st.builds("{}+{}".format, MAIN, SECONDS),
    st.builds("{}d{}".format, MAIN | st.just("0"), SECONDS),
    st.builds("{}b{}".format, MAIN | st.just("0"), SECONDS),
    st.builds("{}p{}x{}".format, MAIN | st.just("0"), st.integers(1, 4), SECONDS),
)
HOURGLASS = st.builds("{}h".format, MAIN)
MOVE = st.builds("m{}".format, SECONDS)
GAME_LIMIT = st.builds("g{}".format, MAIN)


def _shares(modes: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return modes | st.builds("{} {}".format, modes, MOVE)


def _seatwise(share: st.SearchStrategy[str], seats: str) -> st.SearchStrategy[str]:
    return st.tuples(*[share] * len(seats)).map(
        lambda terms: ";".join(f"{seat}={text}" for seat, text in zip(seats, terms, strict=True))
    )


ANY_SHARE = _shares(MODES) | MOVE
FOR_ALL = ANY_SHARE | st.just("-")
ANY_SEATS = _seatwise(FOR_ALL, "XO") | _seatwise(_shares(HOURGLASS), "XO")
FOUR_SEATS = _seatwise(FOR_ALL, "NESW")


def limited(controls: st.SearchStrategy[str], separator: str) -> st.SearchStrategy[str]:
    """Add a limit for the game to each control."""
    return controls | st.builds("{}{}{}".format, controls, st.just(separator), GAME_LIMIT)


TWO_PLAYERS = (
    limited(ANY_SHARE | _shares(HOURGLASS), " ") | limited(ANY_SEATS, ";") | st.just("-") | GAME_LIMIT
)
FOUR_PLAYERS = limited(ANY_SHARE, " ") | limited(FOUR_SEATS, ";") | st.just("-") | GAME_LIMIT
CLOCKS = st.builds(Clock.new, TWO_PLAYERS, st.just("XO")) | st.builds(
    Clock.new, FOUR_PLAYERS, st.just("NESW"), st.sampled_from("NESW")
)

WAITS = st.integers(0, 4_000) | st.integers(0, 90_000)
VERBS = st.sampled_from(["press"] * 6 + ["pause", "resume", "adjust", "penalty", "set_turn", "flag", "stop"])
ACTIONS = st.lists(
    st.tuples(VERBS, WAITS, st.integers(0, 3), st.integers(-5_000, 30_000), st.sampled_from("ab")),
    max_size=25,
)


@dataclass(frozen=True)
class Moment:
    """One step of a history: the clock before, the request, the instant, and the result."""

    before: Clock
    verb: str
    now_ms: int
    step: ClockStep


def history(clock: Clock, actions: list[tuple[str, int, int, int, str]]) -> list[Moment]:
    """Start the clock and make any steps that it does not refuse."""
    now_ms = START_MS
    moments = [Moment(clock, "start", now_ms, clock.start(now_ms))]
    for verb, wait_ms, place, amount_ms, reason in actions:
        before = moments[-1].step.clock
        now_ms += wait_ms
        seat = before.seats[place % len(before.seats)]
        try:
            step = _take(before, verb, now_ms, seat, amount_ms, reason)
        except ClockRefused:
            continue
        moments.append(Moment(before, verb, now_ms, step))
    return moments


def _take(clock: Clock, verb: str, now_ms: int, seat: str, amount_ms: int, reason: str) -> ClockStep:
    takes = {
        "press": lambda: clock.press(now_ms, lag_ms=max(0, amount_ms) // 100),
        "pause": lambda: clock.pause(now_ms, reason),
        "resume": lambda: clock.resume(now_ms, reason),
        "adjust": lambda: clock.adjust(now_ms, seat, add_ms=amount_ms),
        "penalty": lambda: clock.penalty(now_ms, seat),
        "set_turn": lambda: clock.set_turn(now_ms, seat),
        "flag": lambda: clock.flag(now_ms),
        "stop": lambda: clock.stop(now_ms),
    }
    return takes[verb]()


def gifts_of(step: ClockStep) -> dict[str, int]:
    """Sum up what a step gave to each seat."""
    gifts: dict[str, int] = {}
    for seat, time_ms in step.given:
        gifts[seat] = gifts.get(seat, 0) + time_ms
    return gifts
