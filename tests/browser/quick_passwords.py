"""The settings of a server that tests ask. Passwords are hashed slowly on purpose, which no test is about."""

from tournament.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
