"""Which Fiveline this is, as pyproject.toml says it, or where it is installed the record of the wheel."""

import tomllib
from importlib import metadata

from tournament import installation


def _version() -> str:
    if installation.IS_INSTALLED:
        return metadata.version("fiveline")
    project = tomllib.loads((installation.FILES / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


VERSION = _version()
