"""The words of an event: every kind, status, outcome and source that a row may hold."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class EntryKind(models.TextChoices):
    PLAYER = "player", _("Single players")
    PAIR = "pair", _("Pairs of partners")
    TEAM = "team", _("Teams over several boards")


class Format(models.TextChoices):
    ROUND_ROBIN = "round-robin", _("Round robin")
    DOUBLE_ROUND_ROBIN = "double-round-robin", _("Double round robin")
    SWISS = "swiss", _("Swiss")
    KNOCKOUT = "knockout", _("Knockout")
    DOUBLE_KNOCKOUT = "double-knockout", _("Double knockout")
    GROUPS = "groups", _("Groups")
    LADDER = "ladder", _("Ladder")


class TournamentStatus(models.TextChoices):
    SETUP = "setup", _("Being set up")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    ARCHIVED = "archived", _("Archived")


class StageStatus(models.TextChoices):
    SETUP = "setup", _("Being set up")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")


class RoundStatus(models.TextChoices):
    DRAFT = "draft", _("Draft")
    PUBLISHED = "published", _("Published")
    CLOSED = "closed", _("Closed")


class MatchKind(models.TextChoices):
    """What a row of a round is: a meeting, or one of the ways not to have one."""

    GAME = "game", _("Match")
    BYE = "bye", _("Bye")
    HALF_BYE = "half-bye", _("Requested half-point bye")
    ABSENT = "absent", _("Absent")
    WALKOVER = "walkover", _("Walkover")


class Outcome(models.TextChoices):
    """From the side of the first-named (the starter): who won, and whether it was played."""

    OPEN = "", _("Open")
    FIRST = "first", _("First won")
    DRAW = "draw", _("Draw")
    SECOND = "second", _("Second won")
    FIRST_FORFEIT = "first-forfeit", _("First won by forfeit")
    SECOND_FORFEIT = "second-forfeit", _("Second won by forfeit")
    DOUBLE_FORFEIT = "double-forfeit", _("Both forfeited")


class Source(models.TextChoices):
    """Where an outcome comes from; a stronger source is not overwritten by a weaker one."""

    NONE = "", _("Open")
    GAME = "game", _("Live game")
    REPORTED = "reported", _("Reported by both sides")
    TYPED = "typed", _("Typed at the desk")
    CORRECTED = "corrected", _("Corrected")


class Step(models.TextChoices):
    """What a game of a match is for; the ones after the first decide a drawn knockout match."""

    GAME = "game", _("Game")
    REPLAY = "replay", _("Replay")
    HALF_TIME = "half-time", _("Half time")
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


class IncidentKind(models.TextChoices):
    NOTE = "note", _("Note")
    WARNING = "warning", _("Warning")
    PENALTY = "penalty", _("Penalty")


def one_of(field: str, choices: type[models.TextChoices]) -> Q:
    """The condition of a check constraint: nothing but these words."""
    return Q(**{f"{field}__in": choices.values})
