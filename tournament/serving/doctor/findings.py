"""What a check can find: a sentence that says what is so and, unless all is well, what to do."""

from enum import IntEnum
from typing import ClassVar

from games.faults import Fault


class Level(IntEnum):
    FINE = 0
    ADVICE = 1  # before the next evening
    URGENT = 2  # now: something is not saved, or soon will not be


class Finding(Fault):
    sentences: ClassVar[dict[str, str]] = {
        "disk-fine": "Free on the disk with the data: {free} GB.",
        "disk-little": (
            "Only {free} MB are free on the disk with the data. Make room before the next evening."
        ),
        "disk-nearly-full": (
            "Only {free} MB are left on the disk with the data ({place}). Make room now: on a full disk no "
            "move is saved."
        ),
        "saving-fine": "Everything that was to be saved since the start was saved.",
        "saving-failed": "Changes that could not be saved: {count}, the last one at {time}. {reason}",
        "saving-failed-before": (
            "Changes that could not be saved since the start: {count}, the last one at {time}. Later ones "
            "were."
        ),
        "unknown-reason": "The terminal in which Fiveline was started says why.",
        "folder-fine": "Only whoever runs Fiveline can read the data folder {place}.",
        "folder-open": "Others on this computer can read the data folder. Close it: chmod 700 {place}",
        "key-open": "Others on this computer can read a key of Fiveline. Close it: chmod 600 {place}",
        "folder-closed": "Nothing can be written in {place}. Give whoever runs Fiveline the right to.",
        "files-fine": "Files and connections that a server may have open: {count}.",
        "files-few": (
            "Files and connections that a server may have open: only {count}; a full hall needs {needed}. "
            "Raise the limit: ulimit -n, or LimitNOFILE in the unit."
        ),
        "sqlite-fine": "The database is whole ({size} MB, SQLite).",
        "postgres-fine": "The database answers (PostgreSQL {version}).",
        "database-fault": "{reason}",
        "clocks-differ": (
            "The database server's clock is {seconds} s away from this computer's. Let both follow a time "
            "server."
        ),
        "redis-none": "One process serves everybody; Redis is not needed.",
        "redis-fine": "Redis answers: several processes hear each other at once.",
        "redis-away": (
            "Redis cannot be reached ({detail}): boards at other processes hear of moves a second later. "
            "Start it, or put REDIS_URL right."
        ),
        "backup-fine": "The newest backup is of {day}. Now and then one should be kept elsewhere.",
        "backup-none": "There are events and no backup yet. Make one on the page Safety of an event.",
        "backup-old": (
            "The newest backup is of {day}, and things were changed since. Make one on the page Safety of "
            "an event."
        ),
        "backup-elsewhere": (
            "Backups of PostgreSQL are made by pg_dump; Fiveline cannot see whether they are."
        ),
        "clock-fine": "The clock of this computer goes on from what is stored.",
        "clock-behind": (
            "The clock of this computer is {minutes} min behind what was stored last. Put it right "
            "before games begin."
        ),
        "clock-jumped": (
            "The clock of this computer was set by {seconds} s while games were timed, at {time}. Nobody "
            "was charged. Let it follow a time server."
        ),
        "zone-fine": "The club's time zone is {zone}.",
        "zone-differs": (
            "In the club's time zone {zone} it is {there}, on this computer {here}. If the first is wrong, "
            "change it under Club, The club."
        ),
        "certificate-fine": "The certificate of the hall lasts until {day}.",
        "certificate-ends": (
            "The certificate of the hall ends on {day}. Start Fiveline once in the hall: it is then renewed."
        ),
        "root-ends": (
            "The authority that tablets trust ends on {day}. A new one is made two months before; tablets "
            "are then prepared anew (page Hall)."
        ),
        "port-fine": "Port {port} is free.",
        "port-taken": "Port {port} cannot be used: {reason}. Choose another: PORT={other}",
        "serving": "A server runs on this data.",
    }
    levels: ClassVar[dict[str, Level]] = {
        "disk-little": Level.ADVICE,
        "disk-nearly-full": Level.URGENT,
        "saving-failed": Level.URGENT,
        "saving-failed-before": Level.ADVICE,
        "folder-open": Level.ADVICE,
        "key-open": Level.ADVICE,
        "folder-closed": Level.URGENT,
        "files-few": Level.ADVICE,
        "database-fault": Level.URGENT,
        "clocks-differ": Level.ADVICE,
        "redis-away": Level.URGENT,
        "backup-none": Level.ADVICE,
        "backup-old": Level.ADVICE,
        "clock-behind": Level.URGENT,
        "clock-jumped": Level.ADVICE,
        "zone-differs": Level.ADVICE,
        "certificate-ends": Level.ADVICE,
        "root-ends": Level.ADVICE,
        "port-taken": Level.ADVICE,
    }

    @property
    def level(self) -> Level:
        return self.levels.get(self.code, Level.FINE)

    @property
    def tone(self) -> str:
        """How a page shows it."""
        return {Level.FINE: "success", Level.ADVICE: "warning", Level.URGENT: "error"}[self.level]
