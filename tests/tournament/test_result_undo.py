"""A result entered for the wrong board is taken back, until something was drawn from it."""

import pytest

from games.models import Action, Game
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import start
from tournament.models import Match
from tournament.scores import Outcome
from tournament.services.faults import StepRefused
from tournament.services.results import entering, taking_back
from tournament.services.rounds import lifecycle
from tournament.services.tables import seating


def take_back(e, match, **more):
    found = own_rows(Match).with_names().get(pk=match.pk)
    return taking_back.take_back(actor=ORGANISER, match=found, note="wrong board", now_ms=e.now_ms, **more)


def code_of(call, *args, **more):
    with pytest.raises(StepRefused) as no:
        call(*args, **more)
    return no.value.code


def enter(e, match, outcome=Outcome.FIRST_WINS, **more):
    return entering.type_result(actor=ORGANISER, match=match, outcome=outcome, now_ms=e.now_ms, **more)


def test_a_result_of_the_wrong_board_is_taken_back_and_entered_where_it_belongs(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    round_ = e.publish()
    wrong, right = e.matches(round_)
    enter(e, wrong)
    take_back(e, wrong)
    wrong.refresh_from_db()
    assert (wrong.outcome, wrong.source, wrong.decided_ms, wrong.note) == ("", "", None, "wrong board")
    assert wrong.games.get().outcome == ""
    noted = Action.objects.get(verb="take_back_result")
    assert (noted.before["outcome"], noted.note) == ("first-wins", "wrong board")
    enter(e, right)
    enter(e, wrong, Outcome.DRAW)
    e.close(round_)


def test_what_was_never_entered_is_not_taken_back(make_tournament):
    e = make_tournament("A B", planned_rounds=1)
    assert code_of(take_back, e, e.matches(e.publish())[0]) == "not-decided"


def test_nothing_is_taken_back_once_the_round_is_closed_or_the_next_is_drawn(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    round_ = e.publish()
    match = e.matches(round_)[0]
    e.play(round_)
    assert code_of(take_back, e, match) == "already-closed"
    lifecycle.reopen(actor=ORGANISER, round_=round_, now_ms=e.now_ms)
    e.draft()
    assert code_of(take_back, e, match) == "drawn-from-it"


def test_a_schedule_is_not_drawn_from_results(make_tournament):
    e = make_tournament("A B C D", format="round-robin")
    first = e.publish()
    match = e.matches(first)[0]
    enter(e, match)
    e.publish()
    assert take_back(e, match).outcome == ""


@pytest.mark.parametrize("outcome", [Outcome.FIRST_WINS, Outcome.SECOND_FORFEITS])
def test_a_knockout_match_is_open_again(make_tournament, outcome):
    e = make_tournament("A B C D", format="knockout")
    round_ = e.publish()
    match, other = e.matches(round_)
    enter(e, match, outcome)
    take_back(e, match)
    assert not match.games.exclude(outcome="").exists()
    enter(e, match)
    enter(e, other)
    e.close(round_)
    e.draft()
    assert code_of(take_back, e, match) == "already-closed"


def test_of_a_longer_match_only_the_last_game_is_taken_back(make_tournament):
    e = make_tournament("A B", format="knockout", options={"best_of": 3})
    match = e.matches(e.publish())[0]
    enter(e, match)
    enter(e, match)
    take_back(e, match)
    assert [
        bool(outcome) for outcome in match.games.order_by("number").values_list("outcome", flat=True)
    ] == [
        True,
        False,
    ]
    enter(e, match, Outcome.SECOND_WINS)
    match.refresh_from_db()
    assert not match.outcome


def test_the_game_that_was_called_off_is_there_again_at_a_free_table(make_tournament):
    e = make_tournament("A B C D", planned_rounds=1, live=True)
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=1)
    one, other = e.matches(e.publish())
    enter(e, one)
    assert other.games.get().table.number == 1
    take_back(e, one)
    game = one.games.get()
    assert game.table is None, "somebody else sits there now"
    assert (game.game.status, game.game.voided) == ("waiting", False)
    enter(e, other)
    assert one.games.get().table.number == 1
    assert own_rows(Game).filter(voided=False).exclude(place="").get() == one.games.get().game


def test_a_game_that_goes_on_goes_on(make_tournament):
    e = make_tournament("A B", planned_rounds=1, live=True, keeper="server")
    match = e.matches(e.publish())[0]
    game = match.games.get().game
    start(game)
    enter(e, match, confirm=True)
    game.refresh_from_db()
    assert game.status == "over"
    take_back(e, match)
    assert match.games.get().game == game
    game.refresh_from_db()
    assert game.status == "paused"


def test_what_a_live_game_gave_stays(make_tournament):
    e = make_tournament("A B", planned_rounds=1, live=True, keeper="server")
    match = e.matches(e.publish())[0]
    game = match.games.get().game
    Game.objects.filter(pk=game.pk).update(status="over", winner="X", ending="line")
    entering.apply_live_result(game.pk, now_ms=e.now_ms)
    assert code_of(take_back, e, match) == "game-gave-it"


@pytest.fixture
def teams(make_tournament):
    e = make_tournament(format="round-robin", entry="team", boards=2)
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name[0]}1 {name[0]}2")
    e.publish()
    return e


def test_a_board_of_a_team_match_is_taken_back_and_the_match_with_it(teams):
    match = teams.match("Reds", "Blues")
    for number in (1, 2):
        enter(teams, match, number=number)
    assert code_of(take_back, teams, match) == "boards-decide"
    take_back(teams, match, number=2)
    match.refresh_from_db()
    assert match.outcome == ""
    assert entering.open_boards(match) == [2]
    take_back(teams, match, number=1)
    assert entering.open_boards(match) == [1, 2]
    assert code_of(take_back, teams, match, number=1) == "not-decided"


def test_a_forfeited_team_match_is_taken_back_as_a_whole(teams):
    match = teams.match("Reds", "Blues")
    enter(teams, match, number=1)
    enter(teams, match, Outcome.SECOND_FORFEITS)
    take_back(teams, match)
    match.refresh_from_db()
    assert match.outcome == ""
    assert entering.open_boards(match) == [2]
