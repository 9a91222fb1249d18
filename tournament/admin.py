"""The read-only admin of all tables, for emergencies. It is off unless FIVELINE_ADMIN is set.

Changes go through services, which write the log. Secrets are not shown, and neither are their hashes.
"""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from games.accounts.views.accounts import next_page

HIDDEN_MODELS = {
    # Fiveline has rights and a log of its own.
    *("admin.LogEntry", "auth.Group", "auth.Permission", "contenttypes.ContentType"),
    *("sessions.Session", "games.Pin", "games.SecondFactor", "games.RecoveryCode", "tournament.Parcel"),
}
HIDDEN_FIELDS = {"password", "groups", "user_permissions", "session_key", "token_hash", "code_hash"}
TOO_LONG_FOR_A_LIST = (models.TextField, models.JSONField, models.BinaryField)


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no argument at run time
    exclude = sorted(HIDDEN_FIELDS)

    @property
    def _columns(self) -> "list[models.Field[Any, Any]]":
        shown = [field for field in self.opts.concrete_fields if field.name not in HIDDEN_FIELDS]
        return [field for field in shown if not isinstance(field, TOO_LONG_FOR_A_LIST)]

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        return tuple(field.attname for field in self._columns)

    def get_list_filter(self, request: HttpRequest) -> tuple[str, ...]:
        return tuple(field.name for field in self._columns if field.choices)

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        return [field.name for field in self._columns if isinstance(field, models.CharField)]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse filters that would reveal a hidden value character by character."""
        is_hidden = lookup.partition("__")[0] in HIDDEN_FIELDS
        return not is_hidden and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EmergencyAdmin(admin.AdminSite):
    site_header = site_title = _("Fiveline, for emergencies")

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        shown = [model for model in apps.get_models() if model._meta.label not in HIDDEN_MODELS]
        self.register(shown, ReadOnlyAdmin)

    def login(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        """Redirect to Fiveline's own sign-in, which counts guesses; refuse accounts without the right."""
        wanted = next_page(request, "/admin/")
        if self.has_permission(request):
            return redirect(wanted)
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(wanted)
