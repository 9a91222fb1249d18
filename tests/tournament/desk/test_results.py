"""Results at the desk: by keyboard, by button, corrected; and the clocks beside them."""

import re

import pytest
from django.urls import reverse

from games.access.permissions import SYSTEM
from games.models import Game
from games.referee.requests import CallArbiter
from games.services.lost_time import OUTAGE
from games.services.many_games import pause_all
from games.services.recording import record
from games.timekeeping import now_ms
from tests.databases import own_rows
from tests.tournament.desk.conftest import look, press, publish, seen, start
from tournament.models import Match, MatchGame, Round
from tournament.services.tables import seating
from tournament.views.desk.results import LINE, LINE_OF_TEAMS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "board", "result", "sure"),
    [
        ("4 1-0", "4", "1-0", ""),
        ("4 =", "4", "=", ""),
        ("12 0-1", "12", "0-1", ""),
        (" 4  +- ", "4", "+-", ""),
        ("4: ½", "4", "½", ""),
        ("4 1-0!", "4", "1-0", "!"),
        ("4 1 - 0 !", "4", "1 - 0", "!"),
    ],
)
def test_a_line_is_a_board_and_a_result(typed, board, result, sure):
    read = LINE.fullmatch(typed)
    assert (read["board"], read["result"], read["sure"]) == (board, result, sure)


@pytest.mark.parametrize(
    ("typed", "board", "number", "result", "sure"),
    [
        ("4.2 1-0", "4", "2", "1-0", ""),
        ("4,2 =", "4", "2", "=", ""),
        ("12/10: 0-1 !", "12", "10", "0-1", "!"),
        ("4 +-", "4", None, "+-", ""),
    ],
)
def test_where_teams_meet_a_line_names_the_board_of_the_match(typed, board, number, result, sure):
    read = LINE_OF_TEAMS.fullmatch(typed)
    assert (read["board"], read["number"], read["result"], read["sure"]) == (board, number, result, sure)


def test_a_page_that_follows_the_round_takes_no_answer_away(desk, make_tournament):
    """A refusal is shown to the user who typed, although the page asks for news before that."""
    e = make_tournament("A B")
    round_ = publish(desk, e)
    page = desk.post(reverse("desk-line", args=[round_.pk]), {"line": "9 1-0"}).url
    news = desk.get(page, headers={"X-Fragment": "news"}).content.decode()
    assert "Round 1 has no board 9." not in news
    answer = desk.get(page, headers={"X-Fragment": "answer"}).content.decode()
    assert "Round 1 has no board 9." in answer
    assert "part-rounds" in answer
    assert "site-header" not in news + answer


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hello", "“hello” is not a board and a result."),
        ("", "“” is not a board and a result."),
        ("9 1-0", "Round 1 has no board 9."),
        ("1 maybe", "“maybe” is not a result."),
    ],
)
def test_a_wrong_line_is_explained(desk, make_tournament, line, told):
    e = make_tournament("A B")
    round_ = publish(desk, e)
    assert press(desk, "desk-line", round_.pk, line=line)[0].startswith(told)
    assert own_rows(Match).get().outcome == ""


@pytest.mark.parametrize(
    ("line", "score"),
    [("1 1-0", "1 – 0"), ("1 0-1", "0 – 1"), ("1 =", "½ – ½"), ("1 +-", "+ : −"), ("1 --", "− : −")],
)
def test_a_typed_result_is_said_back_with_its_score(desk, make_tournament, line, score):
    e = make_tournament("A B")
    round_ = publish(desk, e)
    match = own_rows(Match).get()
    assert press(desk, "desk-line", round_.pk, line=line) == [f"Board 1: {match}, {score}"]


def test_a_result_against_a_running_game_needs_a_second_word(desk, make_tournament):
    e = make_tournament("A B", live=True)
    round_ = publish(desk, e)
    start(own_rows(Game).get())
    assert "is being played" in press(desk, "desk-line", round_.pk, line="1 1-0")[0]
    assert "1 – 0" in press(desk, "desk-line", round_.pk, line="1 1-0!")[0]


def test_the_boards_show_clocks_and_all_of_them_can_be_stopped(desk, make_tournament):
    e = make_tournament("A B", live=True, keeper="server")
    publish(desk, e)
    start(own_rows(Game).get())
    page = look(desk, "desk-tournament", e.tournament.pk)
    assert 'data-seat="X" data-running' in page
    assert "1 clock runs." in page
    assert press(desk, "desk-pause", e.tournament.pk) == ["1 board pauses."]
    assert own_rows(Game).get().status == "paused"
    assert "1 game is paused." in look(desk, "desk-tournament", e.tournament.pk)
    assert press(desk, "desk-resume", e.tournament.pk) == ["1 board goes on."]
    assert own_rows(Game).get().status == "running"


def test_a_board_that_called_the_arbiter_is_not_resumed_with_the_hall(desk, make_tournament):
    e = make_tournament("A B", live=True, keeper="server")
    publish(desk, e)
    game = own_rows(Game).get()
    start(game)
    record(game_id=game.pk, request=CallArbiter(None, ""), actor=SYSTEM, nonce="n2", stamp_ms=now_ms())
    page = look(desk, "desk-tournament", e.tournament.pk)
    assert "1 game waits for the arbiter." in page
    assert reverse("desk-resume", args=[e.tournament.pk]) not in page
    said = press(desk, "desk-resume", e.tournament.pk)
    assert said == ["No board was paused for the whole hall."]
    board = own_rows(MatchGame).get()
    assert reverse("desk-go-on", args=[board.pk]) in look(desk, "desk-match", board.match_id)
    assert press(desk, "desk-go-on", board.pk) == ["The game goes on."]
    assert own_rows(Game).get().status == "running"


def test_after_an_outage_all_boards_go_on_at_once(desk, make_tournament):
    e = make_tournament("A B", live=True, keeper="server")
    publish(desk, e)
    start(own_rows(Game).get())
    pause_all(e.tournament.scope, actor=SYSTEM, now_ms=now_ms(), reason=OUTAGE)
    page = look(desk, "desk-tournament", e.tournament.pk)
    assert "Paused: the server was away." in page
    assert reverse("desk-resume", args=[e.tournament.pk]) in page
    assert press(desk, "desk-resume", e.tournament.pk) == ["1 board goes on."]
    assert own_rows(Game).get().status == "running"
    assert "the server was away" not in look(desk, "desk-tournament", e.tournament.pk)


def test_a_correction_shows_first_what_it_touches(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=2)
    round_ = publish(desk, e)
    for board in (1, 2):
        press(desk, "desk-line", round_.pk, line=f"{board} 1-0")
    match = own_rows(Match).first()
    page = look(desk, "desk-match", match.pk, query="?outcome=second-wins")
    assert "What this touches" in page
    assert "1 → 0" in page
    assert Match.objects.get(pk=match.pk).outcome == "first-wins"
    press(desk, "desk-correct", match.pk, outcome="second-wins", note="Score sheet misread", seen=seen(match))
    match.refresh_from_db()
    assert (match.outcome, match.source, match.note) == ("second-wins", "corrected", "Score sheet misread")


def test_boards_of_a_team_match_are_entered_one_by_one(desk, make_tournament):
    e = make_tournament(entry="team", boards=2, format="round-robin")
    for name in ("Rooks", "Pawns"):
        e.enter_team(name, f"{name}1 {name}2")
    publish(desk, e)
    match = own_rows(Match).get()
    press(desk, "desk-result", match.pk, number=1, outcome="first-wins")
    assert "1 – 0" in look(desk, "desk-tournament", e.tournament.pk)
    press(desk, "desk-result", match.pk, number=2, outcome="draw")
    assert own_rows(Match).get().outcome == "first-wins"
    assert "1½ – ½" in look(desk, "desk-results", e.tournament.pk)


def test_boards_of_a_team_match_are_typed_and_shown_in_the_order_of_the_match(desk, make_tournament):
    e = make_tournament(entry="team", boards=2, format="round-robin")
    for name in ("Rooks", "Pawns"):
        e.enter_team(name, f"{name}1 {name}2")
    round_ = publish(desk, e)
    match = own_rows(Match).with_names().get()
    assert press(desk, "desk-line", round_.pk, line="hello")[0].endswith("“4.2 0-1” or “4 +-”.")
    # The whole match only by forfeit, as long as boards are open.
    assert press(desk, "desk-line", round_.pk, line="1 1-0")[0].endswith("Enter them one by one: 1.1.")
    offered = re.findall(r'name="outcome" value="([^"]+)">', look(desk, "desk-match", match.pk))
    assert offered[:3] == ["second-forfeits", "first-forfeits", "both-forfeit"]
    told = press(desk, "desk-line", round_.pk, line="1.2 1-0")
    assert told == ["Board 1.2 is entered. Rooks – Pawns: 1 – 0 so far."]
    page = " ".join(re.sub(r"<[^>]+>", " ", look(desk, "desk-match", match.pk)).split())
    # On the second board the other team has the crosses, and is named second all the same.
    assert re.search(rf"2 O {match.first}2 X {match.second}2 [^–]* 1 – 0", page)
    assert press(desk, "desk-line", round_.pk, line="1.1 =") == [f"Board 1: {match}, 1½ – ½"]
    changed = {"outcome": "second-wins", "note": "slip", "seen": seen(match)}
    press(desk, "desk-correct-board", match.games.get(number=2).pk, **changed)
    assert own_rows(Match).get().outcome == "second-wins"


def test_a_level_match_says_what_decides_it_and_takes_the_winner_of_a_play_off(desk, make_tournament):
    e = make_tournament("A B", format="knockout", options={"deciders": []})
    publish(desk, e)
    match = own_rows(Match).get()
    told = press(desk, "desk-result", match.pk, outcome="draw")
    assert told == ["Board 1: A – B, ½ – ½. Level: enter who won a play-off, or draw lots."]
    told = press(desk, "desk-result", match.pk, outcome="draw")
    assert told == ["The match is level after all games: enter who won a play-off, or draw lots."]
    page = look(desk, "desk-match", match.pk)
    assert 'name="outcome" value="first-wins"' in page
    assert 'name="outcome" value="draw"' not in page
    press(desk, "desk-result", match.pk, outcome="second-wins")
    assert own_rows(Match).get().outcome == "second-wins"


def test_a_result_of_the_wrong_board_is_taken_back_from_the_page_of_the_match(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=2)
    round_ = publish(desk, e)
    press(desk, "desk-line", round_.pk, line="1 0:1")
    match = own_rows(Match).get(board=1)
    assert match.outcome == "second-wins"
    page = look(desk, "desk-match", match.pk)
    assert "Take the result back" in page
    assert f"Seen from {match.first}." in page
    told = press(desk, "desk-take-back", match.pk, note="That was board 2")
    assert told == ["Board 1: the result is taken back."]
    assert own_rows(Match).get(board=1).outcome == ""
    assert "Take the result back" not in look(desk, "desk-match", match.pk)
    assert press(desk, "desk-take-back", match.pk, note="again") == ["Board 1 has no result to correct."]


def test_a_game_that_a_no_show_left_unplayed_says_so_and_waits_for_nothing(desk, make_tournament):
    e = make_tournament("Ada Ben", live=True, keeper="server", no_show_min=0)
    seating.provide(actor=SYSTEM, tournament=e.tournament, count=2)
    Round.objects.filter(pk=publish(desk, e).pk).update(starts_ms=now_ms())
    match = own_rows(Match).get()
    assert press(desk, "desk-no-show", match.pk, absent=match.second_id) == ["The missing side forfeits."]
    page = look(desk, "desk-match", match.pk)
    assert f"+ : − · {match.second} did not come" in page
    assert re.search(r'class="badge"[^>]*>not played<', page)
    assert reverse("desk-move-game", args=[match.games.get().pk]) not in page
    assert "noted that one side did not come" in look(desk, "log", e.tournament.scope)
