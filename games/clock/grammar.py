"""Read and write the words of a time control: `10+5`, `m30`, `g20`.

SIGNS gives the sign of each mode. Bounds are generous: they only catch slips of the finger.
"""

import re

from .faults import InvalidControl
from .terms import HOUR, MINUTE, SECOND, Mode, Terms

MOST_MINUTES_MS = 24 * HOUR
MOST_SECONDS_MS = HOUR
MOST_PERIODS = 99

SIGNS = {"+": Mode.INCREMENT, "d": Mode.DELAY, "b": Mode.BRONSTEIN, "p": Mode.PERIODS, "h": Mode.HOURGLASS}
SIGN_OF = {mode: sign for sign, mode in SIGNS.items()}

# In these modes a turn has some time even when no main time is left.
PLAYABLE_WITHOUT_MAIN = {Mode.DELAY, Mode.BRONSTEIN, Mode.PERIODS}

MAIN = re.compile(
    r"(?P<minutes>[0-9]{1,9})(:(?P<seconds>[0-9]+))?"
    r"((?P<sign>[+db])(?P<bonus>[0-9]{1,9})|(?P<hourglass>h)|p(?P<periods>[0-9]{1,9})x(?P<period>[0-9]{1,9}))?"
)
MOVE = re.compile(r"m(?P<seconds>[0-9]{1,9})")
GAME = re.compile(r"g(?P<minutes>[0-9]{1,9})(:(?P<seconds>[0-9]+))?")
LONGEST_QUOTED = 40


def read_terms(words: list[str]) -> Terms:
    """Read one seat's words, in any order; `-`, or only a limit for the game elsewhere, is no limit here."""
    if "-" in words:
        if len(words) > 1:
            raise InvalidControl("none-with-more")
        return Terms()
    main: Terms | None = None
    move_ms: int | None = None
    for word in words:
        if MOVE.fullmatch(word):
            if move_ms is not None:
                raise InvalidControl("move-twice", word=word)
            move_ms = _read_seconds(word, word[1:])
        elif GAME.fullmatch(word):
            raise InvalidControl("game-in-seat", word=word)
        else:
            if main is not None:
                raise InvalidControl("main-twice", word=word[:LONGEST_QUOTED])
            main = _read_main(word)
    main = main or Terms()
    return Terms(main.mode, main.main_ms, main.bonus_ms, main.periods, move_ms)


def read_game_limit(words: list[str]) -> int | None:
    if not words:
        return None
    if len(words) > 1:
        raise InvalidControl("game-twice", word=words[1][:LONGEST_QUOTED])
    match = GAME.fullmatch(words[0])
    if match is None:
        raise InvalidControl("unreadable", word=words[0][:LONGEST_QUOTED])
    game_ms = _read_minutes(words[0], match)
    if game_ms == 0:
        raise InvalidControl("no-time", word=words[0])
    return game_ms


def _read_main(word: str) -> Terms:
    match = MAIN.fullmatch(word)
    if match is None:
        raise InvalidControl("unreadable", word=word[:LONGEST_QUOTED])
    main_ms = _read_minutes(word, match)
    if match["hourglass"]:
        terms = Terms(Mode.HOURGLASS, main_ms)
    elif match["periods"]:
        if not 1 <= int(match["periods"]) <= MOST_PERIODS:
            raise InvalidControl("periods", word=word, most=MOST_PERIODS)
        terms = Terms(Mode.PERIODS, main_ms, _read_seconds(word, match["period"]), int(match["periods"]))
    elif match["sign"] and int(match["bonus"]) > 0:
        terms = Terms(SIGNS[match["sign"]], main_ms, _read_seconds(word, match["bonus"]))
    else:
        terms = Terms(Mode.SUDDEN, main_ms)
    if main_ms == 0 and terms.mode not in PLAYABLE_WITHOUT_MAIN:
        raise InvalidControl("no-time", word=word)
    return terms


def _read_minutes(word: str, match: re.Match[str]) -> int:
    seconds = match["seconds"] or "00"
    if len(seconds) != 2 or int(seconds) > 59:
        raise InvalidControl("seconds", word=word[:LONGEST_QUOTED])
    time_ms = int(match["minutes"]) * MINUTE + int(seconds) * SECOND
    if time_ms > MOST_MINUTES_MS:
        raise InvalidControl("too-many-minutes", word=word, most=MOST_MINUTES_MS // MINUTE)
    return time_ms


def _read_seconds(word: str, digits: str) -> int:
    time_ms = int(digits) * SECOND
    if time_ms == 0:
        raise InvalidControl("no-time", word=word)
    if time_ms > MOST_SECONDS_MS:
        raise InvalidControl("too-many-seconds", word=word, most=MOST_SECONDS_MS // SECOND)
    return time_ms


def write_terms(terms: Terms) -> list[str]:
    words = []
    if terms.has_main:
        sign = SIGN_OF.get(terms.mode, "")
        periods = f"{terms.periods}x" if terms.periods else ""
        bonus = terms.bonus_ms // SECOND or ""
        words.append(f"{write_minutes(terms.main_ms)}{sign}{periods}{bonus}")
    if terms.move_ms is not None:
        words.append(f"m{terms.move_ms // SECOND}")
    return words


def write_game_limit(game_ms: int) -> str:
    return f"g{write_minutes(game_ms)}"


def write_minutes(time_ms: int) -> str:
    minutes, rest_ms = divmod(time_ms, MINUTE)
    return f"{minutes}:{rest_ms // SECOND:02}" if rest_ms else str(minutes)
