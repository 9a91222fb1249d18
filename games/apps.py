"""The app of timed games, and the admin site it looks after."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class GamesConfig(AppConfig):
    name = "games"
    default = True

    def ready(self) -> None:
        from games.access import sessions  # noqa: F401  listens to sign-ins


class EmergencyAdminConfig(admin_apps.AdminConfig):
    default = False
    default_site = "games.admin_site.EmergencyAdmin"
