"""The app of timed games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.accounts import sessions  # noqa: F401  listens to sign-ins
