"""The app of events, and the project around it."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"

    def ready(self) -> None:
        from games import records_export, wording
        from games.access import links
        from games.views import wall
        from tournament import awaiting, deeds, rights, settling  # noqa: F401 (they register themselves)
        from tournament.demo import service  # noqa: F401 (registers itself)
        from tournament.exchange import records
        from tournament.serving import reach

        rights.register()
        wording.DEEDS.update(deeds.DEEDS)
        wording.KINDS.update(deeds.KINDS)
        links.REACHES.append(reach.in_the_hall)
        wall.AWAITED.append(awaiting.next_round)
        records_export.DESCRIBERS.append(records.describe)
