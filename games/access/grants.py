"""Giving and taking roles by hand: the staff of the club or of an event."""

from django.db import transaction

from games.access import audit_log
from games.access.permissions import Actor
from games.access.roles import Role
from games.faults import Fault
from games.models import Grant
from games.timekeeping import now_ms


class GrantRefused(Fault):
    sentences = {
        "last-organiser": "This is the club's last organiser. Make somebody else organiser first.",
    }


@transaction.atomic
def give(actor: Actor, *, subject: str, role: str, scope: str, seat: str = "") -> Grant:
    """Give a role; giving it twice changes nothing."""
    grant, made = Grant.objects.get_or_create(
        subject=subject,
        role=role,
        scope=scope,
        seat=seat,
        defaults={"created_ms": now_ms(), "created_by": actor.who},
    )
    if made:
        audit_log.write(
            actor, "give_role", audit_log.path(scope, subject), after={"role": role, "seat": seat}
        )
    return grant


@transaction.atomic
def take(actor: Actor, grant: Grant) -> None:
    """Take a role away. The club always keeps one organiser, or nobody could give roles again."""
    peers = Grant.objects.select_for_update().filter(role=grant.role, scope=grant.scope)
    if grant.role == Role.ORGANISER and grant.scope == "club" and len(peers) < 2:
        raise GrantRefused("last-organiser")
    grant.delete()
    audit_log.write(
        actor,
        "take_role",
        audit_log.path(grant.scope, grant.subject),
        before={"role": grant.role, "seat": grant.seat},
    )
