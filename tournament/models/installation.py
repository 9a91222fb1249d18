"""The installation: its one row (while it is missing, nothing is set up), pictures, screens and demo."""

import zoneinfo
from datetime import UTC, tzinfo

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.fields import LinesField, WordsField
from tournament.models.choices import one_of
from tournament.models.people import PublicName
from tournament.models.tournament import Tournament

THE_ONLY = 1


class ClubSettingsQuerySet(models.QuerySet["ClubSettings"]):
    def current(self) -> "ClubSettings | None":
        """Read the row with its club and its logo, for every page."""
        return self.select_related("club", "logo").defer("logo__data").filter(pk=THE_ONLY).first()

    def zone(self) -> tzinfo:
        """Read the time zone of the club; UTC while nothing is set up."""
        club_settings = self.current()
        return club_settings.tz if club_settings else UTC

    def usual_public_name(self) -> str:
        """Read how people appear in public for whom nothing was chosen."""
        return self.filter(pk=THE_ONLY).values_list("public_as", flat=True).first() or PublicName.FULL


class ClubSettings(models.Model):
    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ONLY, editable=False)
    club = models.ForeignKey("tournament.Club", models.PROTECT, related_name="+", verbose_name=_("club"))
    language = models.CharField(_("language"), max_length=10)
    time_zone = models.CharField(_("time zone"), max_length=60)
    welcome = LinesField(_("word of welcome"), max_length=600, blank=True)
    logo = models.ForeignKey(
        "tournament.Picture", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("logo")
    )
    second_factor_from_ms = models.BigIntegerField(null=True, blank=True, editable=False)
    # How new people appear in public; listed people keep what was chosen for them.
    public_as = models.CharField(max_length=8, choices=PublicName, default=PublicName.FULL)
    indexed = models.BooleanField(default=False)  # search engines may list the pages
    set_up_ms = models.BigIntegerField(editable=False)

    objects = ClubSettingsQuerySet.as_manager()

    class Meta:
        db_table = "tournament_house"  # the name it had before
        constraints = [models.CheckConstraint(condition=Q(id=THE_ONLY), name="house_is_the_only_one")]

    def __str__(self) -> str:
        return self.club.name

    @property
    def scopes(self) -> tuple[str, ...]:
        return ("club",)

    @property
    def tz(self) -> tzinfo:
        """The zone, or UTC on a machine that does not know it."""
        try:
            return zoneinfo.ZoneInfo(self.time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            return UTC


class Picture(models.Model):
    """The club's logo, or a picture of a tournament: in the database, so that one backup has all.

    `digest` identifies the bytes: the same picture sent twice is one row. Pictures are checked and cleaned
    before they are stored (tournament/services/pictures.py); a row never changes, so browsers may cache its
    address for ever.
    """

    digest = models.CharField(max_length=32, unique=True)
    kind = models.CharField(max_length=4)  # png, jpeg or webp: the ending of its address
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.digest}.{self.kind}"


class Shows(models.TextChoices):
    """What a screen may show; `tournament.views.public.projector` knows how."""

    TURNING = "turning", _("Everything in turn")
    PAIRINGS = "pairings", _("Pairings by name")
    RESULTS = "results", _("Boards and results")
    STANDINGS = "standings", _("Standings")
    BRACKET = "bracket", _("Bracket")
    WALL = "wall", _("Live boards")
    COUNTDOWN = "countdown", _("Countdown to the round")
    PODIUM = "podium", _("Winners")
    MESSAGE = "message", _("Message")
    CLUB = "club", _("The club's name")


class HallScreen(models.Model):
    """A screen in the hall: named once, opened once, controlled from the desk.

    Pairings by name are shown from `first_letter` to `last_letter`; empty: from the first, to the last.

    `version` counts the changes, so that the screen knows whether it shows what it should.
    """

    name = WordsField(_("name"), max_length=40, unique=True)
    tournament = models.ForeignKey(
        Tournament, models.SET_NULL, null=True, blank=True, related_name="screens", verbose_name=_("event")
    )
    shows = models.CharField(_("shows"), max_length=9, choices=Shows, default=Shows.TURNING)
    first_letter = models.CharField(_("from"), max_length=1, blank=True)
    last_letter = models.CharField(_("to"), max_length=1, blank=True)
    text = WordsField(_("message"), max_length=140, blank=True)
    version = models.PositiveIntegerField(default=0, editable=False)
    seen_ms = models.BigIntegerField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=one_of("shows", Shows), name="screen_shows")]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        return f"screen:{self.pk}"

    @property
    def scopes(self) -> tuple[str, ...]:
        return (f"tournament:{self.tournament_id}", "club") if self.tournament_id else ("club",)


class DemoKind(models.TextChoices):
    CLUB = "club"
    PLAYER = "player"
    TEAM = "team"
    TOURNAMENT = "tournament"
    PLAYING = "playing"  # number 1: the server lets the bots play on


class DemoThing(models.Model):
    """A row that belongs to the demo club and may go again with it."""

    kind = models.CharField(max_length=10, choices=DemoKind)
    number = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "number"], name="demo_thing_once"),
            models.CheckConstraint(condition=one_of("kind", DemoKind), name="demo_thing_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}:{self.number}"
