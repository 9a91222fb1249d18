"""`make bench ONLY="NAME ..."`: print figures, each of them `run(say)` in a module of this folder."""

import argparse
import importlib
import os
import sys
from pathlib import Path

import django


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.bench",
        description="Measure, and print `bench NAME: figure`; each with a baseline that was run beside it.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these (default: all)")
    names = parser.parse_args(arguments).names
    known = benchmarks()
    for name in names:
        if name not in known:
            sys.exit(f"There is no bench {name}; there are: {', '.join(known) or 'none'}.")
    for name in names or known:
        module = importlib.import_module(f"tests.tools.bench.{name}")
        module.run(lambda sentence, name=name: print(f"bench {name}: {sentence}", flush=True))


def benchmarks() -> list[str]:
    return sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    main(sys.argv[1:])
