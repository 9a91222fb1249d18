"""Read what an action wrote into the log, and make tournaments in the states before such actions."""

from dataclasses import replace

from games import extension
from games.access.permissions import SYSTEM, Holding
from games.audit_log import sentences
from games.models import Action
from tests.tournament.conftest import ORGANISER
from tournament.models import Player
from tournament.services.tables import seating

BY = {"actor": replace(ORGANISER, holdings=frozenset({Holding("organiser", "club")}))}


def entries_of(deed, e) -> list[str]:
    """Do it, and return the verbs that were written; a star marks those of the system."""
    before = Action.objects.count()
    deed(e)
    written = list(Action.objects.order_by("pk")[before:])
    assert {entry.actor for entry in written} <= {ORGANISER.who, SYSTEM.who}
    assert all(entry.target for entry in written)
    assert {name for entry in written for name in values_without_label(entry)} == set()
    return [entry.verb + "*" * (entry.actor == SYSTEM.who) for entry in written]


def values_without_label(entry: Action) -> set[str]:
    """Return the names of its values that the sentences of the log do not know."""
    known = {*sentences.VALUES, *extension.installed.values, *sentences.sentence_for(entry.verb).values}
    stored = [side for side in (entry.before, entry.after) if side is not None]
    names = {name for side in stored for name in (side if isinstance(side, dict) else [""])}
    return names - known


def fresh(make_tournament):
    """Make a tournament of four players, with nothing drawn."""
    return make_tournament("A B C D")


def drafted(make_tournament, **given):
    e = make_tournament("A B C D", **given)
    e.round = e.draft()
    return e


def published(make_tournament, names="A B C D", **given):
    e = make_tournament(names, **given)
    e.round = e.publish()
    e.first = e.matches(e.round)[0]
    return e


def decided(make_tournament, **given):
    """Publish a round and decide its first match."""
    e = published(make_tournament, **given)
    e.result(f"{e.first.first}-{e.first.second} 1")
    return e


def closed(make_tournament, **given):
    e = published(make_tournament, **given)
    e.play(e.round)
    return e


def knockout(make_tournament, **given):
    return published(make_tournament, format="knockout", planned_rounds=None, **given)


def on_boards(make_tournament):
    """Publish live boards at two tables, their games not begun."""
    return published(make_tournament, live=True, keeper="server")


def teams_of_two(make_tournament):
    """Enter two teams with a substitute each."""
    e = make_tournament(entry="team", boards=2, format="round-robin")
    e.enter_team("Reds", "r1 r2 r3")
    e.enter_team("Blues", "b1 b2 b3")
    return e


def with_tables(make_tournament):
    e = fresh(make_tournament)
    e.table, _other = seating.provide(**BY, tournament=e.tournament, count=2)
    return e


def player(name: str) -> Player:
    return Player.objects.get(first_name=name)
