"""`make messages`: bring the catalogues of all languages up to date and compile them, without GNU gettext."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Extract, merge and compile the catalogues; --check only says what is missing (exit status 1)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail unless all is complete"
        )

    def handle(self, *, check: bool, **options: Any) -> None:
        try:
            from tournament.translating import catalogues, sources
        except ImportError as missing:
            raise CommandError(
                f"This needs the development packages (make install-dev): {missing}"
            ) from missing

        root, folder = settings.BASE_DIR, Path(settings.LOCALE_PATHS[0])
        domains = {"django": list(sources.for_pages(root)), "djangojs": list(sources.for_scripts(root))}
        faults = []
        for language, _name in settings.LANGUAGES:
            if language == settings.LANGUAGE_CODE:
                continue
            for domain, found in domains.items():
                files = catalogues.CatalogueFiles(folder, language, domain)
                catalog = files.merged(found)
                if not check:
                    files.write(catalog)
                faults += [f"{language} {domain}: {fault}" for fault in files.faults(catalog)]
                self.stdout.write(f"{language} {domain}: {len(catalog)} strings")
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} things are missing in the catalogues.")
