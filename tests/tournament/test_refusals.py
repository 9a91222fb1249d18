"""Steps that are not possible now are refused, and change nothing."""

import pytest

from games.faults import Fault
from tests.tournament.logged import BY, closed, decided, drafted, fresh, knockout, published
from tournament.models import Player, Tournament
from tournament.scores import Outcome
from tournament.services.club import ladder
from tournament.services.entries import enrol, teams
from tournament.services.events import settings_change
from tournament.services.pairing import drafts
from tournament.services.results import corrections, entering, lots
from tournament.services.rounds import lifecycle

WON, LOST, DRAWN = Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW


def decided_knockout(event):
    return decided(event, format="knockout", planned_rounds=None)


def last_round(event):
    return published(event, planned_rounds=1)


def finished(event):
    e = closed(event, planned_rounds=3)
    lifecycle.finish_stage(**BY, stage=e.stage)
    return e


def locked(event):
    e = drafted(event)
    e.first = e.matches(e.round)[0]
    drafts.lock(**BY, match=e.first)
    e.round.refresh_from_db()
    return e


def in_groups(event):
    e = event("A B C D E F G H", format="groups", options={"groups": 2})
    e.round = e.draft()
    return e


def two_rounds_played(event):
    e = closed(event, planned_rounds=3)
    e.play(e.publish())
    return e


def ladder_with_a_game(event):
    e = event("A B C D", format="ladder")
    play_ladder(e, WON)
    return e


def play_ladder(e, outcome):
    """As entered by a person who saw no game yet."""
    one, other = e.entrants["A"], e.entrants["B"]
    ladder.play(**BY, stage=e.stage, first=one, second=other, outcome=outcome, number=1, now_ms=e.now_ms)


def swap(e):
    one, other = (e.entrants[str(match.first)].pk for match in e.matches(e.round))
    drafts.swap(**BY, round_=e.round, version=e.round.version, one=one, other=other)


def stay_in_group(e):
    entry = e.stage.entries.first()
    drafts.move_to_group(
        **BY, round_=e.round, version=e.round.version, entrant=entry.entrant_id, group=entry.group
    )


def enter_a_team(e):
    team = teams.make(**BY, name="Reds", players=[Player.objects.create(first_name="Z")])
    enrol.enter_team(**BY, tournament=e.tournament, team=team, now_ms=e.now_ms)


REFUSALS = [
    (
        "draw-needs-more",
        decided_knockout,
        lambda e: corrections.correct(**BY, match=e.first, outcome=DRAWN, note="", now_ms=e.now_ms),
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
        lambda e: entering.forfeit(**BY, match=e.first, absent=e.first.first, now_ms=e.now_ms),
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
        lambda e: settings_change.change_stage(**BY, stage=e.stage, changes={"planned_rounds": 1}),
    ),
    ("noted-meanwhile", ladder_with_a_game, lambda e: play_ladder(e, LOST)),
]


@pytest.mark.parametrize(("code", "state", "deed"), REFUSALS)
def test_what_is_not_possible_is_refused_and_changes_nothing(event, code, state, deed):
    e = state(event)
    before = Tournament.objects.get(pk=e.tournament.pk).version
    with pytest.raises(Fault) as refused:
        deed(e)
    assert refused.value.code == code
    assert Tournament.objects.get(pk=e.tournament.pk).version == before
