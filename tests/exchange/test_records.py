"""Export and import of records: a game, a round, a tournament; only finished legal games are imported."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.access.permissions import SYSTEM
from games.models import Game
from games.referee import requests as r
from games.replays import record_of
from games.rules import Ending
from games.services import recording
from games.services.opening import open_game
from tests.databases import own_rows
from tests.exchange.conftest import ORGANISER, read_or_refuse
from tests.games.folding import assert_log_folds_to_row
from tournament.demo.playing import choose
from tournament.files import reading
from tournament.import_export import records

pytestmark = pytest.mark.django_db
NOW_MS = 1_800_000_000_000
LINE = """[X "Mira"]
[O "Jonas"]
[Announce "automatic"]

1. a1E a5E 2. a1E a5E 3. a1E a5E 4. a1E a5E 5. a1E X
"""


def played(seed=1, control="10+5", seats=2, plies=60):
    """Play a game between bots, to its end or resigned."""
    dice = random.Random(seed)
    first = "X" if seats == 2 else "N"
    names = {seat: {"name": f"Player {seat}"} for seat in ("XO" if seats == 2 else "NESW")}
    game = open_game(rules="", control=control, first=first, seats=seats, players=names, now_ms=NOW_MS)
    at_ms = NOW_MS
    recording.record(game_id=game.pk, request=r.Start(), actor=SYSTEM, stamp_ms=at_ms)
    for _ in range(plies):
        game.refresh_from_db()
        state = game.state_now()
        if state.outcome:
            break
        at_ms += dice.randrange(200, 9000, 100)
        move = choose(state.play.position, dice)
        request = r.MakeMove(state.play.position.seat, state.ply, move)
        recording.record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=at_ms)
    game.refresh_from_db()
    if not game.ending:
        winner = game.state_now().play.position.seat.side.opponent
        request = r.Rule(winner, "time to go home", Ending.RESIGNATION)
        recording.record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=at_ms)
        game.refresh_from_db()
    return game


@pytest.mark.parametrize(
    ("seed", "control", "seats"), [(1, "10+5", 2), (2, "5", 2), (3, "15", 4), (4, "m30", 2)]
)
def test_a_record_brought_in_is_the_same_record_again(seed, control, seats):
    original = played(seed, control, seats)
    text = str(record_of(original))
    (brought,) = records.judge_records(text)
    assert brought.fault is None
    (copy,) = records.import_records([brought], actor=ORGANISER, now_ms=NOW_MS + 10**9)
    assert (copy.winner, copy.ending, copy.ply) == (original.winner, original.ending, original.ply)
    again = str(record_of(copy))
    if control == "m30":  # a clock of another kind: the moves are the same, the times are not known
        again, text = (record.partition("\n\n")[0] for record in (again, text))
    assert again == text
    assert_log_folds_to_row(copy)


def test_the_games_of_a_file_are_told_one_by_one():
    text = LINE + '\n[X "Ada"]\n\n1. c3E X\n\n[X "Ben"]\n\n1. a1E *\n'
    told = [(each.line, each.players, str(each.fault or "")) for each in records.judge_records(text)]
    assert told[0][0] == 1
    assert told[1][2] == "Move 1: c3 is not on the edge"
    assert told[2][2].startswith("The game is not over")
    records.import_records(records.judge_records(text), actor=ORGANISER, now_ms=NOW_MS)
    assert own_rows(Game).count() == sum(not fault for *_, fault in told)


def test_a_file_without_games_is_refused():
    with pytest.raises(reading.BadFile):
        records.judge_records("\n\n")


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_judged_or_refused(text):
    read_or_refuse(records.judge_records, text)


@given(st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_record_is_judged_or_refused(data):
    place = data.draw(st.integers(0, len(LINE) - 1))
    new = data.draw(st.text('[]{}"!. \nabcdeNESWXO*12', max_size=12))
    read_or_refuse(records.judge_records, LINE[:place] + new + LINE[place + len(new) :])
