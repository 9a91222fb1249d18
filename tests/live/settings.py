"""The settings of the server that the live tests share."""

from tournament.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.live.calm_machine.CalmMachine"]  # noqa: F405
