"""Ids in the audit log are shown with the names of today."""

from games.access.seeing import thing_at
from games.audit_log.names import look_up_names
from tests.databases import own_rows
from tournament.models import Player


def test_ids_are_named_for_the_log_and_scopes_find_their_things(make_tournament):
    e = make_tournament("Anna")
    entrant, player = e.entrants["Anna"], own_rows(Player).get()
    named = look_up_names([entrant.scope, f"player:{player.pk}", e.tournament.scope])
    assert named == {entrant.scope: "Anna", f"player:{player.pk}": "Anna", e.tournament.scope: "Open"}
    assert thing_at(entrant.scope) == entrant
