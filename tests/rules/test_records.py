"""Records: reading is tolerant of white space and comments, strict about moves; writing round-trips."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import FirstSymbol, InvalidRecord, Move, Position, RuleSet, Seat
from games.rules.records import Record, RecordStep
from games.rules.sheets import read_sheets
from games.rules.tags import rules_of, start_of, tags_of
from tests.rules.strategies import games

CLUB_GAME = """\
[Event "Club evening"]
[X "Ada"]
[O "Bo \\"the wall\\" \\\\ Berg"]
[MoveLimit "80"]
[Result "*"]
[Mood "cheerful"]

1. c1E {[%clk 0:04:31.2]} a1N {[%clk 0:05:00] a quiet answer} 2. c1W *
"""


def test_a_record_is_read():
    record = Record.parse(CLUB_GAME)
    assert record.tags["O"] == 'Bo "the wall" \\ Berg'
    assert record.tags["Mood"] == "cheerful"
    assert record.rules == RuleSet(move_limit=80)
    assert record.start == Position.initial()
    assert record.result == "*"
    assert record.steps == (
        RecordStep(Move.parse("c1E"), 271_200),
        RecordStep(Move.parse("a1N"), 300_000, "a quiet answer"),
        RecordStep(Move.parse("c1W")),
    )


def test_a_record_is_written_as_it_was_read():
    assert str(Record.parse(CLUB_GAME)) == CLUB_GAME


@pytest.mark.parametrize(
    "text",
    [
        "1. c1E a1N 2. c1W *",
        "1.c1E a1N 2.c1W *",
        "c1E a1N c1W",
        "\n\n  c1E\ta1N\r\n\r\n c1W\n*\n\n",
        "{before} 1. c1E {a comment\nover two lines} 1... a1N {one}{two} 2. c1W {and last} *",
        '[Event "no empty line"] 1. c1E a1N 2. c1W *',
        "1. c1E{tight}a1N{ }2. c1W{}*",
    ],
)
def test_white_space_numbers_and_comments_do_not_matter(text):
    assert [str(step.move) for step in Record.parse(text).steps] == ["c1E", "a1N", "c1W"]


def test_a_comment_over_several_lines_is_one_comment():
    record = Record.parse("{well\nplayed} c1E {a long\n   thought} {[%clk 0:00:09]\nand a second} *")
    assert record.comment == "well played"
    assert record.steps == (RecordStep(Move.parse("c1E"), 9_000, "a long thought and a second"),)
    wordy = Record({}, (RecordStep(Move.parse("c1E"), comment="so many words " * 20 + "end"),))
    assert len(str(wordy).split("\n")) > 4
    assert Record.parse(str(wordy)) == wordy


def test_several_records_follow_each_other():
    text = 'c1E X\n[Event "second"]\n\na1N a1E\n[Event "third, after one without a result"]\n* {done}\n'
    records = [Record.from_sheet(sheet) for sheet in read_sheets(text.splitlines())]
    assert [record.tags.get("Event", "") for record in records] == [
        "",
        "second",
        "third, after one without a result",
    ]
    assert [record.result for record in records] == ["X", "*", "*"]
    assert [len(record.steps) for record in records] == [1, 2, 0]


def test_a_file_is_read_one_game_at_a_time():
    """Memory does not grow with a file, because no line is read before its game is wanted."""
    taken = []

    def lines():
        for number in range(1, 1_000):
            taken.append(number)
            yield f"{number}. c1E X\n"

    sheets = read_sheets(lines())
    next(sheets)
    next(sheets)
    assert taken == [1, 2]


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("", "no-record", "there is no record in this text"),
        ("{only a comment}", "no-record", "there is no record in this text"),
        ("c1E *\na1N *", "several-records", "line 2: a second record begins, where one was expected"),
        ("\n1. c1E\na1N 2. z9E *", "bad-move", "line 3, move 3: z9 is not a cell; cells are a1 to e5"),
        ("1. c1E a1n *", "bad-move", "line 1, move 2: n is not an edge; edges are N, E, S and W"),
        ("1. c1E 1-0", "bad-move", "line 1, move 2: 1-0 is not a move"),
        ("\n[Event]\n*", "bad-tag", "[Event] on line 2 is not a tag"),
        ('[Event "a"]\n[Event "b"]\n*', "tag-twice", "line 2: the tag Event is given twice"),
        ("c1E {never\n closed *", "open-comment", "the comment opened on line 1 is never closed"),
        ("c1E } *", "stray-brace", "line 1: a comment is closed that was never opened"),
        ('[Seats "3"]\n*', "bad-tag-value", "the tag Seats cannot be 3; it can be 2 or 4"),
        ('[First "Z"]\n*', "bad-tag-value", "the tag First cannot be Z; it can be X or O"),
        ('[Seats "4"]\n[First "X"]\n*', "bad-tag-value", "it can be N or E or S or W"),
        ('[Announce "loud"]\n*', "bad-tag-value", "the tag Announce cannot be loud"),
        ('[Result "1-0"]\n*', "bad-tag-value", "it can be X or O or draw or *"),
        ('[Ending "boredom"]\n*', "bad-tag-value", "the tag Ending cannot be boredom"),
        ('[Position "X"]\n*', "bad-position", "the tag Position cannot be read: X is not a position"),
        (
            '[Seats "4"]\n[Position "...../...../...../...../..... X"]\n*',
            "seats-differ",
            "the tag Seats says 4, but the tag Position shows a game for 2",
        ),
    ],
)
def test_what_is_no_record_says_where_and_why(text, code, sentence):
    with pytest.raises(InvalidRecord) as unreadable:
        Record.parse(text)
    assert unreadable.value.code == code
    assert sentence in str(unreadable.value)


def test_a_comment_cannot_close_itself():
    with pytest.raises(InvalidRecord):
        RecordStep(Move.parse("c1E"), comment="a } brace")


@pytest.mark.parametrize(
    ("tags", "start"),
    [
        ({}, "X"),
        ({"First": "O"}, "O"),
        ({"Seats": "4"}, "N"),
        ({"Seats": "4", "First": "W"}, "W"),
        ({"First": "S"}, "S"),
        ({"N": "Ann", "E": "Ed", "S": "Sue", "W": "Will"}, "N"),
    ],
)
def test_the_tags_say_who_starts(tags, start):
    position = start_of(tags)
    assert (position.cubes, position.seat) == (0, Seat(start))


def test_the_position_tag_says_where_a_record_starts():
    text = "...../..N../...../.W.../..... E"
    assert str(start_of({"Position": text, "Seats": "4", "First": "N"})) == text


def test_circles_that_start_are_known_by_the_tag_first():
    assert rules_of({"First": "O"}).first_symbol is FirstSymbol.CIRCLE
    assert rules_of({"First": "X"}).first_symbol is FirstSymbol.CROSS


def test_the_clock_is_written_as_precisely_as_it_is_known():
    shown = [str(RecordStep(None, clock_ms)) for clock_ms in (0, 5, 271_200, 3_600_000, 36_061_001)]
    assert shown == [
        "-- {[%clk 0:00:00]}",
        "-- {[%clk 0:00:00.005]}",
        "-- {[%clk 0:04:31.2]}",
        "-- {[%clk 1:00:00]}",
        "-- {[%clk 10:01:01.001]}",
    ]


def test_lines_are_short_and_break_neither_clocks_nor_numbers():
    steps = tuple(RecordStep(Move.parse("c1E.N"), 1_000 * number) for number in range(100))
    lines = str(Record({"Seats": "4"}, steps)).split("\n")
    assert max(map(len, lines)) <= 80
    assert not any(line.endswith(("[%clk", ".")) for line in lines)
    assert "25. c1E.N {[%clk 0:01:36]}" in " ".join(lines)


comments = st.text(st.characters(blacklist_characters="}", blacklist_categories=["Cs"]), max_size=60).map(
    lambda text: " ".join(text.replace("[%clk", "").split())
)
tag_names = st.sampled_from(["Event", "Site", "Round", "X", "Mood", "Zeta_2"])
tag_values = st.text(st.characters(blacklist_categories=["Cs"]), max_size=20).map(
    lambda text: " ".join(text.splitlines())
)


@settings(max_examples=80)
@given(game=games(), tags=st.dictionaries(tag_names, tag_values), remarks=st.lists(comments), data=st.data())
def test_writing_and_reading_back_is_exact(game, tags, remarks, data):
    states, played = game
    clocks = data.draw(
        st.lists(st.none() | st.integers(0, 10**7), min_size=len(played), max_size=len(played))
    )
    remarks = (remarks + [""] * len(played))[: len(played)]
    steps = tuple(map(RecordStep, played, clocks, remarks))
    first, last = states[0], states[-1]
    tags = tags_of(first.position, first.rules, last.outcome) | tags
    record = Record(tags, steps, last.outcome.result if last.outcome else "*", comment="" if tags else "hm")
    assert Record.parse(str(record)) == record
    twice = read_sheets(str(record).split("\n") * 2)
    assert [Record.from_sheet(sheet) for sheet in twice] == [record, record]


@given(games())
def test_the_tags_of_a_game_say_all_about_its_rules(game):
    state = game[0][-1]
    wanted = state.rules
    if state.position.seats == 4 or not state.position.cubes:
        return
    tags = tags_of(state.position, wanted, None)
    assert rules_of(tags) == wanted
    assert start_of(tags) == state.position


TEXTS = st.text() | st.text(alphabet='c1Ea5N.-!{}[]"\\ \n*X', max_size=80)


@given(TEXTS)
def test_unreadable_records_raise_nothing_else(text):
    with suppress(InvalidRecord):
        record = Record.parse(text)
        assert Record.parse(str(record)) == record


@given(st.integers(0, len(CLUB_GAME)), st.integers(0, 5), st.text(max_size=5))
def test_a_damaged_record_raises_nothing_else(place, length, scribble):
    with suppress(InvalidRecord):
        Record.parse(CLUB_GAME[:place] + scribble + CLUB_GAME[place + length :])
