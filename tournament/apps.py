"""The app of tournaments, the project around it, and its admin site."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class TournamentConfig(AppConfig):
    name = "tournament"
    default = True

    def ready(self) -> None:
        from games.extension import install
        from tournament import live_results, rights  # noqa: F401 (they register themselves)
        from tournament.demo import playing  # noqa: F401 (registers itself)
        from tournament.extension import EXTENSION

        install(EXTENSION)


class EmergencyAdminConfig(admin_apps.SimpleAdminConfig):
    """The admin without autodiscovery, because the site registers all models itself."""

    default = False
    default_site = "tournament.admin.EmergencyAdmin"
