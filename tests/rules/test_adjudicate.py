"""`manage.py adjudicate` as seen from outside: its text, its JSON and its exit status."""

import json
import os
import random
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from games.rules import Play, Position, RuleSet
from games.rules.adjudication import adjudicate
from games.rules.records import Record, RecordStep
from games.rules.sheets import read_sheets
from games.rules.tags import tags_of
from tests.rules.strategies import games

ROOT = Path(__file__).resolve().parents[2]

ROW_OF_FOUR = '[Position "...../...../...../...../XXXX. X"]\n'
TRAP = '[Position "...../...../...../.OOOO/O.... X"]\n'
CORNERS = '[Position "O..../...../...../...../X.... X"]\n'
STUCK = '[Position "NWSWN/W...S/S...W/W...S/SWNWS E"]\n'
ROUND = "a1E a5E e1W e5W "


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the command on a file `games` in the current folder; return its lines and its exit status."""
    monkeypatch.chdir(tmp_path)

    def run(text, *options):
        Path("games").write_text(text)
        out, status = StringIO(), 0
        try:
            call_command("adjudicate", "games", *options, stdout=out, stderr=out)
        except SystemExit as end:
            status = end.code
        return out.getvalue().splitlines(), status

    return run


@pytest.mark.parametrize(
    ("record", "line", "status"),
    [
        # What the moves prove.
        (ROW_OF_FOUR + "1. e3S *", "X line after 1 moves", 0),
        (ROW_OF_FOUR + "1. e3S X", "X line after 1 moves", 0),
        (TRAP + "1. a5S O", "O opponent-line after 1 moves", 0),
        (CORNERS + ROUND * 2, "draw repetition after 8 moves", 0),
        (CORNERS + '[Repetition "0"]\n' + ROUND * 3 + "*", "* unfinished after 12 moves", 0),
        (CORNERS + '[MoveLimit "3"]\n' + "a1E a5E e1W draw", "draw move-limit after 3 moves", 0),
        (CORNERS + '[Repetition "2"]\n' + ROUND, "draw repetition after 4 moves", 0),
        ("1. c1E a1N *", "* unfinished after 2 moves", 0),
        ("*", "* unfinished after 0 moves", 0),
        # Announcing.
        (ROW_OF_FOUR + '[Announce "required"]\n1. e3S! X', "X line after 1 moves", 0),
        (ROW_OF_FOUR + '[Announce "required"]\n1. e3S a5E *', "* unfinished after 2 moves", 0),
        (ROW_OF_FOUR + "1. e3N! *", "illegal move 1 e3N!: there is no line to call", 1),
        # Passes have a number but are no move.
        (STUCK + "1. -- a1N.S *", "* unfinished after 1 moves", 0),
        (STUCK + "1. -- c3E.S *", "illegal move 2 c3E.S: c3 is not on the edge", 1),
        (STUCK + "1. a1N.S *", "illegal move 1 a1N.S: E can take no cube and passes", 1),
        ("1. -- *", "illegal move 1 --: X can move and may not pass", 1),
        # What is illegal.
        ("1. c1E a1N 2. c3E *", "illegal move 3 c3E: c3 is not on the edge", 1),
        ("1. c1E e1N *", "illegal move 2 e1N: e1 shows the opponent's symbol", 1),
        (ROW_OF_FOUR + "1. e3S a5E X", "illegal move 2 a5E: the game is over", 1),
        # What the tags claim.
        ('[Result "O"]\n' + ROW_OF_FOUR + "1. e3S O", "claims O, but X line after 1 moves", 1),
        ('[Result "X"]\n' + ROW_OF_FOUR + "1. e3S O", "claims X and O, but X line after 1 moves", 1),
        ('[Result "draw"]\n' + ROW_OF_FOUR + "1. e3S *", "claims draw, but X line after 1 moves", 1),
        (
            '[Result "X"]\n[Ending "flag"]\n' + ROW_OF_FOUR + "1. e3S X",
            "claims X flag, but X line after 1 moves",
            1,
        ),
        ('[Result "X"]\n[Ending "line"]\n1. c1E X', "claims X line, but * unfinished after 1 moves", 1),
        ("1. c1E X", "claims X, but * unfinished after 1 moves", 1),
        # What is believed when the moves leave the game open.
        ('[Result "O"]\n[Ending "flag"]\n1. c1E O', "O flag after 1 moves", 0),
        ('[Result "O"]\n[Ending "resignation"]\n1. c1E *', "O resignation after 1 moves", 0),
        ('[Ending "agreement"]\n1. c1E draw', "draw agreement after 1 moves", 0),
        ('[Ending "game-limit"]\n1. c1E draw', "draw game-limit after 1 moves", 0),
        ('[Ending "ruling"]\n1. c1E X', "X ruling after 1 moves", 0),
        ('[Ending "forfeit"]\nO', "O forfeit after 0 moves", 0),
        ('[Ending "resignation"]\n1. c1E draw', "claims draw resignation, but * unfinished after 1 moves", 1),
        ('[Ending "agreement"]\n1. c1E X', "claims X agreement, but * unfinished after 1 moves", 1),
        # What cannot be read.
        ("1. c1E z9E *", "unreadable move 2 z9E: z9 is not a cell; cells are a1 to e5", 2),
        ('[Seats "5"]\n1. c1E *', "unreadable: the tag Seats cannot be 5; it can be 2 or 4", 2),
        ("1. c1E {what", "unreadable: the comment opened on line 1 is never closed", 2),
    ],
)
def test_one_line_says_what_the_moves_prove(run, record, line, status):
    assert run(record) == ([f"games:1: {line}"], status)


def test_a_bad_game_does_not_hide_the_next(run):
    lines, status = run(ROW_OF_FOUR + "1. e3S X\n\n1. c3E *\n\n[Event]\n1. c1E *\n\n" + TRAP + "1. a5S O\n")
    assert lines == [
        "games:1: X line after 1 moves",
        "games:2: illegal move 1 c3E: c3 is not on the edge",
        'games:3: unreadable: [Event] on line 6 is not a tag; tags look like [Event "Club evening"]',
        "games:4: O opponent-line after 1 moves",
    ]
    assert status == 2


def test_json_says_the_same_for_programs(run):
    lines, status = run(
        ROW_OF_FOUR + "1. e3S X\n1. c1E a1N 2. c3E *\n1. c1E X\n1. c1E q *\n[First]\n*", "--json"
    )
    assert status == 2
    start = "...../...../...../...../....."
    assert [json.loads(line) for line in lines] == [
        {
            "file": "games",
            "game": 1,
            "result": "X",
            "ending": "line",
            "moves": 1,
            "position": "...../...../...../...../XXXXX O",
            "error": None,
        },
        {
            "file": "games",
            "game": 2,
            "result": "*",
            "ending": None,
            "moves": 2,
            "position": "O..../...../...../...../....X X",
            "error": {
                "move": 3,
                "text": "c3E",
                "code": "not-on-edge",
                "message": "c3 is not on the edge",
            },
        },
        {
            "file": "games",
            "game": 3,
            "result": "*",
            "ending": None,
            "moves": 1,
            "position": f"{start[:-1]}X O",
            "error": {
                "move": None,
                "text": "X",
                "code": "false-claim",
                "message": "claims X, but * unfinished after 1 moves",
            },
        },
        {
            "file": "games",
            "game": 4,
            "result": "*",
            "ending": None,
            "moves": 1,
            "position": f"{start[:-1]}X O",
            "error": {
                "move": 2,
                "text": "q",
                "code": "not-a-move",
                "message": "q is not a move; moves look like c1E, c1E.N or c1E!",
            },
        },
        {
            "file": "games",
            "game": 5,
            "result": "*",
            "ending": None,
            "moves": 0,
            "position": None,
            "error": {
                "move": None,
                "text": "",
                "code": "bad-tag",
                "message": '[First] on line 6 is not a tag; tags look like [Event "Club evening"]',
            },
        },
    ]


def test_a_file_that_is_missing_or_empty_is_unreadable(run):
    assert run("", "missing") == (
        [
            "games: there is no record in this text",
            "missing: cannot be read: No such file or directory",
        ],
        2,
    )


def test_foreign_bytes_in_a_name_do_no_harm_and_in_a_move_are_refused(run, tmp_path):
    run("*")
    (tmp_path / "latin").write_bytes('[X "Zoë"]\n'.encode("latin-1") + b"1. c1E \xff *\n")
    lines, status = run("*", "latin")
    assert (lines[1], status) == (
        "latin:1: unreadable move 2 \ufffd: \ufffd is not a move; moves look like c1E, c1E.N or c1E!",
        2,
    )


def test_a_byte_order_mark_is_no_move(run):
    assert run("\ufeff1. c1E *") == (["games:1: * unfinished after 1 moves"], 0)


def random_record(chance, seats):
    start = Position.initial(seats)
    game, steps = Play.begin(start), []
    while not game.is_over:
        move = None if game.must_pass else chance.choice(game.position.moves())
        game = game.move(move) if move else game.after_pass()
        steps.append(RecordStep(move))
    return Record(tags_of(start, RuleSet(), game.outcome), tuple(steps), game.outcome.result)


def adjudicate_process(source, text=None):
    """Return exit status, lines and peak memory (kB) of a separate process."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "adjudicate", source],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    if text is not None:
        process.stdin.write(text)
    process.stdin.close()
    lines = process.stdout.read().splitlines()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, lines, usage.ru_maxrss


def test_three_thousand_games_take_no_more_memory_than_a_hundred(tmp_path):
    chance = random.Random(1)
    records = sorted((random_record(chance, seats) for seats in (2, 4) * 150), key=lambda it: len(it.steps))
    hundred = "\n".join(map(str, records[:100]))
    status, lines, memory_of_few = adjudicate_process("-", hundred)
    assert status == 0
    assert lines[0].startswith("-:1: ")
    assert len(lines) == 100

    file = tmp_path / "three-thousand"
    with file.open("w") as out:
        out.writelines([hundred, "\n"] * 30)
    status, lines, memory_of_many = adjudicate_process(str(file))
    assert status == 0
    assert len(lines) == 3_000
    assert lines[-1].startswith(f"{file}:3000: ")
    assert memory_of_many < memory_of_few + 5_000


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    file = tmp_path / "many"
    file.write_text("1. c1E *\n" * 20_000)
    process = subprocess.Popen(
        [sys.executable, "manage.py", "adjudicate", str(file)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == f"{file}:1: * unfinished after 1 moves\n"
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait() == 0


def test_the_exit_status_reaches_the_shell():
    assert adjudicate_process("-", "1. c3E *")[0] == 1
    assert adjudicate_process("-", "1. q *")[0] == 2


@given(games())
def test_what_was_played_is_what_is_adjudicated(game):
    """Also where lines were not called: the record of a game gives the game again."""
    states, played = game
    first, last = states[0], states[-1]
    tags = tags_of(first.position, first.rules, last.outcome)
    record = Record(tags, tuple(map(RecordStep, played)), last.outcome.result if last.outcome else "*")
    (sheet,) = read_sheets(str(record).split("\n"))
    verdict = adjudicate(sheet)
    assert verdict.problem is None
    assert verdict.outcome == last.outcome
    assert verdict.moves == last.ply
    assert verdict.play.position == last.position


@given(st.text() | st.text(alphabet='c1Ea5N.-!{}[]"\\ \n*XFirst', max_size=80))
def test_any_text_is_adjudicated_without_a_crash(text):
    for sheet in read_sheets(text.split("\n")):
        assert str(adjudicate(sheet))
