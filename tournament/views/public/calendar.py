"""Events for everybody's own calendar: one, or all of the club to subscribe to."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.access.links import address_for_others
from games.access.permissions import PageRequest, public
from games.snapshot import read_only_page
from tournament.exchange.ical import CalendarDay, write_calendar
from tournament.models import House, PlannedEvening, Tournament
from tournament.views.public.page import event_page


@public
@read_only_page
def club_calendar(request: PageRequest) -> HttpResponse:
    """Every public event with a day, and the evenings that are announced."""
    events = Tournament.objects.public().without_evenings()
    house = House.objects.current()
    name = house.club.name if house else _("Events")
    evenings = [
        CalendarDay(
            f"evening-{each.pk}@fiveline", _("Club evening"), each.day, each.day, made_ms=0, text=each.text
        )
        for each in PlannedEvening.objects.all()
    ]
    return _calendar(request, name, events.exclude(starts_on=None), evenings)


@event_page
@read_only_page
def event_calendar(request: PageRequest, event: Tournament) -> HttpResponse:
    if event.starts_on is None:
        raise Http404
    return _calendar(request, event.name, [event])


def _calendar(
    request: HttpRequest, name: str, events: Iterable[Tournament], evenings: Iterable[CalendarDay] = ()
) -> HttpResponse:
    days = [_day(request, event) for event in events if event.starts_on]
    text = write_calendar(name, [*days, *evenings])
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


def _day(request: HttpRequest, event: Tournament) -> CalendarDay:
    assert event.starts_on is not None
    return CalendarDay(
        uid=f"{event.code}@fiveline",
        name=event.name,
        first=event.starts_on,
        last=event.ends_on or event.starts_on,
        made_ms=event.created_ms,
        version=event.version,
        place=event.city,
        text=event.about,
        address=address_for_others(request, reverse("event", args=[event.code])),
    )
