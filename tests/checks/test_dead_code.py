"""Every name in the product is used by the product.

vulture finds names that are defined and never used. Templates are read as well, because they use names.
Fields of classes are left out: Django reads those of forms, models and enums.
"""

import re
from fnmatch import fnmatchcase
from pathlib import Path

from vulture import Vulture

from tests.checks.sources import ROOT, report

# Names that Django, ASGI or one of our decorators calls.
CALLED_BY_OTHERS = (
    *("Meta", "Command", "add_arguments", "urlpatterns", "handler[45]*", "*Admin", "*Config"),
    *("process_view", "process_exception", "has_*_permission", "clean_*", "to_url"),
    *("validate", "get_help_text", "get_error_message"),  # of a password
    *("get_list_display", "get_list_filter", "get_search_fields", "lookup_allowed"),  # of the admin
    *("websocket_*", "game_*", "table_changed", "plain_text", "channel_overflowed"),  # handlers of a consumer
    *("dispatch", "flush", "extensions"),  # of a consumer and of a channel layer
)
DECORATED = ("@background.service", "@receiver", "@register.*", "@public")
# Files whose names Django looks up.
READ_BY_NAME = ("tournament/settings.py",)
# Other names that are needed although nothing uses them, each with its reason.
KEPT = {
    "TEMPLATES": "sentences of the pure packages, found by this name when catalogues are made",
    "UploadedFile": "generic for the type checker alone, therefore named in quotes",
}

TAG = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
DOTTED = re.compile(r"\"((?:games|tournament)(?:\.\w+)+)\"")  # how settings name a function
NAME = re.compile(r"[A-Za-z_]\w*")


def names_in_texts():
    """Yield the names in templates, and those in dotted names between quotes."""
    files = {"templates": TAG, "games": DOTTED, "tournament": DOTTED}
    for folder, pattern in files.items():
        for path in (ROOT / folder).rglob("*.html" if pattern is TAG else "*.py"):
            for text in pattern.findall(path.read_text(encoding="utf-8")):
                yield from NAME.findall(text)


def is_field(item):
    """Return whether it is a variable of a class or a function, or an attribute."""
    line = Path(item.filename).read_text(encoding="utf-8").splitlines()[item.first_lineno - 1]
    return item.typ in ("variable", "attribute") and line.startswith(" ")


def matches(text, patterns):
    return any(fnmatchcase(text, pattern) for pattern in patterns)


def unused():
    found = Vulture(ignore_names=CALLED_BY_OTHERS, ignore_decorators=DECORATED)
    found.scavenge([ROOT / "games", ROOT / "tournament", ROOT / "manage.py"], exclude=["*/migrations/*"])
    known = set(names_in_texts())
    for item in found.get_unused_code(min_confidence=60):
        path = Path(item.filename).relative_to(ROOT).as_posix()
        if item.name not in known and not is_field(item) and not matches(path, READ_BY_NAME):
            yield path, item


def test_every_name_is_used():
    report(
        (
            f"{path}:{item.first_lineno}: {item.typ} {item.name}"
            for path, item in unused()
            if item.name not in KEPT
        ),
        "Nothing uses it: delete it, or give a reason in KEPT (tests/checks/test_dead_code.py).",
    )
