"""An account ends, and begins again: who may sign in at all. Nothing that it did is forgotten."""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction

from games import audit_log
from games.access import grants, links, sessions
from games.access.permissions import Actor
from games.models import Grant, Link, LinkKind
from games.timekeeping import now_ms


@transaction.atomic
def end_account(actor: Actor, user: User) -> None:
    """At once and everywhere: roles, devices and open sockets, links to a password, unused invitations."""
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
    sessions.end(sessions.sessions_of(held.pk))
    audit_log.write(actor, "end_account", subject)


@transaction.atomic
def begin_again(actor: Actor, user: User) -> None:
    """The account can sign in again, with its old password and without any role."""
    if not get_user_model().objects.filter(pk=user.pk, is_active=False).update(is_active=True):
        return
    audit_log.write(actor, "begin_account", f"user:{user.pk}")
