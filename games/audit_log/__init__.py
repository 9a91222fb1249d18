"""Writing the one log; and the names of its ids, looked up when somebody reads it (it holds ids only)."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib.auth import get_user_model

from games import extension
from games.access.permissions import Actor
from games.models import Action, Game, Link
from games.numbers import whole_number
from games.rules import Seat
from games.timekeeping import now_ms


def _account_names(ids: Iterable[int]) -> dict[int, str]:
    users = get_user_model().objects.filter(pk__in=list(ids))
    return {user.pk: user.first_name or user.username for user in users}


def _link_labels(ids: Iterable[int]) -> dict[int, str]:
    return dict(Link.objects.filter(pk__in=list(ids)).exclude(label="").values_list("pk", "label"))


def _players(ids: Iterable[int]) -> dict[int, str]:
    """A game is called by those who play it, in the order of their seats: a database may keep another."""
    rows = Game.objects.filter(pk__in=list(ids)).values_list("pk", "players")
    seated = {pk: [seats.get(seat.value, {}).get("name") for seat in Seat] for pk, seats in rows}
    return {pk: " – ".join(filter(None, names)) for pk, names in seated.items()}


# kind of id -> what people call these numbers today; the application around the games has its own.
NAMERS: dict[str, Callable[[Iterable[int]], dict[int, str]]] = {
    "user": _account_names,
    "link": _link_labels,
    "game": _players,
}


def write(
    actor: Actor, verb: str, target: str, before: Any = None, after: Any = None, note: str = ""
) -> Action:
    """Note what was done, in the caller's transaction: done and logged, or neither.

    `target` is a path of ids, the widest first (`tournament:3/round:2`); no names in any value.
    """
    return Action.objects.create(
        at_ms=now_ms(),
        actor=actor.who,
        address=actor.address,
        verb=verb,
        target=target,
        before=before,
        after=after,
        note=note,
    )


def path(*scopes: str) -> str:
    """A target from its parts, leaving out empty ones (a casual game has no tournament around it)."""
    return "/".join(scope for scope in scopes if scope)


def path_of_link(link: Link) -> str:
    return path(link.topic, link.scope if link.scope != link.topic else "", link.subject)


def names_of(ids: Iterable[str]) -> dict[str, str]:
    """What people call these ids today; ids whose thing is gone or nameless are left out."""
    namers = {**extension.installed.namers, **NAMERS}
    numbers: dict[str, set[int]] = {}
    for text in ids:
        kind, _, digits = text.partition(":")
        number = whole_number(digits)
        if kind in namers and number is not None:
            numbers.setdefault(kind, set()).add(number)
    return {
        f"{kind}:{number}": name
        for kind, wanted in numbers.items()
        for number, name in namers[kind](wanted).items()
    }
