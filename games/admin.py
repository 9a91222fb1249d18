"""What the admin shows of rights and logs: to read, never to write."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest

from games.models import (
    Action,
    Custody,
    Event,
    Game,
    Grant,
    Instruction,
    LateEntry,
    Link,
    Notice,
    Request,
    SessionInfo,
    Throttle,
)


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no argument at run time
    """Nothing here is changed by hand: what happens goes through services, and into the log."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


# Accounts change on their own pages, which write the log; groups and permissions of Django mean nothing here.
admin.site.unregister([User, Group])


@admin.register(User)
class UserAdmin(ReadOnly):
    list_display = ("username", "first_name", "is_active", "is_staff", "last_login")
    exclude = ("password", "groups", "user_permissions")


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("code", "topic", "place", "status", "seq", "winner", "ending", "voided")
    list_filter = ("status", "keeper")
    search_fields = ("code", "topic", "place")


# The log of a game and what surrounds it: told apart by the game, shown as it stands.
for model in (Event, Request, Custody, LateEntry, Instruction, Notice):
    admin.site.register(model, ReadOnly)


@admin.register(Action)
class ActionAdmin(ReadOnly):
    list_display = ("at_ms", "actor", "verb", "target", "address", "note")
    search_fields = ("actor", "verb", "target")


@admin.register(Grant)
class GrantAdmin(ReadOnly):
    list_display = ("subject", "role", "scope", "seat", "created_ms", "created_by")
    search_fields = ("subject", "scope")


@admin.register(Link)
class LinkAdmin(ReadOnly):
    list_display = ("subject", "kind", "role", "scope", "seat", "stands_for", "expires_ms", "revoked_ms")
    search_fields = ("scope", "topic")
    exclude = ("token_hash", "code_hash")


@admin.register(SessionInfo)
class SessionInfoAdmin(ReadOnly):
    list_display = ("user", "device", "address", "seen_ms")
    exclude = ("session_key",)


@admin.register(Throttle)
class ThrottleAdmin(ReadOnly):
    list_display = ("key", "failures", "since_ms", "until_ms")
