"""The settings of a server that many tests ask, one after the other."""

from tournament.settings import *  # noqa: F403

# Passwords are hashed slowly on purpose, which no test is about.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MIDDLEWARE = ["tests.browser.forgetting.Forgetting", *MIDDLEWARE]  # noqa: F405
