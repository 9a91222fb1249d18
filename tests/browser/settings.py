"""The settings of the server that many tests share, one after the other."""

from tournament.settings import *  # noqa: F403

# The slow hash of passwords is not tested here.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MIDDLEWARE = ["tests.browser.forgetting.Forgetting", *MIDDLEWARE]  # noqa: F405
