"""What only some systems have is asked for behind a question: Fiveline is to start on Windows and macOS too.

Nothing here runs there. It reads the source for names that Windows lacks and wants each of them inside an
`if sys.platform`, or inside a `try` that bears its absence.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

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
NOT_IN_DATES = ("%-", "%e", "%P", "%s")  # of strftime, where the C library decides
FILES = [*(ROOT / "games").rglob("*.py"), *(ROOT / "tournament").rglob("*.py"), ROOT / "manage.py"]


def asks_first(node):
    """Whether what lies inside is only reached where it is there."""
    if isinstance(node, ast.If):
        return "platform" in ast.unparse(node.test) or "hasattr" in ast.unparse(node.test)
    return isinstance(node, ast.Try) and any(
        each.type is not None and "ImportError" in ast.unparse(each.type) for each in node.handlers
    )


def ends_there(node):
    return isinstance(node, ast.If) and isinstance(node.body[-1], ast.Return)


def unasked(tree):
    """Names that Windows lacks, used where nobody asked."""
    for node in ast.iter_child_nodes(tree):
        if asks_first(node):
            if ends_there(node):
                return  # what follows is for the others
            continue
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in LACKING_MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in LACKING_MODULES:
            yield node.module
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in LACKING_NAMES:
            yield ast.unparse(node)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".strftime"):
            yield from (each for each in NOT_IN_DATES if each in ast.unparse(node))
        yield from unasked(node)


def test_nothing_is_taken_for_granted_that_windows_lacks():
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in FILES
        if (names := sorted(unasked(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert found == {}


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
def test_the_reader_finds_what_is_not_asked_for(source, names):
    assert list(unasked(ast.parse(source))) == names


def test_text_files_are_opened_with_their_encoding():
    """Where none is given Windows takes that of the country."""
    found = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func).rpartition(".")[2]
            texts = {"read_text": 0, "write_text": 1}
            given = "encoding" in {each.arg for each in node.keywords}
            if name in texts and not given and len(node.args) <= texts[name]:
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []
