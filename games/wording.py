"""Words for people, at the edge: faults in the reader's language; names of roles, places and deeds."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.access import audit_log
from games.access.roles import Role
from games.faults import Counted, Fault, Phrase

ROLES: dict[str, Promise] = {
    Role.ORGANISER: _("organiser"),
    Role.ARBITER: _("arbiter"),
    Role.SCORER: _("scorer"),
    Role.DISPLAY: _("display"),
    Role.TABLE: _("table"),
    Role.PLAYER: _("player"),
}

# What the log's verbs mean; `tournament.deeds` adds its own. A test finds every verb that is written.
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
    "pause": _("paused the game"),
    "resume": _("let the game go on"),
    "adjust": _("changed the clocks"),
    "penalty": _("gave a penalty"),
    "illegal": _("noted an illegal move"),
    "takeback": _("took moves back"),
    "position": _("set the position"),
    "rule": _("decided the game"),
    "reopen": _("reopened the game"),
    "void_game": _("called a game off"),
    "take_custody": _("took a table's game over"),
    "give_back": _("gave a game back to its table"),
    "adopt_late_entries": _("adopted late entries"),
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


def sentence(said: Fault | Phrase) -> str:
    """Translated as a template, then filled in; so is a fault that it names as its reason, or a phrase."""
    params = {
        name: sentence(value) if isinstance(value, Fault | Phrase) else value
        for name, value in said.params.items()
    }
    return gettext(said.template).format(**params)


def counted(template: str | Counted, params: Mapping[str, Any]) -> str:
    """A template of a table, with or without a plural, in the reader's language and filled in."""
    if isinstance(template, Counted):
        return ngettext(template.one, template.many, params[template.by]).format(**params)
    return gettext(template).format(**params)


def role(name: str) -> str:
    return str(ROLES.get(name, name))


def deed(verb: str) -> str:
    return str(DEEDS.get(verb, verb.replace("_", " ")))


def plain(text: str) -> str:
    """An id in words that need no look-up: `game:17` is "game 17", `table:3:4` is "table 4"."""
    kind, _colon, number = text.partition(":")
    number = number.rpartition(":")[2]
    return str(KINDS[kind]).format(number=number) if kind in KINDS else text


def place(scope: str) -> str:
    """What people call the thing today, else its id in words."""
    return audit_log.names_of([scope]).get(scope) or plain(scope)
