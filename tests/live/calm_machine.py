"""An app for a server whose tests count the events of a log: a disk or a processor that stood still for a
moment, as happens on a busy machine, would add one that gives the time back. What is lost there is tested in
its own place.
"""

from django.apps import AppConfig


class CalmMachine(AppConfig):
    name = "tests.live"
    label = "calm_machine"

    def ready(self) -> None:
        from games.services.lost_time import lost_time

        lost_time.gaps = lambda game_id, until_ms: []
