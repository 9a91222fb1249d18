"""Set what the server of the live tests needs."""

from tournament.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.live.calm_machine.CalmMachine"]  # noqa: F405
