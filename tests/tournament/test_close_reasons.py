"""The reason that a board shows when the desk takes its game: called off, overruled, undone, given back."""

import pytest

from games.models import Game
from games.timekeeping import MINUTE_MS
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tests.tournament.test_live_results import finish, live, start  # noqa: F401 (a fixture)
from tournament.scores import Outcome
from tournament.services.results import disagreements, entering, taking_back
from tournament.services.rounds import lifecycle

pytestmark = pytest.mark.django_db


def typed(e, match, outcome, **more):
    entering.type_result(actor=ORGANISER, match=match, outcome=outcome, now_ms=e.now_ms, **more)


def board(match):
    return Game.objects.get(match_game__match=match)


@pytest.mark.parametrize(
    ("outcome", "result", "winner"),
    [
        (Outcome.FIRST_WINS, "1 – 0", "X"),
        (Outcome.SECOND_WINS, "0 – 1", "O"),
        (Outcome.DRAW, "½ – ½", ""),
        (Outcome.SECOND_FORFEITS, "+ : −", "X"),
    ],
)
def test_a_result_typed_over_a_board_that_waits_is_shown_there(live, outcome, result, winner):  # noqa: F811
    e = live(keeper="table")
    match = e.matches(e.publish())[0]
    typed(e, match, outcome)
    game = board(match)
    assert game.voided
    assert game.closed_reason == {"why": "entered", "result": result, "winner": winner}


def test_a_result_that_both_sides_reported_is_not_the_desks(live):  # noqa: F811
    e = live(keeper="table")
    match = e.matches(e.publish())[0]
    for entrant in (match.first, match.second):
        entering.report(actor=ORGANISER, match=match, entrant=entrant, outcome=Outcome.DRAW, now_ms=e.now_ms)
    assert board(match).closed_reason == {"why": "reported", "result": "½ – ½", "winner": ""}


def test_a_result_typed_over_a_running_table_is_shown_there_and_taken_back_with_it(live):  # noqa: F811
    e = live(keeper="table")
    match = e.matches(e.publish())[0]
    game = start(e, match)
    typed(e, match, Outcome.SECOND_WINS, confirm=True)
    game.refresh_from_db()
    assert (game.closed_reason["result"], game.voided, game.status) == ("0 – 1", False, "running")
    assert not own_rows(Game).live().filter(pk=game.pk).exists()
    taking_back.take_back(actor=ORGANISER, match=match, note="wrong board", now_ms=e.now_ms)
    game.refresh_from_db()
    assert (game.closed_reason, game.status) == (None, "paused")
    assert board(match) == game


def test_what_an_overruled_table_played_out_of_reach_is_still_compared(live):  # noqa: F811
    e = live(keeper="table")
    match = e.matches(e.publish())[0]
    start(e, match)
    typed(e, match, Outcome.SECOND_WINS, confirm=True)
    finish(e, match, "X")
    assert [
        said for _game, said in disagreements.disagreements(match__round__stage__tournament=e.tournament)
    ] == [Outcome.FIRST_WINS]


def test_a_forfeit_of_the_match_is_sent_to_the_game_that_runs(live):  # noqa: F811
    e = live(keeper="table")
    match = e.matches(e.publish())[0]
    game = start(e, match)
    late_ms = e.now_ms + 60 * MINUTE_MS
    entering.no_show(actor=ORGANISER, match=match, absent=match.first, now_ms=late_ms)
    game.refresh_from_db()
    assert game.closed_reason == {"why": "entered", "result": "− : +", "winner": "O"}


def test_an_undone_round_says_so_on_its_boards(live):  # noqa: F811
    e = live(keeper="table")
    round_ = e.publish()
    start(e, e.matches(round_)[0])
    lifecycle.undo(actor=ORGANISER, round_=round_, now_ms=e.now_ms)
    assert {game.closed_reason["why"] for game in own_rows(Game)} == {"undone"}
