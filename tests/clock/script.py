"""Clocks as text, for tests that read like a table: "press 3; pause 2 arbiter; resume 60 arbiter; press 1".

Every step but `pass` begins with how many seconds it comes after the one before. `start` is done already.
"""

from typing import Any

from games.clock import Clock, ClockFace, ClockStep, format_ms, format_up_ms, read_clock

STARTED_AT_MS = 1_000_000


def milliseconds(seconds: str) -> int:
    whole, _, part = seconds.partition(".")
    return int(whole) * 1000 + int(part.ljust(3, "0")) * (-1 if whole.startswith("-") else 1)


def seconds(time_ms: int) -> str:
    text = f"{time_ms // 1000}.{time_ms % 1000:03}"
    return text.rstrip("0").rstrip(".")


def started(control: str, seats: str = "XO", first: str | None = None) -> Clock:
    return Clock.new(control, seats, first).start(STARTED_AT_MS).clock


def steps(clock: Clock, script: str) -> list[ClockStep]:
    """Run the script and return the result of each step, without the start."""
    now_ms, taken = STARTED_AT_MS, []
    for line in filter(None, (line.strip() for line in script.split(";"))):
        verb, *words = line.split()
        now_ms += milliseconds(words.pop(0))
        options = dict(word.split("=") for word in words if "=" in word)
        words = [word for word in words if "=" not in word]
        taken.append(_take(clock, verb, now_ms, words, options))
        clock = taken[-1].clock
    return taken


def _take(clock: Clock, verb: str, now_ms: int, words: list[str], options: dict[str, str]) -> ClockStep:
    lag_ms = milliseconds(options.get("lag", "0"))
    amounts: dict[str, Any] = {
        f"{name}_ms": milliseconds(options[name]) for name in ("set", "add") if name in options
    }
    if "periods" in options:
        amounts["periods"] = int(options["periods"])
    if verb == "adjust":
        return clock.adjust(now_ms, *words, **amounts)
    if verb == "penalty":
        return clock.penalty(now_ms, words[0], *(milliseconds(word) for word in words[1:]))
    if verb in ("press", "flag"):
        return getattr(clock, verb)(now_ms, *words, lag_ms=lag_ms)
    return getattr(clock, verb)(now_ms, *words)


def play(control: str, script: str, seats: str = "XO", first: str | None = None) -> Clock:
    """Run the script and return the clock."""
    clock = started(control, seats, first)
    return steps(clock, script)[-1].clock if script else clock


def account_texts(clock: Clock) -> str:
    """Write every seat's main time in seconds, its periods after a `p`, `!` for the flag: "X 602 O 0p2!"."""
    return " ".join(
        f"{seat} {seconds(account.main_ms)}"
        f"{f'p{account.periods}' if clock.terms(seat).period_ms else ''}"
        f"{'!' if clock.fell == seat else ''}"
        for seat, account in zip(clock.seats, clock.accounts, strict=True)
    )


def face(shown: ClockFace) -> str:
    """Describe a face as a spectator would: "9:57 delay 0:03 move 0:12 periods 2 low flagged"."""
    words = [format_up_ms(shown.time_ms) if shown.counts_up else format_ms(shown.time_ms)]
    if shown.delay_ms:
        words.append(f"delay {format_ms(shown.delay_ms)}")
    if shown.move_ms is not None:
        words.append(f"move {format_ms(shown.move_ms)}")
    if shown.periods:
        words.append(f"periods {shown.periods}")
    words += [word for word, true in (("low", shown.low), ("flagged", shown.flagged)) if true]
    return " ".join(words)


def faces(clock: Clock, after: str) -> list[str]:
    """Describe all faces so many seconds after the clock's last step (or at once when it does not run)."""
    now_ms = (clock.since_ms or 0) + milliseconds(after)
    return [face(shown) for shown in read_clock(clock, now_ms).faces]
