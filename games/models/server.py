"""Rows of the server processes, and of the players who are connected to them (`games.services.lost_time`)."""

from django.db import models
from django.db.models import Q

from games.models.game import Game


class Server(models.Model):
    """One row for all server processes: which life of the data this is, one more after each restore."""

    THE_ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ONLY, editable=False)
    generation = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="server_is_the_only_one")]

    def __str__(self) -> str:
        return f"generation {self.generation}"


class ServerProcess(models.Model):
    """One server process: when it started, when it was last alive, and when it stopped in order."""

    name = models.CharField(max_length=16, primary_key=True)
    started_ms = models.BigIntegerField()
    beat_ms = models.BigIntegerField()
    stopped_ms = models.BigIntegerField(null=True)
    down_since_ms = models.BigIntegerField(null=True)  # no process was alive from then until it started

    def __str__(self) -> str:
        return self.name


class SeatConnection(models.Model):
    """The process to which a player's own device is connected, or was when that process ended."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seat_connections")
    seat = models.CharField(max_length=1)
    process = models.ForeignKey(ServerProcess, models.CASCADE, related_name="seat_connections")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_connection_of_a_seat")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}: {self.process_id}"
