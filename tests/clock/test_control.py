"""Time controls as text: what is read, the one form that is written, and the messages for the rest."""

import doctest

import pytest

from games.clock import PRESETS, InvalidControl, TimeControl, control, display
from games.clock.wording import TEMPLATES, format_duration

CANONICAL = [
    # as typed, as written
    ("10", "10"),
    ("0:30", "0:30"),
    ("90:00", "90"),
    ("007", "7"),
    ("10+5", "10+5"),
    ("5+0", "5"),
    ("10d5", "10d5"),
    ("10d0", "10"),
    ("10b5", "10b5"),
    ("1:30b5", "1:30b5"),
    ("10p3x30", "10p3x30"),
    ("0p3x30", "0p3x30"),
    ("0d5", "0d5"),
    ("2h", "2h"),
    ("m30", "m30"),
    ("g20", "g20"),
    ("g0:30", "g0:30"),
    ("-", "-"),
    ("10+5 m30 g20", "10+5 m30 g20"),
    ("  g20   m30  10+5 ", "10+5 m30 g20"),
    ("m30 g20", "m30 g20"),
    ("2h m30", "2h m30"),
    ("X=5;O=4", "X=5;O=4"),
    ("O=4 ; X = 5", "X=5;O=4"),
    ("X=5;O=5", "5"),
    ("X=5;O=5;g20", "5 g20"),
    ("X=5 m30;O=-;g20", "X=5 m30;O=-;g20"),
    ("g20;X=5;O=4", "X=5;O=4;g20"),
    ("N=1;E=2;S=3;W=4", "N=1;E=2;S=3;W=4"),
    ("N=1;E=2;S=1;W=2", "X=1;O=2"),
    ("N=1;S=3;O=2", "N=1;E=2;S=3;W=2"),
    ("X=2h;O=3h", "X=2h;O=3h"),
    ("1440", "1440"),
    ("10+3600", "10+3600"),
    ("10p99x30", "10p99x30"),
]


@pytest.mark.parametrize(("typed", "written"), CANONICAL)
def test_a_control_has_one_text_form(typed, written):
    assert str(TimeControl.parse(typed)) == written
    assert TimeControl.parse(written) == TimeControl.parse(typed)
    assert repr(TimeControl.parse(typed)) == f"TimeControl.parse({written!r})"


UNREADABLE = [
    ("", "empty"),
    ("   ", "empty"),
    ("ten", "unreadable"),
    ("10+", "unreadable"),
    ("10d", "unreadable"),
    ("10D5", "unreadable"),
    ("10+5m30", "unreadable"),
    ("10p3", "unreadable"),
    ("10px30", "unreadable"),
    ("-10", "unreadable"),
    ("10.5", "unreadable"),
    ("٣", "unreadable"),
    ("m", "unreadable"),
    ("gaga", "unreadable"),
    ("1:2:3", "unreadable"),
    ("1:5", "seconds"),
    ("1:60", "seconds"),
    ("g1:5", "seconds"),
    ("0", "no-time"),
    ("0:00", "no-time"),
    ("0+5", "no-time"),
    ("0h", "no-time"),
    ("m0", "no-time"),
    ("g0", "no-time"),
    ("10p3x0", "no-time"),
    ("1441", "too-many-minutes"),
    ("g1441", "too-many-minutes"),
    ("10+3601", "too-many-seconds"),
    ("m3601", "too-many-seconds"),
    ("10p0x30", "periods"),
    ("10p100x30", "periods"),
    ("10 5", "main-twice"),
    ("m30 m40", "move-twice"),
    ("g20 g30", "game-twice"),
    ("X=5;O=4;g20;g30", "game-twice"),
    ("- m30", "none-with-more"),
    ("X=5 g20;O=4", "game-in-seat"),
    ("X=5;Y=4", "seat-unknown"),
    ("5;4", "seat-unknown"),
    ("X=5;;O=4", "seat-unknown"),
    ("X=5;X=4", "seat-twice"),
    ("X=5;N=4;O=3", "seat-twice"),
    ("X=5", "seat-missing"),
    ("X=;O=5", "seat-missing"),
    ("N=5;E=4;S=3", "seat-missing"),
    ("X=2h;O=5", "hourglass-for-both"),
]


@pytest.mark.parametrize(("typed", "code"), UNREADABLE)
def test_what_cannot_be_read_is_explained(typed, code):
    with pytest.raises(InvalidControl) as fault:
        TimeControl.parse(typed)
    assert fault.value.code == code


def test_every_sentence_about_an_unreadable_control_is_reached():
    reached = {code for _, code in UNREADABLE} | {"hourglass-for-two", "four-seats-only"}
    assert reached == set(InvalidControl.sentences)


def test_the_missing_seat_is_named_as_its_reader_would():
    for typed, seat in (("X=5", "O"), ("O=5", "X"), ("N=5;E=4;S=3", "W"), ("N=5;O=4", "S")):
        with pytest.raises(InvalidControl, match=f"Seat {seat} has no time"):
            TimeControl.parse(typed)


NAMED = [
    ("10", "10 min"),
    ("90+30", "1 h 30 min + 30 s"),
    ("0:30d5", "30 s, 5 s delay"),
    ("10b5", "10 min, 5 s Bronstein"),
    ("10p3x30", "10 min + 3 × 30 s"),
    ("2h m30", "2 min hourglass, 30 s a move"),
    ("m90", "1 min 30 s a move"),
    ("10+5 m30 g20", "10 min + 5 s, 30 s a move; 20 min a game"),
    ("g20", "20 min a game"),
    ("X=5;O=4", "X 5 min; O 4 min"),
    ("-", "no limit"),
]


@pytest.mark.parametrize(("text", "name"), NAMED)
def test_a_control_has_a_readable_name(text, name):
    assert TimeControl.parse(text).name() == name


DESCRIBED = [
    ("10", "10 min of thinking time."),
    ("10+5", "10 min of thinking time, and 5 s more after every move."),
    ("10p3x30", "10 min of thinking time, then 3 × 30 s, each lost if used up in one turn."),
    ("0d5", "Every turn has 5 s, and nothing besides."),
    ("m30", "Every move within 30 s."),
    ("-", "No limit; the time used is counted."),
    ("g20", "The whole game ends after 20 min of playing time; pauses do not count."),
    ("X=5;O=m3", "Crosses: 5 min of thinking time. Circles: Every move within 3 s."),
]


@pytest.mark.parametrize(("text", "words"), DESCRIBED)
def test_a_control_is_described_in_words(text, words):
    assert TimeControl.parse(text).describe() == words


@pytest.mark.parametrize("text", [written for _, written in CANONICAL])
def test_every_word_shown_is_in_the_list_for_translators(text):
    seen = []

    def translate(template):
        seen.append(template)
        return template

    TimeControl.parse(text).name(translate)
    TimeControl.parse(text).describe(translate)
    assert set(seen) <= set(TEMPLATES)


def test_presets_are_canonical_and_differ():
    assert [str(preset.control) for preset in PRESETS] == [preset.text for preset in PRESETS]
    for unique in ("key", "name", "text"):
        assert len({getattr(preset, unique) for preset in PRESETS}) == len(PRESETS)


EXPECTED = [
    # control, seat, seconds the seat is likely to think
    ("10", "X", 600),
    ("3+2", "X", 230),
    ("3+2", "N", 206),
    ("m10", "X", 250),
    ("10 m10", "X", 250),
    ("10 g5", "X", 300),
    ("X=5;O=4", "W", 240),
    ("-", "X", 600),
]


@pytest.mark.parametrize(("text", "seat", "seconds"), EXPECTED)
def test_the_expected_time_follows_the_control(text, seat, seconds):
    assert TimeControl.parse(text).expected_ms(seat) == seconds * 1000


def test_durations_are_said_in_whole_units():
    said = [format_duration(ms) for ms in (0, 45_000, 60_000, 90_000, 3_600_000, 5_401_000)]
    assert said == ["0 s", "45 s", "1 min", "1 min 30 s", "1 h", "1 h 30 min 1 s"]


@pytest.mark.parametrize("module", [control, display])
def test_the_examples_in_the_documentation_are_true(module):
    assert doctest.testmod(module).failed == 0
