"""An app for a server whose tests count the events of a log.

A disk or a processor that stood still, as happens on a busy machine, would add one that credits the time.
That is tested in its own place.
"""

from django.apps import AppConfig


class CalmMachine(AppConfig):
    name = "tests.live"
    label = "calm_machine"

    def ready(self) -> None:
        from games.live.this_process import this_process

        this_process.gaps.of = lambda game_id: []
