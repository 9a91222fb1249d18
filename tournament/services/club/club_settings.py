"""Change the club's settings after the set-up: name, language, time zone, logo, welcome."""

from django.db import transaction

from games import audit_log
from games.access.permissions import Actor
from games.timekeeping import now_ms
from tournament.models import Club, ClubSettings
from tournament.services import pictures

GRACE_MS = 7 * 24 * 3_600_000  # a club evening lies within a week, so that all users hear of it


def change_club_settings(
    *,
    actor: Actor,
    club_settings: ClubSettings,
    club: str,
    language: str,
    time_zone: str,
    welcome: str,
    public_as: str = "",
    indexed: bool | None = None,
    logo: bytes | None = None,
    drop_logo: bool = False,
) -> None:
    """Save the settings.

    If another club of the list has the name, it becomes the host club; otherwise the club is renamed.
    """
    with transaction.atomic():
        held = (
            ClubSettings.objects.select_for_update(of=("self",))
            .select_related("club")
            .get(pk=club_settings.pk)
        )
        before = _logged_facts(held)
        held.club = _club_named(held.club, club)
        held.language, held.time_zone, held.welcome = language, time_zone, welcome.strip()
        if logo is not None:
            held.logo = pictures.store_picture(logo)
        elif drop_logo:
            held.logo = None
        held.public_as = public_as or held.public_as
        held.indexed = held.indexed if indexed is None else indexed
        own = ["club", "language", "time_zone", "welcome", "logo", "public_as", "indexed"]
        held.save(update_fields=own)
        audit_log.write(actor, "change_club", "club", before=before, after=_logged_facts(held))
        pictures.drop_unused()


def demand_second_factor(*, actor: Actor, club_settings: ClubSettings, wanted: bool) -> None:
    """Demand a second factor of all users who work here, after a time in which they can set it up."""
    with transaction.atomic():
        held = ClubSettings.objects.select_for_update(of=("self",)).get(pk=club_settings.pk)
        if wanted is (held.second_factor_from_ms is not None):
            return
        before = _logged_facts(held)
        held.second_factor_from_ms = now_ms() + GRACE_MS if wanted else None
        held.save(update_fields=["second_factor_from_ms"])
        audit_log.write(actor, "change_club", "club", before=before, after=_logged_facts(held))


def _club_named(own: Club, name: str) -> Club:
    other = Club.objects.filter(name__iexact=name).exclude(pk=own.pk).first()
    if other:
        return other
    if own.name != name:
        own.name = name
        own.save(update_fields=["name"])
    return own


def _logged_facts(club_settings: ClubSettings) -> dict[str, object]:
    """Return ids and codes for the log; texts that people wrote stay out of it."""
    return {
        "club": club_settings.club_id,
        "language": club_settings.language,
        "time_zone": club_settings.time_zone,
        "logo": club_settings.logo_id,
        "second_factor": club_settings.second_factor_from_ms is not None,
        "public_as": club_settings.public_as,
        "indexed": club_settings.indexed,
    }
