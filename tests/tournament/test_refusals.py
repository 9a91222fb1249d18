"""Steps that are not possible now are refused, and change nothing."""

import pytest

from games.faults import Fault
from tests.tournament.logged import (
    BY,
    closed,
    decided,
    drafted,
    fresh,
    knockout,
    player,
    published,
    teams_of_two,
)
from tournament.models import Player, Tournament
from tournament.scores import Outcome
from tournament.services.club import ladder, people
from tournament.services.entries import attendance, enrol, particulars, teams
from tournament.services.pairing import drafts
from tournament.services.results import corrections, entering, lots, taking_back
from tournament.services.rounds import lifecycle
from tournament.services.setup import creating, settings_change
from tournament.services.stages import stages

WON, LOST, DRAWN = Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW


def decided_knockout(make_tournament):
    return decided(make_tournament, format="knockout", planned_rounds=None)


def drafted_knockout(make_tournament):
    return drafted(make_tournament, format="knockout", planned_rounds=None)


def last_round(make_tournament):
    return published(make_tournament, planned_rounds=1)


def finished(make_tournament):
    e = closed(make_tournament, planned_rounds=3)
    lifecycle.finish_stage(**BY, stage=e.stage)
    return e


def locked(make_tournament):
    e = drafted(make_tournament)
    e.first = e.matches(e.round)[0]
    drafts.lock(**BY, match=e.first)
    e.round.refresh_from_db()
    return e


def in_groups(make_tournament):
    e = make_tournament("A B C D E F G H", format="groups", options={"groups": 2})
    e.round = e.draft()
    return e


def two_rounds_played(make_tournament):
    e = closed(make_tournament, planned_rounds=3)
    e.play(e.publish())
    return e


def ladder_with_a_game(make_tournament):
    e = make_tournament("A B C D", format="ladder")
    play_ladder(e, WON)
    return e


def play_ladder(e, outcome):
    """Enter a game as a user who saw no game yet."""
    one, other = e.entrants["A"], e.entrants["B"]
    ladder.play(**BY, stage=e.stage, first=one, second=other, outcome=outcome, number=1, now_ms=e.now_ms)


def on_a_board(make_tournament):
    """Publish a live board whose game waits."""
    e = published(make_tournament, "A B", live=True, keeper="server")
    e.board = e.first.games.get()
    return e


def typed_board(make_tournament):
    e = on_a_board(make_tournament)
    e.result("A-B 1")
    return e


def withdrawn(make_tournament):
    e = fresh(make_tournament)
    attendance.withdraw(**BY, entrant=e.entrants["A"])
    return e


def archived(make_tournament):
    e = fresh(make_tournament)
    creating.archive(**BY, tournament=e.tournament)
    return e


def with_a_bye(make_tournament):
    e = published(make_tournament, "A B C")
    e.bye = e.matches(e.round)[-1]
    return e


def second_stage(make_tournament):
    e = published(make_tournament)
    e.later = stages.add(**BY, tournament=e.tournament, format="knockout")
    return e


def undone(make_tournament):
    e = published(make_tournament)
    lifecycle.undo(**BY, round_=e.round, now_ms=e.now_ms)
    return e


def two_teams(make_tournament):
    e = teams_of_two(make_tournament)
    e.red, e.blue = (e.entrants[name].team.players.first() for name in ("Reds", "Blues"))
    return e


def substitute(e, joins):
    teams.substitute(**BY, entrant=e.entrants["Reds"], leaves=e.red, joins=joins)


def swap(e):
    one, other = (e.entrants[str(match.first)].pk for match in e.matches(e.round))
    drafts.swap(**BY, round_=e.round, version=e.round.version, one=one, other=other)


def move_to_group(e, entrant, group):
    drafts.move_to_group(**BY, round_=e.round, version=e.round.version, entrant=entrant, group=group)


def stay_in_group(e):
    entry = e.stage.entries.first()
    move_to_group(e, entry.entrant_id, entry.group)


def change(e, **changes):
    settings_change.change_stage(**BY, stage=e.stage, changes=changes)


def rename_to_nothing(e):
    particulars.rename_team(**BY, entrant=e.entrants["Reds"], name="", for_the_club=True)


def call_off(e):
    taking_back.call_off(**BY, match_game=e.board, reason="lost cube")


def open_again(e):
    taking_back.open_again(**BY, match_game=e.board, now_ms=e.now_ms)


def as_it_is(e):
    e.first.refresh_from_db()
    return Outcome(e.first.outcome)


def correct(e, outcome):
    corrections.correct(**BY, match=e.first, outcome=outcome, note="", now_ms=e.now_ms)


def correct_score(e):
    corrections.correct_score(**BY, match=e.first, score=(4, 0), note="", now_ms=e.now_ms)


def type_result(e, match):
    entering.type_result(**BY, match=match, outcome=WON, now_ms=e.now_ms)


def fill(e, match):
    lifecycle.fill_bye(**BY, match=match, house=e.entrants["A"], now_ms=e.now_ms)


def enter_a_team(e):
    team = teams.make(**BY, name="Reds", players=[Player.objects.create(first_name="Z")])
    enrol.enter_team(**BY, tournament=e.tournament, team=team, now_ms=e.now_ms)


REFUSALS = [
    (
        "draw-needs-more",
        decided_knockout,
        lambda e: correct(e, DRAWN),
    ),
    ("draw-needs-more", knockout, lambda e: lots.draw_for_match(**BY, match=e.first, now_ms=e.now_ms)),
    (
        "already-decided",
        decided_knockout,
        lambda e: lots.draw_for_match(**BY, match=e.first, now_ms=e.now_ms),
    ),
    (
        "already-decided",
        decided,
        lambda e: entering.no_show(**BY, match=e.first, absent=e.first.first, now_ms=e.now_ms + 10**8),
    ),
    ("already-drafted", drafted, lambda e: e.draft()),
    ("no-more-rounds", last_round, lambda e: drafts.draft(**BY, stage=e.stage)),
    ("stage-finished", finished, lambda e: e.draft()),
    ("locked", locked, swap),
    ("in-group-already", in_groups, stay_in_group),
    ("not-applied", fresh, lambda e: enrol.approve(**BY, entrant=e.entrants["A"])),
    ("wrong-kind", fresh, enter_a_team),
    (
        "fewer-rounds",
        two_rounds_played,
        lambda e: change(e, planned_rounds=1),
    ),
    ("format-fixed", published, lambda e: change(e, format="knockout")),
    ("fixed-rounds", knockout, lambda e: change(e, planned_rounds=9)),
    ("unknown-option", fresh, lambda e: change(e, colour="red")),
    ("no-name", fresh, lambda e: people.add_player(**BY, first_name=" ")),
    ("no-name", fresh, lambda e: people.change(**BY, player=e.entrants["A"].player, first_name=" ")),
    ("itself", fresh, lambda e: people.merge(**BY, player=player("A"), into=player("A"))),
    ("itself", fresh, lambda e: enrol.forbid(**BY, one=e.entrants["A"], other=e.entrants["A"])),
    ("no-name", two_teams, lambda e: teams.make(**BY, name=" ", players=[])),
    ("no-name", two_teams, rename_to_nothing),
    ("itself", two_teams, lambda e: substitute(e, e.red)),
    ("in-two-teams", two_teams, lambda e: substitute(e, e.blue)),
    ("wrong-kind", two_teams, lambda e: e.enter("Z")),
    ("already-so", archived, lambda e: creating.archive(**BY, tournament=e.tournament)),
    ("not-in", withdrawn, lambda e: attendance.withdraw(**BY, entrant=e.entrants["A"])),
    ("schedule-fixed", published, lambda e: play_ladder(e, WON)),
    ("schedule-fixed", published, lambda e: ladder.call_off(**BY, match=e.first)),
    ("schedule-fixed", drafted_knockout, lambda e: drafts.lock(**BY, match=e.matches(e.round)[0])),
    ("schedule-fixed", drafted, lambda e: move_to_group(e, e.entrants["A"].pk, "B")),
    ("unknown-entrant", in_groups, lambda e: move_to_group(e, e.entrants["A"].pk, "Z")),
    ("already-decided", typed_board, call_off),
    ("already-decided", typed_board, open_again),
    ("not-called-off", on_a_board, open_again),
    ("not-decided", published, lambda e: correct(e, WON)),
    ("already-so", decided, lambda e: correct(e, as_it_is(e))),
    ("not-a-series", decided, correct_score),
    ("no-opponent", with_a_bye, lambda e: type_result(e, e.bye)),
    ("no-bye", with_a_bye, lambda e: fill(e, e.first)),
    ("already-undone", undone, lambda e: lifecycle.undo(**BY, round_=e.round, now_ms=e.now_ms)),
    ("already-undone", undone, lambda e: lifecycle.close(**BY, round_=e.round, now_ms=e.now_ms)),
    ("earlier-stage", second_stage, lambda e: drafts.draft(**BY, stage=e.later)),
    ("nobody", lambda make_tournament: make_tournament("A"), lambda e: e.draft()),
    ("noted-meanwhile", ladder_with_a_game, lambda e: play_ladder(e, LOST)),
]


@pytest.mark.parametrize(("code", "state", "deed"), REFUSALS)
def test_what_is_not_possible_is_refused_and_changes_nothing(make_tournament, code, state, deed):
    e = state(make_tournament)
    before = Tournament.objects.get(pk=e.tournament.pk).version
    with pytest.raises(Fault) as refused:
        deed(e)
    assert refused.value.code == code
    assert Tournament.objects.get(pk=e.tournament.pk).version == before
