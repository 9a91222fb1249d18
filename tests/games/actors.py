"""Make actors for tests without a request."""

from collections.abc import Iterable

from games.access.permissions import Actor, Holding
from games.models import Grant


def actor_for(*subjects: str, unlocked: Iterable[str] = ()) -> Actor:
    """Return an actor with these subjects and the roles that were granted to them."""
    user_ids = [int(subject.partition(":")[2]) for subject in subjects if subject.startswith("user:")]
    granted = Grant.objects.filter(subject__in=subjects).values_list("role", "scope", "seat")
    return Actor(
        subjects=frozenset(subjects),
        user_id=user_ids[0] if user_ids else None,
        holdings=frozenset(Holding(*row) for row in granted),
        unlocked=frozenset(unlocked),
    )
