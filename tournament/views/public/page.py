"""What the pages of a tournament share: finding the tournament and who may see it, its stages, the tabs, and
automatic refresh.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.access.permissions import PageRequest, PageRequestOn, may, right
from games.access.seeing import require_visible
from games.numbers import whole_number
from games.services.notices import notices_to_all
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from games.views.fragments import framed_kind, render_either, wants_fragment
from tournament.formats.format import Format
from tournament.models import Stage, StageStatus, Tournament
from tournament.services.stages import stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.views.public.page_cache import cached_page

# Pages that other sites and streams may embed: they have no buttons.
FRAMABLE = frozenset(
    {"tournament", "tournament-round", "tournament-standings", "tournament-cross-table", "tournament-bracket"}
)

TournamentView = Callable[Concatenate[PageRequest, Tournament, ...], HttpResponse]

PAGE, FRAGMENT, FRAMED = "tournament/page.html", "tournament/fragment.html", "tournament/framed.html"


# ---- which tournament, and who may see it


def tournament_by_code(code: str, **_: object) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("picture").defer("picture__data"), code=code)


def tournament_form(view: TournamentView) -> Callable[..., HttpResponse]:
    """Open a page to all visitors and call it with the tournament; a hidden one answers 404 to strangers."""

    @wraps(view)
    def found(request: PageRequestOn[Tournament], code: str, **captured: Any) -> HttpResponse:
        tournament = require_visible(request.actor, request.thing)
        return cached_page(request, tournament, lambda: view(request, tournament, **captured))

    return right("see_tournament", thing=tournament_by_code)(found)


def tournament_page(view: TournamentView) -> Callable[..., HttpResponse]:
    """Do the same as `tournament_form` for a page that only reads, in one snapshot."""
    return tournament_form(read_only_page(view))


def number_in(request: HttpRequest, name: str) -> int | None:
    """Read a number from the query; None if it is missing or not a number."""
    text = request.GET.get(name)
    return whole_number(text) if text else None


# ---- one stage of it


def any_format(format_rules: Format) -> bool:
    return True


def with_table(format_rules: Format) -> bool:
    return not format_rules.is_bracket


def with_bracket(format_rules: Format) -> bool:
    return format_rules.is_bracket


@dataclass(frozen=True, slots=True)
class TournamentTab:
    view: str
    label: Promise
    wanted: Callable[[Format], bool] = any_format  # stages that have something to show there


TABS = (
    TournamentTab("tournament", _("Overview")),
    TournamentTab("tournament-round", _("Pairings")),
    TournamentTab("tournament-standings", _("Standings")),
    TournamentTab(
        "tournament-cross-table", _("Cross-table"), lambda format_rules: format_rules.has_cross_table
    ),
    TournamentTab("tournament-bracket", _("Bracket"), with_bracket),
    TournamentTab("tournament-entrants", _("Entrants")),
    TournamentTab("tournament-prizes", _("Prizes")),
)


def frame(
    request: PageRequest, tournament: Tournament, view: str, wanted: Callable[[Format], bool] = any_format
) -> dict[str, Any]:
    """Return the context of a page about one stage: the one asked for, otherwise the one being played.

    `record` is the stage as read at this moment; None while no round of it is public.
    """
    stages = list(tournament.stages.order_by("number"))
    for each in stages:
        each.tournament = tournament
    formats = [each.format_rules for each in stages]
    fitting = [each for each, format_rules in zip(stages, formats, strict=True) if wanted(format_rules)]
    stage = _chosen(number_in(request, "stage"), fitting)
    record = stage_record.read(stage) if stage else None
    is_staff = request.actor.user_id is not None
    return {
        "tournament": tournament,
        "may_see_desk": is_staff and may(request.actor, "see_desk", tournament),
        "may_change_settings": is_staff and may(request.actor, "change_settings", tournament),
        "notices": notices_to_all(tournament.scope, now_ms()),
        "stages": stages,
        "stage": stage,
        "record": record if record and record.drawn else None,
        "tabs": [tab for tab in TABS if any(map(tab.wanted, formats)) or not stages],
        "view": view,
        "now_ms": now_ms(),
    }


def show(request: PageRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """Render the whole page, or only the part that may have changed if an open page asks for it."""
    framable = context["view"] in FRAMABLE
    context["shell"] = FRAGMENT if wants_fragment(request) else PAGE
    if framable and framed_kind(request) and not wants_fragment(request):
        context["shell"] = FRAMED
    return render_either(request, page=template, fragment=template, context=context, framable=framable)


def round_asked(request: HttpRequest, record: StageRecord | None) -> int | None:
    """Return the round named by `?round=`, if it is public."""
    asked = number_in(request, "round")
    return asked if record and asked and any(each.number == asked for each in record.drawn) else None


def _chosen(asked: int | None, stages: list[Stage]) -> Stage | None:
    if asked is not None and (named := [each for each in stages if each.number == asked]):
        return named[0]
    begun = [each for each in stages if each.status != StageStatus.SETUP] or stages[:1]
    running = [each for each in begun if each.status == StageStatus.RUNNING]
    return next(iter(running or begun[-1:]), None)
