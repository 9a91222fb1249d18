"""Rows of one live game: a snapshot, the append-only log that it is the fold of, and what belongs to both.

`games.services` writes the snapshot and the log under the lock of the game (`locked_game`).
"""

from collections.abc import Collection
from typing import Any

from django.db import models
from django.db.models import Q

from games.clock import TimeControl
from games.models.fields import WordsField
from games.referee import Agreement, Input, Keeper, State, Status, load_state
from games.rules import Position, RuleSet, Seat

# No vowels, so that no word is spelled; no 0 O 1 l, which are mistaken for each other.
CODE_LETTERS = "bcdfghjkmnpqrstvwxz23456789"
CODE_LENGTH = 8


def _choices(kind: type[Any]) -> list[tuple[str, str]]:
    return [(each.value, each.value) for each in kind]


class GameQuerySet(models.QuerySet["Game"]):
    def live(self) -> "GameQuerySet":
        """Return those that count, are still played and are not over."""
        return self.filter(voided=False, closed_reason__isnull=True).exclude(status=Status.OVER)

    def on_the_clock(self) -> "GameQuerySet":
        """Return those whose running clock the server keeps."""
        return self.filter(
            voided=False, closed_reason__isnull=True, keeper=Keeper.SERVER, status=Status.RUNNING
        )

    def due(self, now_ms: int) -> "GameQuerySet":
        """Return those whose flag has to be looked at by now."""
        return self.filter(deadline__lte=now_ms).order_by("deadline")


class Game(models.Model):
    """What was agreed, who plays, and the state after event `seq`."""

    code = models.CharField(max_length=16, unique=True)
    topic = models.CharField(max_length=60, blank=True, default="", db_index=True)
    place = models.CharField(max_length=60, blank=True, default="", db_index=True)
    players = models.JSONField(default=dict)  # {seat: {"name": …, "ref": "entrant:12"}}

    seats = models.PositiveSmallIntegerField()
    rules = models.CharField(max_length=250)
    control = models.CharField(max_length=120)
    first = models.CharField(max_length=1)
    input = models.CharField(max_length=8, choices=_choices(Input))
    keeper = models.CharField(max_length=8, choices=_choices(Keeper))
    casual = models.BooleanField(default=False)
    gives_lag_back = models.BooleanField(default=True)  # to players on their own devices (docs/clocks.md#lag)
    position = models.CharField(max_length=40, blank=True, default="")  # where it starts, if elsewhere

    state = models.JSONField()
    last = models.JSONField(null=True)  # the last move that stands, for pages opened later
    seq = models.PositiveIntegerField(default=0)
    ply = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=8, choices=_choices(Status), default=Status.WAITING)
    winner = models.CharField(max_length=1, blank=True, default="")
    ending = models.CharField(max_length=16, blank=True, default="")
    deadline = models.BigIntegerField(null=True, blank=True, db_index=True)
    epoch = models.PositiveIntegerField(default=0)  # how often a table's game changed hands
    voided = models.BooleanField(default=False)
    # Up to which event the arbiter has looked at what only the table's tablet unlocked.
    reviewed_seq = models.PositiveIntegerField(default=0)
    # Why it was closed (games/close_reason.py): called off, or overruled while its log stays as it is.
    closed_reason = models.JSONField(null=True, blank=True, db_column="gone")

    created_ms = models.BigIntegerField()
    created_by = models.CharField(max_length=40, blank=True, default="")
    started_ms = models.BigIntegerField(null=True, blank=True)
    ended_ms = models.BigIntegerField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["topic", "status"], name="game_topic_status"),
            models.Index(fields=["place", "status"], name="game_place_status"),
            models.Index(fields=["status", "keeper"], name="game_status_keeper"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def scope(self) -> str:
        return f"game:{self.pk}"

    @property
    def scopes(self) -> tuple[str, ...]:
        return (self.scope, self.place, self.topic, "club")

    @property
    def agreement(self) -> Agreement:
        return Agreement(
            RuleSet.parse(self.rules),
            TimeControl.parse(self.control),
            Seat(self.first),
            Input(self.input),
            Keeper(self.keeper),
            self.casual,
            Position.parse(self.position) if self.position else None,
        )

    def state_now(self) -> State:
        """Return the present state, as the referee sees it."""
        return load_state(self.agreement, self.state)


class Event(models.Model):
    """One fact of the log. `at_ms` is the instant it counts from, `received_ms` when the server got it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    ply = models.PositiveIntegerField()  # after it
    at_ms = models.BigIntegerField()
    received_ms = models.BigIntegerField()
    actor = models.CharField(max_length=40)
    data = models.JSONField()
    suspect = models.CharField(max_length=16, blank=True, default="")  # why a table's time cannot be true
    drift_ms = models.BigIntegerField(
        default=0
    )  # a table's clock ahead of the server's (or, below zero, behind)
    # Which device sent it (`LinkDevice`). Null and without a default, so that the column is added in place: a
    # table that is rebuilt would lose the trigger that guards it.
    device = models.CharField(max_length=8, null=True)  # noqa: DJ001

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="event_seq_once")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Request(models.Model):
    """A request and its answer, which a resend gets as well: either `seq`, or a refusal."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="requests")
    nonce = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    epoch = models.PositiveIntegerField(null=True)  # of a table's entry
    n = models.PositiveIntegerField(null=True)
    seq = models.PositiveIntegerField(null=True)
    refusal = models.CharField(max_length=32, blank=True, default="")
    params = models.JSONField(default=dict)
    instruction = models.ForeignKey("Instruction", models.SET_NULL, null=True, related_name="+")
    at_ms = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "nonce"], name="request_nonce_once"),
            models.UniqueConstraint(fields=["game", "epoch", "n"], name="request_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.nonce}: {self.refusal or self.seq}"


class Custody(models.Model):
    """The browser tab that keeps a table's game in this epoch. `n` is the last of its entries that came."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="custodies")
    epoch = models.PositiveIntegerField()
    holder = models.CharField(max_length=80, blank=True)  # empty: the desk
    actor = models.CharField(max_length=40)
    taken_ms = models.BigIntegerField()
    taken_seq = models.PositiveIntegerField()  # the last seq of the log then
    n = models.PositiveIntegerField(default=0)
    # How far its last entry was ahead of the server's clock; by seat, the sum of all its turns and what of
    # that was marked.
    drift_ms = models.BigIntegerField(default=0)
    drifts = models.JSONField(default=dict)
    device = models.CharField(max_length=8, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "epoch"], name="custody_epoch_once")]

    def __str__(self) -> str:
        return f"{self.game_id} epoch {self.epoch}"


class TabletAbsence(models.Model):
    """A time in which the tablet that keeps a table's game was out of reach; open while it lasts."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="absences")
    since_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.game_id}: {self.since_ms} to {self.until_ms}"


class Rematch(models.Model):
    """Another game of the same players, wanted after this one by some seats; `next` once it was opened."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="rematch")
    # The seats that asked, in the order of play.
    wanted = models.CharField(max_length=4, blank=True, default="")
    next = models.OneToOneField(Game, models.CASCADE, null=True, related_name="rematch_of")

    def __str__(self) -> str:
        return f"{self.game_id}: {self.wanted}"


class LateEntryQuerySet(models.QuerySet["LateEntry"]):
    def undecided(self) -> "LateEntryQuerySet":
        """Return those that the arbiter has neither adopted nor set aside."""
        return self.filter(adopted_ms=None, set_aside_ms=None)


class LateEntry(models.Model):
    """An entry of a table that the log does not hold: of an old epoch, or refused.

    It is never deleted, and shown until the arbiter adopts it or sets it aside.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="late_entries")
    generation = models.PositiveIntegerField()
    epoch = models.PositiveIntegerField()
    n = models.PositiveIntegerField()
    nonce = models.CharField(max_length=64)
    body = models.JSONField()
    code = models.CharField(max_length=32)  # why it was not recorded
    params = models.JSONField(default=dict)
    actor = models.CharField(max_length=40)
    received_ms = models.BigIntegerField()
    adopted_ms = models.BigIntegerField(null=True)
    set_aside_ms = models.BigIntegerField(null=True)

    objects = LateEntryQuerySet.as_manager()

    class Meta:
        ordering = ["epoch", "n", "id"]
        constraints = [models.UniqueConstraint(fields=["game", "nonce"], name="late_entry_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.epoch}.{self.n} {self.code}"


class InstructionQuerySet(models.QuerySet["Instruction"]):
    def open(self) -> "InstructionQuerySet":
        return self.filter(done_ms=None)


class Instruction(models.Model):
    """A request of the desk to the table that keeps a game, which applies it and answers with an entry."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="instructions")
    body = models.JSONField()
    actor = models.CharField(max_length=40)
    given_ms = models.BigIntegerField()
    done_ms = models.BigIntegerField(null=True)
    refusal = models.CharField(max_length=32, blank=True, default="")
    params = models.JSONField(default=dict)  # of the refusal's sentence

    objects = InstructionQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.body.get('type')}"


class NoticeQuerySet(models.QuerySet["Notice"]):
    def shown(self, now_ms: int) -> "NoticeQuerySet":
        return self.filter(until_ms__gt=now_ms)

    def for_games(self, games: Collection[Game]) -> "NoticeQuerySet":
        """Return those to one of these boards, or to all boards of one of their topics."""
        topics = {game.topic for game in games if game.topic}
        return self.filter(Q(game__in=games) | Q(game=None, topic__in=topics))


class Notice(models.Model):
    """A short message from the desk to one board or, without a game, to all boards of the topic."""

    topic = models.CharField(max_length=60, db_index=True)
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="notices")
    text = WordsField(max_length=140)
    actor = models.CharField(max_length=40)
    given_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField()

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.topic}: {self.given_ms}"
