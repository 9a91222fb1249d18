"""Lists brought to the entries: people, and ratings. First what would happen is shown, then it is done."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext

from games import wording
from games.access.permissions import PageRequestOn, right
from games.faults import Fault
from games.numbers import whole_number
from games.timekeeping import now_ms
from tournament.forms.entries import PasteForm, RatingListForm
from tournament.models import EntryKind, Tournament
from tournament.people_lists.people_list import ParsedLine
from tournament.people_lists.people_matching import LineAction
from tournament.services.entries import from_list
from tournament.views.desk.desk_page import desk_page, telling
from tournament.views.desk.lookups import tournament_at


@right("manage_entries", thing=tournament_at)
def paste(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """A list of entrants: read, shown line by line, then entered without those that were marked."""
    tournament = request.thing
    form = PasteForm(request.POST or None)
    lines = _read_lines(form, tournament)
    marked = map(whole_number, request.POST.getlist("leave"))
    left_out = {place for place in marked if place is not None}
    planned = from_list.plan(tournament, lines)
    if request.POST.get("sure") and any(each.action is not LineAction.LEFT_OUT for each in planned):
        with telling(request):
            count = from_list.enter(
                actor=request.actor, tournament=tournament, lines=lines, leave_out=left_out, now_ms=now_ms()
            )
            told = ngettext("%(count)s entry was added.", "%(count)s entries were added.", count)
            messages.success(request, told % {"count": count})
            return redirect("desk-entries", pk)
    asked = form.is_bound and form.is_valid()
    if asked:  # the answer stands above the list, and is what one looks at now
        form.fields["text"].widget.attrs.pop("autofocus")
    return desk_page(
        request,
        "desk/paste.html",
        tournament,
        planned=[
            (each, " ".join(map(wording.sentence, each.troubles)), place in left_out)
            for place, each in enumerate(planned)
        ],
        form=form,
        asked=asked,
        fresh=sum(each.enters for place, each in enumerate(planned) if place not in left_out),
        is_team=tournament.entry != EntryKind.PLAYER,
    )


def _read_lines(form: PasteForm, tournament: Tournament) -> list[ParsedLine]:
    if form.is_valid():
        try:
            return from_list.read(tournament, form.cleaned_data["text"])
        except Fault as fault:
            form.add_error("text", wording.sentence(fault))
    return []


@right("manage_entries", thing=tournament_at)
def ratings(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Ratings from a list, pasted or as a file, matched by name."""
    tournament = request.thing
    form = RatingListForm(request.POST or None, request.FILES or None)
    plan = None
    if form.is_valid():
        try:
            text = form.text_sent()
            if request.POST.get("sure"):
                count = from_list.take_ratings(actor=request.actor, tournament=tournament, text=text)
                told = ngettext("%(count)s rating was changed.", "%(count)s ratings were changed.", count)
                messages.success(request, told % {"count": count})
                return redirect("desk-entries", pk)
            plan = from_list.plan_ratings(tournament, text)
            form = RatingListForm(initial={"text": text})
        except Fault as fault:
            form.add_error(None, wording.sentence(fault))
    return desk_page(
        request,
        "desk/rating_list.html",
        tournament,
        form=form,
        plan=plan,
    )
