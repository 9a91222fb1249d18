"""Words for people, at the edge: faults in the reader's language; names of roles, places and deeds."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import log
from games.faults import Fault
from games.roles import Role

ROLES: dict[str, Promise] = {
    Role.ORGANISER: _("organiser"),
    Role.ARBITER: _("arbiter"),
    Role.SCORER: _("scorer"),
    Role.DISPLAY: _("display"),
    Role.TABLE: _("table"),
    Role.PLAYER: _("player"),
}

# What the log's verbs mean; `tournament` adds its own. A verb without words is shown as it stands.
DEEDS: dict[str, Promise] = {
    "sign_in": _("signed in"),
    "sign_in_failed": _("failed to sign in"),
    "sign_out": _("signed out"),
    "change_password": _("changed the password"),
    "reset_password": _("set a new password by link"),
    "end_sessions": _("ended sessions"),
    "open_account": _("opened an account"),
    "give_role": _("was given a role"),
    "take_role": _("took a role away"),
    "make_link": _("made a link"),
    "renew_link": _("renewed a link"),
    "revoke_link": _("withdrew a link"),
    "open_link": _("opened a link"),
    "leave_link": _("gave a right back"),
    "set_pin": _("set the PIN"),
    "unlock": _("unlocked with the PIN"),
    "pin_wrong": _("typed a wrong PIN"),
}

KINDS: dict[str, Promise] = {
    "club": _("the club"),
    "user": _("account {number}"),
    "link": _("link {number}"),
    "game": _("game {number}"),
    "table": _("table {number}"),
    "tournament": _("tournament {number}"),
    "entrant": _("entrant {number}"),
    "anybody": _("somebody without a right"),
    "system": _("Fiveline itself"),
}


def sentence(fault: Fault) -> str:
    """The sentence is translated as a template, then filled in."""
    return gettext(fault.template).format(**fault.params)


def role(name: str) -> str:
    return str(ROLES.get(name, name))


def deed(verb: str) -> str:
    return str(DEEDS.get(verb, verb.replace("_", " ")))


def plain(text: str) -> str:
    """An id in words that need no look-up: `game:17` is "game 17"."""
    kind, _colon, number = text.partition(":")
    return str(KINDS[kind]).format(number=number) if kind in KINDS else text


def place(scope: str) -> str:
    """What people call the thing today, else its id in words."""
    return log.names_of([scope]).get(scope) or plain(scope)
