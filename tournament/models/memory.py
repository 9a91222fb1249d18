"""A club's memory: its rating lists with their history, and its evenings.

Ratings are a fold over results. The rows here can be calculated again from these and give the same numbers;
they are stored so that lists, plots and seedings need no recalculation.
"""

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.fields import WordsField
from tournament.models.choices import one_of
from tournament.models.people import Player
from tournament.models.tournament import Round, Tournament


class RatingKind(models.TextChoices):
    TWO = "two", _("Two players")
    PARTNERS = "partners", _("Partners at a table of four")


class RatedPer(models.TextChoices):
    """What is rated together: at the end of a tournament, or at the end of each day on which rounds began."""

    TOURNAMENT = "event", _("Per event or evening")
    DAY = "day", _("Per day of play")


class RatingList(models.Model):
    """One list for each way to play.

    `fingerprint` identifies the state of the results it was calculated from.
    """

    kind = models.CharField(max_length=8, choices=RatingKind, unique=True)
    per = models.CharField(_("ratings move"), max_length=5, choices=RatedPer, default=RatedPer.TOURNAMENT)
    fingerprint = models.CharField(max_length=120, blank=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=one_of("kind", RatingKind), name="rating_list_kind"),
            models.CheckConstraint(condition=one_of("per", RatedPer), name="rating_list_per"),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()


class RatingPeriod(models.Model):
    """Games that were rated together.

    `standing` has the ratings of all players after it: a correction resumes here.
    """

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="periods")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=40)  # tournament:3, or day:2026-11-16
    ended_ms = models.BigIntegerField()
    games = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)  # of its games; another digest means other games or results
    standing = models.JSONField(default=dict)  # {player: [value, deviation, volatility]}

    class Meta:
        ordering = ["list", "number"]
        constraints = [
            models.UniqueConstraint(fields=["list", "number"], name="rating_period_number_once"),
            models.UniqueConstraint(fields=["list", "key"], name="rating_period_key_once"),
        ]

    def __str__(self) -> str:
        return self.key


class RatingChange(models.Model):
    """One player's step in one period; `score` is doubled. Of partners these are mu and sigma."""

    period = models.ForeignKey(RatingPeriod, models.CASCADE, related_name="changes")
    player = models.ForeignKey(Player, models.CASCADE, related_name="rating_changes")
    value_before = models.FloatField()
    deviation_before = models.FloatField()
    value = models.FloatField()
    deviation = models.FloatField()
    games = models.PositiveSmallIntegerField()
    score = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["period", "player"]
        constraints = [
            models.UniqueConstraint(fields=["period", "player"], name="rating_change_once_a_period")
        ]


class Parcel(models.Model):
    """A file that was sent and checked, until a user confirms that it should be imported."""

    token = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=10)
    name = models.CharField(max_length=120)
    text = models.TextField()
    sent_by = models.CharField(max_length=40)
    sent_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return self.name


class PlannedEvening(models.Model):
    """An evening to come, as the club announces it; what is played is an `Evening`."""

    day = models.DateField(_("day"), unique=True)
    text = WordsField(_("announcement"), max_length=200, blank=True)

    class Meta:
        ordering = ["day"]

    def __str__(self) -> str:
        return f"{self.day:%Y-%m-%d}"


class EveningQuerySet(models.QuerySet["Evening"]):
    def open(self) -> Self:
        return self.filter(closed_ms=None)

    def public(self) -> Self:
        """Select the evenings of which all games are public."""
        return self.filter(twos__public=True).exclude(fours__public=False)

    def with_ladders(self) -> Self:
        return self.select_related("twos", "fours", "round__stage__tournament")


class Evening(models.Model):
    """A club evening: casual rated games on two ladders, one for each way to play, made when first needed."""

    name = WordsField(_("name"), max_length=80)
    season = WordsField(_("season"), max_length=40, blank=True)
    day = models.DateField(_("day"))
    twos = models.OneToOneField(
        Tournament, models.CASCADE, null=True, blank=True, related_name="evening_of_twos"
    )
    fours = models.OneToOneField(
        Tournament, models.CASCADE, null=True, blank=True, related_name="evening_of_fours"
    )
    round = models.OneToOneField(
        Round, models.SET_NULL, null=True, blank=True, editable=False, related_name="evening"
    )
    """The round of a season that was drawn from those who came."""
    present = models.ManyToManyField(Player, blank=True, related_name="evenings")
    opened_ms = models.BigIntegerField(editable=False)
    closed_ms = models.BigIntegerField(null=True, blank=True, editable=False)

    objects = EveningQuerySet.as_manager()

    class Meta:
        ordering = ["-day", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(closed_ms=None) | Q(closed_ms__gte=models.F("opened_ms")),
                name="evening_closes_later",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        return f"evening:{self.pk}"

    @property
    def scopes(self) -> tuple[str, ...]:
        own = (f"tournament:{pk}" for pk in (self.twos_id, self.fours_id) if pk)
        return (*own, "club")

    @property
    def is_open(self) -> bool:
        return self.closed_ms is None

    @property
    def ladder_ids(self) -> tuple[int, ...]:
        return tuple(pk for pk in (self.twos_id, self.fours_id) if pk)
