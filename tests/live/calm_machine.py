"""An app for a server whose tests count the events of a log.

A disk or a processor that stood still, as happens on a busy machine, would add one that gives the time back;
another server that ends, one that waits for its players. Both are tested in their own place.
"""

from django.apps import AppConfig


class CalmMachine(AppConfig):
    name = "tests.live"
    label = "calm_machine"

    def ready(self) -> None:
        from games.services.lost_time import lost_time

        lost_time.gaps = lambda game_id, until_ms: []
        lost_time.returned = lambda until_ms, is_reachable: None
