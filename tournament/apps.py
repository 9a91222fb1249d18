"""The app of events, and the project around it."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"

    def ready(self) -> None:
        from tournament import receivers, rights  # noqa: F401 (receivers listen once they are imported)

        rights.register()
