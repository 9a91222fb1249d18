"""The two errors of the clock: a control that cannot be read, and a step that is not possible now."""

from typing import ClassVar

from games.faults import Fault


class InvalidControl(Fault):
    """A text that is no time control; the sentence says what to write instead."""

    sentences: ClassVar[dict[str, str]] = {
        "empty": "No time control given. Write minutes, such as 10 or 10+5, or - for no limit.",
        "unreadable": (
            "“{word}” is no time control. Write minutes and what is added, such as 10, 0:30, 10+5, 10d5, "
            "10b5, 10p3x30 or 2h; m30 for seconds a move, g20 for minutes a game, - for no limit."
        ),
        "seconds": "“{word}”: seconds have two digits from 00 to 59. Write 0:30 for half a minute.",
        "no-time": "“{word}” leaves no time to think. Write at least one second, for example 0:30 or 5.",
        "too-many-minutes": "“{word}” is too long: write at most {most} min.",
        "too-many-seconds": "“{word}” is too long: write at most {most} s.",
        "periods": "“{word}”: the number of periods is 1 to {most}, for example 10p3x30.",
        "main-twice": "“{word}” is a second main time. Leave one of them out.",
        "move-twice": "“{word}” is a second limit for a move. Leave one of them out.",
        "game-twice": "“{word}” is a second limit for the game. Leave one of them out.",
        "none-with-more": "“-” means no limit and stands alone. Leave it out, or leave the rest out.",
        "game-in-seat": "“{word}”: the game's limit belongs to no seat. Put it last, as in X=5;O=4;g20.",
        "seat-unknown": "“{piece}” names no seat. Write X=5;O=4, or N=, E=, S= and W= for four players.",
        "seat-twice": "“{piece}”: this seat has its time already. Name every seat once.",
        "seat-missing": "Seat {seat} has no time. Name every seat, or write one control for all.",
        "hourglass-for-both": "An hourglass needs both sides: write it for both, as in X=2h;O=3h.",
        "hourglass-for-two": "“{text}”: an hourglass is for two players. Choose another control for four.",
        "four-seats-only": "“{text}” names four seats, and two are playing. Write X= and O= instead.",
    }


class ClockRefused(Fault):
    """A step that the clock cannot take now."""

    sentences: ClassVar[dict[str, str]] = {
        "not-started": "The clock has not been started yet.",
        "already-started": "The clock has been started already.",
        "over": "The clock has been stopped for good.",
        "not-over": "The clock has not been stopped.",
        "paused": "The clock is paused.",
        "not-paused": "The clock is not paused for this reason.",
        "not-fallen": "The flag of {seat} has not fallen.",
        "not-a-seat": "{seat} is no seat of this clock.",
        "nothing-to-adjust": "{seat} has no time that could be set under this control.",
        "no-periods": "{seat} has no periods under this control.",
    }
