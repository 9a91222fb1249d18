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


def fresh(event):
    """Make a tournament of four players, with nothing drawn."""
    return event("A B C D")


def drafted(event, **given):
    e = event("A B C D", **given)
    e.round = e.draft()
    return e


def published(event, names="A B C D", **given):
    e = event(names, **given)
    e.round = e.publish()
    e.first = e.matches(e.round)[0]
    return e


def decided(event, **given):
    """Publish a round and decide its first match."""
    e = published(event, **given)
    e.result(f"{e.first.first}-{e.first.second} 1")
    return e


def closed(event, **given):
    e = published(event, **given)
    e.play(e.round)
    return e


def knockout(event, **given):
    return published(event, format="knockout", planned_rounds=None, **given)


def on_boards(event):
    """Publish live boards at two tables, their games not begun."""
    return published(event, live=True, keeper="server")


def teams_of_two(event):
    """Enter two teams with a substitute each."""
    e = event(entry="team", boards=2, format="round-robin")
    e.enter_team("Reds", "r1 r2 r3")
    e.enter_team("Blues", "b1 b2 b3")
    return e


def with_tables(event):
    e = fresh(event)
    e.table, _other = seating.provide(**BY, tournament=e.tournament, count=2)
    return e


def player(name: str) -> Player:
    return Player.objects.get(first_name=name)
