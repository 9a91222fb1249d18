"""Names for ids and roles. The log, grants and links hold ids; pages look the names up."""

from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from games import extension
from games.access.roles import Role
from games.audit_log.values import IdKind, NamesById, Words
from games.models import Game, Link
from games.numbers import whole_number
from games.rules import Seat

ROLES: dict[str, Words] = {
    Role.ORGANISER: _("organiser"),
    Role.ARBITER: _("arbiter"),
    Role.SCORER: _("scorer"),
    Role.DISPLAY: _("display"),
    Role.TABLE: _("table"),
    Role.PLAYER: _("player"),
}


def _account_names(ids: Iterable[int]) -> dict[int, str]:
    users = get_user_model().objects.filter(pk__in=list(ids))
    return {user.pk: user.first_name or user.username for user in users}


def _link_labels(ids: Iterable[int]) -> dict[int, str]:
    return dict(Link.objects.filter(pk__in=list(ids)).values_list("pk", "label"))


def _players(ids: Iterable[int]) -> dict[int, str]:
    """Call a game by its players in the order of their seats: a database may keep another order."""
    rows = Game.objects.filter(pk__in=list(ids)).values_list("pk", "players")
    seated = {pk: [seats.get(seat.value, {}).get("name") for seat in Seat] for pk, seats in rows}
    return {pk: " – ".join(filter(None, names)) for pk, names in seated.items()}


ID_KINDS = {
    "club": IdKind(_("the club")),
    "user": IdKind(_("account {number}"), _account_names),
    "link": IdKind(_("link {number}"), _link_labels),
    "game": IdKind(_("game {number}"), _players),
    "anybody": IdKind(_("somebody without a right")),
    "system": IdKind(_("Fiveline itself")),
}


class Names(dict[str, str]):
    """Names by id. An id without a name is called by its kind and number: `game:17` is "game 17"."""

    def __missing__(self, text: str) -> str:
        kind, _colon, number = text.partition(":")
        known = _id_kind(kind)
        # The last number names the thing: `table:3:4` is table 4 of tournament 3.
        return str(known.words).format(number=number.rpartition(":")[2]) if known else text


def _id_kind(kind: str) -> IdKind | None:
    return extension.installed.id_kinds.get(kind) or ID_KINDS.get(kind)


def look_up_names(ids: Iterable[str]) -> Names:
    """Look up the present names of these ids, with one query for each kind."""
    numbers: dict[str, set[int]] = {}
    for text in ids:
        kind, _colon, digits = text.partition(":")
        number = whole_number(digits)
        if number is not None:
            numbers.setdefault(kind, set()).add(number)
    found = Names()
    for kind, wanted in numbers.items():
        if known := _id_kind(kind):
            found |= {f"{kind}:{number}": name for number, name in known.look_up(wanted).items() if name}
    return found


def path_words(target: str, names: NamesById) -> str:
    """Name a path of ids, the widest first."""
    return " › ".join(names[part] for part in target.split("/"))


def place_words(scope: str) -> str:
    if scope == "club" and (name := extension.installed.club_name()):
        return name
    return path_words(scope, look_up_names(scope.split("/")))


def role_words(role: str) -> str:
    return str(ROLES.get(role, role))
