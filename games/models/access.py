"""Rows of rights (`Grant`), of the links that give them, of accounts and sessions, and of the audit log.

Subjects (`user:3`, `link:7`, `entrant:12`) and scopes (`club`, `tournament:3`, `table:3:4`, `game:17`) are
texts: rights also concern things that this app does not know.
"""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q

from games.access.roles import GRANTED, Role
from games.models.fields import WordsField

ROLES = [(role.value, role.value) for role in GRANTED]


class Grant(models.Model):
    """One subject holds one role on one scope, for one seat or (empty) for all of it."""

    subject = models.CharField(max_length=40)
    role = models.CharField(max_length=16, choices=ROLES)
    scope = models.CharField(max_length=60, db_index=True)
    seat = models.CharField(max_length=1, blank=True, default="")
    created_ms = models.BigIntegerField()
    created_by = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subject", "role", "scope", "seat"], name="grant_once"),
            # An empty scope would lie in every thing that leaves one of its scopes empty.
            models.CheckConstraint(condition=~Q(scope="") & ~Q(subject=""), name="grant_names_both"),
        ]

    def __str__(self) -> str:
        return f"{self.subject} {self.role} {self.scope} {self.seat}".strip()


class LinkKind(models.TextChoices):
    HOLD = "hold"  # the device that opens it holds the right
    INVITE = "invite"  # an account gets the right
    RESET = "reset"  # an account gets a new password


class LinkQuerySet(models.QuerySet["Link"]):
    def live(self, now_ms: int) -> "LinkQuerySet":
        """Return those that still open: not revoked, not expired."""
        return self.filter(Q(expires_ms=None) | Q(expires_ms__gt=now_ms), revoked_ms=None)

    def within(self, scope: str) -> "LinkQuerySet":
        """Return those on the scope itself, and those on narrower ones that its staff manage."""
        return self.filter(Q(scope=scope) | Q(topic=scope))

    def on_device(self, device: str) -> "LinkQuerySet":
        """Exclude those from which this device was signed out."""
        ended = LinkDevice.objects.filter(link=OuterRef("pk"), device=device, ended_ms__isnull=False)
        return self.filter(~Exists(ended)) if device else self

    def unspent(self, now_ms: int) -> "LinkQuerySet":
        return self.live(now_ms).exclude(once=True, used_ms__isnull=False)


class Link(models.Model):
    """A secret address, or short code, that gives a right. Only hashes of both secrets are stored."""

    kind = models.CharField(max_length=8, choices=LinkKind.choices, default=LinkKind.HOLD)
    role = models.CharField(max_length=16, choices=ROLES, blank=True, default="")
    scope = models.CharField(max_length=60, db_index=True)
    topic = models.CharField(max_length=60, blank=True, default="", db_index=True)
    seat = models.CharField(max_length=1, blank=True, default="")
    stands_for = models.CharField(max_length=40, blank=True, default="")
    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    label = WordsField(max_length=80, blank=True, default="")
    once = models.BooleanField(default=False)
    created_ms = models.BigIntegerField()
    created_by = models.CharField(max_length=40, blank=True, default="")
    expires_ms = models.BigIntegerField(null=True, blank=True)
    used_ms = models.BigIntegerField(null=True, blank=True)
    revoked_ms = models.BigIntegerField(null=True, blank=True)

    objects = LinkQuerySet.as_manager()

    def __str__(self) -> str:
        return self.subject

    @property
    def subject(self) -> str:
        return f"link:{self.pk}"

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes of the link: staff who manage one of these manage the link."""
        return (self.scope, self.topic, "club")

    @property
    def is_of_game(self) -> bool:
        """Return whether it is for one game, not for a place: quick games pass such links between devices."""
        return self.scope.startswith("game:")

    @property
    def is_for_one_device(self) -> bool:
        """Return whether it is bound to the first device that opens it: a table has one tablet."""
        return self.role == Role.TABLE and not self.is_of_game


class DeviceEnd(models.TextChoices):
    REPLACED = "replaced"  # another device is the table's tablet now
    SIGNED_OUT = "signed-out"  # by staff
    LEFT = "left"  # gave the right back
    TURNED_AWAY = "turned-away"  # waited, and was not admitted


class LinkDeviceQuerySet(models.QuerySet["LinkDevice"]):
    def admitted(self) -> "LinkDeviceQuerySet":
        """Return those that hold the right of their link."""
        return self.filter(admitted_ms__isnull=False, ended_ms=None)

    def waiting(self) -> "LinkDeviceQuerySet":
        return self.filter(admitted_ms=None, ended_ms=None)


class LinkDevice(models.Model):
    """A device that opened a link. One that waits for the desk or for the PIN has no right yet."""

    link = models.ForeignKey(Link, models.CASCADE, related_name="devices")
    device = models.CharField(max_length=8)  # the short id in its session; events of a game name it
    name = models.CharField(max_length=60, blank=True, default="")
    address = models.CharField(max_length=45, blank=True, default="")
    asked_ms = models.BigIntegerField()
    admitted_ms = models.BigIntegerField(null=True)
    ended_ms = models.BigIntegerField(null=True)
    ended = models.CharField(max_length=12, choices=DeviceEnd.choices, blank=True, default="")
    pin_set_ms = models.BigIntegerField(null=True)  # which PIN was typed here and was right, by its instant

    objects = LinkDeviceQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["link", "device"], name="link_device_once")]
        indexes = [models.Index(fields=["device"], name="link_device_id")]

    def __str__(self) -> str:
        return f"{self.device} at {self.link_id}"

    @property
    def is_in(self) -> bool:
        return self.admitted_ms is not None and self.ended_ms is None


class Pin(models.Model):
    """The arbiter's PIN of one scope: a slow hash for the server, another one for tables without Wi-Fi."""

    scope = models.CharField(max_length=60, unique=True)
    hash = models.CharField(max_length=128)
    offline = models.JSONField()
    set_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return self.scope


class Throttle(models.Model):
    """Failed guesses at one secret from one place; in the database, so that a restart forgives nothing."""

    key = models.CharField(max_length=120, unique=True)
    failures = models.PositiveIntegerField(default=0)
    since_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return self.key


class SessionInfo(models.Model):
    """A signed-in session as its owner recognises it: which device, from where, when it was last seen."""

    session_key = models.CharField(max_length=40, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    device = models.CharField(max_length=60, blank=True, default="")
    address = models.CharField(max_length=45, blank=True, default="")
    created_ms = models.BigIntegerField()
    seen_ms = models.BigIntegerField()
    password_ms = models.BigIntegerField(default=0)  # when the password was last given here
    is_new = models.BooleanField(default=False)  # the account had never signed in from such a device there
    lacks_factor = models.BooleanField(default=False)  # the club wants a second factor, and there is none yet

    def __str__(self) -> str:
        return f"session of user:{self.user_id}"


class SecondFactor(models.Model):
    """The encrypted secret that an account shares with an app on a phone (`accounts.second_factor`)."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="second_factor"
    )
    secret = models.CharField(max_length=200, blank=True, default="")  # empty until the first code was right
    offered = models.CharField(
        max_length=200, blank=True, default=""
    )  # shown, and not yet confirmed by a code
    last_step = models.BigIntegerField(default=0)  # a code works once: none of this step or an earlier one
    set_ms = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"second factor of user:{self.user_id}"


class RecoveryCode(models.Model):
    """A code that signs in once if the phone is lost. Only its hash is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64, unique=True)
    used_ms = models.BigIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"recovery code of user:{self.user_id}"


class LogIsAppendOnly(TypeError):
    """A program tried to change or delete the log: always a mistake in the program."""


class ActionQuerySet(models.QuerySet["Action"]):
    def about(self, scope: str) -> "ActionQuerySet":
        """Return actions whose target path (`tournament:3/round:2`) goes through this scope."""
        return self.filter(
            Q(target=scope)
            | Q(target__startswith=f"{scope}/")
            | Q(target__endswith=f"/{scope}")
            | Q(target__contains=f"/{scope}/")
        )

    def update(self, **kwargs: Any) -> NoReturn:
        raise LogIsAppendOnly("An action is never changed.")

    def delete(self) -> NoReturn:
        raise LogIsAppendOnly("An action is never deleted.")


class Action(models.Model):
    """Who did what to which thing, when and from where, with the values before and after. Never changed.

    It holds ids only, so that a name can be erased at its source while the log stays. A trigger of the
    database refuses changes and deletions that bypass this class.
    """

    at_ms = models.BigIntegerField(db_index=True)
    actor = models.CharField(max_length=40, db_index=True)
    address = models.CharField(max_length=45, blank=True, default="")
    verb = models.CharField(max_length=40, db_index=True)
    target = models.CharField(max_length=120, db_index=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    note = WordsField(max_length=500, blank=True, default="")

    objects = ActionQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.actor} {self.verb} {self.target}"

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise LogIsAppendOnly("An action is never deleted.")
