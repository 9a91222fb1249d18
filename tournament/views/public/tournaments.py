"""The club's start page, the list of tournaments, the first page of a tournament, and calendars of both."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import wording
from games.access.links import address_for_others
from games.access.permissions import Actor, PageRequest, may, public
from games.qr import qr_code
from games.snapshot import read_only_page
from tournament.import_export.ical import CalendarDay, write_calendar
from tournament.models import ClubSettings, Entrant, Evening, PlannedEvening, Tournament, TournamentStatus
from tournament.services import standings
from tournament.services.club import evening_days
from tournament.services.rounds import next_steps
from tournament.services.rounds.next_steps import Next
from tournament.services.stages.stage_record import StageRecord
from tournament.views.public import bracket_layout, pairings
from tournament.views.public.page import FRAMABLE, TABS, frame, show, tournament_page
from tournament.views.public.page_cache import within_allowance
from tournament.views.public.prize_sheets import podium
from tournament.views.public.standings import parts

LEADERS = 8  # rows of the table on the overview
MOST_COMING, MOST_LAST, MOST_AT_THE_DESK = 4, 3, 4  # on the start page
PODIUM = 3

SECTIONS = (
    (TournamentStatus.RUNNING, _("Being played")),
    (TournamentStatus.SETUP, _("Coming up")),
    (TournamentStatus.FINISHED, pgettext_lazy("events", "Finished")),
)


@public
@within_allowance
@read_only_page
def home(request: PageRequest) -> HttpResponse:
    steps = read_desk_steps(request.actor) if request.actor.user_id else []
    shown = read_front_page(timezone.localdate())
    front = shown | {"is_empty": not any(shown.values())}
    desk = [(tournament, wording.translate(step.template, step.params)) for tournament, step in steps]
    return render(request, "pages/home.html", {"front": front, "desk": desk})


def read_front_page(today: date) -> dict[str, Any]:
    """Find what is public. Evenings are shown as evenings, not as the ladders that store them."""
    shown = _public_tournaments().select_related("picture").defer("picture__data")
    running = shown.filter(status=TournamentStatus.RUNNING)
    waiting = shown.filter(status=TournamentStatus.SETUP)
    over = (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED)
    finished = shown.filter(status__in=over).order_by("-ends_on", "-starts_on", "-id")
    return {
        "tonight": [*running, *waiting.filter(starts_on=today)],
        "evenings": list(Evening.objects.public().open()),
        "next_evening": evening_days.next_evening(today),
        "coming": list(waiting.filter(starts_on__gt=today).order_by("starts_on", "id")[:MOST_COMING]),
        "last": [{"tournament": each, "podium": _winners(each)} for each in finished[:MOST_LAST]],
    }


def _winners(tournament: Tournament) -> list[tuple[int, Entrant]]:
    rows = standings.final(tournament).rows
    return [(row.rank, row.entrant) for row in rows if row.rank and row.rank <= PODIUM]


def read_desk_steps(actor: Actor) -> list[tuple[Tournament, Next]]:
    """Return the open tournaments whose desk this user works at, each with its next step."""
    going = (
        Tournament.objects.without_evenings()
        .filter(status__in=(TournamentStatus.RUNNING, TournamentStatus.SETUP))
        .order_by("-status", "-starts_on", "-id")
    )
    own = [each for each in going if may(actor, "see_desk", each)][:MOST_AT_THE_DESK]
    return [(each, next_steps.first(each)) for each in own]


@public
@within_allowance
@read_only_page
def tournaments(request: PageRequest) -> HttpResponse:
    shown = _public_tournaments().prefetch_related("stages")
    by_status: dict[str, list[Tournament]] = {}
    for each in sorted(shown, key=_day_of, reverse=True):
        by_status.setdefault(each.public_status, []).append(each)
    # Coming tournaments start with the next, past ones with the latest.
    by_status.get(TournamentStatus.SETUP, []).reverse()
    sections = [(label, by_status[status]) for status, label in SECTIONS if status in by_status]
    return render(
        request,
        "tournament/tournaments.html",
        {"sections": sections, "evenings": Evening.objects.public().exists()},
    )


def _public_tournaments() -> QuerySet[Tournament]:
    """Select the public tournaments, with the number of entrants, without the ladders of evenings."""
    entered = Count("entrants", filter=Q(entrants__in=Entrant.objects.taking_part()))
    return Tournament.objects.public().without_evenings().annotate(entered=entered)


def _day_of(tournament: Tournament) -> tuple[date, int]:
    """Return the first day, or the day on which a tournament without a date was set up."""
    made = datetime.fromtimestamp(tournament.created_ms / 1000, timezone.get_current_timezone()).date()
    return tournament.starts_on or made, tournament.pk


@tournament_page
def overview(request: PageRequest, tournament: Tournament) -> HttpResponse:
    page = frame(request, tournament, "tournament")
    record: StageRecord | None = page["record"]
    page["entered"] = tournament.entrants.taking_part().count()
    if record:
        page["current"] = pairings.round_page(record, record.drawn[-1].number)
        if record.format_rules.is_bracket:
            page["bracket"] = bracket_layout.layout(record)
        else:
            page["parts"] = parts(record)
        page["leaders"] = LEADERS
        page["podium"] = podium(tournament) if tournament.public_status == TournamentStatus.FINISHED else []
    return show(request, "tournament/overview.html", page)


@tournament_page
def follow(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show ways to share the tournament: a code for phones, the address, frames for other sites."""
    page = frame(request, tournament, "tournament-follow")
    page |= invitation(request, tournament)
    page["frames"] = _frames(request, tournament, [tab.view for tab in page["tabs"]])
    return show(request, "tournament/follow.html", page)


_FRAME = '<iframe src="{address}" width="100%" height="600" title="{name}"></iframe>'


def _frames(request: HttpRequest, tournament: Tournament, views: list[str]) -> list[tuple[Promise, str, str]]:
    """Return (label, embedding HTML, overlay address) of each page that other sites may show."""
    found = []
    for tab in TABS:
        if tab.view in views and tab.view in FRAMABLE:
            address = address_for_others(request, reverse(tab.view, args=[tournament.code]))
            embed = _FRAME.format(address=f"{address}?embed", name=escape(tournament.name))
            found.append((tab.label, embed, f"{address}?overlay"))
    boards = address_for_others(request, reverse("wall-topic", args=[tournament.scope]))
    embed = _FRAME.format(address=f"{boards}?embed", name=escape(tournament.name))
    return [*found, (_("Live boards"), embed, f"{boards}?overlay")]


def invitation(request: HttpRequest, tournament: Tournament) -> dict[str, str]:
    """Return the address of the tournament for phones in the hall, and its QR code as a data URL."""
    address = address_for_others(request, reverse("tournament", args=[tournament.code]))
    return {"address": address, "qr": qr_code(address)}


@public
@read_only_page
def club_calendar(request: PageRequest) -> HttpResponse:
    """Serve a calendar of all public tournaments with a date and of the announced evenings."""
    tournaments = Tournament.objects.public().without_evenings()
    club_settings = ClubSettings.objects.current()
    name = club_settings.club.name if club_settings else gettext("Events")
    evening = gettext("Club evening")
    evenings = [
        CalendarDay(f"evening-{each.pk}@fiveline", evening, each.day, each.day, made_ms=0, text=each.text)
        for each in PlannedEvening.objects.all()
    ]
    return _calendar(request, name, tournaments.exclude(starts_on=None), evenings)


@tournament_page
def tournament_calendar(request: PageRequest, tournament: Tournament) -> HttpResponse:
    if tournament.starts_on is None:
        raise Http404
    return _calendar(request, tournament.name, [tournament])


def _calendar(
    request: HttpRequest, name: str, tournaments: Iterable[Tournament], evenings: Iterable[CalendarDay] = ()
) -> HttpResponse:
    days = [_day(request, tournament) for tournament in tournaments if tournament.starts_on]
    text = write_calendar(name, [*days, *evenings])
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


def _day(request: HttpRequest, tournament: Tournament) -> CalendarDay:
    assert tournament.starts_on is not None
    return CalendarDay(
        uid=f"{tournament.code}@fiveline",
        name=tournament.name,
        first=tournament.starts_on,
        last=tournament.ends_on or tournament.starts_on,
        made_ms=tournament.created_ms,
        version=tournament.version,
        place=tournament.city,
        text=tournament.about,
        address=address_for_others(request, reverse("tournament", args=[tournament.code])),
    )
