"""The sentences of the audit log: the text of each verb, and what an action changed in words and names.

The application around the games adds sentences of its own (`games.extension`).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import extension
from games.audit_log.names import ROLES, look_up_names, path_words
from games.audit_log.values import Code, Name, NamesById, Sentence, Time, Value
from games.models import Action

Change = tuple[str, str, str]  # label, before, after

# The meaning of these names in every sentence that does not override it.
VALUES = {
    "device": Value(_("Device")),
    "ended": Value(_("Ended")),
    "entries": Value(pgettext_lazy("of a tablet", "Entries")),
    "epoch": None,
    "given_by": Name(_("Given by")),
    "invited_by": Name(_("Invited by")),
    "kind": Value(_("Kind")),
    "language": Value(_("Language")),
    "left": Value(pgettext_lazy("recovery codes", "Left")),
    "main_ms": Time(_("Clocks"), on_clock=True),
    "ply": Value(_("Moves")),
    "result": Value(_("Result")),
    "role": Code(_("Role"), ROLES),
    "scope": Name(_("Where")),
    "seat": Value(_("Seat")),
    "seq": None,
    "stands_for": Name(_("Stands for")),
    "turn": Value(_("On the move")),
}
_STATES = {"waiting": _("waiting"), "running": _("playing"), "paused": _("paused"), "over": _("over")}
_GAME = {"status": Code(_("Status"), _STATES)}

# A test finds every verb that is logged and checks that it has a sentence.
LOG_SENTENCES = {
    "sign_in": Sentence(_("signed in")),
    "sign_in_failed": Sentence(_("failed to sign in")),
    "password_wrong": Sentence(_("typed a wrong password")),
    "sign_out": Sentence(_("signed out")),
    "change_particulars": Sentence(_("changed the own name or e-mail address")),
    "change_password": Sentence(_("changed the password")),
    "reset_password": Sentence(_("set a new password by link")),
    "factor_on": Sentence(_("switched the second factor on")),
    "factor_off": Sentence(_("switched the second factor off")),
    "factor_wrong": Sentence(_("typed a wrong code of the second factor")),
    "recovery_made": Sentence(_("made new recovery codes")),
    "recovery_used": Sentence(_("used a recovery code")),
    "end_sessions": Sentence(_("ended sessions")),
    "open_account": Sentence(_("opened an account")),
    "end_account": Sentence(_("ended an account")),
    "begin_account": Sentence(_("let an account begin again")),
    "give_role": Sentence(_("was given a role")),
    "take_role": Sentence(_("took a role away")),
    "make_link": Sentence(_("made a link")),
    "renew_link": Sentence(_("renewed a link")),
    "revoke_link": Sentence(_("withdrew a link")),
    "open_link": Sentence(_("opened a link")),
    "ask_for_table": Sentence(_("wants to be the tablet of a table that has one")),
    "admit_device": Sentence(_("let a device in")),
    "turn_device_away": Sentence(_("turned a device away")),
    "approve_offline": Sentence(_("looked at what was decided without the server")),
    "sign_device_out": Sentence(_("signed a device out")),
    "leave_link": Sentence(_("gave a right back")),
    "set_pin": Sentence(_("set the PIN")),
    "unlock": Sentence(_("unlocked with the PIN")),
    "pin_wrong": Sentence(_("typed a wrong PIN")),
    "pause": Sentence(_("paused the game"), _GAME),
    "resume": Sentence(_("let the game go on"), _GAME),
    "adjust": Sentence(_("changed the clocks"), _GAME),
    "penalty": Sentence(_("gave a penalty"), _GAME),
    "illegal": Sentence(_("noted an illegal move"), _GAME),
    "takeback": Sentence(_("took moves back"), _GAME),
    "position": Sentence(_("set the position"), _GAME),
    "rule": Sentence(_("decided the game"), _GAME),
    "reopen": Sentence(_("reopened the game"), _GAME),
    "void_game": Sentence(_("called a game off")),
    "take_custody": Sentence(_("took a table's game over")),
    "give_back": Sentence(_("gave a game back to its table")),
    "adopt_late_entries": Sentence(_("adopted late entries")),
    "set_late_entries_aside": Sentence(_("set late entries aside")),
    "send_notice": Sentence(_("wrote to the boards")),
}


def sentence_for(verb: str) -> Sentence:
    known = extension.installed.sentences.get(verb) or LOG_SENTENCES.get(verb)
    return known or Sentence(verb.replace("_", " "))


def verb_words(verb: str) -> str:
    return str(sentence_for(verb).text)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action in words and names."""

    action: Action
    who: str
    verb: str
    target: str
    changes: list[Change]


def describe(actions: Sequence[Action]) -> list[LogEntry]:
    """Put actions into words. A first run collects the names that are needed, to look them up at once."""
    needed: defaultdict[str, str] = defaultdict(str)
    _describe(actions, needed)
    return _describe(actions, look_up_names(needed))


def _describe(actions: Sequence[Action], names: NamesById) -> list[LogEntry]:
    return [
        LogEntry(
            action=action,
            who=names[action.actor],
            verb=verb_words(action.verb),
            target=path_words(action.target, names),
            changes=list(_changes(action, names)),
        )
        for action in actions
    ]


def _changes(action: Action, names: NamesById) -> Iterator[Change]:
    before, after = _by_name(action.before), _by_name(action.after)
    values = {**VALUES, **extension.installed.values, **sentence_for(action.verb).values}
    for name in {**before, **after}:
        value = values.get(name, Value(name.replace("_", " ")))
        if value is None:
            continue
        old, new = (value.lines(side.get(name), names) for side in (before, after))
        for label in {**old, **new}:
            if old.get(label, "") != new.get(label, ""):
                yield label, old.get(label, ""), new.get(label, "")


def _by_name(side: Any) -> dict[str, Any]:
    """Return the stored values by name. The options of a stage are values themselves."""
    if not isinstance(side, dict):
        return {} if side is None else {"": side}
    options = side.get("options")
    return {**side, "options": None, **options} if isinstance(options, dict) else side
