"""End `make release`: start the installed command, and list what is left to do by hand."""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.server_process import ROOT, RunningServer
from tournament.installation import VERSION


def main(command: str) -> None:
    told = subprocess.run([command, "version"], capture_output=True, text=True, check=True).stdout.strip()
    if told != f"Fiveline {VERSION}":
        sys.exit(f"The wheel says {told!r}, the source {VERSION!r}.")
    called = (str(Path(command).absolute()),)
    with (
        tempfile.TemporaryDirectory() as data,
        RunningServer(Path(data), command=called, folder=Path(data)) as server,
    ):
        for path in ("/", "/rules/", "/static/css/fiveline.css", "/readyz"):
            status, _text = server.get(path)
            print(f"{path}: {status}")
    (wheel,) = (ROOT / "build" / "dist").glob("*.whl")
    chapter = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    print(f"\n{wheel.relative_to(ROOT)} is built and serves. Left to do by hand:")
    if f"## {VERSION}, not yet released" in chapter:
        print(f"- CHANGELOG.md: give the chapter {VERSION} its date in place of “not yet released”.")
    print("- make test, on this very commit.")
    print("- Commit, with the data of this version (tests/data/released).")
    print(f"- git tag -a v{VERSION} -m 'Fiveline {VERSION}', and push branch and tag.")
    print("- Publish the wheel beside the tag; then raise the version in pyproject.toml, with its chapter.")


if __name__ == "__main__":
    main(sys.argv[1])
