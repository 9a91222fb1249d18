"""Give and take roles by hand: the staff of the club or of a tournament."""

from django.contrib.auth import get_user_model
from django.db import transaction

from games import audit_log
from games.access import links
from games.access.permissions import Actor
from games.access.roles import Role
from games.accounts import sessions
from games.faults import Fault
from games.models import Grant, Link, LinkKind
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
    """Take a role away. The club always retains one organiser, who can give roles again.

    Unused invitations that the person made there end with it: they would be a way back in.
    """
    if _is_last_organiser(grant):
        raise GrantRefused("last-organiser")
    grant.delete()
    audit_log.write(
        actor,
        "take_role",
        audit_log.path(grant.scope, grant.subject),
        before={"role": grant.role, "seat": grant.seat},
    )
    made = Link.objects.unspent(now_ms()).filter(kind=LinkKind.INVITE, created_by=grant.subject)
    for invitation in made.filter(scope=grant.scope):
        links.revoke(actor, invitation)
    sessions.disconnect_sockets_of(grant.subject)


def _is_last_organiser(grant: Grant) -> bool:
    """Tell whether no other organiser of the club can sign in."""
    if grant.role != Role.ORGANISER or grant.scope != "club":
        return False
    held = Grant.objects.select_for_update().filter(role=grant.role, scope=grant.scope)
    others = {each.subject for each in held} - {grant.subject}
    ids = [subject.partition(":")[2] for subject in others if subject.startswith("user:")]
    return not get_user_model().objects.filter(pk__in=ids, is_active=True).exists()
