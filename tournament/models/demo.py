"""What belongs to the demo club: rows that may go again, and nothing but them."""

from django.db import models

from tournament.models.kinds import one_of


class DemoKind(models.TextChoices):
    CLUB = "club"
    PLAYER = "player"
    TEAM = "team"
    TOURNAMENT = "tournament"
    PLAYING = "playing"  # number 1: the server lets the bots play on


class DemoThing(models.Model):
    kind = models.CharField(max_length=10, choices=DemoKind)
    number = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "number"], name="demo_thing_once"),
            models.CheckConstraint(condition=one_of("kind", DemoKind), name="demo_thing_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}:{self.number}"
