"""The choices of columns: every status, outcome and source that a row of a tournament may have."""

from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.formats.format import Format
from tournament.formats.registry import FORMATS
from tournament.scores import Outcome


class EntryKind(models.TextChoices):
    PLAYER = "player", _("Single players")
    PAIR = "pair", _("Pairs of partners")
    TEAM = "team", _("Teams over several boards")


def format_choices() -> list[tuple[str, Promise]]:
    """List every format with its name; called each time, so that a new format is included."""
    return [(each.code, _(each.name)) for each in FORMATS.values()]


class TournamentStatus(models.TextChoices):
    SETUP = "setup", _("Being set up")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    ARCHIVED = "archived", _("Archived")


class StageStatus(models.TextChoices):
    SETUP = "setup", pgettext_lazy("a stage", "Being set up")
    RUNNING = "running", pgettext_lazy("a stage", "Running")
    FINISHED = "finished", pgettext_lazy("a stage", "Finished")


class RoundStatus(models.TextChoices):
    DRAFT = "draft", _("Draft")
    PUBLISHED = "published", _("Published")
    CLOSED = "closed", _("Closed")


# The words of `scores.Outcome`, seen from the first-named.
OUTCOMES = {
    Outcome.FIRST_WINS: _("First won"),
    Outcome.DRAW: _("Draw"),
    Outcome.SECOND_WINS: _("Second won"),
    Outcome.FIRST_FORFEITS: _("Second won by forfeit"),
    Outcome.SECOND_FORFEITS: _("First won by forfeit"),
    Outcome.BOTH_FORFEIT: _("Both forfeited"),
    Outcome.BYE: _("Bye"),
    Outcome.HALF_BYE: _("Half-point bye"),
    Outcome.ABSENT: _("Absent"),
    Outcome.FREE: _("Sits out"),
}
OUTCOME_CHOICES = [
    ("", pgettext_lazy("no result yet", "Open")),
    *((outcome.value, label) for outcome, label in OUTCOMES.items()),
]


def outcome_words(outcome: str, format_rules: Format) -> str:
    """Return the name of an outcome; for a round without an opponent, in the words of the format if it has
    some.
    """
    known = Outcome(outcome) if outcome else None
    own = format_rules.result_words(known.results[0]) if known and known.without_opponent else None
    return capfirst(gettext(own.full)) if own else str(dict(OUTCOME_CHOICES)[outcome])


WITHDRAWN = "withdrawn"  # the reason stored with a round that a withdrawn entrant misses
BYES = [outcome.value for outcome in Outcome if outcome.without_opponent]
RESULTS = [outcome.value for outcome in Outcome if not outcome.without_opponent]


class Source(models.TextChoices):
    """Where an outcome comes from; a stronger source is not overwritten by a weaker one."""

    NONE = "", pgettext_lazy("no result yet", "Open")
    PAIRING = "pairing", _("Given by the pairing")
    GAME = "game", _("Live game")
    REPORTED = "reported", _("Reported by both sides")
    TYPED = "typed", _("Typed at the desk")
    CORRECTED = "corrected", _("Corrected")


class Step(models.TextChoices):
    """What a game of a match is for; the ones after the first decide a drawn knockout match."""

    GAME = "game", _("Game")
    REPLAY = "replay", pgettext_lazy("a kind of game", "Replay")
    SHORTER = "shorter", _("Shorter game")
    ARMAGEDDON = "armageddon", _("Armageddon")
    BOARD = "board", _("Board of a team match")
    HOUSE = "house", _("Friendly game against a house player")


class EntrantStatus(models.TextChoices):
    APPLIED = "applied", _("Waiting for approval")
    ENTERED = "entered", _("Entered")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    EXPELLED = "expelled", _("Expelled")
    DECLINED = "declined", _("Not accepted")


class AbsenceKind(models.TextChoices):
    ABSENT = "absent", _("Absent")
    HALF_BYE = "half-bye", _("Half-point bye")


def absence_choices(format_rules: Format) -> list[tuple[str, str]]:
    """List the kinds of absence, named like outcomes."""
    return [(each.value, outcome_words(each.value, format_rules)) for each in AbsenceKind]


class IncidentKind(models.TextChoices):
    NOTE = "note", _("Note")
    WARNING = "warning", _("Warning")
    PENALTY = "penalty", _("Penalty")


def one_of(field: str, choices: type[models.TextChoices]) -> Q:
    """Build the condition of a check constraint that allows only these choices."""
    return Q(**{f"{field}__in": choices.values})
