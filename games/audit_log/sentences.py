"""The audit log in words: its roles, verbs and ids, and what an action changed.

The log holds ids and codes only; whoever reads it sees names. The application around the games adds the words
for what it does itself (`games.extension.LogWords`).
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import audit_log, extension
from games.access.roles import Role
from games.extension import LogWords, Words
from games.models import Action

Change = tuple[str, str, str]  # what, before, after

ROLES: dict[str, Words] = {
    Role.ORGANISER: _("organiser"),
    Role.ARBITER: _("arbiter"),
    Role.SCORER: _("scorer"),
    Role.DISPLAY: _("display"),
    Role.TABLE: _("table"),
    Role.PLAYER: _("player"),
}

# A test finds every verb that is written anywhere, and asks for its words.
GAMES_WORDS = LogWords(
    verbs={
        "sign_in": _("signed in"),
        "sign_in_failed": _("failed to sign in"),
        "password_wrong": _("typed a wrong password"),
        "sign_out": _("signed out"),
        "change_particulars": _("changed the own name or e-mail address"),
        "change_password": _("changed the password"),
        "reset_password": _("set a new password by link"),
        "factor_on": _("switched the second factor on"),
        "factor_off": _("switched the second factor off"),
        "factor_wrong": _("typed a wrong code of the second factor"),
        "recovery_made": _("made new recovery codes"),
        "recovery_used": _("used a recovery code"),
        "end_sessions": _("ended sessions"),
        "open_account": _("opened an account"),
        "end_account": _("ended an account"),
        "begin_account": _("let an account begin again"),
        "give_role": _("was given a role"),
        "take_role": _("took a role away"),
        "make_link": _("made a link"),
        "renew_link": _("renewed a link"),
        "revoke_link": _("withdrew a link"),
        "open_link": _("opened a link"),
        "ask_for_table": _("wants to be the tablet of a table that has one"),
        "admit_device": _("let a device in"),
        "turn_device_away": _("turned a device away"),
        "approve_offline": _("looked at what was decided without the server"),
        "sign_device_out": _("signed a device out"),
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
        "set_late_entries_aside": _("set late entries aside"),
        "send_notice": _("wrote to the boards"),
    },
    kinds={
        "club": _("the club"),
        "user": _("account {number}"),
        "link": _("link {number}"),
        "game": _("game {number}"),
        "table": _("table {number}"),
        "anybody": _("somebody without a right"),
        "system": _("Fiveline itself"),
    },
    labels={
        "device": _("Device"),
        "ended": _("Ended"),
        "left": pgettext_lazy("recovery codes", "Left"),
        "entries": pgettext_lazy("of a tablet", "Entries"),
        "given_by": _("Given by"),
        "invited_by": _("Invited by"),
        "kind": _("Kind"),
        "main_ms": _("Clocks"),
        "ply": _("Moves"),
        "result": _("Result"),
        "role": _("Role"),
        "scope": _("Where"),
        "seat": _("Seat"),
        "stands_for": _("Stands for"),
        "turn": _("On the move"),
    },
    codes={"role": ROLES},
    ids=dict.fromkeys(("given_by", "invited_by", "scope", "stands_for"), ""),
    hidden=frozenset({"seq", "epoch"}),
)


@lru_cache(maxsize=1)
def _all_words(added: LogWords) -> LogWords:
    return GAMES_WORDS | added


def all_words() -> LogWords:
    return _all_words(extension.installed.log)


def role_words(role: str) -> str:
    return str(ROLES.get(role, role))


def verb_words(verb: str) -> str:
    return str(all_words().verbs.get(verb, verb.replace("_", " ")))


def id_words(text: str) -> str:
    """An id in words that need no look-up: `game:17` is "game 17", `table:3:4` is "table 4"."""
    kind, _colon, number = text.partition(":")
    words = all_words().kinds.get(kind)
    return text if words is None else str(words).format(number=number.rpartition(":")[2])


def place_words(scope: str) -> str:
    """What people call the thing today, else its id in words."""
    if scope == "club":
        return extension.installed.club_name() or id_words(scope)
    return path_words(scope, audit_log.names_of(scope.split("/")))


def path_words(target: str, names: Mapping[str, str]) -> str:
    """A path of ids, the widest first."""
    return " › ".join(names.get(part) or id_words(part) for part in target.split("/"))


def changes_of(actions: Iterable[Action]) -> dict[int, list[Change]]:
    """By action, only what differs; the names are looked up for all of them at once."""
    words = all_words()
    sides = {
        action.pk: (_facts(words, action.verb, action.before), _facts(words, action.verb, action.after))
        for action in actions
    }
    ids = {
        each
        for both in sides.values()
        for facts in both
        for name, value in facts.items()
        for each in _ids(words, name, value)
    }
    telling = _Telling(words, audit_log.names_of(ids))
    return {pk: list(telling.changes(before, after)) for pk, (before, after) in sides.items()}


def _facts(words: LogWords, verb: str, side: Any) -> dict[str, Any]:
    if side is None:
        return {}
    facts = side if isinstance(side, dict) else {words.unnamed.get(verb, ""): side}
    return {
        own if (own := f"{verb}.{name}") in words.labels else name: value
        for outer, inner in facts.items()
        for name, value in (inner.items() if outer == "options" else [(outer, inner)])
        if not words.hidden & {name, f"{verb}.{name}"}
    }


def _ids(words: LogWords, name: str, value: Any) -> Iterator[str]:
    """The ids that a fact names."""
    if name in words.lists:
        yield from words.lists[name].ids(value)
    elif name in words.ids and not (name in words.amounts and isinstance(value, int)):
        kind = words.ids[name]
        for each in value if isinstance(value, list) else [value]:
            if each and isinstance(each, int | str) and not isinstance(each, bool):
                yield f"{kind}:{each}" if kind else str(each)


@dataclass(frozen=True, slots=True)
class _Telling:
    """Facts as text, with the names that their ids have today."""

    words: LogWords
    names: Mapping[str, str]

    def changes(self, before: dict[str, Any], after: dict[str, Any]) -> Iterator[Change]:
        for name in dict.fromkeys([*before, *after]):
            if rows := self.words.lists.get(name):
                lines = (rows.lines(side.get(name, []), self.name) for side in (before, after))
                yield from self.changes(*lines)
                continue
            old, new = (self.text(name, side.get(name)) for side in (before, after))
            if old != new:
                yield str(self.words.labels.get(name, name.replace("_", " "))), old, new

    def text(self, name: str, value: Any) -> str:
        """Total: what was written once must be readable for ever, whatever it is."""
        if value is None or value == "" or value == []:
            return ""
        if isinstance(value, bool):
            return gettext("yes") if value else gettext("no")
        if isinstance(value, dict):
            return ", ".join(f"{key} {self.text(name, each)}" for key, each in value.items())
        if isinstance(value, list) and name in self.words.counted:
            return str(len(value))
        if ids := list(_ids(self.words, name, value)):
            return ", ".join(map(self.name, ids))
        if isinstance(value, list):
            return ", ".join(self.text(name, each) for each in value)
        if name.endswith("_ms") and isinstance(value, int):
            return _time_text(name, value)
        return str(self.words.codes.get(name, {}).get(value, value))

    def name(self, text: str) -> str:
        return self.names.get(text) or id_words(text)


def _time_text(name: str, value_ms: int) -> str:
    """`4:05` on a clock, or the time of day."""
    if name == "main_ms":
        return f"{value_ms // 60_000}:{value_ms // 1000 % 60:02}"
    instant = datetime.datetime.fromtimestamp(value_ms / 1000, timezone.get_current_timezone())
    return date_format(instant, "H:i")
