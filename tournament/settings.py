"""Settings: a club evening needs none; a federation sets DATABASE_URL, REDIS_URL and FIVELINE_PROFILE=tls.

Every variable is described in docs/operating.md.
"""

import os
from pathlib import Path

from csp.constants import NONE, SELF

from games.languages import OFFERED, SOURCE
from tournament import environment, installation

BASE_DIR = installation.FILES
DATA_DIR = environment.data_folder()

# "lan": a hall over plain HTTP (and HTTPS beside it). "tls": always behind TLS, cookies marked secure.
PROFILE = os.environ.get("FIVELINE_PROFILE", "lan")
DEBUG = environment.flag("FIVELINE_DEBUG")
SECRET_KEY = environment.secret_key(DATA_DIR)
ALLOWED_HOSTS = environment.names("FIVELINE_HOSTS", "*" if PROFILE == "lan" else "")
# Proxies whose X-Forwarded-For is trusted; any other client could invent an address.
TRUSTED_PROXIES = environment.names("FIVELINE_PROXIES")
# A hall shares one address; a single client in it does not need hundreds.
SOCKETS_PER_ADDRESS = int(os.environ.get("FIVELINE_SOCKETS", "300"))
# Tables of the database to look into, for emergencies; an evening does not need them.
ADMIN = environment.flag("FIVELINE_ADMIN")
# People's names are not for search engines, unless the club wants to be found.
MAY_BE_INDEXED = environment.flag("FIVELINE_INDEXED")
# Where to report a vulnerability of this installation: mailto:… or https://…
SECURITY_CONTACT = os.environ.get("FIVELINE_SECURITY_CONTACT", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
METRICS_TOKEN = os.environ.get("FIVELINE_METRICS_TOKEN", "")

INSTALLED_APPS = [
    "tournament.apps.EmergencyAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "games",
    "tournament",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "games.access.middleware.SessionMiddleware",
    "games.access.middleware.HeadersMiddleware",
    "games.access.middleware.CarryLinksMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournament.middleware.ClubSettingsMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # Before a confirmed password is checked.
    "tournament.middleware.SecureAddressMiddleware",
    "games.access.middleware.ActorMiddleware",
    "tournament.middleware.MethodNotAllowedMiddleware",
]

ROOT_URLCONF = "tournament.urls"
ASGI_APPLICATION = "tournament.asgi.application"
# With FIVELINE_DEBUG=1 templates are read again for each page; Django would otherwise keep them in memory.
TEMPLATE_LOADERS = [
    "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": not DEBUG,
        "OPTIONS": {
            "loaders": TEMPLATE_LOADERS if DEBUG else None,
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": environment.database(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Public pages (`views/public/page_cache.py`); the longest have a quarter of a megabyte.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100},
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "games.live.channel_layer.RelayedChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
    if REDIS_URL
    else {"BACKEND": "games.live.channel_layer.LocalChannelLayer"}
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "games.accounts.passwords.OwnNameValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "games.accounts.passwords.CommonWordsValidator"},
    {"NAME": "games.accounts.passwords.DigitsValidator"},
    {"NAME": "games.accounts.passwords.ProjectWordsValidator"},
    {"NAME": "games.accounts.passwords.RepetitionValidator"},
]
LOGIN_URL = "sign-in"
LOGOUT_REDIRECT_URL = "home"

# Where the proxy in front is reached: this machine's own address would be refused.
ADDRESS = environment.address(PROFILE, ALLOWED_HOSTS) if PROFILE == "tls" else ""
# Without a mail server an organiser hands a link to a new password over in person.
MAIL = environment.mail(PROFILE, ALLOWED_HOSTS)
if MAIL:
    EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
    EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.starttls, MAIL.tls
    EMAIL_TIMEOUT = 10
    DEFAULT_FROM_EMAIL = MAIL.sender

LANGUAGE_CODE = SOURCE
LANGUAGES = [(language.code, language.name) for language in OFFERED]
LOCALE_PATHS = [Path(__file__).resolve().parent / "locale"]
FORMAT_MODULE_PATH = "tournament.dates"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tournament.server.static.HashedFiles"},
}

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Browsers ignore this header over plain HTTP and complain about it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PROFILE == "tls" else None
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 30 * 24 * 3600
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = environment.names("FIVELINE_ORIGINS")
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
if PROFILE == "tls":
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    # Other sites of the club's domain are not ours to bind, unless the operator asks for it.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = environment.flag("FIVELINE_HSTS_SUBDOMAINS")
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # which advise to bind them

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

# Errors are logged in the terminal of the server; pages that do not exist are not.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "tournament.server.problems.JsonFormatter"},
    },
    "filters": {"problems": {"()": "tournament.server.problems.ProblemFilter"}},
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "filters": ["problems"],
            "formatter": "json" if os.environ.get("FIVELINE_LOG") == "json" else "plain",
        }
    },
    "root": {"handlers": ["terminal"], "level": "WARNING"},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # anybody could fill the terminal
    },
}
