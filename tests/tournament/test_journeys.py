"""Whole tournaments from the first entry to the last round, one per format, as organisers run them."""

import pytest

from games.access.permissions import SYSTEM
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.models import Match, MatchGame, Player, Round
from tournament.scores import Outcome
from tournament.services import standings
from tournament.services.club import ladder
from tournament.services.entries import attendance, teams
from tournament.services.faults import StepRefused
from tournament.services.pairing import drafts
from tournament.services.results import corrections, entering, lots
from tournament.services.rounds import lifecycle
from tournament.services.stages import brackets, stage_record, stages


def points(e):
    return {row.entrant.pk: row.standing.points for row in standings.table(stage_record.read(e.stage)).rows}


def test_a_swiss_of_twelve_with_late_entry_withdrawal_bye_correction_and_undone_round(make_tournament):
    e = make_tournament("A B C D E F G H I J K L", planned_rounds=5)
    e.play(e.publish())
    e.enter("M", rating=1200)
    second = e.publish()
    assert [match.outcome for match in e.matches(second) if match.second_id is None] == ["bye"]
    e.play(second)
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["L"])
    third = e.publish()
    wrong = e.matches(third)[0]
    e.play(third)
    corrections.correct(actor=ORGANISER, match=wrong, outcome=Outcome.DRAW, note="", now_ms=e.now_ms)
    fourth = e.publish()
    paired_first = e.names(e.matches(fourth))
    e.play(fourth)
    lifecycle.undo(actor=ORGANISER, round_=fourth, now_ms=e.now_ms)
    again = e.publish()
    assert e.names(e.matches(again)) == paired_first, "the same history gives the same pairing"
    e.play(again)
    e.play(e.publish())
    e.tournament.refresh_from_db()
    assert e.tournament.status == "finished"
    met = [frozenset(m.entrant_ids) for m in own_rows(Match).meetings()]
    assert len(met) == len(set(met)), "nobody meets twice"
    byes = [m.first_id for m in Match.objects.filter(outcome="bye")]
    assert len(byes) == len(set(byes))
    # A round gives a point for each match, one for a bye, nothing for an absence.
    total = 2 * own_rows(Match).meetings().count() + 2 * len(byes)
    assert sum(points(e).values()) == total


def test_a_knockout_with_replays_half_time_armageddon_and_the_second_winning_a_draw(make_tournament):
    e = make_tournament("A B", format="knockout", control="10+4")
    final = e.publish()
    match = e.matches(final)[0]
    steps = []
    for _ in range(4):
        game = match.games.order_by("-number").first()
        steps.append((game.step, str(game.starter), game.control))
        entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.DRAW, now_ms=e.now_ms)
    first, second = str(match.first), str(match.second)
    assert steps == [
        ("game", first, ""),
        ("replay", second, "10+4"),
        ("shorter", first, "5+2"),
        ("shorter", second, "5+2"),
    ]
    armageddon = match.games.get(step="armageddon")
    assert (str(armageddon.starter), armageddon.control) == (first, "X=5;O=4")
    entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.DRAW, now_ms=e.now_ms)
    match.refresh_from_db()
    assert match.outcome == Outcome.SECOND_WINS
    e.close(final)
    assert e.table() == [f"1 {second}", f"2 {first}"]


def test_lots_decide_what_all_games_leave_level_and_are_recorded(make_tournament):
    e = make_tournament("A B", format="knockout", options={"deciders": ["replay", "lots"]})
    match = e.matches(e.publish())[0]
    for _ in range(2):
        entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.DRAW, now_ms=e.now_ms)
    outcome = lots.draw_for_match(actor=ORGANISER, match=match, now_ms=e.now_ms)
    match.refresh_from_db()
    assert match.outcome == outcome
    assert outcome in (Outcome.FIRST_WINS, Outcome.SECOND_WINS)


def test_best_of_three_ends_when_the_lead_cannot_be_made_up(make_tournament):
    e = make_tournament("A B", format="knockout", options={"best_of": 3})
    match = e.matches(e.publish())[0]
    for _ in range(2):
        game = match.games.get(outcome="")
        won = Outcome.FIRST_WINS if game.starter_id == match.first_id else Outcome.SECOND_WINS
        entering.type_result(
            actor=ORGANISER,
            match=match,
            outcome=won if game.starter_id == match.first_id else won.swapped,
            now_ms=e.now_ms,
        )
    match.refresh_from_db()
    assert match.outcome == Outcome.FIRST_WINS
    assert match.games.count() == 2


def test_a_double_knockout_of_six_with_a_reset_final(make_tournament):
    e = make_tournament("A B C D E F", format="double-knockout")
    while True:
        round_ = e.publish()
        places = {match.place for match in e.matches(round_)}
        if "GF" in places:
            break
        e.play(round_)
    final = e.matches(round_)[0]
    assert {str(final.first), str(final.second)} == {"A", "B"}
    upset = Outcome.FIRST_WINS if str(final.first) == "B" else Outcome.SECOND_WINS
    entering.type_result(actor=ORGANISER, match=final, outcome=upset, now_ms=e.now_ms)
    e.close(round_)
    reset = e.publish()
    deciding = e.matches(reset)[0]
    assert deciding.place == "GF2"
    title, why, *_rest = map(str, stage_record.reasons_of(deciding))
    assert title == "Deciding final"
    assert "both have lost once" in why
    e.play(reset)
    assert e.table()[:2] == ["1 A", "2 B"]
    e.tournament.refresh_from_db()
    assert e.tournament.status == "finished"


def test_in_a_bracket_a_double_forfeit_lets_the_next_opponent_walk_over(make_tournament):
    e = make_tournament("A B C D", format="knockout")
    first = e.publish()
    lost = e.match("A", "D")
    entering.type_line(actor=ORGANISER, round_=first, board=lost.board, text="--", now_ms=e.now_ms)
    e.play(first)
    shown = brackets.bracket_of(stage_record.read(e.stage))
    assert shown.over
    assert shown.champion == e.entrants["B"].pk
    e.tournament.refresh_from_db()
    assert e.tournament.status == "finished"


def test_groups_into_knockout_are_crossed(make_tournament):
    e = make_tournament("A B C D E F G H", format="groups", options={"groups": 2, "qualifiers": 2})
    knockout = stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    for _ in range(3):
        e.play(e.publish())
    e.stage.refresh_from_db()
    assert e.stage.status == "finished"
    tables = standings.by_group(stage_record.read(e.stage))
    assert [str(row.entrant) for row in tables["A"].rows] == ["A", "D", "E", "H"]
    assert [str(row.entrant) for row in tables["B"].rows] == ["B", "C", "F", "G"]
    e.stage = knockout
    semifinals = e.publish()
    pairs = {frozenset(name.split("-")) for name in e.names(e.matches(semifinals))}
    assert pairs == {frozenset("AC"), frozenset("BD")}, "winners meet the other group's second"
    e.play(semifinals)
    e.play(e.publish())
    assert e.table()[:2] == ["1 A", "2 B"]
    e.tournament.refresh_from_db()
    assert e.tournament.status == "finished"


def test_a_correction_that_would_change_who_went_on_is_refused_once_the_knockout_runs(make_tournament):
    e = make_tournament("A B C D", format="groups", options={"groups": 2, "qualifiers": 1})
    knockout = stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    first = e.publish()
    e.play(first)
    group_match = e.match("A", "D")
    turned = Outcome(group_match.outcome).swapped
    e.stage = knockout
    final = e.publish()
    with pytest.raises(StepRefused) as no:
        corrections.correct(actor=ORGANISER, match=group_match, outcome=turned, note="", now_ms=e.now_ms)
    assert no.value.code == "stage-follows"
    lifecycle.undo(actor=ORGANISER, round_=final, now_ms=e.now_ms)
    corrections.correct(actor=ORGANISER, match=group_match, outcome=turned, note="", now_ms=e.now_ms)
    pairs = {frozenset(name.split("-")) for name in e.names(e.matches(e.publish()))}
    assert pairs == {frozenset("DB")}


def test_a_team_match_over_three_boards(make_tournament):
    e = make_tournament(format="round-robin", entry="team", boards=3)
    e.enter_team("Reds", "r1 r2 r3")
    e.enter_team("Blues", "b1 b2")
    round_ = e.publish()
    match = e.match("Reds", "Blues")
    boards = list(match.games.select_related("starter", "starter_player", "second_player"))
    first, second = str(match.first), str(match.second)
    assert [str(board.starter) for board in boards] == [first, second, first]
    missing = boards[2]
    assert missing.outcome, "the bottom board of the short team is forfeited"
    for board, text in ((1, "1"), (2, "=")):
        entering.type_result(
            actor=ORGANISER, match=match, outcome=entering.read_typed(text), number=board, now_ms=e.now_ms
        )
    match.refresh_from_db()
    record = stage_record.read(e.stage)
    ours, theirs = stage_record.board_points(record, match)
    assert ours + theirs == 6
    assert match.outcome == ("first-wins" if ours > theirs else "draw")
    e.close(round_)
    rows = standings.table(stage_record.read(e.stage)).rows
    assert sum(row.standing.points for row in rows) == 4, "two match points, doubled"
    assert rows[0].standing.workings[0].value_text in {"2.5", "1.5"}


def test_a_substitute_takes_the_board_between_rounds(make_tournament):
    e = make_tournament(format="double-round-robin", entry="team", boards=2)
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name[0]}1 {name[0]}2")
    reds = e.entrants["Reds"]
    leaves = Player.objects.get(first_name="R1")
    joins = Player.objects.create(first_name="R9")
    teams.substitute(actor=ORGANISER, entrant=reds, leaves=leaves, joins=joins)
    e.publish()
    seated = {
        str(player) for g in own_rows(MatchGame).all() for player in (g.starter_player, g.second_player)
    }
    assert "R9" in seated
    assert "R1" not in seated


def test_pairs_in_fours_play_like_single_entrants(make_tournament):
    e = make_tournament(format="round-robin", entry="pair", seats=4)
    for name in ("NS", "EW", "Ace", "Duo"):
        e.enter_team(name, f"{name}-one {name}-two")
    while own_rows(Round).count() < 3:
        e.play(e.publish())
    assert e.table() == ["1 NS 3", "2 EW 2", "3 Ace 1", "4 Duo 0"]


def test_a_round_robin_withdrawal_under_half_is_annulled_and_over_half_forfeits(make_tournament):
    e = make_tournament("A B C D", format="round-robin")
    e.play(e.publish())
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["D"])
    e.play(e.publish())
    e.play(e.publish())
    assert e.table()[-1] == "- D 0", "one of three games played: struck through"
    other = make_tournament("A B C D", format="round-robin", name="Second")
    other.play(other.publish())
    other.play(other.publish())
    attendance.withdraw(actor=ORGANISER, entrant=other.entrants["D"])
    last = other.publish()
    forfeited = [match for match in other.matches(last) if match.outcome]
    assert len(forfeited) == 1
    other.play(last)
    assert other.table()[-1] == "4 D 0"


def test_rounds_of_a_round_robin_may_overlap_for_a_postponed_game(make_tournament):
    e = make_tournament("A B C D", format="round-robin")
    first = e.publish()
    second = e.publish()
    assert (first.status, second.status) == ("published", "published")


def test_a_ladder_needs_no_rounds(make_tournament):
    e = make_tournament("A B C", format="ladder")
    for one, other in ("AB", "AB", "CA"):
        ladder.play(
            actor=ORGANISER,
            stage=e.stage,
            first=e.entrants[one],
            second=e.entrants[other],
            outcome=Outcome.FIRST_WINS,
            now_ms=e.now_ms,
        )
    assert e.table() == ["1 A 2", "2 C 1", "3 B 0"]


def test_a_house_player_fills_in_against_a_bye_without_touching_the_standings(make_tournament):
    from tournament.services.entries import enrol

    e = make_tournament("A B C", planned_rounds=3)
    helper = Player.objects.create(first_name="House")
    house = enrol.enter_player(
        actor=ORGANISER, tournament=e.tournament, player=helper, now_ms=e.now_ms, house=True
    )
    round_ = e.publish()
    bye = next(match for match in e.matches(round_) if match.second_id is None)
    lifecycle.fill_bye(actor=ORGANISER, match=bye, house=house, now_ms=e.now_ms)
    e.play(round_)
    assert sorted(points(e).values()) == [0, 2, 2]
    assert "House" not in " ".join(e.table())


def test_redrafting_lets_in_who_came_after_the_draft(make_tournament):
    e = make_tournament("A B C", planned_rounds=3)
    draft = e.draft()
    e.enter("D")
    assert len([m for m in e.matches(draft) if m.second_id is None]) == 1
    again = drafts.redraft(actor=ORGANISER, round_=draft, version=draft.version)
    assert len(e.matches(again)) == 2


def test_correcting_the_grand_final_takes_the_reset_away_and_back(make_tournament):
    e = make_tournament("A B C", format="double-knockout")
    while True:
        round_ = e.publish()
        if "GF" in {match.place for match in e.matches(round_)}:
            break
        e.play(round_)
    final = e.matches(round_)[0]
    upset = Outcome.FIRST_WINS if str(final.first) == "B" else Outcome.SECOND_WINS
    entering.type_result(actor=ORGANISER, match=final, outcome=upset, now_ms=e.now_ms)
    e.close(round_)
    e.publish()
    corrections.correct(actor=SYSTEM, match=final, outcome=upset.swapped, note="", now_ms=e.now_ms)
    assert not Match.objects.filter(place="GF2").exists()
    assert own_rows(Round).count() == round_.number
    assert e.table()[0] == "1 A"
    corrections.correct(actor=SYSTEM, match=final, outcome=upset, note="", now_ms=e.now_ms)
    e.play(e.publish())
    assert e.table()[:2] == ["1 A", "2 B"]


def test_a_swiss_of_teams_gives_a_bye_one_match_point_and_half_the_boards(make_tournament):
    e = make_tournament(entry="team", boards=4, planned_rounds=3)
    for name in ("Reds", "Blues", "Greens"):
        e.enter_team(name, " ".join(f"{name}{n}" for n in range(1, 5)))
    round_ = e.publish()
    bye = next(match for match in e.matches(round_) if match.second_id is None)
    rows = {row.entrant.pk: row.standing for row in standings.table(stage_record.read(e.stage)).rows}
    assert rows[bye.first_id].points_text == "1"
    assert rows[bye.first_id].workings[0].value_text == "2", "two of four game points"
