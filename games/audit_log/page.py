"""The page of the audit log: for staff of the club or a tournament, and for players of their own games."""

import datetime

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date

from games.access.permissions import PageRequest, right
from games.access.seeing import thing_at
from games.audit_log.names import look_up_names
from games.audit_log.sentences import describe, verb_words
from games.models import Action
from games.models.access import ActionQuerySet
from games.snapshot import read_only_page
from games.sorting import plain

PER_PAGE = 50
OWN = ("game", "entrant")
FIRST_YEAR, LAST_YEAR = 1970, 9998  # datetime has no instants beyond them
FILTERS = ("who", "verb", "about", "since", "until")


@right("see_log", thing=thing_at)
@read_only_page
def log_page(request: PageRequest, scope: str) -> HttpResponse:
    return _render_log(request, scope)


@right("see_own", thing=thing_at)
@read_only_page
def own_log(request: PageRequest, scope: str) -> HttpResponse:
    """Show the log of one game or entrant to its players, without the addresses of others."""
    if scope.partition(":")[0] not in OWN:
        raise Http404
    return _render_log(request, scope, show_address=False)


def _render_log(request: HttpRequest, scope: str, *, show_address: bool = True) -> HttpResponse:
    chosen = {name: request.GET.get(name, "").strip() for name in FILTERS}
    actions = (Action.objects.all() if scope == "club" else Action.objects.about(scope)).order_by("-pk")
    page = Paginator(_actions_chosen(actions, chosen), PER_PAGE).get_page(request.GET.get("page"))
    verbs = set(actions.order_by().values_list("verb", flat=True).distinct())
    actors = set(actions.order_by().values_list("actor", flat=True).distinct())
    names = look_up_names(actors)
    query = request.GET.copy()
    query.pop("page", None)
    return render(
        request,
        "log/log.html",
        {
            "scope": scope,
            "page": page,
            "entries": describe(list(page)),
            "chosen": chosen,
            "filtered": any(chosen.values()),
            "verbs": _choices({verb: verb_words(verb) for verb in verbs}),
            "actors": _choices({who: names[who] for who in actors}),
            "show_address": show_address,
            "query": query.urlencode(),
        },
    )


def _choices(words: dict[str, str]) -> list[tuple[str, str]]:
    return sorted(words.items(), key=lambda each: (plain(each[1]), each[0]))


def _actions_chosen(actions: ActionQuerySet, chosen: dict[str, str]) -> ActionQuerySet:
    if chosen["who"]:
        actions = actions.filter(actor=chosen["who"])
    if chosen["verb"]:
        actions = actions.filter(verb=chosen["verb"])
    if chosen["about"]:
        actions = actions.about(chosen["about"])
    if since := _midnight_ms(chosen["since"]):
        actions = actions.filter(at_ms__gte=since)
    if until := _midnight_ms(chosen["until"], days_later=1):
        actions = actions.filter(at_ms__lt=until)
    return actions


def _midnight_ms(day: str, days_later: int = 0) -> int | None:
    """Return the start of a day in the reader's time zone, or None if it cannot be read as a date."""
    try:
        date = parse_date(day)
    except ValueError:
        return None
    if date is None or not FIRST_YEAR <= date.year <= LAST_YEAR:
        return None
    midnight = datetime.datetime.combine(date, datetime.time(), timezone.get_current_timezone())
    return round((midnight + datetime.timedelta(days=days_later)).timestamp()) * 1000
