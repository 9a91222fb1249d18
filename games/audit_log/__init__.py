"""Write the audit log: who did what to which thing. It holds ids and codes, never names."""

from typing import Any

from games.access.permissions import Actor
from games.models import Action, Link
from games.timekeeping import now_ms


def write(
    actor: Actor, verb: str, target: str, before: Any = None, after: Any = None, note: str = ""
) -> Action:
    """Log what was done, in the caller's transaction: both are committed, or neither.

    `target` is a path of ids, the widest first (`tournament:3/round:2`); no names in any value.
    """
    return Action.objects.create(
        at_ms=now_ms(),
        actor=actor.who,
        address=actor.address,
        verb=verb,
        target=target,
        before=before,
        after=after,
        note=note,
    )


def path(*scopes: str) -> str:
    """Join a target from its parts, leaving out empty ones (a casual game has no tournament around it)."""
    return "/".join(scope for scope in scopes if scope)


def path_of_link(link: Link) -> str:
    return path(link.topic, link.scope if link.scope != link.topic else "", link.subject)
