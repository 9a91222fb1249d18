"""Moves of a tablet that no longer kept the game: shown at the desk, then adopted or set aside."""

import pytest
from django.urls import reverse

from games.access.permissions import SYSTEM
from games.models import Game, LateEntry
from games.referee import requests as r
from games.services.custody import take_custody
from games.services.recording import record
from games.timekeeping import stamp_ms
from tests.databases import own_rows
from tests.tournament.desk.conftest import entered, look, moved, name_at, press

pytestmark = pytest.mark.django_db


@pytest.fixture
def late(at_table):
    """Take the game over from the tablet, which then makes two more moves."""
    take_custody(at_table.game_id, "", SYSTEM)
    for n, (seat, move) in enumerate((("X", "c1E"), ("O", "a1N")), 2):
        answer = entered(at_table, n, type="move", seat=seat, ply=n - 2, move=move, spent_ms=20_000)
        assert answer.refused.code == "old-epoch"
    return at_table


def test_late_entries_are_shown_with_moves_positions_and_clocks(desk, late):
    page = look(desk, "desk-board", late.pk)
    assert "2 entries were made on a tablet that had lost the game" in page
    assert f"{name_at(late, 'X')}: c1 comes back from the east (c1E)" in page
    assert "9:40" in page
    assert "Adopt these entries" in page


def test_late_entries_are_adopted_at_the_desk(desk, late):
    told = press(desk, "desk-adopt", late.pk, 1)
    assert told == ["Adopted: the game stands as that tablet played it, and is paused."]
    game = own_rows(Game).get()
    assert (game.ply, game.status) == (2, "paused")
    assert "Entries that were not recorded" not in look(desk, "desk-board", late.pk)
    assert "adopted late entries" in look(desk, "desk-board", late.pk)


def test_late_entries_are_set_aside_with_a_reason_and_kept(desk, late):
    assert press(desk, "desk-set-aside", late.pk, 1, reason=" ") == [
        "Give a reason; it is kept with the decision."
    ]
    told = press(desk, "desk-set-aside", late.pk, 1, reason="the wood says otherwise")
    assert told == ["Set aside. The game stands as it is."]
    assert own_rows(LateEntry).count() == 2
    assert own_rows(Game).get().ply == 0
    page = look(desk, "desk-board", late.pk)
    assert "Entries that were not recorded" not in page
    assert "the wood says otherwise" in page
    assert press(desk, "desk-adopt", late.pk, 1) == ["There are no late entries of that device to adopt."]


def test_late_entries_that_came_too_late_say_why(desk, late):
    record(game_id=late.game_id, request=r.Resume(None), actor=SYSTEM, stamp_ms=stamp_ms())
    moved(late, "e5S")
    page = look(desk, "desk-board", late.pk)
    assert "The game went on since" in page
    assert reverse("desk-adopt", args=[late.pk, 1]) not in page
    assert reverse("desk-set-aside", args=[late.pk, 1]) in page


def test_what_the_rules_refused_is_seen_and_set_aside(desk, at_table):
    entered(at_table, 2, type="move", seat="X", ply=0, move="c3E", spent_ms=1_000)
    page = look(desk, "desk-board", at_table.pk)
    assert "1 entry of the tablet was refused" in page
    assert "they cannot be adopted" in page
    press(desk, "desk-set-aside", at_table.pk, 1, reason="a slip")
    assert "Entries that were not recorded" not in look(desk, "desk-board", at_table.pk)


def test_only_staff_decides_about_late_entries(as_role, late):
    scorer = as_role("scorer", late.match.round.stage.tournament.scope, name="sam")
    for name in ("desk-adopt", "desk-set-aside"):
        assert scorer.post(reverse(name, args=[late.pk, 1])).status_code == 403
