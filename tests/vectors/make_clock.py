"""Write clock.json, the cases that the clock in the browser must answer like this one.

    python -m tests.vectors.make_clock

Each game is a control, seats and steps. A step carries its arguments and what it came to: the refusal's code,
or the clock as JSON, what was charged, given and fell, and the faces a little later (`look_ms`). The argument
`stored` of `take_back` is the number of the step (from 0) whose clock is restored.
"""

import json
import random
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from games.clock import (
    Clock,
    ClockRefused,
    ClockStep,
    Terms,
    TimeControl,
    format_ms,
    format_up_ms,
    read_clock,
    to_json,
)
from games.clock.display import until_change_ms, until_change_rising_ms, until_change_up_ms
from tests.clock.script import milliseconds

PATH = Path(__file__).with_name("clock.json")
START_MS = 1_700_000_000_000
SEED = 2026

WRITTEN_GAMES = [
    # control, seats, steps: seconds after the step before, verb, arguments
    ("10", "XO", "3 press, 8 press, 2 pause arbiter, 60 resume arbiter, 5 press, 1 stop"),
    ("0:20", "XO", "25 press, 1 press, 1 adjust X add=30, 1 reopen arbiter, 1 resume arbiter, 5 press"),
    ("10+5", "XO", "3 press, 8 press lag=0.25, 1 set_turn X, 2 press"),
    ("10d5", "XO", "3 pause arbiter, 9 resume arbiter, 4 press, 12 press"),
    ("10b5", "XO", "3 pause arbiter, 9 resume arbiter, 4 press, 12 press"),
    ("0:05p3x10", "XO", "12 press, 3 press, 13 pause a, 1 pause b, 1 resume a, 1 resume b, 7 press, 99 flag"),
    ("0:30h", "XO", "10 press, 15 press, 3 pause a, 9 resume, 40 flag"),
    ("m30", "XO", "12 adjust X add=10, 5 press, 3 penalty X, 27 flag"),
    ("10+5 m30 g1", "XO", "12 press, 28 press, 5 penalty O, 15 press, 1 adjust game add=60"),
    ("10d5 g2", "XO", "8 press, 9 press, 2 penalty X, 7 press, 3 take_back 1, 6 press"),
    ("g20", "XO", "61 press, 4000 press"),
    ("-", "XO", "61 press, 4000 press, 1 adjust X add=5"),
    ("X=5;O=4", "XO", "10 press, 10 press, 1 flag"),
    ("5+3", "NESW", "10 press S, 20 press, 1 penalty S, 7 press W"),
    ("N=1;E=2d3;S=3p2x5;W=4 m30", "NESW", "10 press, 10 press, 190 press, 30 press"),
]
RANDOM_CONTROLS = [
    ("0:20+3", "XO"),
    ("0:20d3 m15", "XO"),
    ("0:20b3", "XO"),
    ("0:10p3x5 g2", "XO"),
    ("0:30h m20", "XO"),
    ("m10 g1", "XO"),
    ("X=1;O=0:40+2;g2", "XO"),
    ("0:30+2", "NESW"),
    ("X=0:30p2x5;O=1d2", "NESW"),
]
RANDOM_VERBS = ["press"] * 7 + ["pause", "resume", "adjust", "penalty", "set_turn", "flag"]
STEPS_IN_A_RANDOM_GAME = 14

CONTROLS = [
    *("10", "0:30", "5+0", "10+5", "10d5", "10b5", "10p3x30", "0p3x30", "2h", "m30", "g20", "-"),
    *(" g20  m30 10+5", "1:30b5"),
    *("X=5;O=4", "O=4;X=5;g20", "X=5;O=5", "N=1;E=2;S=3;W=4", "N=1;S=3;O=2", "X=5 m30;O=-", "90+30"),
    *("", "ten", "10+", "1:5", "0", "0+5", "1441", "m3601", "10p0x30", "10 5", "m3 m4", "g2 g3", "- m3"),
    *("X=5 g20;O=4", "5;4", "X=5;X=4", "X=5", "X=2h;O=5"),
]
TIMES = [
    *(0, 1, 100, 101, 5_550, 9_900, 9_901, 10_000, 10_001),
    *(19_900, 19_901, 20_000, 59_001, 60_000, 3_600_000),
]


def vectors() -> dict[str, Any]:
    rng = random.Random(SEED)
    return {
        "controls": [_control(text) for text in CONTROLS],
        "writing": [_writing(time_ms, border) for time_ms in TIMES for border in (10_000, 20_000)],
        "games": [
            *(_game(control, seats, _read_steps(script)) for control, seats, script in WRITTEN_GAMES),
            *(_game(control, seats, _random_steps(rng, seats)) for control, seats in RANDOM_CONTROLS),
        ],
    }


def _control(text: str) -> dict[str, Any]:
    try:
        control = TimeControl.parse(text)
    except ValueError as fault:
        return {"text": text, "refused": fault.code}  # type: ignore[attr-defined]
    return {
        "text": text,
        "written": str(control),
        "name": control.name(),
        "shares": [_granted(terms) for terms in control.shares],
        "game_ms": control.game_ms,
    }


def _granted(terms: Terms) -> dict[str, Any]:
    """Return the agreed terms, without what is derived from them."""
    return {each.name: getattr(terms, each.name) for each in fields(terms) if each.init}


def _writing(time_ms: int, border_ms: int) -> dict[str, Any]:
    return {
        "time_ms": time_ms,
        "tenths_below_ms": border_ms,
        "left": format_ms(time_ms, border_ms),
        "used": format_up_ms(time_ms),
        "until_change_ms": until_change_ms(time_ms, border_ms),
        "until_change_up_ms": until_change_up_ms(time_ms),
        "until_change_rising_ms": until_change_rising_ms(time_ms, border_ms),
    }


def _game(control: str, seats: str, asked: list[dict[str, Any]]) -> dict[str, Any]:
    clock = Clock.new(control, seats)
    steps: list[dict[str, Any]] = []
    clocks: list[Clock] = []
    for step in [{"do": "start", "now_ms": START_MS}, *asked]:
        try:
            taken = _take(clock, step, clocks)
        except ClockRefused as refusal:
            steps.append(step | {"refused": refusal.code})
            clocks.append(clock)
            continue
        clock = taken.clock
        clocks.append(clock)
        look_ms = step["now_ms"] + 2_345
        steps.append(
            step
            | {
                "charged_ms": taken.charged_ms,
                "given": [list(gift) for gift in taken.given],
                "fell": taken.fell,
            }
            | {"deadline_ms": clock.deadline_ms, "game_deadline_ms": clock.game_deadline_ms}
            | {"clock": to_json(clock), "look_ms": look_ms, "reading": asdict(read_clock(clock, look_ms))}
        )
    return {"control": control, "seats": seats, "steps": steps}


def _take(clock: Clock, step: dict[str, Any], clocks: list[Clock]) -> ClockStep:
    arguments = {name: value for name, value in step.items() if name != "do"}
    if step["do"] == "take_back":
        arguments["stored"] = clocks[step["stored"]]
    if step["do"] == "reopen":
        del arguments["now_ms"]
    taken: ClockStep = getattr(clock, step["do"])(**arguments)
    return taken


ARGUMENT = {
    "press": "next_seat",
    "pause": "reason",
    "resume": "reason",
    "reopen": "reason",
    "adjust": "seat",
    "set_turn": "seat",
    "penalty": "offender",
    "take_back": "stored",
}


def _read_steps(script: str) -> list[dict[str, Any]]:
    now_ms, steps = START_MS, []
    for line in script.split(", "):
        wait, verb, *words = line.split()
        now_ms += milliseconds(wait)
        step: dict[str, Any] = {"do": verb, "now_ms": now_ms}
        for word in words:
            name, equals, seconds = word.partition("=")
            if equals:
                step[f"{name}_ms"] = milliseconds(seconds)
            else:
                step[ARGUMENT[verb]] = int(word) if verb == "take_back" else word
        steps.append(step)
    return steps


def _random_steps(rng: random.Random, seats: str) -> list[dict[str, Any]]:
    now_ms, steps = START_MS, []
    for _ in range(STEPS_IN_A_RANDOM_GAME):
        now_ms += rng.choice([rng.randrange(2_000), rng.randrange(12_000)])
        verb = rng.choice(RANDOM_VERBS)
        step: dict[str, Any] = {"do": verb, "now_ms": now_ms}
        match verb:
            case "pause" | "resume":
                step["reason"] = rng.choice(["arbiter", "hall"])
            case "adjust":
                step |= {"seat": rng.choice(seats), "add_ms": rng.randrange(-3_000, 20_000)}
            case "set_turn":
                step["seat"] = rng.choice(seats)
            case "penalty":
                step |= {"offender": rng.choice(seats), "time_ms": rng.choice([None, 5_000])}
            case "press":
                step["lag_ms"] = rng.choice([0, 0, rng.randrange(400)])
        steps.append(step)
    return steps


def format_document() -> str:
    """Write the file's text: one control, one writing or one step a line, so that differences stay small."""
    found = vectors()

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def block(values: list[Any]) -> str:
        return "[\n" + ",\n".join(line(value) for value in values) + "\n]"

    games = [
        f'{{"control":{line(game["control"])},"seats":{line(game["seats"])},"steps":{block(game["steps"])}}}'
        for game in found["games"]
    ]
    joined = ",\n".join(games)
    return (
        f'{{"controls":{block(found["controls"])},\n"writing":{block(found["writing"])},\n'
        f'"games":[\n{joined}\n]}}\n'
    )


if __name__ == "__main__":
    PATH.write_text(format_document(), encoding="utf-8")
