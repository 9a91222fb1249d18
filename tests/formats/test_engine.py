"""The programs that pair a Swiss: `dutch`, and bbpPairings by files."""

import os
import stat
import sys
from textwrap import dedent

import pytest

from tests.formats.words import field, results, show
from tournament.formats import bbp_file, dutch, engine, least_harm, swiss
from tournament.formats.engine import PairedBy, ProposedRound
from tournament.formats.pairing import NoLegalPairing, pair
from tournament.formats.swiss import SwissRound
from tournament.scores import Scoring

PAST = ("A-E 1-0, F-B +-, C-G =, D bye", "B-C ?, A-D 1-0, G-F -+, E half")
ASKED = SwissRound(
    3,
    9,
    field("ABCDEFG"),
    results(*PAST),
    withdrawn=frozenset({7}),
    absent=frozenset({6}),
    forbidden=frozenset({pair(1, 2)}),
    avoided=frozenset({pair(3, 5)}),
    paired_by_hand=frozenset({4}),
    odd_seeds_start=False,
    scoring=Scoring.of(6, 1, 0, bye=2),
    accelerated=True,
)
STUCK = SwissRound(4, 9, field("ABCD"), results("A-C 1-0, D-B 1-0", "B-A 0-1, C-D =", "A-D 1-0, B-C 0-1"))


def test_a_round_that_can_be_paired_is_paired_by_the_dutch_system():
    assert engine.propose(ASKED) == ProposedRound(swiss.propose(ASKED, engine.solve), PairedBy.DUTCH)


def test_a_round_without_a_legal_pairing_is_refused():
    with pytest.raises(NoLegalPairing) as refusal:
        engine.propose(STUCK)
    assert (refusal.value.code, refusal.value.params) == ("no-legal-pairing", {"round": 4})


def test_the_least_harm_can_be_asked_for():
    found = engine.propose(STUCK, breaking_rules=True)
    assert found == ProposedRound(least_harm.propose(STUCK), PairedBy.LEAST_HARM)
    assert not found.paired_by.is_announced


def test_what_paired_a_round_is_read_from_a_word_or_is_not_known():
    assert [PairedBy.of(word) for word in ("dutch", "", "by-friends")] == [PairedBy.DUTCH, None, None]


def test_rules_that_can_be_kept_are_kept_even_by_who_may_break_them():
    assert engine.propose(ASKED, breaking_rules=True) == engine.propose(ASKED)


def test_the_report_file_has_everything_in_its_columns():
    lines = bbp_file.write(ASKED).splitlines()
    players = [line for line in lines if line.startswith("001")]
    assert [line[4:8].strip() for line in players] == list("1234567")
    # Three points for a win: A has two; B lost by forfeit and has a game without a result.
    assert [line[80:84] for line in players[:2]] == [" 6.0", " 0.5"]
    assert players[0][91:] == "   5 w 1     4 w 1"
    assert players[3][91:] == "0000 - U     1 b 0  0000 - Z"
    assert players[4][91:] == "   1 b 0  0000 - H"
    assert players[5][91:] == "   2 w +     7 b +  0000 - Z"
    assert "XXP 1 2" in lines
    assert "XXC black1" in lines
    assert "BBW  3.0" in lines
    # Nine rounds: five are accelerated, three by a win. The upper half of seven are four.
    assert [line for line in lines if line.startswith("XXA")] == [
        f"XXA    {number}  3.0  3.0  3.0" for number in (1, 2, 3, 4)
    ]


STAND_IN = """\
    #!{python}
    # bbpPairings reads the file with its own parser and pairs from its contents.
    import sys
    from caissify_pairings import fpc, generate_pairings, trf

    system, asked, flag, answered = sys.argv[1:]
    assert (system, flag) == ("--dutch", "-p")
    players = {{p["starting_number"]: p for p in trf.TRFParser(open(asked).read()).parse()["players"]}}
    number = 1 + min(len(p["results"]) for p in players.values())
    here = [sn for sn, p in players.items() if number not in p["results"]]
    for sn in here:
        players[sn]["results"][number] = {{"opponent": None, "color": None, "result": "U"}}
    rows = generate_pairings(
        "dutch",
        fpc._build_engine_players(players, number),
        fpc._build_previous_pairings(players, number),
        number,
        9,
    )
    with open(answered, "w") as out:
        print(len(rows), file=out)
        for row in rows:
            print(row["white_id"], row["black_id"] or 0, file=out)
"""


def put_on_path(folder, monkeypatch, text):
    program = folder / "bbpPairings"
    program.write_text(dedent(text).format(python=sys.executable))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize(
    "history",
    [
        (),
        ("A-E 1-0, F-B 0-1, C-G 1-0, H-D 0-1",),
        ("A-E 1-0, F-B 0-1, C-G =, H-D 0-1", "D-A =, B-C 1-0, E-H 0-1, G-F 1-0"),
        ("A-E 1-0, F-B +-, C-G =, H absent, D bye",),
    ],
)
def test_bbp_is_spoken_to_by_files_and_agrees(history, tmp_path, monkeypatch):
    asked = SwissRound(len(history) + 1, 9, field("ABCDEFGH"), results(*history))
    expected = show(swiss.propose(asked, engine.solve))
    put_on_path(tmp_path, monkeypatch, STAND_IN)
    assert engine.find_bbp() == str(tmp_path / "bbpPairings")
    assert show(swiss.propose(asked, engine.pair_with_bbp)) == expected


@pytest.mark.parametrize(
    ("code", "fault"), [(1, "no-legal-pairing"), (3, "engine-failed"), (0, "engine-failed")]
)
def test_bbps_own_no_and_its_failures_are_told_apart(code, fault, tmp_path, monkeypatch):
    put_on_path(tmp_path, monkeypatch, f"#!{{python}}\nraise SystemExit({code})\n")
    with pytest.raises(NoLegalPairing) as refusal:
        engine.pair_with_bbp(ASKED)
    assert refusal.value.code == fault


def test_a_legal_pairing_stands_in_for_an_engine_that_answers_nonsense_and_says_so(monkeypatch):
    asked = SwissRound(2, 9, field("ABCD"), results("A-C 1-0, D-B 0-1"))
    nonsense = dutch.pair_round(SwissRound(1, 9, field("ABCD")))
    monkeypatch.setattr(dutch, "pair_round", lambda _: nonsense)
    found = engine.solve_as(asked)
    assert swiss.fault_in(asked, found.pairs) is None
    assert (found.paired_by, found.paired_by.is_announced) == (PairedBy.STAND_IN, False)
