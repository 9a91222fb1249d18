"""Test instructions of the desk to a tablet that keeps a game."""

from games.models import Action, Custody, Instruction
from games.referee import requests as r
from games.rules import Seat, Side
from games.services.custody import holder_of, take_custody
from games.services.late_entries import late_entries
from tests.databases import own_rows
from tests.games.conftest import ARBITER
from tests.games.test_custody import move


def test_a_wish_of_the_desk_is_an_instruction_that_the_table_fulfils(at_table):
    tablet = at_table(topic="tournament:3")
    asked = tablet.live.granted(r.Pause("fire drill"), 1_000, actor=ARBITER, nonce="desk-1")
    assert asked.seq is None
    instruction = own_rows(Instruction).open().get(pk=asked.instruction)
    assert instruction.body == {"type": "pause", "reason": "fire drill"}
    assert tablet.live.kinds == "started"
    again = tablet.live.ask(r.Pause("fire drill"), nonce="desk-1")
    assert (again.instruction, again.repeated) == (asked.instruction, True)
    assert tablet.enter(r.Pause("fire drill"), 2_000, instruction=instruction.pk).seq == 2
    assert not own_rows(Instruction).open().exists()


def test_a_table_that_fulfils_one_wish_still_owes_the_other(at_table):
    tablet = at_table(topic="tournament:3")
    more = r.Adjust("bell rang", "X", add_ms=60_000)
    wishes = [tablet.live.granted(wish, actor=ARBITER).instruction for wish in (more, r.Pause("fire drill"))]
    tablet.enter(more, instruction=wishes[0])
    assert [each.pk for each in tablet.live.game.instructions.open()] == wishes[1:]


def test_a_wish_whose_answer_comes_too_early_still_waits(at_table):
    tablet = at_table(topic="tournament:3")
    wish = tablet.live.granted(r.Pause("fire drill"), actor=ARBITER).instruction
    missing = tablet.frame(move("c1E", "X", 0), 1_000)
    answer = tablet.frame(r.Pause("fire drill"), instruction=wish)
    assert tablet.send(answer).refused.code == "entry-gap"
    assert [each.pk for each in tablet.live.game.instructions.open()] == [wish]
    assert [tablet.send(each).refused for each in (missing, answer)] == [None, None]
    assert not tablet.live.game.instructions.open().exists()


def test_the_desk_takes_the_game_away_and_corrects_it_itself(at_table):
    tablet = at_table("10", topic="tournament:3")
    tablet.enter(move("c1E", "X", 0), 4_000)
    take_custody(tablet.live.game_id, "", ARBITER, now_ms=tablet.live.now_ms)
    assert holder_of(tablet.live.game) == ""
    tablet.live.granted(r.Adjust("bell rang", "X", add_ms=60_000), actor=ARBITER)
    assert tablet.live.state.clock.account("X").main_ms == 656_000
    assert Action.objects.filter(verb="take_custody").count() == 1
    assert own_rows(Custody).count() == 2


def test_a_result_of_the_desk_stands_against_a_later_sync_and_both_are_shown(at_table):
    tablet = at_table("1", topic="tournament:3")
    resigned = tablet.frame(r.Resign(Seat.X), 5_000)
    tablet.live.granted(r.Rule(Side.X, "seen at the table"), 300_000, actor=ARBITER)
    assert tablet.live.game.winner == "X"
    assert tablet.send(resigned).refused.code == "game-over"
    assert tablet.live.game.winner == "X"
    late = late_entries(tablet.live.game_id).get()
    assert (late.code, late.body["type"]) == ("game-over", "resign")
    # The table's clock since its last entry is unknown to the desk: no player is charged for it.
    assert tablet.live.state.clock.account("X").main_ms == 60_000
