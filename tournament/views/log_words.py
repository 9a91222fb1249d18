"""What an action changed, in words. The log holds ids and codes only; whoever reads it sees names."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import wording
from games.access import audit_log
from games.models import Action
from games.templatetags.instants import instant
from tournament.forms.desk import OPTION_CHOICES, OPTION_LABELS, StageForm
from tournament.models import (
    AbsenceKind,
    EntrantStatus,
    EntryKind,
    IncidentKind,
    Player,
    PublicName,
    RatedPer,
    RoundStatus,
    Source,
    Tournament,
    TournamentStatus,
    format_choices,
)
from tournament.models.kinds import OUTCOME_CHOICES
from tournament.templatetags.club import minutes

Change = tuple[str, str, str]

# What a list is that stands for itself.
WHOLE = {
    "publish": "pairs",
    "draft": "pairs",
    "redraft": "pairs",
    "swap": "pairs",
    "discard_draft": "pairs",
    "reorder_team": "players",
    "set_categories": "categories",
}
# Numbers that only a program compares; these games are ids of rows.
INTERNAL = {"seq", "epoch", "incident"}
INTERNAL_OF = {"settle": {"game"}, "reopen_match": {"games"}}

LABELS = {
    "asked": _("Tablets asked"),
    "board": _("Board"),
    "categories": _("Categories"),
    "category": _("Category"),
    "changed": _("Changed"),
    "done": _("Done"),
    "ended": _("Ended"),
    "entrant": _("Entrant"),
    "entrants": _("Entrants"),
    "entries": _("Entries"),
    "entry": _("Who enters"),
    "ends_ms": _("End"),
    "game": _("Game"),
    "games": _("Games taken from the boards"),
    "given_by": _("Given by"),
    "house": _("House player"),
    "into": _("Into"),
    "invited_by": _("Invited by"),
    "kind": _("Kind"),
    "label": _("Label"),
    "language": _("Language"),
    "locked": _("Fixed by the desk"),
    "main_ms": _("Clocks"),
    "match": _("Match"),
    "odd_start": _("Odd seeds start"),
    "of_game": _("Game"),
    "outcome": _("Result"),
    "pair": _("Pair"),
    "paid": _("Paid"),
    "per": _("Ratings move"),
    "place": _("Place"),
    "player": _("Player"),
    "players": _("Players"),
    "ply": _("Moves"),
    "present": _("Present"),
    "prize": _("Prize"),
    "refused": _("Refused"),
    "reserved": _("Reserved"),
    "result": _("Result"),
    "role": _("Role"),
    "round": _("Round"),
    "rounds": _("Rounds"),
    "scope": _("Where"),
    "seat": _("Seat"),
    "seed": _("Seed"),
    "source": _("Source"),
    "stage": _("Stage"),
    "stands_for": _("Stands for"),
    "starts_ms": _("Start"),
    "status": _("Status"),
    "strict": _("Strictly"),
    "table": _("Table"),
    "tables": _("Tables"),
    "team": _("Team"),
    "time_zone": _("Time zone"),
    "tournament": _("Event"),
    "turn": _("On the move"),
    "voided": _("Games taken from the boards"),
    **OPTION_LABELS,
    **{name: field.label for name, field in StageForm.base_fields.items()},
}
OUTCOME = dict(OUTCOME_CHOICES)
CODES: dict[str, dict[str, Any]] = {
    "outcome": OUTCOME,
    "match": OUTCOME,
    "of_game": OUTCOME,
    "status": dict([*TournamentStatus.choices, *RoundStatus.choices, *EntrantStatus.choices]),
    "source": dict(Source.choices),
    "format": dict(format_choices()),
    "entry": dict(EntryKind.choices),
    "per": dict(RatedPer.choices),
    "kind": dict([*AbsenceKind.choices, *IncidentKind.choices]),
    "public_as": dict(PublicName.choices),
    **dict.fromkeys(OPTION_LABELS, OPTION_CHOICES),
}
# Whose number it is; those without a kind say it themselves (`user:3`).
IDS = {
    "category": "category",
    "categories": "category",
    "club": "club",
    "entrant": "entrant",
    "entrants": "entrant",
    "given_by": "",
    "house": "entrant",
    "into": "player",
    "invited_by": "",
    "pair": "entrant",
    "player": "player",
    "players": "player",
    "prize": "prize",
    "scope": "",
    "stands_for": "",
    "table": "table",
    "team": "team",
    "tournament": "tournament",
}
PLURALS = {"categories", "entrants", "players"}
COUNTED = {"games", "voided"}


def changes_of(actions: Iterable[Action]) -> dict[int, list[Change]]:
    """(what, before, after) by action, only what differs; the names are looked up for all of them at once."""
    sides = {
        action.pk: (_facts(action.verb, action.before), _facts(action.verb, action.after))
        for action in actions
    }
    ids = {
        each
        for both in sides.values()
        for facts in both
        for name, value in facts.items()
        for each in _ids(name, value)
    }
    names = audit_log.names_of(ids)
    return {pk: list(_compared(old, new, names)) for pk, (old, new) in sides.items()}


def _facts(verb: str, side: Any) -> dict[str, Any]:
    if side is None:
        return {}
    facts = side if isinstance(side, dict) else {WHOLE.get(verb, ""): side}
    hidden = INTERNAL | INTERNAL_OF.get(verb, set())
    return {
        name: value
        for outer, inner in facts.items()
        for name, value in (inner.items() if outer == "options" else [(outer, inner)])
        if name not in hidden
    }


def _compared(old: dict[str, Any], new: dict[str, Any], names: dict[str, str]) -> Iterator[Change]:
    for name in dict.fromkeys([*old, *new]):
        if name == "pairs":
            yield from _compared(_boards(old, names), _boards(new, names), names)
            continue
        before, after = (_said(name, side.get(name), names) for side in (old, new))
        if before != after:
            yield _label(name), before, after


def _boards(facts: dict[str, Any], names: dict[str, str]) -> dict[str, str]:
    """`Ada – Ben`, and how it ended if it did, by board."""
    found = {}
    for row in facts.get("pairs", []):
        board, *_sides, outcome = row
        sides = " – ".join(_name(each, names) for each in _ids("pairs", [row]))
        ended = f" ({OUTCOME.get(outcome, outcome)})" if outcome else ""
        found[gettext("Board {number}").format(number=board)] = sides + ended
    return found


def _label(name: str) -> str:
    if name in LABELS:
        return str(LABELS[name])
    for model in (Tournament, Player):
        for field in model._meta.fields:
            if field.name == name:
                return str(capfirst(field.verbose_name))
    return name.replace("_", " ")


def _ids(name: str, value: Any) -> Iterator[str]:
    if name == "pairs":
        for row in value:
            yield from _ids("pair", row[1:3])
    elif name in PLURALS and isinstance(value, int):
        return  # only how many
    elif name in IDS:
        for each in value if isinstance(value, list) else [value]:
            if each and isinstance(each, int | str) and not isinstance(each, bool):
                yield f"{IDS[name]}:{each}" if IDS[name] else str(each)


def _said(name: str, value: Any, names: dict[str, str]) -> str:
    """Total: what was written once must be readable for ever, whatever it is."""
    if value is None or value == "" or value == []:
        return ""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(name, each, names)}" for key, each in value.items())
    if isinstance(value, list) and name in COUNTED:
        return str(len(value))
    if found := list(_ids(name, value)):
        return ", ".join(_name(each, names) for each in found)
    if isinstance(value, list):
        return ", ".join(_said(name, each, names) for each in value)
    if name == "main_ms" and isinstance(value, int):
        return minutes(value)
    if name.endswith("_ms") and isinstance(value, int):
        return date_format(instant(value), "H:i")
    if name == "role":
        return str(wording.role(value))
    return str(CODES.get(name, {}).get(value, value))


def _name(each: str, names: dict[str, str]) -> str:
    return names.get(each) or wording.plain(each)
