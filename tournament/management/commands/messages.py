"""`make messages`: bring the catalogues of all languages up to date and compile them, without GNU gettext.

`--check` says what is wrong in the languages that are offered, or in those named; a language is named by its
code, or by a .po file that lies anywhere, with its terms.toml beside it. `--missing` lists what is missing.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Extract, merge and compile the catalogues; --check and --missing change nothing (exit status 1)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("languages", nargs="*", help="codes (fi), or .po files anywhere; default: all")
        parser.add_argument("--check", action="store_true", help="say what is wrong, and change nothing")
        parser.add_argument("--missing", action="store_true", help="list what is not translated yet")

    def handle(self, *, languages: list[str], check: bool, missing: bool, **options: Any) -> None:
        try:
            from tournament.translating import all_catalogues
        except ImportError as lacking:
            raise CommandError(
                f"This needs the development packages (make install-dev): {lacking}"
            ) from lacking

        work = all_catalogues.AllCatalogues(settings.BASE_DIR, Path(settings.LOCALE_PATHS[0]))
        try:
            chosen = list(work.chosen(languages, only_offered=check))
            if missing:
                for line in work.missing(chosen):
                    self.stdout.write(line)
                return
            if not check:
                work.write(chosen)
            # What is half translated is brought up to date with the others, and held to nothing yet.
            faults = list(work.faults(chosen if languages or check else work.chosen([], only_offered=True)))
        except all_catalogues.NotUsable as wrong:
            raise CommandError(str(wrong)) from wrong
        for each in chosen:
            self.stdout.write(f"{each.language.code} {each.domain}: {work.size(each.domain)} strings")
        for fault in faults:
            self.stderr.write(str(fault))
        if faults:
            raise CommandError(f"{len(faults)} things are wrong in the catalogues.")
