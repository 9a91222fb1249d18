"""Make the organiser of the club: an account with the role."""

from typing import Any

from django.contrib.auth.models import User

from games.models import Grant


def club_organiser(name: str = "boss", **fields: Any) -> User:
    user = User.objects.create_user(name, **fields)
    Grant.objects.create(subject=f"user:{user.pk}", role="organiser", scope="club", created_ms=0)
    return user
