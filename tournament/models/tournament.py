"""The tournament: Tournament > Stage > Round, who takes part in a stage, and the tables it is played on.

Standings and brackets are never stored; what a person decided (published pairings, drawn lots) is.
"""

import secrets
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.models.fields import LinesField, WordsField
from tournament.formats.format import Format
from tournament.formats.options import FormatOptions
from tournament.formats.registry import FORMATS
from tournament.models.choices import (
    EntryKind,
    RoundStatus,
    StageStatus,
    TournamentStatus,
    format_choices,
    one_of,
)

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no look-alikes


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


class Confirms(models.TextChoices):
    """Who is asked on the tablet whether the result is right (static/js/table/questions.js)."""

    DOUBTFUL = "doubtful", _("both sides, unless they agreed or one resigned")
    BOTH = "both", _("both sides, always")
    ONE = "one", _("one side")
    NONE = "none", _("nobody")


class PrizeSharing(models.TextChoices):
    """How those who are equal share money (tournament/ranking/prizes.py)."""

    RANK = "rank", _("those who share a rank share it")
    POINTS = "points", _("all with the same points share it")
    HORT = "hort", _("half by the place, half shared by all with the same points")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def public(self) -> Self:
        """Select what the public may see: also a tournament in the archive, unless it is hidden."""
        return self.filter(public=True)

    def without_evenings(self) -> Self:
        """Leave out the ladders of club evenings, which are shown as evenings and not as tournaments."""
        return self.filter(evening_of_twos=None, evening_of_fours=None)

    def current(self) -> Self:
        return self.exclude(status=TournamentStatus.ARCHIVED).order_by("-starts_on", "-id")


class Tournament(models.Model):
    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = WordsField(_("name"), max_length=120)
    city = WordsField(_("city"), max_length=80, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    status = models.CharField(max_length=8, choices=TournamentStatus, default=TournamentStatus.SETUP)
    public = models.BooleanField(_("public pages"), default=True)
    rated = models.BooleanField(_("counts for ratings"), default=True)

    about = LinesField(_("about the event"), max_length=4000, blank=True)
    picture = models.ForeignKey(
        "tournament.Picture",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("picture"),
    )

    seats = models.PositiveSmallIntegerField(_("players at a board"), default=2)
    entry = models.CharField(_("who enters"), max_length=6, choices=EntryKind, default=EntryKind.PLAYER)
    boards = models.PositiveSmallIntegerField(_("boards of a team match"), default=1)
    lineup_per_round = models.BooleanField(_("board order may change from round to round"), default=False)

    live = models.BooleanField(_("games are played on tablets or phones"), default=True)
    input = models.CharField(_("the tablet keeps"), max_length=8, default="moves")
    keeper = models.CharField(_("time is kept by"), max_length=6, default="table")

    gives_lag_back = models.BooleanField(_("phones get the network's delay back"), default=True)
    confirms = models.CharField(
        _("results are confirmed by"), max_length=8, choices=Confirms, default=Confirms.DOUBTFUL
    )

    registration_open = models.BooleanField(_("players may register themselves"), default=False)
    registration_code = WordsField(_("code for registering"), max_length=20, blank=True)
    approval = models.BooleanField(_("entries wait for approval"), default=True)
    capacity = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    fee = WordsField(_("entry fee"), max_length=40, blank=True)
    self_service = models.BooleanField(_("players report results and absences by their link"), default=True)

    half_byes = models.PositiveSmallIntegerField(_("half-point byes per entrant"), default=1)
    half_bye_in_last_round = models.BooleanField(_("half-point bye in the last round"), default=False)
    late_by_rating_until = models.PositiveSmallIntegerField(
        _("late entries are put in by rating until round"), default=4
    )
    prize_sharing = models.CharField(
        _("prize money"), max_length=6, choices=PrizeSharing, default=PrizeSharing.RANK
    )
    no_show_min = models.PositiveSmallIntegerField(_("minutes until a no-show forfeits"), default=10)

    version = models.PositiveIntegerField(default=0, editable=False)
    created_ms = models.BigIntegerField(default=0, editable=False)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-starts_on", "-id"]
        constraints = [
            models.CheckConstraint(condition=one_of("status", TournamentStatus), name="tournament_status"),
            models.CheckConstraint(condition=one_of("entry", EntryKind), name="tournament_entry"),
            models.CheckConstraint(condition=Q(seats__in=(2, 4)), name="tournament_seats"),
            models.CheckConstraint(condition=Q(boards__gte=1), name="tournament_boards"),
            models.CheckConstraint(
                condition=Q(seats=2) | Q(entry=EntryKind.PAIR), name="tournament_fours_are_for_pairs"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        return f"tournament:{self.pk}"

    @property
    def scopes(self) -> tuple[str, ...]:
        return (self.scope, "club")

    @property
    def public_status(self) -> str:
        """The status for the public: a tournament in the archive is finished."""
        return TournamentStatus.FINISHED if self.status == TournamentStatus.ARCHIVED else self.status


class Stage(models.Model):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = WordsField(_("name"), max_length=80, blank=True)
    status = models.CharField(max_length=8, choices=StageStatus, default=StageStatus.SETUP)
    format = models.CharField(_("format"), max_length=20, choices=format_choices)
    options = models.JSONField(default=dict, blank=True)
    rules = models.CharField(_("rule set"), max_length=200, blank=True)
    control = models.CharField(_("time control"), max_length=80, default="10+5")
    scoring = models.CharField(_("scoring"), max_length=80, default="1-½-0")
    tiebreaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    planned_rounds = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True)
    # Lots, once drawn, stay: for seeding and the first board's start; for those equal in all tie-breaks.
    draw_seed = models.CharField(max_length=40, blank=True, editable=False)
    lots_seed = models.CharField(_("seed of the lots"), max_length=40, blank=True, editable=False)
    odd_seeds_start = models.BooleanField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once"),
            models.CheckConstraint(condition=one_of("status", StageStatus), name="stage_status"),
        ]

    def __str__(self) -> str:
        return self.name or self.get_format_display()

    @cached_property
    def format_rules(self) -> Format:
        """The format's rules; cached, since only `change_stage` gives a stage another format."""
        return FORMATS[self.format]

    @property
    def chosen(self) -> FormatOptions:
        return self.format_rules.read_options(self.options)

    @property
    def scope(self) -> str:
        return f"tournament:{self.tournament_id}/stage:{self.number}"

    @property
    def scopes(self) -> tuple[str, ...]:
        return (f"tournament:{self.tournament_id}", "club")


class StageEntry(models.Model):
    """An entrant's place in a stage: the seed it was drawn with, and its group where there are groups."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="entries")
    entrant = models.ForeignKey("Entrant", models.PROTECT, related_name="stage_entries")
    seed = models.PositiveSmallIntegerField()
    group = models.CharField(max_length=2, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["stage", "seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant"], name="entry_once_in_a_stage"),
            models.UniqueConstraint(fields=["stage", "seed"], name="entry_seed_once"),
        ]


class Round(models.Model):
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=9, choices=RoundStatus, default=RoundStatus.DRAFT)
    control = models.CharField(_("time control of this round"), max_length=80, blank=True)
    engine = models.CharField(max_length=20, blank=True, editable=False)
    adjusted = models.BooleanField(_("changed by hand"), default=False, editable=False)
    starts_ms = models.BigIntegerField(null=True, blank=True)
    ends_ms = models.BigIntegerField(null=True, blank=True)
    published_ms = models.BigIntegerField(null=True, blank=True, editable=False)
    closed_ms = models.BigIntegerField(null=True, blank=True, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["stage"], condition=Q(status=RoundStatus.DRAFT), name="round_one_draft_per_stage"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_counts_from_one"),
            models.CheckConstraint(
                condition=Q(status=RoundStatus.DRAFT, published_ms=None)
                | (Q(status__in=[RoundStatus.PUBLISHED, RoundStatus.CLOSED]) & Q(published_ms__isnull=False)),
                name="round_published_or_draft",
            ),
            models.CheckConstraint(
                condition=Q(status=RoundStatus.CLOSED, closed_ms__isnull=False)
                | (~Q(status=RoundStatus.CLOSED) & Q(closed_ms=None)),
                name="round_closed_has_instant",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.number}"

    @property
    def scope(self) -> str:
        return f"{self.stage.scope}/round:{self.number}"

    @property
    def seen_by(self) -> str:
        """The right that is needed to see the round, where not all staff of the desk may."""
        return "see_draft" if self.status == RoundStatus.DRAFT else ""

    @property
    def scopes(self) -> tuple[str, ...]:
        return self.stage.scopes


class Table(models.Model):
    """A place in the hall. A tablet serves it by its own link, for every game that is played there."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    label = WordsField(_("label"), max_length=40, blank=True)
    reserved = models.BooleanField(_("only for entrants it is fixed for"), default=False)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_counts_from_one"),
        ]

    def __str__(self) -> str:
        return self.label or str(self.number)

    @property
    def scope(self) -> str:
        return f"table:{self.tournament_id}:{self.number}"

    @property
    def scopes(self) -> tuple[str, ...]:
        return (self.scope, f"tournament:{self.tournament_id}", "club")
