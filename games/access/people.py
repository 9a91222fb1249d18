"""Who has an account and what it can do, for those who look after accounts."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.models import Grant, SecondFactor, SessionInfo


@dataclass(frozen=True, slots=True)
class AccountHolder:
    user: User
    grants: tuple[Grant, ...]
    devices: int
    has_factor: bool

    @property
    def name(self) -> str:
        return self.user.first_name or self.user.username


def people(users: Iterable[User]) -> list[AccountHolder]:
    """With all their roles, and on how many devices they are signed in; four queries for any number."""
    known = list(users)
    held: defaultdict[str, list[Grant]] = defaultdict(list)
    for grant in Grant.objects.filter(subject__startswith="user:").order_by("scope", "role"):
        held[grant.subject].append(grant)
    open_keys = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    devices = Counter(
        SessionInfo.objects.filter(user__in=known, session_key__in=open_keys).values_list("user", flat=True)
    )
    factors = set(
        SecondFactor.objects.filter(user__in=known).exclude(secret="").values_list("user", flat=True)
    )
    return [
        AccountHolder(user, tuple(held[f"user:{user.pk}"]), devices[user.pk], user.pk in factors)
        for user in known
    ]


def everybody() -> list[AccountHolder]:
    """All accounts, those that can sign in first."""
    return people(get_user_model().objects.order_by("-is_active", "first_name", "username"))
