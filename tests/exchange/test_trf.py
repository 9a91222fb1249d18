"""Tournament report files: written and read back, refused with line and column, points that always add up."""

import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exchange.conftest import read_or_refuse
from tournament.files.reading import BadFile
from tournament.import_export import trf
from tournament.import_export.trf.values import (
    BadReport,
    Forbidden,
    ReportPlayer,
    RequestedBye,
    TournamentReport,
)
from tournament.scores import EntrantRound, RoundResult, Scoring, report_points_text

FILE = """012 Club open
022 Utrecht
042 2026/11/14
052 2026/11/15
062 4
092 Swiss
142 3
152 W
192 FIDE_DUTCH
202 BH/C1,BH
001    1      Novak, Mira                       1612                             2.0    1     3 w 1     2 b 1
001    2      Weber, Jonas                      1540                             1.0    2     4 w 1     1 w 0
001    3      Duarte, Ines                                                       0.5    3     1 b 0  0000 - H
001    4      Lind, Cleo                                                         1.0    2     2 b 0  0000 - U
260   1   3    1    4
"""


def test_a_file_is_read_into_what_it_says():
    report = trf.read(FILE)
    assert (report.name, report.city, report.rounds, report.system) == (
        "Club open",
        "Utrecht",
        3,
        "FIDE_DUTCH",
    )
    assert report.starts_on == datetime.date(2026, 11, 14)
    assert report.tiebreaks == ("BH/C1", "BH")
    assert report.odd_seeds_start is True
    assert [player.name for player in report.players] == [
        "Novak, Mira",
        "Weber, Jonas",
        "Duarte, Ines",
        "Lind, Cleo",
    ]
    assert report.players[0].rounds == (
        EntrantRound(RoundResult.WIN, 3, True),
        EntrantRound(RoundResult.WIN, 2, False),
    )
    assert report.players[2].rounds[1] == EntrantRound(RoundResult.HALF_BYE)
    assert report.forbidden == (Forbidden(1, 3, (1, 4)),)


def test_columns_are_where_the_format_wants_them():
    line = next(line for line in trf.write(trf.read(FILE)).split("\n") if line.startswith("001    2"))
    assert line[14:26] == "Weber, Jonas"
    assert line[48:52] == "1540"
    assert line[80:84] == " 1.0"
    assert line[85:89] == "   2"
    assert line[91:99] == "   4 w 1"
    assert line[101:109] == "   1 w 0"


def test_the_extensions_of_pairing_programs_are_understood():
    text = (
        FILE.replace("142 3", "XXR 5")
        .replace("152 W", "XXC black1")
        .replace("260   1   3    1    4", "XXP 1 4")
    )
    report = trf.read(text)
    assert (report.rounds, report.odd_seeds_start) == (5, False)
    assert report.forbidden[0].numbers == (1, 4)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            " 2.0    1     3 w 1",
            " 2.5    1     3 w 1",
            "Line 11, column 81: The points are 2.5, but the results add up",
        ),
        ("   3 w 1     2 b 1", "   3 w 1     9 b 1", "Line 11, column 102: Nobody has the number 9."),
        ("   3 w 1     2 b 1", "   3 w 1     2 b =", "Line 11, column 102: Round 2: 1 and 2 do not tell"),
        ("   3 w 1     2 b 1", "   3 w 1     1 b 1", "Line 11, column 102: Nobody plays against oneself."),
        ("   3 w 1     2 b 1", "   3 x 1     2 b 1", "Line 11, column 97: “x” is not a colour"),
        ("   3 w 1     2 b 1", "   3 w ?     2 b 1", "Line 11, column 99: “?” is not a result"),
        ("0000 - H", "0000 - 1", "Line 13, column 109: “1” needs an opponent"),
        ("001    4 ", "001    1 ", "Line 14, column 5: Number 1 is given twice."),
        ("001    4 ", "001    x ", "Line 14, column 5: “x” is not a number."),
        ("142 3", "142 many", "Line 7, column 5: “many” is not a number."),
        ("260   1   3    1    4", "260   1   3    1   40", "Line 15, column 5: Nobody has the number 40."),
    ],
)
def test_what_is_wrong_is_told_with_line_and_column(old, new, said):
    assert old in FILE
    with pytest.raises(BadFile) as refused:
        trf.read(FILE.replace(old, new, 1))
    assert str(refused.value).startswith(said)


def test_two_who_do_not_tell_the_same_are_refused():
    text = FILE.replace("   2 b 0  0000 - U", "   2 b =  0000 - U").replace(
        " 1.0    2     2 b", " 1.5    2     2 b"
    )
    with pytest.raises(BadFile, match="do not tell the same"):
        trf.read(text)


def test_a_scoring_that_the_format_cannot_tell_is_refused():
    with pytest.raises(BadReport, match="cannot be told"):
        trf.write(
            TournamentReport("Open", (ReportPlayer(1, "A"),), 1, scoring=Scoring.of(2, 1, 0, half_bye=2))
        )


@st.composite
def reports(draw):
    """Draw a report with any field, any pairing of it, any results."""
    count = draw(st.integers(1, 9))
    rounds = draw(st.integers(0, 5))
    scoring = draw(st.sampled_from([Scoring.of(2, 1, 0), Scoring.of(6, 2, 0), Scoring.of(2, 1, 0, bye=1)]))
    told = {number: [] for number in range(1, count + 1)}
    alone = [RoundResult.PAIRING_BYE, RoundResult.HALF_BYE, RoundResult.FULL_BYE, RoundResult.ABSENT]
    together = [("1", "0"), ("0", "1"), ("=", "="), ("+", "-"), ("-", "+"), ("-", "-"), ("?", "?")]
    for _ in range(rounds):
        order = draw(st.permutations(range(1, count + 1)))
        meetings = draw(st.integers(0, count // 2))
        for index in range(meetings):
            first, second = order[2 * index : 2 * index + 2]
            own, other = draw(st.sampled_from(together))
            told[first].append(EntrantRound(RoundResult(own), second, True))
            told[second].append(EntrantRound(RoundResult(other), first, False))
        for number in order[2 * meetings :]:
            told[number].append(EntrantRound(draw(st.sampled_from(alone))))
    name = st.text("abcdeéßЖ ,'-", min_size=1, max_size=33).map(lambda text: " ".join(text.split()) or "x")
    players = tuple(
        ReportPlayer(
            number,
            draw(name),
            draw(st.integers(0, 2999)),
            draw(st.none() | st.integers(1920, 2020)),
            sum(scoring.worth[each.result] for each in own),
            draw(st.none() | st.integers(1, 99)),
            tuple(own),
        )
        for number, own in told.items()
    )
    numbers = st.lists(st.integers(1, count), min_size=2, max_size=4, unique=True).map(tuple)
    return TournamentReport(
        name=draw(name),
        players=players,
        rounds=draw(st.integers(max(rounds, 1), 9)),
        city=draw(name),
        starts_on=draw(st.none() | st.dates(datetime.date(1990, 1, 1), datetime.date(2090, 1, 1))),
        odd_seeds_start=draw(st.sampled_from([None, True, False])),
        scoring=scoring,
        system=draw(st.sampled_from(["", "FIDE_DUTCH"])),
        tiebreaks=draw(st.sampled_from([(), ("BH",), ("BH/C1", "SB")])),
        byes=(RequestedBye(RoundResult.HALF_BYE, 3, (1,)),) if draw(st.booleans()) else (),
        forbidden=(Forbidden(1, 9, draw(numbers)),) if count > 1 and draw(st.booleans()) else (),
    )


@given(reports())
@settings(max_examples=120)
def test_writing_and_reading_gives_the_same_report(report):
    assert trf.read(trf.write(report)) == report


@given(reports())
@settings(max_examples=60)
def test_points_on_every_line_are_what_its_results_add_up_to(report):
    values = {"1": report.scoring.win, "0": 0, "=": report.scoring.draw, "+": report.scoring.win, "-": 0}
    values |= {"U": report.scoring.bye, "F": report.scoring.win, "H": report.scoring.draw, "Z": 0, " ": 0}
    for line in trf.write(report).split("\n"):
        if line.startswith("001"):
            results = line.ljust(200)[98::10]
            assert line[80:84].strip() == report_points_text(sum(values[result] for result in results))


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=400))
@settings(max_examples=150)
def test_any_text_is_read_or_refused(text):
    read_or_refuse(trf.read, text)


@given(st.data())
@settings(max_examples=150)
def test_a_damaged_file_is_read_or_refused(data):
    place = data.draw(st.integers(0, len(FILE) - 1))
    end = data.draw(st.integers(place, min(place + 20, len(FILE))))
    new = data.draw(st.text("0123456789wb-=+ \nHUZ.x\t", max_size=12))
    read_or_refuse(trf.read, FILE[:place] + new + FILE[end:])
