"""`make messages`: bring the catalogues of all languages up to date and compile them, without GNU gettext.

`--check` says what is wrong in the languages that are offered, or in those named; a language is named by its
code, or by a .po file that lies anywhere, with its terms.toml beside it. `--missing` lists what is missing.
"""

import argparse
import os
import sys
from pathlib import Path

import django
from django.conf import settings

from tests.tools.translations.all_catalogues import AllCatalogues, NotUsable


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.translations",
        description="Extract, merge and compile the catalogues; --check and --missing change nothing.",
    )
    parser.add_argument("languages", nargs="*", help="codes (fi), or .po files anywhere; default: all")
    parser.add_argument("--check", action="store_true", help="say what is wrong, and change nothing")
    parser.add_argument("--missing", action="store_true", help="list what is not translated yet")
    asked = parser.parse_args(arguments)
    work = AllCatalogues(settings.BASE_DIR, Path(settings.LOCALE_PATHS[0]))
    try:
        chosen = list(work.chosen(asked.languages, only_offered=asked.check))
        if asked.missing:
            for line in work.missing(chosen):
                print(line)
            return
        if not asked.check:
            work.write(chosen)
        # What is half translated is brought up to date with the others, and held to nothing yet.
        all_judged = asked.languages or asked.check
        faults = list(work.faults(chosen if all_judged else work.chosen([], only_offered=True)))
    except NotUsable as wrong:
        sys.exit(str(wrong))
    for each in chosen:
        print(f"{each.language.code} {each.domain}: {work.size(each.domain)} strings")
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        sys.exit(f"{len(faults)} things are wrong in the catalogues.")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    main(sys.argv[1:])
