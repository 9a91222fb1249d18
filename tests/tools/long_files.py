"""Name the files with more than 300 lines that have no reason for it: a hint, which fails nothing.

`make check` prints them. A file with two subjects is better as two files; a table or a single subject is not.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONG = 300
FOLDERS = ("games", "tournament", "templates", "static", "tests")
ENDINGS = {".py", ".js", ".html", ".css"}

REASONS = {
    "games/live/live_consumer.py": "one socket from its handshake to its end: every step may touch its order",
    "games/services/lost_time.py": "all of lost time, so that it can be checked by reading one module",
    "games/clock/clock.py": "the account of one clock, mirrored line for line in the other language",
    "static/css/board.css": "one sheet for one part: the board, its marks and its pictures",
    "static/css/buttons.css": "one sheet for one part: buttons, badges and tabs",
    "static/css/clock.css": "one sheet for one part: the clock and the choice of one",
    "static/css/club.css": "one sheet for one part: the pages of the club, its accounts and its halls",
    "static/css/desk.css": "one sheet for one part: the organiser's desk",
    "static/css/tournament.css": "one sheet for one part: the public pages of a tournament and the projector",
    "static/css/frame.css": "one sheet for one part: what stands around every page",
    "static/css/game.css": "one sheet for one part: a game to look at, and its review",
    "static/css/pages.css": "one sheet for one part: what several pages share",
    "static/css/play.css": "one sheet for one part: quick games, play on phones and practice",
    "static/css/table.css": "one sheet for one part: the tablet between the players",
    "static/js/clock/clock.js": "the account of one clock, mirrored line for line in the other language",
    "static/js/live/socket.js": "one connection: whether it lives, what it heard and when it tries again",
    "static/js/offline/table_game.js": "one game kept here and sent to the server: each step may touch it",
    "tournament/formats/format.py": "one list: every question that the rest of the house asks about a format",
    "tournament/formats/matching.py": "one search: every step of it must keep the same two laws",
    "tournament/server/health_checks.py": "one list: every check, and every sentence that one can say",
    "tests/live/test_fuzz.py": "one machine that sends anything, and the few laws that must hold against it",
    "tests/rules/test_adjudicate.py": "one command; the table of its answers alone takes a third",
    "tests/tournament/desk/test_board_corrections.py": "what a corrected board does to its match",
    "tests/tournament/test_journeys.py": "a whole tournament for each format, one after the other",
    "tests/tournament/test_live_results.py": "every way in which a live board decides its match",
}


def hints() -> list[str]:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in ENDINGS and "migrations" not in path.parts
    }
    advice = "split it if it has two subjects, or give a reason in tests/tools/long_files.py"
    long = [name for name, length in lengths.items() if length > LONG]
    return [
        *(f"Hint: {name} has {lengths[name]} lines; {advice}" for name in long if name not in REASONS),
        *(
            f"Hint: {name} needs no reason in tests/tools/long_files.py"
            for name in sorted(set(REASONS) - set(long))
        ),
    ]


if __name__ == "__main__":
    for hint in hints():
        print(hint)
