"""Administration of accounts: list them with their roles, end one, let it begin again."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from games import audit_log
from games.access import grants, links
from games.access.permissions import Actor
from games.accounts import sessions
from games.models import Grant, Link, LinkKind, SecondFactor, SessionInfo
from games.timekeeping import now_ms


@dataclass(frozen=True, slots=True)
class AccountHolder:
    user: User
    grants: tuple[Grant, ...]
    devices: int
    has_factor: bool

    @property
    def name(self) -> str:
        return self.user.first_name or self.user.username


def account_holders(users: Iterable[User]) -> list[AccountHolder]:
    """Return the users with all their roles and counts of devices; four queries for any number."""
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


def all_accounts() -> list[AccountHolder]:
    """Return all accounts, those that can sign in first."""
    return account_holders(get_user_model().objects.order_by("-is_active", "first_name", "username"))


@transaction.atomic
def end_account(actor: Actor, user: User) -> None:
    """End the account at once: roles, devices, open sockets, links to a password, unused invitations.

    The log of what it did stays.
    """
    held = get_user_model().objects.select_for_update().get(pk=user.pk)
    if not held.is_active:
        return
    subject = f"user:{held.pk}"
    for grant in Grant.objects.filter(subject=subject).order_by("pk"):
        grants.take(actor, grant)
    held.is_active = False
    held.save(update_fields=["is_active"])
    unused = Link.objects.unspent(now_ms())
    made = unused.filter(kind=LinkKind.INVITE, created_by=subject)
    for link in [*unused.filter(kind=LinkKind.RESET, scope=subject), *made]:
        links.revoke(actor, link)
    sessions.end_sessions(sessions.sessions_of(held.pk))
    audit_log.write(actor, "end_account", subject)


@transaction.atomic
def begin_again(actor: Actor, user: User) -> None:
    """Let the account sign in again, with its old password and without any role."""
    if not get_user_model().objects.filter(pk=user.pk, is_active=False).update(is_active=True):
        return
    audit_log.write(actor, "begin_account", f"user:{user.pk}")
