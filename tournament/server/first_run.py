"""The first run: a one-time link that sets up the club.

The link is derived, not stored: from the secret key and the moment this database was made. So every process
knows it, a restart prints the same one, an emptied database has another, and after the set-up none is
valid.
"""

import hmac

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils.crypto import salted_hmac

from games import audit_log
from games.access.permissions import Actor
from games.access.roles import Role
from games.faults import Fault
from games.models import Grant
from games.timekeeping import now_ms
from tournament.models import Club, ClubSettings


class AlreadySetUp(Fault):
    """The club is set up already, perhaps by another visitor a moment ago."""

    sentences = {"already-set-up": "This club is already set up. Sign in instead."}


def token() -> str | None:
    """Return the token that opens the set-up, or None once that is done."""
    if ClubSettings.objects.current() is not None:
        return None
    made = MigrationRecorder.Migration.objects.order_by("id").values_list("applied", flat=True).first()
    born = made.isoformat() if made else ""
    return salted_hmac("tournament.setup", born, algorithm="sha256").hexdigest()[:40]


def is_valid(attempt: str) -> bool:
    wanted = token()
    return wanted is not None and hmac.compare_digest(wanted.encode(), attempt.encode())


def path() -> str | None:
    """Return the path of the set-up while it is open."""
    wanted = token()
    return None if wanted is None else reverse("setup", args=[wanted])


def set_up_club(
    *,
    club: str,
    language: str,
    time_zone: str,
    name: str,
    username: str,
    password: str,
    email: str = "",
    address: str = "",
) -> User:
    """Create the club and its first organiser, who works from `address`; all of it or nothing."""
    try:
        with transaction.atomic():
            home = Club.objects.filter(name__iexact=club).first() or Club.objects.create(name=club)
            now = now_ms()
            # Inserted, never updated: of two who send the form at once, the second runs into the first.
            ClubSettings(club=home, language=language, time_zone=time_zone, set_up_ms=now).save(
                force_insert=True
            )
            organiser = User.objects.create_user(username, email, password, first_name=name)
            subject = f"user:{organiser.pk}"
            Grant.objects.create(subject=subject, role=Role.ORGANISER, scope="club", created_ms=now)
            actor = Actor(subjects=frozenset({subject}), user_id=organiser.pk, address=address)
            audit_log.write(actor, "set_up", "club", after={"language": language, "time_zone": time_zone})
    except IntegrityError as clash:
        if ClubSettings.objects.current() is None:
            raise
        raise AlreadySetUp("already-set-up") from clash
    return organiser
