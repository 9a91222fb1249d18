"""The product uses nothing that Windows or macOS lacks without asking first.

The source is read for names that Windows lacks. Each of them must be inside an `if sys.platform`, or inside a
`try` with `except ImportError`.
"""

import ast

import pytest

from tests.checks.sources import APPS, ROOT, name_of, python_files, report, tree_of

LACKING_MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "msvcrt", "winreg"}
LACKING_NAMES = {
    *(
        "os.fork",
        "os.forkpty",
        "os.geteuid",
        "os.getuid",
        "os.getegid",
        "os.getgid",
        "os.setsid",
        "os.killpg",
    ),
    *("os.getpgid", "os.uname", "os.nice", "os.chown", "os.mkfifo", "os.sysconf", "os.getloadavg"),
    *(
        "os.statvfs",
        "os.register_at_fork",
        "signal.SIGKILL",
        "signal.SIGHUP",
        "signal.SIGUSR1",
        "signal.SIGXFSZ",
    ),
    *("signal.alarm", "signal.pause", "socket.AF_UNIX", "time.tzset", "loop.add_signal_handler"),
}
NOT_IN_DATES = ("%-", "%e", "%P", "%s")  # fields of strftime that only some C libraries know
FILES = [*python_files(*APPS), ROOT / "manage.py"]


def asks_first(node):
    """Return whether the code inside runs only where the name exists."""
    if isinstance(node, ast.If):
        return "platform" in ast.unparse(node.test) or "hasattr" in ast.unparse(node.test)
    return isinstance(node, ast.Try) and any(
        each.type is not None and "ImportError" in ast.unparse(each.type) for each in node.handlers
    )


def ends_there(node):
    return isinstance(node, ast.If) and isinstance(node.body[-1], ast.Return)


def unasked(tree):
    """Yield line and name of everything that Windows lacks and that is used without asking."""
    for node in ast.iter_child_nodes(tree):
        if asks_first(node):
            if ends_there(node):
                return  # the rest is for the other systems
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, each.name) for each in node.names if each.name in LACKING_MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in LACKING_MODULES:
            yield node.lineno, node.module
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in LACKING_NAMES:
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".strftime"):
            yield from ((node.lineno, each) for each in NOT_IN_DATES if each in ast.unparse(node))
        yield from unasked(node)


def test_nothing_that_windows_lacks_is_used_without_asking():
    report(
        (f"{name_of(file)}:{line}: {name}" for file in FILES for line, name in unasked(tree_of(file))),
        "Windows lacks this: put it inside `if sys.platform`, or inside `try` with `except ImportError`.",
    )


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import fcntl", ["fcntl"]),
        ("import sys\nif sys.platform != 'win32':\n    import fcntl", []),
        ("try:\n    import resource\nexcept ImportError:\n    pass", []),
        ("import os\nos.killpg(1, 9)", ["os.killpg"]),
        ("day.strftime('%-d')", ["%-"]),
    ],
)
def test_names_that_are_used_without_asking_are_found(source, names):
    assert [name for _line, name in unasked(ast.parse(source))] == names


def test_text_files_are_opened_with_their_encoding():
    """Check what Windows would otherwise open in an encoding of the country."""
    found = []
    for path in FILES:
        for node in ast.walk(tree_of(path)):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func).rpartition(".")[2]
            texts = {"read_text": 0, "write_text": 1}
            given = "encoding" in {each.arg for each in node.keywords}
            if name in texts and not given and len(node.args) <= texts[name]:
                found.append(f"{name_of(path)}:{node.lineno}: {name}")
    report(found, 'Name the encoding: encoding="utf-8".')
