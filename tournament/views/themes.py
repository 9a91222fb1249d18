"""The themes (light, dark, high contrast, or as the device), stored in a cookie so that the first paint is
right.
"""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

COOKIE = "theme"
COOKIE_AGE_S = 365 * 24 * 3600
LABELS = {
    "auto": _("As the device"),
    "light": _("Light"),
    "dark": _("Dark"),
    "contrast": _("High contrast"),
}
# Under which media each colour sheet applies, by theme. Never on paper: static/css/print.css rules there.
SHEETS = {
    "dark": {
        "auto": "screen and (prefers-color-scheme: dark)",
        "light": "not all",
        "dark": "screen",
        "contrast": "not all",
    },
    # Boards look as chosen on the device in every theme; what follows may overrule it.
    "looks": {"auto": "screen", "light": "screen", "dark": "screen", "contrast": "screen"},
    "contrast": {
        "auto": "screen and (prefers-contrast: more)",
        "light": "not all",
        "dark": "not all",
        "contrast": "screen",
    },
}


def chosen_theme(request: HttpRequest | None) -> str:
    name = request.COOKIES.get(COOKIE, "auto") if request is not None else "auto"
    return name if name in LABELS else "auto"
