"""Who takes part in one tournament, under which conditions, and what happened to them."""

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from games.models.fields import WordsField
from tournament.models.choices import (
    OUTCOME_CHOICES,
    RESULTS,
    AbsenceKind,
    EntrantStatus,
    IncidentKind,
    one_of,
    outcome_words,
)
from tournament.models.match import Match
from tournament.models.people import Club, Player, Team
from tournament.models.tournament import Stage, Table, Tournament


class Category(models.Model):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="categories")
    name = WordsField(_("name"), max_length=60)

    class Meta:
        ordering = ["tournament", "name"]
        verbose_name_plural = "categories"
        constraints = [models.UniqueConstraint("tournament", Lower("name"), name="category_name_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def scopes(self) -> tuple[str, ...]:
        return self.tournament.scopes


class Prize(models.Model):
    """A prize for a place: over all, or within a category."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="prizes")
    category = models.ForeignKey(Category, models.CASCADE, null=True, blank=True, related_name="prizes")
    place = models.PositiveSmallIntegerField(_("place"))
    title = WordsField(_("prize"), max_length=80)

    class Meta:
        ordering = ["tournament", F("category").asc(nulls_first=True), "place"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "place"], condition=Q(category=None), name="prize_place_once"
            ),
            models.UniqueConstraint(
                fields=["category", "place"],
                condition=Q(category__isnull=False),
                name="prize_place_once_in_category",
            ),
            models.CheckConstraint(condition=Q(place__gte=1), name="prize_places_count_from_one"),
        ]

    def __str__(self) -> str:
        return self.title


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def entered(self) -> Self:
        return self.filter(status=EntrantStatus.ENTERED)

    def listed(self) -> Self:
        """Select who is in or was in: they are public."""
        return self.exclude(status__in=[EntrantStatus.APPLIED, EntrantStatus.DECLINED])

    def taking_part(self) -> Self:
        """Select who is in, and who left after being drawn in a stage; a house player only fills in."""
        drawn = Q(stage_entries__isnull=False, status__in=[EntrantStatus.WITHDRAWN, EntrantStatus.EXPELLED])
        return self.filter(Q(status=EntrantStatus.ENTERED) | drawn, house=False).distinct()

    def with_names(self) -> Self:
        return self.select_related("player__club", "team__club", "tournament")


class Entrant(models.Model):
    """A player or a team as enrolled in one tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="entries")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="entries")
    status = models.CharField(max_length=9, choices=EntrantStatus, default=EntrantStatus.ENTERED)
    rating = models.PositiveSmallIntegerField(_("rating at entry"), default=0)
    seed = models.PositiveSmallIntegerField(_("seed given by hand"), null=True, blank=True)
    checked_in = models.BooleanField(_("checked in"), default=False)
    paid = models.BooleanField(_("paid"), default=False)
    house = models.BooleanField(_("house player"), default=False)
    categories = models.ManyToManyField(Category, blank=True, related_name="entrants")
    fixed_table = models.ForeignKey(
        Table, models.SET_NULL, null=True, blank=True, related_name="fixed_for", verbose_name=_("fixed table")
    )
    entered_ms = models.BigIntegerField(default=0, editable=False)

    objects = EntrantQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(player__isnull=False),
                name="entrant_player_enters_once",
            ),
            models.UniqueConstraint(
                fields=["tournament", "team"],
                condition=Q(team__isnull=False),
                name="entrant_team_enters_once",
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False, team=None) | Q(player=None, team__isnull=False),
                name="entrant_is_a_player_or_a_team",
            ),
            models.CheckConstraint(condition=one_of("status", EntrantStatus), name="entrant_status"),
        ]

    def __str__(self) -> str:
        return str(self.team or self.player)

    @property
    def public_name(self) -> str:
        return self.team.name if self.team else self.as_player.public_name

    @property
    def club(self) -> Club | None:
        return self.team.club if self.team else self.as_player.club

    @property
    def as_player(self) -> Player:
        """The player, of an entrant that is one."""
        assert self.player is not None
        return self.player

    @property
    def as_team(self) -> Team:
        """The team, of an entrant that is one."""
        assert self.team is not None
        return self.team

    @property
    def is_in(self) -> bool:
        return self.status == EntrantStatus.ENTERED

    @property
    def scope(self) -> str:
        return f"entrant:{self.pk}"

    @property
    def scopes(self) -> tuple[str, ...]:
        return (self.scope, f"tournament:{self.tournament_id}", "club")


class Absence(models.Model):
    """Announced before the draft: not there for one round, with nothing or with half a point."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="absences")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="absences")
    number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(max_length=8, choices=AbsenceKind, default=AbsenceKind.ABSENT)

    class Meta:
        ordering = ["stage", "number", "entrant"]
        constraints = [
            models.UniqueConstraint(fields=["entrant", "stage", "number"], name="absence_once_a_round"),
            models.CheckConstraint(condition=one_of("kind", AbsenceKind), name="absence_kind"),
        ]

    def get_kind_display(self) -> str:  # type: ignore[no-redef]
        return outcome_words(self.kind, self.stage.format_rules)


class Lineup(models.Model):
    """The board order of a team for one round, where the tournament lets it change."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="lineups")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="lineups")
    number = models.PositiveSmallIntegerField(_("round"))
    players = models.JSONField(default=list)  # ids, board 1 first; null: an empty seat

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entrant", "stage", "number"], name="lineup_once_a_round")
        ]


class ForbiddenPair(models.Model):
    """Two entrants who must not meet: never, or not if it can be avoided."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="forbidden_pairs")
    one = models.ForeignKey(Entrant, models.CASCADE, related_name="forbidden_as_one")
    other = models.ForeignKey(Entrant, models.CASCADE, related_name="forbidden_as_other")
    strict = models.BooleanField(_("never, whatever happens"), default=True)
    reason = WordsField(_("reason"), max_length=80, blank=True)

    class Meta:
        ordering = ["tournament", "one", "other"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="forbidden_pair_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="forbidden_pair_in_order"),
        ]

    @property
    def scopes(self) -> tuple[str, ...]:
        return self.tournament.scopes


class Incident(models.Model):
    """Something an arbiter noted about an entrant; warnings and penalties are counted per entrant."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="incidents")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="incidents")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="incidents")
    kind = models.CharField(max_length=7, choices=IncidentKind, default=IncidentKind.NOTE)
    text = WordsField(_("what happened"), max_length=300)
    at_ms = models.BigIntegerField()

    class Meta:
        ordering = ["tournament", "at_ms", "id"]
        constraints = [models.CheckConstraint(condition=one_of("kind", IncidentKind), name="incident_kind")]


class Report(models.Model):
    """One side's report of a result; two that agree decide the match, two that differ go to the arbiter."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="reports")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="reports")
    outcome = models.CharField(max_length=16, choices=OUTCOME_CHOICES)
    at_ms = models.BigIntegerField()

    class Meta:
        ordering = ["match", "at_ms"]
        constraints = [
            models.UniqueConstraint(fields=["match", "entrant"], name="report_one_per_side"),
            models.CheckConstraint(condition=Q(outcome__in=RESULTS), name="report_outcome"),
        ]
