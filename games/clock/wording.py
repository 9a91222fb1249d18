"""A time control in words. Durations use international symbols (h, min, s), which need no plural forms."""

from __future__ import annotations

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


def sentences(control: TimeControl) -> list[Sentence]:
    if control.shares == (Terms(),):
        return [(NO_LIMIT, {})] if control.game_ms is None else [_game(control.game_ms)]
    found: list[Sentence] = []
    if len(control.shares) == 1:
        found += _share(control.shares[0])
    else:
        for seat, terms in zip(SEATS[len(control.shares)], control.shares, strict=True):
            found += [(SEAT_HEADINGS[seat], {}), *_share(terms)]
    if control.game_ms is not None:
        found.append(_game(control.game_ms))
    return found


def _share(terms: Terms) -> list[Sentence]:
    found: list[Sentence] = []
    if terms.has_main or terms.move_ms is None:
        params = {
            "main": duration(terms.main_ms),
            "bonus": duration(terms.bonus_ms),
            "periods": terms.periods,
        }
        template = (MODES if terms.main_ms or not terms.has_main else WITHOUT_MAIN)[terms.mode]
        found.append((template, {name: value for name, value in params.items() if f"{{{name}}}" in template}))
    if terms.move_ms is not None:
        found.append((MOVE_LIMIT, {"move": duration(terms.move_ms)}))
    return found


def _game(game_ms: int) -> Sentence:
    return GAME_LIMIT, {"game": duration(game_ms)}


def duration(time_ms: int) -> str:
    """For example `1 h 30 min`, `45 s`; whole seconds."""
    units = [("h", time_ms // HOUR), ("min", time_ms % HOUR // MINUTE), ("s", time_ms % MINUTE // SECOND)]
    return " ".join(f"{count} {symbol}" for symbol, count in units if count) or "0 s"
