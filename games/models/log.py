"""The one log of what staff and link holders did. Written once, never changed.

It holds ids only, so that a name can be erased at its source while the log stays. A trigger in the database
refuses changes that come past this class.
"""

from typing import Any, NoReturn

from django.db import models
from django.db.models import Q


class LogIsAppendOnly(TypeError):
    """A program tried to change or delete the log: always a mistake in the program."""


class ActionQuerySet(models.QuerySet["Action"]):
    def about(self, scope: str) -> "ActionQuerySet":
        """Actions whose target path (`tournament:3/round:2`) goes through this scope."""
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
    """Who did what to which thing, when and from where, with the values before and after."""

    at_ms = models.BigIntegerField(db_index=True)
    actor = models.CharField(max_length=40, db_index=True)
    address = models.CharField(max_length=45, blank=True, default="")
    verb = models.CharField(max_length=40, db_index=True)
    target = models.CharField(max_length=120, db_index=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    note = models.CharField(max_length=500, blank=True, default="")

    objects = ActionQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.actor} {self.verb} {self.target}"

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise LogIsAppendOnly("An action is never deleted.")
