"""Serve for tests that count the events of a log.

A stall, as happens on a busy machine, would add an event that credits the time. That is tested elsewhere.
"""

from django.apps import AppConfig


class CalmMachine(AppConfig):
    name = "tests.live"
    label = "calm_machine"

    def ready(self) -> None:
        from games.live.this_process import this_process

        this_process.gaps.of = lambda game_id: []
