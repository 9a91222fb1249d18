"""An app for a server whose tests count the events of a log: a disk that stood still for a moment, as happens
on a busy machine, would add one that gives the time back. What is lost there is tested in its own place.
"""

from django.apps import AppConfig

AN_HOUR_MS = 3_600_000


class CalmDisk(AppConfig):
    name = "tests.live"
    label = "calm_disk"

    def ready(self) -> None:
        from games.services import outages, recording

        outages.SLOW_WRITE_MS = recording.SLOW_WRITE_MS = AN_HOUR_MS
