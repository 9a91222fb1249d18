"""A screen in the hall: named once, opened once, steered from the desk."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.fields import WordsField
from tournament.models.event import Tournament
from tournament.models.kinds import one_of


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
    """Pairings by name are shown from `first_letter` to `last_letter`; empty: from the first, to the last.

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
