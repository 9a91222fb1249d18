"""A table's game at the desk: taken over from its tablet, and given back without the PIN."""

import pytest
from django.urls import reverse

from games.access import pins
from games.access.permissions import SYSTEM
from games.models import Action, Game, Instruction
from games.protocol.upward import TableEntry, parse
from games.services.absences import note_absence
from games.services.custody import holder_of, take_custody
from games.services.recording import record
from tests.databases import own_rows
from tests.tournament.desk.conftest import look, press, publish
from tournament.live_results import apply_live_result
from tournament.models import MatchGame
from tournament.services.rounds import desk_calls, next_steps
from tournament.services.tables import seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def board(desk, make_tournament):
    """Start a game on the tablet of table 1."""
    e = make_tournament("A B", live=True, keeper="table")
    seating.provide(actor=SYSTEM, tournament=e.tournament, count=1)
    publish(desk, e)
    board = own_rows(MatchGame).get()
    take_custody(board.game_id, "tablet", SYSTEM)
    record(
        game_id=board.game_id,
        request=parse({"type": "start", "nonce": "n1"}).ask,
        actor=SYSTEM,
        nonce="n1",
        stamp_ms=1,
        entry=TableEntry(epoch=1, n=1, tab="tablet"),
    )
    assert own_rows(Game).get().status == "running"
    return board


def test_the_desk_takes_a_game_over_and_gives_it_back(desk, board):
    assert "The tablet has kept this game since" in look(desk, "desk-match", board.match_id)
    assert press(desk, "desk-take-over", board.pk) == [
        "The desk keeps the game now. It is paused; the tablet only shows it."
    ]
    assert own_rows(Game).get().status == "paused"
    page = look(desk, "desk-match", board.match_id)
    assert "The desk has kept this game since" in page
    assert reverse("desk-take-over", args=[board.pk]) not in page
    assert press(desk, "desk-give-back", board.pk) == [
        "The tablet at the table keeps the game again. It is paused until you let it go on."
    ]
    assert "the next tablet at the table does" in look(desk, "desk-match", board.match_id)
    assert list(Action.objects.filter(verb="give_back").values_list("verb", flat=True)) == ["give_back"]


def test_the_desk_hears_how_much_time_no_player_was_charged(desk, board):
    note_absence(board.game_id, 10_000)
    take_custody(board.game_id, "another tablet", SYSTEM, now_ms=175_000)
    page = look(desk, "desk-tournament", board.match.round.stage.tournament_id)
    assert "The game changed hands" in page
    assert f"not heard for 2:45, which {board.starter} is not charged" in page


def test_once_a_tablet_has_it_again_the_desk_lets_it_go_on(desk, board):
    press(desk, "desk-take-over", board.pk)
    address = reverse("desk-go-on", args=[board.pk])
    assert address not in look(desk, "desk-match", board.match_id)
    press(desk, "desk-give-back", board.pk)
    take_custody(board.game_id, "tablet", SYSTEM)
    assert address in look(desk, "desk-match", board.match_id)
    assert press(desk, "desk-go-on", board.pk) == ["The tablet is told to go on."]
    wish = own_rows(Game).get().instructions.open().get()
    assert wish.body == {"type": "resume", "reason": "custody"}


def test_what_the_desk_does_not_keep_cannot_be_given_back(desk, board):
    told = ["The desk does not keep this game, so there is nothing to give back."]
    assert press(desk, "desk-give-back", board.pk) == told
    assert holder_of(own_rows(Game).get()) == "tablet"
    press(desk, "desk-take-over", board.pk)
    press(desk, "desk-give-back", board.pk)
    assert press(desk, "desk-give-back", board.pk) == told


def test_a_game_that_players_keep_on_their_phones_has_no_tablet(desk, make_tournament):
    e = make_tournament("A B", live=True, keeper="server")
    publish(desk, e)
    board = own_rows(MatchGame).get()
    assert "Tablets" not in look(desk, "desk-match", board.match_id)
    assert "no tablet keeps it" in press(desk, "desk-take-over", board.pk)[0]


def test_a_board_without_a_live_game_is_not_found(desk, make_tournament):
    e = make_tournament("A B")
    publish(desk, e)
    board = own_rows(MatchGame).get()
    assert desk.post(reverse("desk-take-over", args=[board.pk])).status_code == 404


def test_a_scorer_may_do_neither(as_role, board):
    scorer = as_role("scorer", board.match.round.stage.tournament.scope, name="sam")
    for page in ("desk-take-over", "desk-give-back"):
        assert scorer.post(reverse(page, args=[board.pk])).status_code == 403
    assert reverse("desk-take-over", args=[board.pk]) not in look(scorer, "desk-match", board.match_id)


def enter(board, n, **body):
    unlocked = body.pop("unlocked", "")
    frame = parse({**body, "nonce": f"n{n}"})
    answer = record(
        game_id=board.game_id,
        request=frame.ask,
        actor=SYSTEM,
        nonce=f"n{n}",
        stamp_ms=n * 1_000,
        entry=TableEntry(epoch=1, n=n, tab="tablet", unlocked=unlocked),
    )
    assert answer.refused is None, answer.refused


def test_a_board_that_called_the_arbiter_goes_on_at_a_word_of_the_desk(desk, board):
    enter(board, 2, type="arbiter", seat=None, reason="")
    address = reverse("desk-go-on", args=[board.pk])
    assert address in look(desk, "desk-match", board.match_id)
    assert press(desk, "desk-go-on", board.pk) == ["The tablet is told to go on."]
    assert own_rows(Instruction).get().body == {"type": "resume", "reason": "arbiter"}


def test_what_was_decided_without_the_server_is_shown_for_review(desk, board):
    words = "decided without the server"
    assert words not in look(desk, "desk-tournament", board.match.round.stage.tournament_id)
    enter(board, 2, type="pause", reason="lost cube", unlocked="offline")
    assert words in look(desk, "desk-tournament", board.match.round.stage.tournament_id)
    page = look(desk, "desk-match", board.match_id)
    assert "Decided at the table without the server" in page
    assert "paused the game (lost cube)" in page


def test_a_result_that_only_the_tablet_unlocked_counts_once_the_arbiter_has_looked(desk, board):
    pins.set_pin(SYSTEM, board.match.round.stage.tournament.scope, "493817")
    ruled = {"type": "rule", "nonce": "n2", "winner": "X", "ending": "ruling", "reason": "agreed"}
    record(
        game_id=board.game_id,
        request=parse(ruled).ask,
        actor=SYSTEM,
        nonce="n2",
        stamp_ms=2,
        entry=TableEntry(epoch=1, n=2, tab="tablet", unlocked="offline"),
    )
    assert own_rows(Game).get().status == "over"
    apply_live_result(sender=None, game_id=board.game_id)
    board.refresh_from_db()
    assert board.outcome == ""
    tournament = board.match.round.stage.tournament
    assert "it waits for your look" in look(desk, "desk-tournament", tournament.pk)
    assert next_steps.first(tournament).code == "call-offline"
    assert "Seen, it stands" in look(desk, "desk-board", board.pk)
    assert press(desk, "desk-approve-offline", board.pk) == ["Seen: what was decided at the table stands."]
    apply_live_result(sender=None, game_id=board.game_id)
    board.refresh_from_db()
    assert board.outcome != ""
    assert "it waits for your look" not in look(desk, "desk-tournament", tournament.pk)
    assert "Seen, it stands" not in look(desk, "desk-board", board.pk)
    assert press(desk, "desk-approve-offline", board.pk) == []
    assert Action.objects.filter(verb="approve_offline").count() == 1


def test_times_that_cannot_be_true_call_the_desk_and_hold_the_result(desk, board):
    tournament = board.match.round.stage.tournament

    def send(n, **body):
        frame = parse({**body, "nonce": f"n{n}"})
        entry = TableEntry(epoch=1, n=n, tab="tablet", spent_ms=60_000)
        answer = record(
            game_id=board.game_id,
            request=frame.ask,
            actor=SYSTEM,
            nonce=f"n{n}",
            stamp_ms=n * 1_000,
            entry=entry,
        )
        assert answer.refused is None, answer.refused

    send(2, type="move", seat="X", ply=0, move="c1E")
    assert [call.kind for call in desk_calls.desk_calls(tournament)] == ["times"]
    assert next_steps.first(tournament).code == "call-times"
    assert "Check the times." in look(desk, "desk-tournament", tournament.pk)
    page = look(desk, "desk-board", board.pk)
    assert "the tablet counted 58.0 s more than the server" in page
    send(3, type="resign", seat="O")
    apply_live_result(sender=None, game_id=board.game_id)
    board.refresh_from_db()
    assert board.outcome == ""
    assert "Approve times" in look(desk, "desk-board", board.pk)
    press(desk, "desk-approve-offline", board.pk)
    apply_live_result(sender=None, game_id=board.game_id)
    board.refresh_from_db()
    assert board.outcome != ""
    page = look(desk, "desk-board", board.pk)
    assert "Approve times" not in page
    assert "the tablet counted" in page, "the sums are shown as long as the game is"
