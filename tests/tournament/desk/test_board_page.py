"""The page of one board at the desk: shown, corrected and decided from there, on phones and at a table."""

import pytest
from django.urls import reverse

from games.access.permissions import SYSTEM
from games.models import Action, Game, Instruction
from games.referee import requests as r
from games.services.recording import record
from games.timekeeping import stamp_ms
from tests.databases import own_rows
from tests.tournament.desk.conftest import entered, look, moved, name_at, press, publish, start
from tournament.models import MatchGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def phones(desk, make_tournament):
    """Start a game on two phones."""
    e = make_tournament("Ada Ben", live=True, keeper="server", control="10")
    publish(desk, e)
    board = own_rows(MatchGame).get()
    start(board.game)
    return board


def main_ms(board, seat):
    return Game.objects.get(pk=board.game_id).state_now().clock.account(seat).main_ms


def status(board):
    return Game.objects.get(pk=board.game_id).status


# ---- on phones: at once


def test_the_board_is_reached_from_the_round_and_from_the_match(desk, phones):
    address = reverse("desk-board", args=[phones.pk])
    assert address in look(desk, "desk-tournament", phones.match.round.stage.tournament_id)
    assert address in look(desk, "desk-match", phones.match_id)
    page = look(desk, "desk-board", phones.pk)
    assert f"{name_at(phones, 'X')} – {name_at(phones, 'O')}" in page
    assert "The game began." in page


def test_the_desk_stops_a_game_on_phones_and_lets_it_go_on(desk, phones):
    assert press(desk, "desk-board-pause", phones.pk) == ["The clocks stand."]
    assert status(phones) == "paused"
    assert "Let it go on" in look(desk, "desk-board", phones.pk)
    assert press(desk, "desk-go-on", phones.pk) == ["The game goes on."]
    assert status(phones) == "running"


def test_a_pause_with_a_name_is_ended_at_the_desk_too(desk, phones):
    record(game_id=phones.game_id, request=r.Pause("wasp"), actor=SYSTEM, stamp_ms=stamp_ms())
    assert press(desk, "desk-go-on", phones.pk) == ["The game goes on."]


def test_the_desk_gives_time_takes_it_and_sets_it(desk, phones):
    press(desk, "desk-board-pause", phones.pk)
    before = main_ms(phones, "O")
    fields = {"seat": "O", "reason": "disturbance"}
    press(desk, "desk-board-adjust", phones.pk, how="add", minutes="1", seconds="30", **fields)
    assert main_ms(phones, "O") == before + 90_000
    press(desk, "desk-board-adjust", phones.pk, how="take", minutes="", seconds="30", **fields)
    assert main_ms(phones, "O") == before + 60_000
    assert press(desk, "desk-board-adjust", phones.pk, how="set", minutes="5", seconds="", **fields) == [
        "The clocks are changed."
    ]
    assert main_ms(phones, "O") == 300_000
    page = look(desk, "desk-board", phones.pk)
    assert f"{name_at(phones, 'O')} 11:00 → 5:00" in page
    assert "<q>disturbance</q>" in page
    assert own_rows(Action).filter(verb="adjust").count() == 3


def test_a_change_of_a_clock_is_seen_before_it_is_made(desk, phones):
    page = look(desk, "desk-board", phones.pk, query="?seat=O&how=add&minutes=2&seconds=5")
    assert f"{name_at(phones, 'O')} 10:00 → 12:05" in page
    assert main_ms(phones, "O") == 600_000
    page = look(desk, "desk-board", phones.pk, query="?seat=O&how=set&minutes=9999")
    assert "A clock shows at most 999 minutes" in page


def test_without_a_reason_the_referee_refuses_in_a_sentence(desk, phones):
    told = press(desk, "desk-board-adjust", phones.pk, seat="O", how="add", minutes="1", reason=" ")
    assert told == ["Give a reason; it is kept with the decision."]
    assert main_ms(phones, "O") == 600_000


def test_a_penalty_and_an_illegal_move_are_given_from_the_desk(desk, phones):
    assert press(desk, "desk-board-penalty", phones.pk, seat="X", reason="phone rang") == [
        "The penalty is given."
    ]
    assert main_ms(phones, "O") == 660_000
    press(desk, "desk-board-illegal", phones.pk, seat="X", reason="")
    press(desk, "desk-board-illegal", phones.pk, seat="X", reason="again")
    assert own_rows(Game).get().winner == "O"


def test_moves_are_taken_back_from_the_desk(desk, phones):
    moved(phones, "c1E")
    moved(phones, "a1N")
    page = look(desk, "desk-board", phones.pk)
    assert f"{name_at(phones, 'X')}: c1 comes back from the east (c1E)" in page
    assert press(desk, "desk-board-takeback", phones.pk, to_ply="1", reason="agreed") == [
        "The moves are taken back."
    ]
    assert own_rows(Game).get().ply == 1
    assert "Taken back: 1 move stands." in look(desk, "desk-board", phones.pk)
    refused = press(desk, "desk-board-takeback", phones.pk, to_ply="7", reason="x")
    assert len(refused) == 1
    assert own_rows(Game).get().ply == 1


def test_the_position_is_set_from_the_desk(desk, phones):
    ranks = "X..../...../...../...../....O"
    fields = {"turn": "O", "reason": "wood and tablet differ"}
    assert press(desk, "desk-board-position", phones.pk, ranks=ranks, **fields) == ["The position is set."]
    assert str(own_rows(Game).get().state_now().position) == f"{ranks} O"
    assert "five ranks" in press(desk, "desk-board-position", phones.pk, ranks="nonsense", **fields)[0]


def test_a_game_is_decided_from_the_desk_and_reopened(desk, phones, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        press(desk, "desk-board-rule", phones.pk, winner="O", reason="left the hall")
    phones.refresh_from_db()
    assert phones.outcome == "second-wins"
    with django_capture_on_commit_callbacks(execute=True):
        press(desk, "desk-board-reopen", phones.pk, reason="came back")
    phones.refresh_from_db()
    assert (phones.outcome, status(phones)) == ("", "paused")


def test_a_game_is_called_off_and_another_one_opened(desk, phones):
    first = phones.game_id
    assert press(desk, "desk-call-off", phones.pk, reason="") == [
        "Give a reason; it is kept with the decision."
    ]
    press(desk, "desk-call-off", phones.pk, reason="wrong opponents")
    assert own_rows(Game).get().voided
    assert "This game was called off and does not count." in look(desk, "desk-board", phones.pk)
    assert press(desk, "desk-open-again", phones.pk) == ["A new game waits for its start."]
    phones.refresh_from_db()
    assert phones.game_id != first
    assert status(phones) == "waiting"
    assert press(desk, "desk-open-again", phones.pk) == ["The game on this board is not called off."]


TOOLS = (
    "desk-board-pause",
    "desk-board-adjust",
    "desk-board-penalty",
    "desk-board-illegal",
    "desk-board-takeback",
    "desk-board-position",
    "desk-board-rule",
    "desk-board-reopen",
    "desk-call-off",
    "desk-open-again",
    "desk-uphold",
    "desk-take-live",
)


def test_a_scorer_looks_and_touches_nothing(as_role, phones):
    scorer = as_role("scorer", phones.match.round.stage.tournament.scope, name="sam")
    page = look(scorer, "desk-board", phones.pk)
    for name in TOOLS:
        address = reverse(name, args=[phones.pk])
        assert address not in page
        assert scorer.post(address).status_code == 403
    assert status(phones) == "running"


def test_an_arbiter_has_all_the_tools(as_role, phones):
    arbiter = as_role("arbiter", phones.match.round.stage.tournament.scope, name="ann")
    assert press(arbiter, "desk-board-pause", phones.pk) == ["The clocks stand."]
    assert press(
        arbiter, "desk-board-adjust", phones.pk, seat="X", how="add", minutes="1", reason="noise"
    ) == ["The clocks are changed."]


def test_a_board_without_a_live_game_says_so(desk, make_tournament):
    e = make_tournament("Ada Ben")
    publish(desk, e)
    board = own_rows(MatchGame).get()
    assert "No live game is kept on this board" in look(desk, "desk-board", board.pk)
    assert desk.post(reverse("desk-board-pause", args=[board.pk])).status_code == 404


# ---- at a table: asked of the tablet


def test_a_tablet_is_asked_and_answers(desk, at_table):
    assert press(desk, "desk-board-pause", at_table.pk) == ["The tablet is asked to pause."]
    assert "asked, waits for the tablet" in look(desk, "desk-board", at_table.pk)
    wish = own_rows(Instruction).get()
    entered(at_table, 2, instruction=wish.pk, **wish.body)
    page = look(desk, "desk-board", at_table.pk)
    assert "asked, waits for the tablet" not in page
    assert "done" in page


def test_a_refusal_of_a_tablet_is_shown_with_the_reason(desk, at_table):
    press(desk, "desk-board-takeback", at_table.pk, to_ply="4", reason="x")
    wish = own_rows(Instruction).get()
    entered(at_table, 2, instruction=wish.pk, **wish.body)
    page = look(desk, "desk-board", at_table.pk)
    assert "refused" in page
    assert "4" in page.split('class="wish-why"')[1].split("</span>")[0]


def test_what_waits_for_a_tablet_is_done_when_the_desk_takes_the_game_over(desk, at_table):
    press(desk, "desk-board-penalty", at_table.pk, seat="X", reason="phone rang")
    assert main_ms(at_table, "O") == 600_000
    assert "it is done at once" in look(desk, "desk-board", at_table.pk)
    here = reverse("desk-board", args=[at_table.pk])
    response = desk.post(reverse("desk-take-over", args=[at_table.pk]), {"next": here}, follow=True)
    assert response.redirect_chain == [(here, 302)]
    assert main_ms(at_table, "O") == 660_000
    assert not own_rows(Instruction).open().exists()
    assert press(
        desk, "desk-board-adjust", at_table.pk, seat="O", how="set", minutes="3", reason="agreed"
    ) == ["The clocks are changed."]
    assert main_ms(at_table, "O") == 180_000
