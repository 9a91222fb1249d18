"""Pairings and results of a round, by board or by name, and the bracket: a tree, or a list on phones.

Drafts are not shown here.
"""

from django.http import Http404, HttpResponse

from games.access.permissions import PageRequest
from tournament.models import Stage, StageStatus, Tournament
from tournament.services.stages import stage_record, stages
from tournament.views.public import bracket_layout, bracket_sections, pairings, pairings_by_name
from tournament.views.public.bracket_layout import BracketShown
from tournament.views.public.page import event_page, frame, number_in, show, with_bracket


@event_page
def round_page(request: PageRequest, event: Tournament, number: int | None = None) -> HttpResponse:
    """A round of the stage, by default the last one that is published."""
    page = frame(request, event, "event-round")
    record = page["record"]
    if record is None:
        if number is not None:
            raise Http404
        return show(request, "event/round.html", page)
    numbers = [each.number for each in record.drawn]
    chosen = numbers[-1] if number is None else number
    if chosen not in numbers:
        raise Http404
    by_name = request.GET.get("by") == "name"
    current = pairings.round_page(record, chosen)
    page |= {
        "current": current,
        "numbers": numbers,
        "by_name": by_name,
        "seats": pairings_by_name.seats_by_name(record, current) if by_name else [],
        "bracket_stage": record.kind.is_bracket,
    }
    return show(request, "event/round.html", page)


@event_page
def bracket(request: PageRequest, event: Tournament) -> HttpResponse:
    page = frame(request, event, "event-bracket", with_bracket)
    record = page["record"]
    if record:
        number = number_in(request, "entrant")
        lit = next((each for each in record.entrants.values() if each.number == number), None)
        shown = bracket_layout.layout(record, lit.pk if lit else None)
        page |= {"lit": lit} | bracket_sections.context(shown)
    elif page["stage"] and (awaited := _awaited(page["stage"])):
        page |= {"awaited": True} | bracket_sections.context(awaited)
    return show(request, "event/bracket.html", page)


def _awaited(stage: Stage) -> BracketShown | None:
    """The bracket of a stage that waits for groups which have begun."""
    before = stages.before(stage)
    if before is None or before.status == StageStatus.SETUP:
        return None
    before.tournament = stage.tournament
    return bracket_layout.expected(stage_record.read(stage), stage_record.read(before))
