"""The admin, for emergencies: people can be mended, an event is only looked at (its changes are services)."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.admin import ReadOnly
from tournament.models import (
    Category,
    Club,
    Entrant,
    Incident,
    Match,
    MatchGame,
    Player,
    Prize,
    Report,
    Round,
    Stage,
    Table,
    Team,
    TeamMember,
    Tournament,
)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # as ReadOnly
    list_display = ("id", "family_name", "first_name", "club", "rating", "public_as")
    list_select_related = ("club",)
    search_fields = ("first_name", "family_name")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A player is erased, not deleted: the games stay."""
        return False


class MemberInline(admin.TabularInline):  # type: ignore[type-arg]  # as ReadOnly
    model = TeamMember
    raw_id_fields = ("player",)
    extra = 0


@admin.register(Team)
class TeamAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # as ReadOnly
    list_display = ("name", "club")
    inlines = (MemberInline,)


admin.site.register([Club, Category, Prize])


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    list_display = ("id", "name", "status", "starts_on", "entry", "public")
    search_fields = ("name", "city")


@admin.register(Stage)
class StageAdmin(ReadOnly):
    list_display = ("tournament", "number", "format", "status", "control", "planned_rounds")
    list_select_related = ("tournament",)


@admin.register(Round)
class RoundAdmin(ReadOnly):
    list_display = ("stage", "number", "status", "adjusted", "version")
    list_select_related = ("stage__tournament",)


@admin.register(Entrant)
class EntrantAdmin(ReadOnly):
    list_display = ("tournament", "number", "__str__", "status", "checked_in", "paid")
    list_select_related = ("tournament", "player", "team")


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("round", "board", "place", "first", "second", "outcome", "source")
    list_select_related = ("round__stage", "first__player", "first__team", "second__player", "second__team")


@admin.register(MatchGame)
class MatchGameAdmin(ReadOnly):
    list_display = ("match_id", "number", "step", "table", "game", "outcome", "source")
    list_select_related = ("table", "game")


admin.site.register([Table, Report, Incident], ReadOnly)
