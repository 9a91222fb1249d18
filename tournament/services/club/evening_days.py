"""The day of an evening: games entered later belong to it, it can be corrected, the next one is announced."""

from datetime import date, datetime, time

from django.db import transaction
from django.db.models import F

from games import audit_log
from games.access.permissions import Actor
from games.timekeeping import MINUTE_MS
from tournament.models import ClubSettings, Evening, PlannedEvening, Round, Tournament

DAY_MS = 24 * 60 * MINUTE_MS
# A game of another day whose hour is not known counts from when clubs usually play.
USUAL_HOUR = time(20)


def game_instant(evening: Evening, now_ms: int) -> int:
    """Return when a game entered now counts as played: now, or on the evening's day, one after the other."""
    zone = ClubSettings.objects.zone()
    if datetime.fromtimestamp(now_ms / 1000, zone).date() == evening.day:
        return now_ms
    begins = round(datetime.combine(evening.day, USUAL_HOUR, zone).timestamp()) * 1000
    entered = Round.objects.filter(stage__tournament__in=evening.ladder_ids).count()
    return begins + entered * MINUTE_MS


@transaction.atomic
def change(*, actor: Actor, evening: Evening, name: str, day: date, season: str) -> None:
    """Change name, season or day; with the day everything that was played on it moves."""
    before = {"name": evening.name, "day": evening.day.isoformat(), "season": evening.season}
    shift_ms = (day - evening.day).days * DAY_MS
    evening.name, evening.day, evening.season = name.strip(), day, season.strip()
    evening.opened_ms += shift_ms
    if evening.closed_ms is not None:
        evening.closed_ms += shift_ms
    evening.save(update_fields=["name", "day", "season", "opened_ms", "closed_ms"])
    rounds = Round.objects.filter(stage__tournament__in=evening.ladder_ids)
    for field in ("published_ms", "starts_ms", "closed_ms"):
        rounds.exclude(**{field: None}).update(**{field: F(field) + shift_ms})
    # A new version, so that the rating lists are calculated again.
    Tournament.objects.filter(pk__in=evening.ladder_ids).update(starts_on=day, version=F("version") + 1)
    Tournament.objects.filter(evening_of_twos=evening).update(name=evening.name)
    after = {"name": evening.name, "day": day.isoformat(), "season": evening.season}
    audit_log.write(actor, "change_evening", evening.scope, before=before, after=after)


def next_evening(today: date) -> PlannedEvening | None:
    """Find the next evening that the club has announced, from today on."""
    return PlannedEvening.objects.filter(day__gte=today).first()


def announce(*, actor: Actor, day: date, text: str) -> PlannedEvening:
    """Announce an evening. A day has one announcement: announcing it again changes its text."""
    planned, _made = PlannedEvening.objects.update_or_create(day=day, defaults={"text": text.strip()})
    audit_log.write(actor, "announce_evening", "club", after={"day": day.isoformat()})
    return planned


def cancel_announcement(*, actor: Actor, planned: PlannedEvening) -> None:
    audit_log.write(actor, "drop_evening", "club", before={"day": planned.day.isoformat()})
    planned.delete()
