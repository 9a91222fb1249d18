"""Backups, clocks and certificates: what a club forgets between two evenings."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

from cryptography import x509
from django.conf import settings
from django.db import DatabaseError, connection

from games.live import metrics
from games.models import Action, Event
from games.timekeeping import MINUTE_MS, now_ms
from tournament.models import House, Tournament
from tournament.services.backup import copies
from tournament.serving.doctor.findings import Finding

OLD_MS = 30 * 24 * 60 * MINUTE_MS
TOLD_FOR_MS = 12 * 60 * MINUTE_MS
# The certificate is renewed two months before its end by a server that runs in the hall.
SOON = timedelta(days=30)


def backups() -> Iterator[Finding]:
    if connection.vendor != "sqlite":
        yield Finding("backup-elsewhere")
        return
    newest = next(iter(copies.listed()), None)
    changed_ms = _newest(Action)
    if newest is None:
        if _has_rows(Tournament):
            yield Finding("backup-none")
        return
    old = changed_ms - newest.at_ms > OLD_MS
    yield Finding("backup-old" if old else "backup-fine", day=_day(_instant(newest.at_ms)))


def clock() -> Iterator[Finding]:
    behind = max(_newest(Action), _newest(Event)) - now_ms()
    if behind > MINUTE_MS:
        yield Finding("clock-behind", minutes=behind // MINUTE_MS)
    else:
        yield Finding("clock-fine")
    jumps = metrics.jumps
    if jumps.count and now_ms() - jumps.last_ms < TOLD_FOR_MS:
        at = _instant(jumps.last_ms).astimezone(_zone())
        yield Finding("clock-jumped", seconds=round(jumps.jump_ms / 1000, 1), time=f"{at:%H:%M}")


def time_zone() -> Iterator[Finding]:
    if (house := _house()) is None:
        return
    now = _instant(now_ms())
    there, here = now.astimezone(house.tz), now.astimezone()
    if there.utcoffset() == here.utcoffset():
        yield Finding("zone-fine", zone=house.time_zone)
    else:
        yield Finding("zone-differs", zone=house.time_zone, there=f"{there:%H:%M}", here=f"{here:%H:%M}")


def certificates() -> Iterator[Finding]:
    folder, now = Path(settings.DATA_DIR) / "authority", _instant(now_ms())
    ends = {name: _end_of(folder / f"{name}.crt") for name in ("server", "root")}
    if end := ends["server"]:
        soon = end - now < SOON
        yield Finding("certificate-ends" if soon else "certificate-fine", day=_day(end))
    if (end := ends["root"]) and end - now < 3 * SOON:
        yield Finding("root-ends", day=_day(end))


def _end_of(file: Path) -> datetime | None:
    try:
        return x509.load_pem_x509_certificate(file.read_bytes()).not_valid_after_utc
    except (OSError, ValueError):
        return None


def _newest(model: type[Action] | type[Event]) -> int:
    """The latest instant that is stored; 0 where nothing can be read, which another check tells."""
    try:
        return model._default_manager.order_by("-pk").values_list("at_ms", flat=True).first() or 0
    except DatabaseError:
        return 0


def _has_rows(model: type[Tournament]) -> bool:
    try:
        return model._default_manager.exists()
    except DatabaseError:
        return False


def _house() -> House | None:
    try:
        return House.objects.current()
    except DatabaseError:
        return None


def _zone() -> tzinfo:
    house = _house()
    return house.tz if house else UTC


def _instant(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"
