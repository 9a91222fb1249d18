"""The action log: read by staff for the club or an event, by players for their own games. Nobody edits it."""

import datetime
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date

from games import audit_log
from games.access.permissions import PageRequest, right
from games.access.scopes import thing_at
from games.audit_log.sentences import Change, changes_of, id_words, path_words, verb_words
from games.models import Action
from games.models.access import ActionQuerySet
from games.snapshot import read_only_page
from games.sorting import plain

PER_PAGE = 50
OWN = ("game", "entrant")
FIRST_YEAR, LAST_YEAR = 1970, 9998  # beyond them there is no instant to compare with
FILTERS = ("who", "verb", "about", "since", "until")


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action in words: ids become names only here."""

    action: Action
    who: str
    verb: str
    target: str
    changes: list[Change]


@right("see_log", thing=thing_at)
@read_only_page
def log_page(request: PageRequest, scope: str) -> HttpResponse:
    return _render_log(request, scope)


@right("see_own", thing=thing_at)
@read_only_page
def own_log(request: PageRequest, scope: str) -> HttpResponse:
    """The log of one game or entrant, for those it concerns; from where others came is not their business."""
    if scope.partition(":")[0] not in OWN:
        raise Http404
    return _render_log(request, scope, show_address=False)


def _render_log(request: HttpRequest, scope: str, *, show_address: bool = True) -> HttpResponse:
    chosen = {name: request.GET.get(name, "").strip() for name in FILTERS}
    actions = (
        Action.objects.order_by("-pk") if scope == "club" else Action.objects.about(scope).order_by("-pk")
    )
    page = Paginator(_actions_chosen(actions, chosen), PER_PAGE).get_page(request.GET.get("page"))
    verbs = set(actions.order_by().values_list("verb", flat=True).distinct())
    actors = set(actions.order_by().values_list("actor", flat=True).distinct())
    names = audit_log.names_of(actors)
    query = request.GET.copy()
    query.pop("page", None)
    return render(
        request,
        "log/log.html",
        {
            "scope": scope,
            "page": page,
            "entries": _log_entries(list(page)),
            "chosen": chosen,
            "filtered": any(chosen.values()),
            "verbs": sorted(verbs, key=lambda verb: plain(verb_words(verb))),
            "actors": sorted(
                ((names.get(who) or id_words(who), who) for who in actors),
                key=lambda each: (plain(each[0]), each[1]),
            ),
            "show_address": show_address,
            "query": query.urlencode(),
        },
    )


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
    """The start of a day in the reader's time zone; nothing for what is no date."""
    try:
        date = parse_date(day)
    except ValueError:
        return None
    if date is None or not FIRST_YEAR <= date.year <= LAST_YEAR:
        return None
    midnight = datetime.datetime.combine(date, datetime.time(), timezone.get_current_timezone())
    return round((midnight + datetime.timedelta(days=days_later)).timestamp()) * 1000


def _log_entries(actions: list[Action]) -> list[LogEntry]:
    ids = {action.actor for action in actions}
    ids.update(part for action in actions for part in action.target.split("/"))
    names = audit_log.names_of(ids)
    changes = changes_of(actions)
    return [
        LogEntry(
            action=action,
            who=names.get(action.actor) or id_words(action.actor),
            verb=verb_words(action.verb),
            target=path_words(action.target, names),
            changes=changes[action.pk],
        )
        for action in actions
    ]
