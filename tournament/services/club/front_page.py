"""What the club shows on its start page: today, what comes next, who won last; for staff what waits."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q

from games.access.permissions import Actor, may
from tournament.models import Entrant, Evening, PlannedEvening, Tournament, TournamentStatus
from tournament.services import standings
from tournament.services.club import evening_days
from tournament.services.rounds import next_steps
from tournament.services.rounds.next_steps import Next

MOST_COMING, MOST_LAST, MOST_AT_THE_DESK = 4, 3, 4
PODIUM = 3


@dataclass(frozen=True, slots=True)
class LastEvent:
    """A finished event, and who is on its podium: (place, entrant)."""

    tournament: Tournament
    podium: tuple[tuple[int, Entrant], ...]


@dataclass(frozen=True, slots=True)
class FrontPage:
    tonight: tuple[Tournament, ...]
    evenings: tuple[Evening, ...]
    next_evening: PlannedEvening | None
    coming: tuple[Tournament, ...]
    last: tuple[LastEvent, ...]

    @property
    def is_empty(self) -> bool:
        """Nothing was ever announced or played: the club is only just set up."""
        return not (self.tonight or self.evenings or self.next_evening or self.coming or self.last)


def front_page(today: date) -> FrontPage:
    """Of what everybody may see. Evenings are told as evenings, not as the ladders they are kept in."""
    entered = Count("entrants", filter=Q(entrants__in=Entrant.objects.taking_part()))
    shown = (
        Tournament.objects.public()
        .without_evenings()
        .select_related("picture")
        .defer("picture__data")
        .annotate(entered=entered)
    )
    running = shown.filter(status=TournamentStatus.RUNNING)
    waiting = shown.filter(status=TournamentStatus.SETUP)
    over = (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED)
    finished = shown.filter(status__in=over).order_by("-ends_on", "-starts_on", "-id")
    return FrontPage(
        tonight=(*running, *waiting.filter(starts_on=today)),
        evenings=tuple(Evening.objects.public().open()),
        next_evening=evening_days.next_evening(today),
        coming=tuple(waiting.filter(starts_on__gt=today).order_by("starts_on", "id")[:MOST_COMING]),
        last=tuple(LastEvent(each, _podium(each)) for each in finished[:MOST_LAST]),
    )


def _podium(tournament: Tournament) -> tuple[tuple[int, Entrant], ...]:
    rows = standings.final(tournament).rows
    return tuple((row.rank, row.entrant) for row in rows if row.rank and row.rank <= PODIUM)


def waiting_at_the_desk(actor: Actor) -> list[tuple[Tournament, Next]]:
    """Events that are not over and whose desk this person works at, each with its next step."""
    going = (
        Tournament.objects.without_evenings()
        .filter(status__in=(TournamentStatus.RUNNING, TournamentStatus.SETUP))
        .order_by("-status", "-starts_on", "-id")
    )
    own = [each for each in going if may(actor, "see_desk", each)][:MOST_AT_THE_DESK]
    return [(each, next_steps.first(each)) for each in own]
