"""The house: the one row that says whose installation this is. While it is missing, nothing is set up."""

import zoneinfo
from datetime import UTC, tzinfo

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.fields import LinesField
from tournament.models.people import PublicName

THE_ONLY = 1


class HouseQuerySet(models.QuerySet["House"]):
    def current(self) -> "House | None":
        """Read it with its club and its logo, for every page."""
        return self.select_related("club", "logo").defer("logo__data").filter(pk=THE_ONLY).first()

    def zone(self) -> tzinfo:
        """Read the time zone of the club; UTC while nothing is set up."""
        house = self.current()
        return house.tz if house else UTC

    def usual_public_name(self) -> str:
        """How somebody appears in public for whom nothing was chosen."""
        return self.filter(pk=THE_ONLY).values_list("public_as", flat=True).first() or PublicName.FULL


class House(models.Model):
    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ONLY, editable=False)
    club = models.ForeignKey("tournament.Club", models.PROTECT, related_name="+", verbose_name=_("club"))
    language = models.CharField(_("language"), max_length=10)
    time_zone = models.CharField(_("time zone"), max_length=60)
    welcome = LinesField(_("word of welcome"), max_length=600, blank=True)
    logo = models.ForeignKey(
        "tournament.Picture", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("logo")
    )
    second_factor_from_ms = models.BigIntegerField(null=True, blank=True, editable=False)
    # How new people appear in public; whoever is on the list keeps what was chosen for them.
    public_as = models.CharField(max_length=8, choices=PublicName, default=PublicName.FULL)
    indexed = models.BooleanField(default=False)  # search engines may list the pages
    set_up_ms = models.BigIntegerField(editable=False)

    objects = HouseQuerySet.as_manager()

    class Meta:
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
