"""Describe a time control in words. Durations use symbols (h, min, s), which need no plural forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .terms import HOUR, MINUTE, SEATS, SECOND, Mode, Terms

if TYPE_CHECKING:
    from .control import TimeControl

Sentence = tuple[str, dict[str, object]]

MODES = {
    Mode.NONE: "No limit for the player; the time used is counted.",
    Mode.SUDDEN: "{main} of thinking time.",
    Mode.INCREMENT: "{main} of thinking time, and {bonus} more after every move.",
    Mode.DELAY: "{main} of thinking time; in every turn the clock waits {bonus} before it runs down.",
    Mode.BRONSTEIN: "{main} of thinking time; after every move the time used is given back, at most {bonus}.",
    Mode.PERIODS: "{main} of thinking time, then {periods} × {bonus}, each lost if used up in one turn.",
    Mode.HOURGLASS: "{main} as an hourglass: what one player uses, the other gains.",
}
WITHOUT_MAIN = {
    Mode.DELAY: "Every turn has {bonus}, and nothing besides.",
    Mode.BRONSTEIN: "Every turn has {bonus}, and nothing besides.",
    Mode.PERIODS: "{periods} × {bonus} from the first move, each lost if used up in one turn.",
}
MOVE_LIMIT = "Every move within {move}."
GAME_LIMIT = "The whole game ends after {game} of playing time; pauses do not count."
NO_LIMIT = "No limit; the time used is counted."
SEAT_HEADINGS = {
    "X": "Crosses:",
    "O": "Circles:",
    "N": "North:",
    "E": "East:",
    "S": "South:",
    "W": "West:",
}

NAMES = {
    Mode.NONE: "no limit",
    Mode.SUDDEN: "{main}",
    Mode.INCREMENT: "{main} + {bonus}",
    Mode.DELAY: "{main}, {bonus} delay",
    Mode.BRONSTEIN: "{main}, {bonus} Bronstein",
    Mode.PERIODS: "{main} + {periods} × {bonus}",
    Mode.HOURGLASS: "{main} hourglass",
}
MOVE_NAME = "{move} a move"
GAME_NAME = "{game} a game"
HOURS, MINUTES, SECONDS = "{hours} h", "{minutes} min", "{seconds} s"

Translate = Callable[[str], str]

# All texts for translation.
TEMPLATES = (
    *MODES.values(),
    *WITHOUT_MAIN.values(),
    MOVE_LIMIT,
    GAME_LIMIT,
    NO_LIMIT,
    *SEAT_HEADINGS.values(),
    *NAMES.values(),
    MOVE_NAME,
    GAME_NAME,
    HOURS,
    MINUTES,
    SECONDS,
)


def sentences(control: TimeControl, translate: Translate) -> list[Sentence]:
    """List the templates of the description and their values, in reading order."""
    game_limit: list[Sentence] = []
    if control.game_ms is not None:
        game_limit.append((GAME_LIMIT, {"game": format_duration(control.game_ms, translate)}))
    if control.shares == (Terms(),):
        return game_limit or [(NO_LIMIT, {})]
    found: list[Sentence] = []
    for seat, terms in _named_shares(control):
        if seat:
            found.append((SEAT_HEADINGS[seat], {}))
        templates = MODES if terms.main_ms or not terms.has_main else WITHOUT_MAIN
        found += _fill(terms, templates[terms.mode], MOVE_LIMIT, translate)
    return found + game_limit


def short_name(control: TimeControl, translate: Translate) -> str:
    """Return a name such as `10 min + 5 s, 30 s a move` or `X 5 min; O 4 min`."""
    parts: list[tuple[str, list[Sentence]]] = []
    if control.game_ms is None or control.shares != (Terms(),):
        for seat, terms in _named_shares(control):
            parts.append((seat, _fill(terms, NAMES[terms.mode], MOVE_NAME, translate)))
    if control.game_ms is not None:
        parts.append(("", [(GAME_NAME, {"game": format_duration(control.game_ms, translate)})]))
    texts = []
    for seat, found in parts:
        text = ", ".join(translate(template).format(**params) for template, params in found)
        texts.append(f"{seat} {text}" if seat else text)
    return "; ".join(texts)


def format_duration(time_ms: int, translate: Translate = str) -> str:
    """Write whole seconds, for example `1 h 30 min` or `45 s`."""
    hours, minutes, seconds = time_ms // HOUR, time_ms % HOUR // MINUTE, time_ms % MINUTE // SECOND
    parts = [
        translate(HOURS).format(hours=hours) if hours else "",
        translate(MINUTES).format(minutes=minutes) if minutes else "",
        translate(SECONDS).format(seconds=seconds) if seconds or not time_ms // SECOND else "",
    ]
    return " ".join(filter(None, parts))


def _named_shares(control: TimeControl) -> list[tuple[str, Terms]]:
    """List each share with its side or seat; a share for all has no name."""
    seats = ("",) if len(control.shares) == 1 else tuple(SEATS[len(control.shares)])
    return list(zip(seats, control.shares, strict=True))


def _fill(terms: Terms, main_template: str, move_template: str, translate: Translate) -> list[Sentence]:
    found: list[Sentence] = []
    if terms.has_main or terms.move_ms is None:
        main, bonus = format_duration(terms.main_ms, translate), format_duration(terms.bonus_ms, translate)
        found.append((main_template, {"main": main, "bonus": bonus, "periods": terms.periods}))
    if terms.move_ms is not None:
        found.append((move_template, {"move": format_duration(terms.move_ms, translate)}))
    return found
