"""The app of events, and the project around it."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"

    def ready(self) -> None:
        from games.extension import install
        from tournament import rights, settling  # noqa: F401 (they register themselves)
        from tournament.demo import service  # noqa: F401 (registers itself)
        from tournament.extension import EXTENSION

        install(EXTENSION)
