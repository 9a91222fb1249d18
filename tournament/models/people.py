"""People and their groups, reused from tournament to tournament.

The log holds ids, never names. The seats of games hold names too, so a change or an erasure here is repeated
there (`live_games.rename_all`).
"""

from typing import Self

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.fields import LinesField, WordsField


class PublicName(models.TextChoices):
    """How much of a player's name the public sees; minors usually appear by initials."""

    FULL = "full", _("Full name")
    SHORT = "short", _("First name and initial")
    INITIALS = "initials", _("Initials")


class Club(models.Model):
    name = WordsField(_("name"), max_length=80)
    city = WordsField(_("city"), max_length=80, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(Lower("name"), name="club_name_once")]

    def __str__(self) -> str:
        return self.name


class PlayerQuerySet(models.QuerySet["Player"]):
    def listed(self) -> Self:
        """Select players one may enter: neither erased nor merged into another."""
        return self.filter(erased_ms=None, merged_into=None)


class Player(models.Model):
    first_name = WordsField(_("first name"), max_length=60)
    family_name = WordsField(_("family name"), max_length=60, blank=True)
    public_as = models.CharField(
        _("shown in public as"), max_length=8, choices=PublicName, default=PublicName.FULL
    )
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    rating = models.PositiveSmallIntegerField(
        _("rating"),
        null=True,
        blank=True,
        help_text=_("For seeding, until the club's own list knows better."),
    )
    note = LinesField(_("note"), blank=True, help_text=_("Only staff see this."))
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged", editable=False
    )
    erased_ms = models.BigIntegerField(null=True, blank=True, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["family_name", "first_name", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(merged_into=None) | ~models.Q(merged_into=models.F("id")),
                name="player_not_merged_into_itself",
            ),
            models.CheckConstraint(
                condition=models.Q(erased_ms=None) | models.Q(first_name="", family_name="", note=""),
                name="player_erased_has_no_name",
            ),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def scope(self) -> str:
        return f"player:{self.pk}"

    @property
    def scopes(self) -> tuple[str, ...]:
        return (self.scope, "club")

    @property
    def full_name(self) -> str:
        return " ".join(filter(None, (self.first_name, self.family_name))) or self._nameless

    @property
    def report_name(self) -> str:
        """The name as tournament reports write it."""
        return f"{self.family_name}, {self.first_name}" if self.family_name else self.full_name

    @property
    def public_name(self) -> str:
        """The name for every public page, file and screen."""
        return " ".join(filter(None, self._public_parts)) or self._nameless

    @property
    def listed_name(self) -> str:
        """The public name with the family name first, for lists in which people look themselves up."""
        first, family = self._public_parts
        return ", ".join(filter(None, (family, first))) or self._nameless

    @property
    def _public_parts(self) -> tuple[str, str]:
        """First and family name, as much of them as the public sees. One name alone counts as the first."""
        first, family = self.first_name or self.family_name, self.family_name if self.first_name else ""
        shown = "" if not family else family if self.public_as == PublicName.FULL else f"{family[0]}."
        return f"{first[0]}." if first and self.public_as == PublicName.INITIALS else first, shown

    @property
    def _nameless(self) -> str:
        return gettext("Removed player %(number)s") % {"number": self.pk}


class Team(models.Model):
    """A team of boards, or a pair of partners: its tournament says which."""

    name = WordsField(_("name"), max_length=80)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="teams")
    players = models.ManyToManyField(Player, through="TeamMember", related_name="teams")

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class TeamMember(models.Model):
    """A player's place in a team; `order` is the board, counted from 1, substitutes last."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    order = models.PositiveSmallIntegerField(_("board"))
    substitute = models.BooleanField(_("substitute"), default=False)

    class Meta:
        ordering = ["team", "order"]
        constraints = [
            models.UniqueConstraint(fields=["team", "player"], name="member_once_in_a_team"),
            models.UniqueConstraint(fields=["team", "order"], name="member_one_per_board"),
        ]
