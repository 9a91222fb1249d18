"""The folders and the version of this installation.

It runs from its source tree, or installed from a wheel, which brings templates and static files along inside
the package. Read before the settings; needs nothing of Django.
"""

import os
import sys
import tomllib
from importlib import metadata
from pathlib import Path

_SOURCE = Path(__file__).resolve().parent.parent
_BUNDLED = Path(__file__).resolve().parent / "bundled"  # only in a wheel, see pyproject.toml
IS_INSTALLED = _BUNDLED.is_dir()

FILES = _BUNDLED if IS_INSTALLED else _SOURCE
"""The folder that holds `templates/` and `static/`."""

COMMAND = "fiveline" if IS_INSTALLED else ".venv/bin/python manage.py"
"""How our commands are called, for sentences that advise one."""

VERSION: str = (
    metadata.version("fiveline")
    if IS_INSTALLED
    else tomllib.loads((_SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
)


def default_data_folder() -> Path:
    """Return the folder beside the code, or of an installed wheel the system's folder for user data."""
    return platform_data_folder(sys.platform, Path.home()) if IS_INSTALLED else _SOURCE / "var"


def platform_data_folder(platform: str, home: Path) -> Path:
    if platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Fiveline"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Fiveline"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "fiveline"
