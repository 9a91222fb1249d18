"""`make messages`: update the catalogues of all languages and compile them, without GNU gettext.

`--check` changes nothing and fails if a catalogue is wrong. Texts that are not translated yet are counted but
allowed, because pages show them in English; with `--complete`, which a release uses, they fail as well.
`--missing` lists them. Name a language by its code, or by a .po file anywhere with its terms.toml beside it.
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
    parser.add_argument("--check", action="store_true", help="change nothing, fail if a catalogue is wrong")
    parser.add_argument("--complete", action="store_true", help="with --check: fail if a text is missing")
    parser.add_argument("--missing", action="store_true", help="list the texts that are not translated yet")
    options = parser.parse_args(arguments)
    catalogues = AllCatalogues(settings.BASE_DIR, Path(settings.LOCALE_PATHS[0]))
    try:
        chosen = list(catalogues.chosen(options.languages, only_offered=options.check))
        if options.missing:
            print(*catalogues.missing(chosen), sep="\n")
            return
        if not options.check:
            catalogues.write(chosen)
        # A language that is not offered yet is updated with the others, but only checked when it is named.
        is_checked = options.languages or options.check
        checked = chosen if is_checked else list(catalogues.chosen([], only_offered=True))
        violations = list(catalogues.violations(checked))
    except NotUsable as problem:
        sys.exit(str(problem))
    for violation in violations:
        print(violation.line(settings.BASE_DIR), file=sys.stderr)
    gaps = catalogues.gaps(checked)
    print(*catalogues.summary(chosen), *gaps, sep="\n")
    if options.check and violations:
        sys.exit(f"{len(violations)} things are wrong in the catalogues.")
    if options.check and options.complete and gaps:
        sys.exit("A release needs every text in every language: `--missing fi` lists what is missing in one.")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    main(sys.argv[1:])
