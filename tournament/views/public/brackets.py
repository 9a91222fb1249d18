"""The bracket as a tree, or as a list on phones."""

from django.http import HttpResponse

from games.access.permissions import PageRequest
from games.snapshot import read_only_page
from tournament.models import Tournament
from tournament.views.public import bracket_layout
from tournament.views.public.page import event_page, frame, number_in, show, with_bracket


@event_page
@read_only_page
def bracket(request: PageRequest, event: Tournament) -> HttpResponse:
    page = frame(request, event, "event-bracket", with_bracket)
    record = page["record"]
    if record:
        number = number_in(request, "entrant")
        lit = next((each for each in record.entrants.values() if each.number == number), None)
        page |= {"bracket": bracket_layout.layout(record, lit.pk if lit else None), "lit": lit}
    return show(request, "event/bracket.html", page)
