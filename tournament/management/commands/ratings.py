"""Bring the rating lists up to date; `--check` calculates them again and fails if anything changed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from tournament.models import RatingKind, RatingPeriod
from tournament.services.club import rating_periods


class Command(BaseCommand):
    help = "Bring the rating lists up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="calculate everything anew and compare")

    def handle(self, *, check: bool, **_: Any) -> None:
        for kind in RatingKind:
            done = rating_periods.refresh(kind)
            self.stdout.write(f"{kind}: {done} periods calculated")
            if check:
                self._check(kind)

    def _check(self, kind: str) -> None:
        with transaction.atomic():
            kept = _standings(kind)
            rating_periods.refresh(kind, whole=True)
            again = _standings(kind)
        if kept != again:
            raise CommandError(f"{kind}: calculating anew gave other numbers; the new ones are kept.")
        self.stdout.write(f"{kind}: {len(kept)} periods calculated anew, the same numbers")


def _standings(kind: str) -> list[tuple[str, Any]]:
    return list(
        RatingPeriod.objects.filter(list__kind=kind).order_by("number").values_list("key", "standing")
    )
