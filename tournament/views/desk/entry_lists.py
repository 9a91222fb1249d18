"""Lists brought to the entries: people, and ratings. First what would happen is shown, then it is done."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from games import wording
from games.access.permissions import PageRequestOn, right
from games.faults import Fault
from games.numbers import whole_number
from games.timekeeping import now_ms
from tournament.forms.entries import PasteForm, RatingListForm
from tournament.models import EntryKind, Tournament
from tournament.services.entries import pasted_list, pasting, rating_list
from tournament.views.desk.desk_page import desk_page, telling
from tournament.views.desk.lookups import tournament_at


@right("manage_entries", thing=tournament_at)
@never_cache
def paste(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """A list of entrants: read, shown line by line, then entered without those that were marked."""
    tournament = request.thing
    form = PasteForm(request.POST or None)
    lines = pasted_list.read(form.cleaned_data["text"], tournament.entry) if form.is_valid() else []
    marked = map(whole_number, request.POST.getlist("leave"))
    left_out = {place for place in marked if place is not None}
    if request.POST.get("sure") and not all(line.trouble for line in lines):
        with telling(request):
            count = pasting.enter(
                actor=request.actor, tournament=tournament, lines=lines, leave_out=left_out, now_ms=now_ms()
            )
            told = ngettext("%(count)s entry was added.", "%(count)s entries were added.", count)
            messages.success(request, told % {"count": count})
            return redirect("desk-entries", pk)
    proposals = pasting.propose(tournament, lines)
    asked = form.is_bound and form.is_valid()
    if asked:  # the answer stands above the list, and is what one looks at now
        form.fields["text"].widget.attrs.pop("autofocus")
    return desk_page(
        request,
        "desk/paste.html",
        tournament,
        proposals=[
            (each, each.line.trouble and wording.sentence(each.line.trouble), place in left_out)
            for place, each in enumerate(proposals)
        ],
        form=form,
        asked=asked,
        fresh=sum(each.enters for place, each in enumerate(proposals) if place not in left_out),
        is_team=tournament.entry != EntryKind.PLAYER,
    )


@right("manage_entries", thing=tournament_at)
@never_cache
def ratings(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Ratings from a list, pasted or as a file, matched by name."""
    tournament = request.thing
    form = RatingListForm(request.POST or None, request.FILES or None)
    plan = None
    if form.is_valid():
        try:
            text = form.text_sent()
            if request.POST.get("sure"):
                count = rating_list.take(actor=request.actor, tournament=tournament, text=text)
                told = ngettext("%(count)s rating was changed.", "%(count)s ratings were changed.", count)
                messages.success(request, told % {"count": count})
                return redirect("desk-entries", pk)
            plan = rating_list.plan(tournament, text)
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
