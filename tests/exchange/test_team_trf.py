"""Team matches in reports: players with their games, teams beside them; out, in, and the same again."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.exchange.conftest import ORGANISER
from tournament.exchange import trf
from tournament.exchange.trf import from_stage, into_event
from tournament.models import Match, MatchGame, Player
from tournament.scores import Outcome
from tournament.services import standings
from tournament.services.entries import attendance, lineups
from tournament.services.results import entering

NOW_MS = 1_800_000_000_000
PLAYED = [Outcome.FIRST_WINS, Outcome.DRAW, Outcome.SECOND_WINS, Outcome.FIRST_FORFEITS]


def league(event, outcomes, teams="Reds Blues Greens", format="swiss"):
    e = event(entry="team", boards=2, format=format, **({"planned_rounds": 2} if format == "swiss" else {}))
    for name in teams.split():
        letter = name[0].lower()
        e.enter_team(name, f"{letter}1 {letter}2 {letter}3")
    for _ in range(2):
        round_ = e.publish()
        for match in e.matches(round_):
            for board in entering.open_boards(match) if match.second_id else []:
                entering.type_result(
                    actor=ORGANISER, match=match, outcome=next(outcomes), number=board, now_ms=e.now_ms
                )
        e.close(round_)
    return e


def report_of(e):
    return trf.write(from_stage.of_stage(e.stage))


def brought_in(text):
    return into_event.enter(trf.read(text), actor=ORGANISER, now_ms=NOW_MS).stages.get()


def cycle(*outcomes):
    while True:
        yield from outcomes


def test_players_and_teams_stand_in_the_columns_of_the_format(event):
    e = league(event, cycle(Outcome.FIRST_WINS, Outcome.DRAW))
    lines = report_of(e).split("\r\n")
    assert sum(line.startswith("001") for line in lines) == 9
    (reds,) = [line for line in lines if line.startswith("310   1 ")]
    assert reds[8:40].strip() == "Reds"
    assert reds[54:60].strip(), "match points"
    assert reds[73:].split() == ["1", "2", "3"]
    assert "082 3" in lines
    assert "352 WB" in lines
    assert not any(line.startswith(("162", "362")) for line in lines), "2-1-0 and 1-½-0 are usual"
    byes = [line for line in lines if line.startswith("320")]
    assert len(byes) == 1
    assert byes[0].startswith("320  1.0  1.0 ")


def test_a_league_comes_back_as_it_was(event):
    e = league(event, cycle(Outcome.FIRST_WINS, Outcome.DRAW, Outcome.SECOND_WINS))
    text = report_of(e)
    copy = brought_in(text)

    def table(stage):
        return [
            (row.rank, str(row.entrant), row.standing.points_text) for row in standings.of_stage(stage).rows
        ]

    assert copy.tournament.entry == "team"
    assert table(copy) == table(e.stage)
    assert trf.write(from_stage.of_stage(copy)) == text
    assert Player.objects.count() == 9


@given(data=st.data())
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_whatever_the_boards_gave_a_league_survives_the_way_out_and_in(event, data):
    def drawn():
        while True:
            yield data.draw(st.sampled_from(PLAYED))

    text = report_of(league(event, drawn(), "Reds Blues Greens Yellows"))
    assert trf.write(from_stage.of_stage(brought_in(text))) == text


def test_a_substitute_and_an_empty_board_are_told_and_read(event):
    e = event(entry="team", boards=2, format="round-robin")
    e.enter_team("Reds", "r1 r2 r3")
    e.enter_team("Blues", "b1")
    team = e.entrants["Reds"].team
    third = team.members.get(order=3).player
    first = team.members.get(order=1).player
    lineups.set_lineup(
        actor=ORGANISER,
        entrant=e.entrants["Reds"],
        stage=e.stage,
        number=1,
        players=[first, third],
        now_ms=e.now_ms,
    )
    round_ = e.publish()
    match = e.matches(round_)[0]
    entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.FIRST_WINS, number=1, now_ms=e.now_ms)
    e.close(round_)
    text = report_of(e)
    assert "300 001 001 002 0001 0003" in text
    copy = brought_in(text)
    boards = MatchGame.objects.filter(match__round__stage=copy).order_by("number")
    sat = [{str(game.starter_player or "nobody"), str(game.second_player or "nobody")} for game in boards]
    assert sat == [{"r1", "b1"}, {"r3", "nobody"}]
    assert trf.write(from_stage.of_stage(copy)) == text


def test_a_match_that_nobody_played_is_told_as_forfeited(event):
    e = event(entry="team", boards=2, format="double-round-robin")
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name}1 {name}2")
    e.play(e.publish())
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["Blues"])
    round_ = e.publish()
    e.close(round_)
    text = report_of(e)
    assert any(line.startswith("330 ") for line in text.split("\r\n"))
    copy = brought_in(text)
    assert Outcome(Match.objects.get(round__stage=copy, round__number=2).outcome).forfeited


def test_teams_of_the_older_format_are_read(event):
    gap = " " * 64
    text = (
        f"012 League\n001    1      r1{gap} 1.0    1     2 w 1\n001    2      b1{gap} 0.0    2     1 b 0\n"
        "013 Reds                               1\n013 Blues                              2\n"
    )
    stage = brought_in(text)
    assert [str(row.entrant) for row in standings.of_stage(stage).rows] == ["Reds", "Blues"]


def test_a_team_with_a_player_whom_nobody_knows_is_refused():
    with pytest.raises(Exception, match="Nobody has the number 9"):
        trf.read("012 League\n001    1      r1\n013 Reds                               9\n")
