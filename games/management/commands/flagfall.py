"""`manage.py flagfall`: mark fallen flags as a process of its own; the servers do the same beside it."""

import time
from argparse import ArgumentParser

from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections

from games import timekeeping
from games.models import Game
from games.services.lost_time import Process, is_served

POLL_S = 1.0  # a flag is marked a second after its grace at the latest


class Command(BaseCommand):
    help = "Mark fallen flags until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="look once and end")

    def handle(self, *, once: bool, **options: object) -> None:
        timekeeping.synchronise()
        while True:
            try:
                self._mark_due_flags(timekeeping.stamp_ms())
            except DatabaseError as error:
                if once:
                    raise
                self.stderr.write(f"flagfall: {error}")  # the database may be back at the next look
            if once:
                return
            close_old_connections()
            time.sleep(POLL_S)

    def _mark_due_flags(self, now_ms: int) -> None:
        """Mark the flags of movers who are connected nowhere; servers mark those of their own players."""
        if not is_served(now_ms):
            return  # no player could have moved: the next server credits that time first
        process = Process(lambda: now_ms)
        for game_id in Game.objects.due(now_ms).values_list("pk", flat=True):
            if process.mark_flag(game_id):
                self.stdout.write(f"game:{game_id} flagged")
