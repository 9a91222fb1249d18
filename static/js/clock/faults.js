/** The two errors of the clock: a control that cannot be read, and a step that is not possible now. */
import { Fault, gettext_noop } from "../faults.js";

/** A text that is no time control; the sentence says what to write instead. */
export class InvalidControl extends Fault {
  static sentences = {
    empty: gettext_noop("No time control given. Write minutes, such as 10 or 10+5, or - for no limit."),
    unreadable: gettext_noop(
      "“{word}” is no time control. Write minutes and what is added, such as 10, 0:30, 10+5, 10d5, 10b5, " +
        "10p3x30 or 2h; m30 for seconds a move, g20 for minutes a game, - for no limit.",
    ),
    seconds: gettext_noop("“{word}”: seconds have two digits from 00 to 59. Write 0:30 for half a minute."),
    "no-time": gettext_noop("“{word}” leaves no time to think. Write at least one second, for example 0:30 or 5."),
    "too-many-minutes": gettext_noop("“{word}” is too long: write at most {most} min."),
    "too-many-seconds": gettext_noop("“{word}” is too long: write at most {most} s."),
    periods: gettext_noop("“{word}”: the number of periods is 1 to {most}, for example 10p3x30."),
    "main-twice": gettext_noop("“{word}” is a second main time. Leave one of them out."),
    "move-twice": gettext_noop("“{word}” is a second limit for a move. Leave one of them out."),
    "game-twice": gettext_noop("“{word}” is a second limit for the game. Leave one of them out."),
    "none-with-more": gettext_noop("“-” means no limit and stands alone. Leave it out, or leave the rest out."),
    "game-in-seat": gettext_noop("“{word}”: the game's limit belongs to no seat. Put it last, as in X=5;O=4;g20."),
    "seat-unknown": gettext_noop("“{piece}” names no seat. Write X=5;O=4, or N=, E=, S= and W= for four players."),
    "seat-twice": gettext_noop("“{piece}”: this seat has its time already. Name every seat once."),
    "seat-missing": gettext_noop("Seat {seat} has no time. Name every seat, or write one control for all."),
    "hourglass-for-both": gettext_noop("An hourglass needs both sides: write it for both, as in X=2h;O=3h."),
    "hourglass-for-two": gettext_noop(
      "“{text}”: an hourglass is for two players. Choose another control for four.",
    ),
    "four-seats-only": gettext_noop("“{text}” names four seats, and two are playing. Write X= and O= instead."),
  };
}

/** A step that the clock cannot take now. */
export class ClockRefused extends Fault {
  static sentences = {
    "not-started": gettext_noop("The clock has not been started yet."),
    "already-started": gettext_noop("The clock has been started already."),
    over: gettext_noop("The clock has been stopped for good."),
    "not-over": gettext_noop("The clock has not been stopped."),
    paused: gettext_noop("The clock is paused."),
    "not-paused": gettext_noop("The clock is not paused for this reason."),
    "not-fallen": gettext_noop("The flag of {seat} has not fallen."),
    "not-a-seat": gettext_noop("{seat} is no seat of this clock."),
    "nothing-to-adjust": gettext_noop("{seat} has no time that could be set under this control."),
    "no-periods": gettext_noop("{seat} has no periods under this control."),
  };
}
