"""The app of events, and the project around it."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"

    def ready(self) -> None:
        from tournament import rights

        rights.register()
