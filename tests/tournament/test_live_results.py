"""Results that are taken from live boards."""

import pytest

from games.access.permissions import SYSTEM, may
from games.models import Game
from games.referee import requests as r
from games.rules import Ending, Seat, Side
from games.services.recording import record
from games.timekeeping import MINUTE_MS
from tests.databases import own_rows
from tests.games.actors import actor_for
from tests.tournament.conftest import ORGANISER
from tournament import live_results
from tournament.models import MatchGame, Player
from tournament.scores import Outcome
from tournament.services.backup import copies
from tournament.services.club import erasing
from tournament.services.entries import enrol
from tournament.services.faults import StepRefused
from tournament.services.pairing import drafts
from tournament.services.results import corrections, disagreements, entering
from tournament.services.rounds import auto_rounds, lifecycle, next_steps
from tournament.services.tables import seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def live(make_tournament, django_capture_on_commit_callbacks):
    """Make a tournament on live boards; signals are sent as they are after a commit."""

    def make(names="A B C D", **given):
        e = make_tournament(names, **{"live": True, "keeper": "server", "planned_rounds": 3} | given)
        e.commit = lambda: django_capture_on_commit_callbacks(execute=True)
        return e

    return make


def ask(game, request, at_ms):
    answer = record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=at_ms)
    assert answer.refused is None, answer.refused


def start(e, match, number=1):
    game = match.games.get(number=number).game
    with e.commit():
        ask(game, r.Start(), e.now_ms)
    return game


def finish(e, match, winner, number=1, ending=Ending.RULING):
    """Declare the live game won by the named side, or drawn, as the arbiter."""
    game = match.games.get(number=number).game
    with e.commit():
        if game.status == "waiting":
            ask(game, r.Start(), e.now_ms)
        ask(game, r.Rule(winner and Side(winner), "test", ending), e.now_ms)
    game.refresh_from_db()
    match.refresh_from_db()
    return game


def test_publishing_opens_a_game_on_each_table_and_lets_the_entrants_play_it(live):
    e = live()
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=2)
    match = e.matches(e.publish())[0]
    game = match.games.get().game
    assert (game.topic, game.place) == (f"tournament:{e.tournament.pk}", f"table:{e.tournament.pk}:1")
    assert game.players["X"] == {"name": str(match.first), "ref": match.first.scope}
    assert may(actor_for(match.first.scope), "move", game, seat="X")
    assert not may(actor_for(match.first.scope), "move", game, seat="O")
    assert not may(actor_for("entrant:999"), "move", game, seat="X")
    assert not Game.objects.filter(topic=game.topic, casual=True).exists()


@pytest.mark.parametrize(
    ("winner", "ending", "outcome"),
    [
        ("X", Ending.RULING, Outcome.FIRST_WINS),
        ("O", Ending.RULING, Outcome.SECOND_WINS),
        (None, Ending.RULING, Outcome.DRAW),
        ("O", Ending.FORFEIT, Outcome.FIRST_FORFEITS),
    ],
)
def test_a_game_that_ends_decides_its_match(live, winner, ending, outcome):
    e = live()
    match = e.matches(e.publish())[0]
    finish(e, match, winner, ending=ending)
    assert (match.outcome, match.source) == (outcome, "game")


def test_where_circles_start_the_starter_has_circles(live):
    e = live(rules="first_symbol=circle")
    match = e.matches(e.publish())[0]
    game = match.games.get().game
    assert (game.first, game.players["O"]["ref"]) == ("O", match.first.scope)
    finish(e, match, "O")
    assert match.outcome == Outcome.FIRST_WINS


def test_taking_a_result_over_twice_changes_nothing(live):
    e = live()
    match = e.matches(e.publish())[0]
    game = finish(e, match, "X")
    e.tournament.refresh_from_db()
    version = e.tournament.version
    decided = match.decided_ms
    entering.apply_live_result(game.pk, now_ms=e.now_ms)
    match.refresh_from_db()
    assert match.decided_ms == decided
    e.tournament.refresh_from_db()
    assert e.tournament.version == version


def test_a_game_that_ended_unheard_is_found_by_the_sweep(live):
    e = live()
    match = e.matches(e.publish())[0]
    game = match.games.get().game
    ask(game, r.Start(), e.now_ms)
    ask(game, r.Resign(Seat.X), e.now_ms)
    match.refresh_from_db()
    assert match.outcome == "", "no signal came through"
    assert entering.apply_missed_results(now_ms=e.now_ms) == 1
    match.refresh_from_db()
    assert match.outcome == Outcome.SECOND_WINS
    assert entering.apply_missed_results(now_ms=e.now_ms) == 0


def test_a_reopened_game_takes_its_result_back(live):
    e = live()
    match = e.matches(e.publish())[0]
    game = finish(e, match, "X")
    with e.commit():
        ask(game, r.Reopen("wrong board"), e.now_ms)
    match.refresh_from_db()
    assert (match.outcome, match.games.get().outcome) == ("", "")
    finish(e, match, "O")
    assert match.outcome == Outcome.SECOND_WINS


def test_a_typed_result_stands_against_a_later_sync_and_both_are_shown(live):
    e = live()
    match = e.matches(e.publish())[0]
    start(e, match)
    own_rows(Game).update(keeper="table")  # a tablet out of reach plays on
    typed = {"actor": ORGANISER, "match": match, "outcome": Outcome.DRAW, "now_ms": e.now_ms}
    with pytest.raises(StepRefused) as no:
        entering.type_result(**typed)
    assert no.value.code == "game-running"
    entering.type_result(confirm=True, **typed)
    finish(e, match, "X")
    assert match.outcome == Outcome.DRAW
    assert [
        (game.match_id, said)
        for game, said in disagreements.disagreements(match__round__stage__tournament=e.tournament)
    ] == [(match.pk, Outcome.FIRST_WINS)]
    assert "compare" in {step.code for step in next_steps.steps(e.tournament)}


@pytest.mark.parametrize(
    ("typed", "winner", "ending"), [("0-1", "O", "ruling"), ("=", "", "ruling"), ("+-", "X", "forfeit")]
)
def test_a_result_typed_over_a_game_on_phones_ends_it_there_too(live, typed, winner, ending):
    e = live(keeper="server")
    round_ = e.publish()
    match = e.matches(round_)[0]
    start(e, match)
    entering.type_line(
        actor=ORGANISER, round_=round_, board=match.board, text=typed, now_ms=e.now_ms, confirm=True
    )
    game = match.games.get().game
    assert (game.status, game.winner, game.ending) == ("over", winner, ending)
    assert not disagreements.disagreements(match__round__stage__tournament=e.tournament)


def test_a_game_on_phones_is_called_off_where_both_forfeit(live):
    e = live(keeper="server")
    match, other = e.matches(e.publish())
    start(e, match)
    start(e, other)
    entering.type_result(
        actor=ORGANISER, match=match, outcome=Outcome.BOTH_FORFEIT, now_ms=e.now_ms, confirm=True
    )
    assert match.games.get().game.voided
    assert not other.games.get().game.voided


def test_a_correction_rules_against_the_live_game_and_leaves_what_it_gave(live):
    e = live()
    match = e.matches(e.publish())[0]
    game = finish(e, match, "X")
    corrections.correct(
        actor=SYSTEM, match=match, outcome=Outcome.SECOND_WINS, note="touched twice", now_ms=e.now_ms
    )
    match.refresh_from_db()
    assert (match.outcome, match.source) == (Outcome.SECOND_WINS, "corrected")
    board = match.games.get()
    assert (board.game, board.outcome, board.source) == (game, Outcome.FIRST_WINS, "game")


def test_point_6_a_round_never_closes_over_a_running_game(live):
    e = live()
    round_ = e.publish()
    first, second = e.matches(round_)
    finish(e, first, "X")
    start(e, second)
    with pytest.raises(StepRefused) as no:
        e.close(round_)
    assert no.value.code == "round-running"
    finish(e, second, "O")
    e.close(round_)


def test_an_undone_round_voids_its_games_and_keeps_them(live):
    e = live()
    round_ = e.publish()
    for match in e.matches(round_):
        finish(e, match, "X")
    lifecycle.undo(actor=ORGANISER, round_=round_, now_ms=e.now_ms)
    assert own_rows(Game).filter(voided=True).count() == own_rows(Game).count() == 2
    assert entering.apply_missed_results(now_ms=e.now_ms) == 0


def test_a_publication_is_undone_only_while_nothing_was_started(live):
    e = live()
    round_ = e.publish()
    start(e, e.matches(round_)[0])
    with pytest.raises(StepRefused):
        lifecycle.undo_publish(actor=ORGANISER, round_=round_, now_ms=e.now_ms)


def test_typing_a_result_takes_an_unplayed_game_off_its_table(live):
    e = live()
    match = e.matches(e.publish())[0]
    entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.DRAW, now_ms=e.now_ms)
    assert match.games.get().game.voided


def test_a_drawn_knockout_game_opens_the_replay_at_the_same_table(live):
    e = live("A B", format="knockout", planned_rounds=None)
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=1)
    match = e.matches(e.publish())[0]
    finish(e, match, None)
    replay = match.games.get(number=2)
    assert replay.game.place == f"table:{e.tournament.pk}:1"
    assert replay.game.players["X"]["ref"] == match.second.scope
    finish(e, match, "X", number=2)
    assert match.outcome == Outcome.SECOND_WINS


def test_a_free_table_shows_the_next_game_by_itself(live):
    e = live()
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=1)
    first, second = e.matches(e.publish())
    assert second.games.get().game.place == ""
    finish(e, first, "X")
    assert second.games.get().game.place == f"table:{e.tournament.pk}:1"


def test_pairs_sit_across_from_each_other(live):
    e = live("", format="round-robin", entry="pair", seats=4, planned_rounds=None)
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name}-one {name}-two")
    match = e.matches(e.publish())[0]
    game = match.games.get().game
    starters = [game.players[seat]["name"] for seat in "NS"]
    assert starters == [f"{match.first}-one", f"{match.first}-two"]
    assert {game.players[seat]["ref"] for seat in "EW"} == {match.second.scope}
    finish(e, match, "O")
    assert match.outcome == Outcome.SECOND_WINS


def test_teams_play_board_by_board_and_each_player_is_named(live):
    e = live("", format="round-robin", entry="team", boards=2, planned_rounds=None)
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name}1 {name}2")
    match = e.matches(e.publish())[0]
    top, bottom = (match.games.get(number=number) for number in (1, 2))
    assert top.game.players["X"]["name"] == f"{match.first}1"
    assert bottom.game.players["X"]["name"] == f"{match.second}2"
    finish(e, match, "X", number=1)
    assert match.outcome == ""
    finish(e, match, "X", number=2)
    assert match.outcome == Outcome.DRAW


def test_an_erased_name_goes_from_the_boards_as_well(live):
    e = live("Anna Berta")
    match = e.matches(e.publish())[0]
    erasing.erase(actor=ORGANISER, player=e.entrants["Anna"].player, now_ms=e.now_ms)
    assert "Anna" not in str(match.games.get().game.players)


def test_a_house_players_game_is_live_and_counts_for_nothing(live):
    e = live("A B C")
    helper = Player.objects.create(first_name="House")
    house = enrol.enter_player(
        actor=ORGANISER, tournament=e.tournament, player=helper, now_ms=e.now_ms, house=True
    )
    round_ = e.publish()
    bye = next(match for match in e.matches(round_) if match.second_id is None)
    lifecycle.fill_bye(actor=ORGANISER, match=bye, house=house, now_ms=e.now_ms)
    game = MatchGame.objects.get(match=bye).game
    assert {who["name"] for who in game.players.values()} == {str(bye.first), "House"}
    with e.commit():
        ask(game, r.Start(), e.now_ms)
        ask(game, r.Resign(Seat.X), e.now_ms)
    bye.refresh_from_db()
    assert bye.outcome == Outcome.BYE
    assert MatchGame.objects.get(match=bye).outcome == Outcome.SECOND_WINS, "its table is free again"
    assert entering.apply_missed_results(now_ms=e.now_ms) == 0


def test_a_forfeit_typed_before_the_sync_stands_until_the_arbiter_has_looked(live):
    e = live()
    match = e.matches(e.publish())[0]
    start(e, match)
    late_ms = e.now_ms + 60 * MINUTE_MS
    entering.no_show(actor=ORGANISER, match=match, absent=match.second, now_ms=late_ms)
    finish(e, match, "O")
    assert match.outcome == Outcome.SECOND_FORFEITS
    assert len(disagreements.disagreements(match__round__stage__tournament=e.tournament)) == 1
    assert entering.apply_missed_results(now_ms=e.now_ms) == 0
    disagreements.uphold(actor=ORGANISER, match_game=match.games.get(), note="seen")
    assert disagreements.disagreements(match__round__stage__tournament=e.tournament) == []


def test_a_fault_of_the_tournament_never_undoes_a_move(live, monkeypatch):
    e = live()
    match = e.matches(e.publish())[0]
    monkeypatch.setattr(live_results.entering, "apply_live_result", lambda *_, **__: 1 / 0)
    game = finish(e, match, "X")
    assert game.status == "over"
    monkeypatch.undo()
    assert entering.apply_missed_results(now_ms=e.now_ms) == 1


def test_after_a_live_game_the_sweep_makes_the_backup_and_opens_the_next_round(live, monkeypatch):
    """Live results are stored by the thread that writes all moves: no board may wait for a backup."""
    e = live(format="knockout", options={"goes_on": True}, planned_rounds=None)
    semi_finals = e.matches(e.publish())
    made = []
    monkeypatch.setattr(copies, "make", lambda *_, reason, now_ms: made.append(reason))
    for match in semi_finals:
        finish(e, match, "X")
    assert (made, e.stage.rounds.count()) == ([], 1)
    auto_rounds.continue_all_stages(now_ms=e.now_ms)
    assert (made, e.stage.rounds.count()) == (["publish"], 2)


def test_a_live_result_opens_at_once_what_joins_an_open_round(live):
    e = live("A B C D E F G H", format="knockout", options={"goes_on": True}, planned_rounds=None)
    first = e.matches(e.publish())
    for match in first[:2]:
        finish(e, match, "X")
    auto_rounds.continue_all_stages(now_ms=e.now_ms)
    for match in first[2:]:
        finish(e, match, "X")
    assert [each.matches.count() for each in e.stage.rounds.order_by("number")] == [4, 2]


def test_a_swap_before_publication_decides_who_sits_at_the_board(live):
    e = live()
    draft = e.draft()
    one, other = e.matches(draft)
    drafts.swap(actor=ORGANISER, round_=draft, version=draft.version, one=one.first_id, other=other.first_id)
    draft.refresh_from_db()
    for match in e.matches(e.publish(draft)):
        refs = {who["ref"] for who in match.games.get().game.players.values()}
        assert refs == {match.first.scope, match.second.scope}
