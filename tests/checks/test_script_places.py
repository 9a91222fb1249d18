"""Some things only one module of the scripts may do, so that all scripts do them in one way."""

import re

import pytest

from tests.checks.sources import ROOT, report

OURS = ROOT / "static/js"
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
# Each may be used in one module alone, which offers it to all the others.
ONE_PLACE = {
    r"\b(localStorage|sessionStorage|indexedDB)\b": "storage.js",
    r"\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b": "refresh/request.js",
}


def users_of(pattern: str) -> list[str]:
    """Name the modules whose code, without comments, has the pattern."""
    used = re.compile(pattern)
    modules = sorted(OURS.rglob("*.js"))
    return [
        module.relative_to(OURS).as_posix()
        for module in modules
        if used.search(COMMENT.sub("", module.read_text("utf-8")))
    ]


@pytest.mark.parametrize(("pattern", "module"), ONE_PLACE.items())
def test_only_one_module_does_it_itself(pattern, module):
    assert module in users_of(pattern)
    report(set(users_of(pattern)) - {module}, f"Only static/js/{module} may do this: import it from there.")


def test_only_poll_asks_the_server_at_intervals():
    asking = {*users_of(r"\brequest\("), *users_of(r"\brefresh(?:Soon)?\(")}
    timed = set(users_of(r"\bsetInterval\("))
    # These count a notice down; what they show comes from the socket's hints.
    report(
        asking & timed - {"tournament/following.js", "desk/desk_calls.js", "pages/wall.js"},
        "Use poll() of static/js/refresh to ask the server at intervals, not setInterval.",
    )
    assert {"pages/lobby.js", "pages/screen.js", "pages/waiting.js", "pages/restoring.js"} <= set(
        users_of(r"\bpoll\(")
    )


def test_modules_of_games_and_connections_show_nothing():
    """Check that `live/` and `offline/` use no part of the page and no text: they emit, and pages show."""
    for module in sorted([*(OURS / "live").glob("*"), *(OURS / "offline").glob("*")]):
        text = module.read_text("utf-8")
        assert not re.search(r"""["'](?:\.\./)*ui/""", text), module.name
        assert not re.search(r"\bn?gettext\(", COMMENT.sub("", text)), module.name
