"""Corrections of one board or game: its match keeps its outcome, gets another, or is open again and
continues.
"""

import pytest

from games.access.permissions import SYSTEM
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import look, press, seen
from tournament.models import Match, Round
from tournament.scores import Outcome
from tournament.services.faults import StepRefused
from tournament.services.results import correction_preview, corrections, entering, lots, match_outcome
from tournament.services.rounds import lifecycle
from tournament.services.stages import stage_record, stages
from tournament.services.tables import seating


def wins(match, name):
    return Outcome.FIRST_WINS if str(match.first) == name else Outcome.SECOND_WINS


def game(match, number):
    return match.games.select_related("match__round__stage__tournament").get(number=number)


def correct(e, match, number, outcome, actor=SYSTEM):
    seen = corrections.correct_board(
        actor=actor, match_game=game(match, number), outcome=outcome, note="misread", now_ms=e.now_ms
    )
    match.refresh_from_db()
    return seen


def steps(match):
    """List the games as `game 1`: what was played or is to be played, with its outcome."""
    return [f"{each.step} {each.outcome or 'open'}" for each in match.games.order_by("number")]


def places():
    """List the places of the bracket whose matches are drawn."""
    return sorted(own_rows(Match).values_list("place", flat=True))


# ---- teams


def enter_boards(e, one, other, marks):
    """Enter `1 1 0`, board by board, seen from the first of the two."""
    match = e.match(one, other)
    for number, mark in enumerate(marks.split(), 1):
        outcome = entering.read_typed(mark)
        if str(match.first) != one:
            outcome = outcome.swapped
        entering.type_result(actor=ORGANISER, match=match, outcome=outcome, number=number, now_ms=e.now_ms)
    match.refresh_from_db()
    return match


@pytest.fixture
def four_teams(make_tournament):
    """Play one round: Reds won 3-0 and Blues 2½-½, so that game points make the order."""
    e = make_tournament(format="round-robin", entry="team", boards=3)
    for name in ("Reds", "Blues", "Greens", "Greys"):
        e.enter_team(name, " ".join(f"{name}{number}" for number in (1, 2, 3)))
    e.publish()
    enter_boards(e, "Reds", "Greys", "1 1 1")
    enter_boards(e, "Blues", "Greens", "1 1 =")
    assert e.table()[:2] == ["1 Reds 2", "2 Blues 2"]
    return e


def test_a_board_that_leaves_the_match_as_it_is_may_change_places_by_game_points(four_teams, desk):
    match = four_teams.match("Reds", "Greys")
    seen = correction_preview.board_impact(game(match, 3), wins(match, "Greys"))
    assert seen.match_stands
    moves = [(str(move.entrant), move.rank_before, move.rank_after) for move in seen.moves]
    assert moves == [("Blues", 2, 1), ("Reds", 1, 2), ("Greys", 4, 3), ("Greens", 3, 4)]
    page = look(desk, "desk-match", match.pk, query=f"?game=3&outcome={wins(match, 'Greys')}")
    assert "The result of the match stays as it is." in page
    assert "1 → 2" in page


def test_what_was_seen_first_is_what_comes_of_it(four_teams):
    match = four_teams.match("Reds", "Greys")
    correct(four_teams, match, 3, wins(match, "Greys"))
    assert match.outcome == wins(match, "Reds")
    assert four_teams.table()[:2] == ["1 Blues 2", "2 Reds 2"]


def test_a_board_that_changes_no_place_changes_nothing_else(four_teams, desk):
    match = four_teams.match("Blues", "Greens")
    page = look(desk, "desk-match", match.pk, query=f"?game=3&outcome={wins(match, 'Greens')}")
    assert "The result of the match stays as it is." in page
    assert "Nothing else." in page


def test_game_points_that_change_who_went_on_are_refused_once_the_next_stage_has_begun(make_tournament, desk):
    e = make_tournament(format="groups", entry="team", boards=3, options={"groups": 2, "qualifiers": 1})
    for name in "ABCDEF":
        e.enter_team(name, f"{name}1 {name}2 {name}3")
    stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    # In a circle: 4, 2 and 3 game points in group A.
    beats = {"AD": "1 1 1", "DE": "1 1 0", "EA": "1 1 0", "BC": "1 1 1", "BF": "1 1 1", "CF": "1 1 1"}
    for _ in range(3):
        round_ = e.publish()
        for match in e.matches(round_):
            for pair in beats.keys() & {f"{match.first}{match.second}", f"{match.second}{match.first}"}:
                enter_boards(e, *pair, beats[pair])
        e.close(round_)
    e.stage = e.tournament.stages.get(number=2)
    assert set(e.names(e.matches(e.publish()))) <= {"A-B", "B-A"}
    match = e.match("E", "A")
    page = look(desk, "desk-match", match.pk, query=f"?game=3&outcome={wins(match, 'E')}")
    assert "The result of the match stays as it is." in page
    assert "the next stage is drawn already" in page
    assert "Change it" not in page
    with pytest.raises(StepRefused) as no:
        correct(e, match, 3, wins(match, "E"))
    assert no.value.code == "stage-follows"


# ---- a match that its games do not decide any more


@pytest.fixture
def best_of_three(make_tournament):
    """Let A beat D 2-0, and play the final that follows."""
    e = make_tournament("A B C D", format="knockout", options={"best_of": 3})
    first = e.publish()
    for pair in ("A-D", "A-D", "B-C", "B-C"):
        e.result(f"{pair} 1")
    e.close(first)
    final = e.publish()
    for _ in range(2):
        e.result("A-B 1")
    e.close(final)
    assert e.table()[0] == "1 A"
    return e, e.match("A", "D")


def test_a_match_that_is_level_again_goes_on_with_its_next_game(best_of_three):
    e, match = best_of_three
    correct(e, match, 2, wins(match, "D"))
    assert (match.outcome, match.round.status) == ("", "published")
    assert steps(match)[2:] == ["game open"]
    assert places() == ["W1.1", "W1.2"], "the final is taken out"
    e.tournament.refresh_from_db()
    assert e.tournament.status == "running"


def test_the_preview_says_that_the_match_goes_on_and_what_is_taken_out(best_of_three, desk):
    e, match = best_of_three
    page = look(desk, "desk-match", match.pk, query=f"?game=2&outcome={wins(match, 'D')}")
    assert "It is opened again and goes on (Game 3 of 3)." in page
    assert "is taken out until it is known who plays it. If it has a result, the log keeps it." in page
    assert "is opened again with other entrants" not in page
    assert e.match("A", "B").outcome, "so far it was only looked at"


def test_a_match_that_went_on_is_played_to_its_end_and_the_bracket_with_it(best_of_three):
    e, match = best_of_three
    correct(e, match, 2, wins(match, "D"))
    e.result("A-D 0")
    e.close(Round.objects.get(pk=match.round_id))
    final = e.publish()
    for _ in range(2):
        e.result("B-D 1")
    e.close(final)
    assert e.table()[:2] == ["1 B", "2 D"]
    e.tournament.refresh_from_db()
    assert e.tournament.status == "finished"


def test_nobody_is_said_to_have_won_by_lot_when_none_was_drawn(best_of_three, client):
    e, match = best_of_three
    correct(e, match, 2, wins(match, "D"))
    page = look(client, "tournament-bracket", e.tournament.code)
    assert "by lot" not in page


def test_only_an_organiser_opens_a_match_from_which_something_was_drawn(best_of_three):
    e, match = best_of_three
    with pytest.raises(StepRefused) as no:
        correct(e, match, 2, wins(match, "D"), actor=ORGANISER)
    assert no.value.code == "after-publication"
    assert match.outcome
    assert steps(match) == ["game first-wins", "game second-wins"], "nothing is left of a refused correction"


@pytest.mark.parametrize(
    ("deciders", "step"),
    [
        (["replay", "shorter"], "shorter"),
        (["replay", "armageddon"], "armageddon"),
        (["replay", "shorter", "armageddon"], "shorter"),
    ],
)
def test_it_goes_on_as_the_rule_for_drawn_matches_says(make_tournament, desk, deciders, step):
    e = make_tournament("A B C D", format="knockout", options={"deciders": deciders})
    first = e.publish()
    e.result("A-D =")
    e.result("A-D 1")
    e.play(first)
    match = e.match("A", "D")
    said = {"shorter": "goes on (Tie-break game 1 of 2", "armageddon": "goes on (Armageddon: the"}[step]
    assert said in look(desk, "desk-match", match.pk, query="?game=2&outcome=draw")
    press(desk, "desk-correct-board", game(match, 2).pk, outcome="draw", note="misread", seen=seen(match))
    match.refresh_from_db()
    assert match.outcome == ""
    assert steps(match) == ["game draw", "replay draw", f"{step} open"]


def test_a_match_that_is_level_after_all_games_waits_for_the_desk(make_tournament, desk):
    e = make_tournament("A B C D", format="knockout", options={"deciders": ["replay"]})
    first = e.publish()
    e.result("A-D =")
    e.result("A-D 1")
    e.play(first)
    e.play(e.publish())
    match = e.match("A", "D")
    page = look(desk, "desk-match", match.pk, query="?game=2&outcome=draw")
    assert (
        "is level after all games and is opened again: then enter who won a play-off, or draw lots." in page
    )
    correct(e, match, 2, Outcome.DRAW)
    assert (match.outcome, len(steps(match))) == ("", 2)
    assert match_outcome.wants_lots(stage_record.read(e.stage), match)
    lots.draw_for_match(actor=ORGANISER, match=match, now_ms=e.now_ms)


def test_what_the_lot_decided_stands_until_the_games_decide(make_tournament):
    e = make_tournament("A B", format="knockout", options={"best_of": 3, "deciders": []})
    e.publish()
    for mark in "10=":
        e.result(f"A-B {mark}")
    match = e.match("A", "B")
    drawn = lots.draw_for_match(actor=ORGANISER, match=match, now_ms=e.now_ms)
    a_wins = wins(match, "A")
    forfeit = Outcome.SECOND_FORFEITS if a_wins is Outcome.FIRST_WINS else Outcome.FIRST_FORFEITS
    correct(e, match, 1, forfeit)
    assert match.outcome == drawn, "level as before"
    correct(e, match, 3, wins(match, "B"))
    assert match.outcome == wins(match, "B")
    correct(e, match, 3, Outcome.DRAW)
    assert match.outcome == "", "level again, and the lot is forgotten"


def test_a_ruling_stands_while_the_games_say_what_they_said(best_of_three):
    e, match = best_of_three
    corrections.correct(actor=SYSTEM, match=match, outcome=wins(match, "D"), note="ruling", now_ms=e.now_ms)
    correct(e, match, 2, wins(match, "D"))
    assert match.outcome == wins(match, "D")


def test_a_replay_that_was_called_off_is_there_again(make_tournament):
    e = make_tournament("A B", format="knockout", live=True, options={"deciders": ["replay"]})
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=1)
    e.publish()
    e.result("A-B =")
    match = e.match("A", "B")
    correct(e, match, 1, wins(match, "A"))
    assert match.outcome
    assert game(match, 2).game.voided
    correct(e, match, 1, Outcome.DRAW)
    assert steps(match) == ["game draw", "replay open"]
    again = game(match, 2)
    assert (again.game.voided, again.game.status, again.table.number) == (False, "waiting", 1)


def test_a_match_that_goes_on_does_not_sit_down_at_a_table_where_others_play(make_tournament):
    e = make_tournament("A B C D E F G H", format="knockout", live=True, options={"best_of": 3})
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=4)
    first = e.publish()
    for pair in ("A-H", "B-G", "C-F", "D-E"):
        for _ in range(2):
            e.result(f"{pair} 1")
    e.close(first)
    e.publish()
    match, other = (own_rows(Match).with_names().get(place=place) for place in ("W1.2", "W2.2"))
    assert game(match, 2).table == game(other, 1).table
    loser = str(max((match.first, match.second), key=lambda each: each.number))
    correct(e, match, 2, wins(match, loser))
    seated = {str(each.match): each.table.number for each in seating.open_games(e.tournament)}
    assert seated == {str(match): 1, str(other): 2}


def test_a_double_knockout_waits_on_both_sides_for_a_match_that_goes_on(make_tournament):
    e = make_tournament("A B C D", format="double-knockout", options={"deciders": ["replay", "armageddon"]})
    first = e.publish()
    e.result("A-D =")
    e.result("A-D 1")
    e.play(first)
    while e.tournament.status != "finished":
        e.play(e.publish())
        e.tournament.refresh_from_db()
    match = own_rows(Match).with_names().get(place="W1.1")
    seen = correct(e, match, 2, Outcome.DRAW)
    assert {each.place for each in seen.followers} == {"W2.1", "L1.1", "L2.1", "GF"}
    assert steps(match) == ["game draw", "replay draw", "armageddon open"]
    assert places() == ["W1.1", "W1.2"]
    e.result("A-D 0")
    e.close(Round.objects.get(pk=match.round_id))
    e.tournament.refresh_from_db()
    while e.tournament.status != "finished":
        e.play(e.publish())
        e.tournament.refresh_from_db()
    assert Match.objects.filter(place="GF").exists()
    assert not own_rows(Match).filter(outcome="").exists()


def test_level_teams_in_a_bracket_wait_for_the_desk_again(make_tournament, desk):
    e = make_tournament(format="knockout", entry="team", boards=2)
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name}1 {name}2")
    e.publish()
    match = enter_boards(e, "Reds", "Blues", "1 =")
    assert match.outcome
    lost = wins(match, "Blues")
    page = look(desk, "desk-match", match.pk, query="?game=1&outcome=draw")
    assert "level after all games and is opened again" in page
    correct(e, match, 1, Outcome.DRAW)
    assert match.outcome == ""
    entering.type_result(actor=ORGANISER, match=match, outcome=lost, now_ms=e.now_ms)
    match.refresh_from_db()
    assert match.outcome == lost
    correct(e, match, 1, Outcome.DRAW)
    assert match.outcome == lost, "the play-off stands while the boards are level"


def test_a_match_is_not_opened_again_once_the_next_stage_has_begun(make_tournament, desk):
    e = make_tournament("A B", format="knockout", options={"best_of": 3})
    second = stages.add(actor=ORGANISER, tournament=e.tournament, format="swiss", planned_rounds=1)
    round_ = e.publish()
    for _ in range(2):
        e.result("A-B 1")
    match = e.match("A", "B")
    e.close(round_)
    e.stage = second
    begun = e.publish()
    page = look(desk, "desk-match", match.pk, query=f"?game=2&outcome={wins(match, 'B')}")
    assert "the next stage is drawn already" in page
    assert "Change it" not in page
    with pytest.raises(StepRefused) as no:
        correct(e, match, 2, wins(match, "B"))
    assert no.value.code == "stage-follows"
    lifecycle.undo(actor=ORGANISER, round_=begun, now_ms=e.now_ms)
    correct(e, match, 2, wins(match, "B"))
    assert match.outcome == ""
