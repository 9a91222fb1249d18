"""The screens in the hall: added, controlled and removed from the desk of a tournament."""

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet

from games import audit_log
from games.access.permissions import Actor
from tournament.models import HallScreen, Shows, Tournament
from tournament.services import locking
from tournament.services.faults import StepRefused

SEEN_AGAIN_MS = 15_000  # a screen asks every few seconds; this is how often it is recorded
ON_WITHIN_MS = 60_000
MOST = 30


@dataclass(frozen=True, slots=True)
class ScreenWish:
    """What a screen is to show; the letters are the part of the alphabet for pairings by name."""

    shows: str
    first_letter: str = ""
    last_letter: str = ""
    text: str = ""

    def checked(self) -> "ScreenWish":
        if self.shows not in Shows.values:
            raise StepRefused("unknown-screen-content")
        text = " ".join(self.text.split())[:140]
        if self.shows == Shows.MESSAGE and not text:
            raise StepRefused("screen-message-empty")
        first, last = (letter.strip().upper()[:1] for letter in (self.first_letter, self.last_letter))
        if not (first + last or "A").isalpha():
            raise StepRefused("screen-letters")
        return ScreenWish(self.shows, first, last, text)


def screens_of_desk(tournament: Tournament) -> QuerySet[HallScreen]:
    """Select the screens that the desk of this tournament may control: its own and the unused ones."""
    return HallScreen.objects.filter(Q(tournament=tournament) | Q(tournament=None))


def add_screen(*, actor: Actor, tournament: Tournament, name: str) -> HallScreen:
    name = " ".join(name.split())[:40]
    if not name:
        raise StepRefused("screen-nameless")
    with locking.changing(tournament.pk) as held:
        if HallScreen.objects.count() >= MOST:
            raise StepRefused("too-many-screens", most=MOST)
        try:
            with transaction.atomic():
                screen = HallScreen.objects.create(name=name, tournament=held)
        except IntegrityError as twice:
            raise StepRefused("screen-name-taken", name=name) from twice
        locking.note(actor, "add_screen", screen)
    return screen


def steer(*, actor: Actor, tournament: Tournament, screens: QuerySet[HallScreen], wish: ScreenWish) -> int:
    """Set what these screens show of this tournament; return how many there are."""
    wish = wish.checked()
    with locking.changing(tournament.pk) as held:
        chosen = list(screens)
        for screen in chosen:
            before = {"shows": screen.shows}
            HallScreen.objects.filter(pk=screen.pk).update(
                tournament=held,
                shows=wish.shows,
                first_letter=wish.first_letter,
                last_letter=wish.last_letter,
                text=wish.text,
                version=F("version") + 1,
            )
            screen.tournament = held
            locking.note(actor, "steer_screen", screen, before=before, after={"shows": wish.shows})
    return len(chosen)


def drop_screen(*, actor: Actor, screen: HallScreen) -> None:
    with transaction.atomic():
        audit_log.write(actor, "drop_screen", audit_log.path(*screen.scopes[:1], screen.scope))
        screen.delete()


def note_seen(screen: HallScreen, now_ms: int) -> None:
    """Record that a screen is on. It will ask again, so a lost write does no harm."""
    if screen.seen_ms is None or now_ms - screen.seen_ms >= SEEN_AGAIN_MS:
        HallScreen.objects.filter(pk=screen.pk).update(seen_ms=now_ms)


def is_on(screen: HallScreen, now_ms: int) -> bool:
    return screen.seen_ms is not None and now_ms - screen.seen_ms < ON_WITHIN_MS
