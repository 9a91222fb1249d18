"""The bracket as a tree, or as a list on phones."""

from django.http import HttpResponse

from games.access.permissions import PageRequest
from games.snapshot import read_only_page
from tournament.models import Stage, StageStatus, Tournament
from tournament.services.stages import stage_record, stages
from tournament.views.public import bracket_layout, bracket_sections
from tournament.views.public.bracket_layout import BracketShown
from tournament.views.public.page import event_page, frame, number_in, show, with_bracket


@event_page
@read_only_page
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
