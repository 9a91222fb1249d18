"""The menu of a name, wherever the desk shows one: put the name right, a bye, an absence, a withdrawal.

Asked for when it is opened. What it offers is done by the pages of the entrant, which lead back to where it
was pressed; only the name and the rating are put right here.
"""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.access.permissions import PageRequestOn, may, right
from games.access.views.accounts import next_page
from games.snapshot import read_only_page
from tournament.forms.entries import particulars_form
from tournament.models import AbsenceKind, Entrant
from tournament.services.entries import particulars
from tournament.views.desk.desk_page import tell_errors, telling
from tournament.views.desk.entrant import what_withdrawal_means
from tournament.views.desk.entries import next_numbers
from tournament.views.desk.lookups import entrant_at

# On a page that may have a name of its own to ask for.
FIELD_ID = "entrant-%s"


@right("manage_entries", thing=entrant_at)
@never_cache
@read_only_page
def menu(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    entrant = request.thing
    stage, numbers = next_numbers(entrant.tournament)
    may_be_away = stage is not None and stage.kind.takes_absences and entrant.is_in
    number = numbers[0] if numbers and may_be_away else None
    context = {
        "entrant": entrant,
        "form": particulars_form(entrant, auto_id=FIELD_ID),
        "back": next_page(request, reverse("desk-entrant", args=[entrant.pk])),
        "number": number,
        "kinds": AbsenceKind.choices if number else (),
        "away": entrant.absences.filter(stage=stage, number=number).first() if number else None,
        "withdrawal": what_withdrawal_means(stage),
    }
    return render(request, "desk/_entrant_menu.html", context)


@right("manage_entries", thing=entrant_at)
@require_POST
def correct(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """Another name or rating: only what differs is changed."""
    entrant = request.thing
    form = particulars_form(entrant, request.POST)
    back = redirect(next_page(request, reverse("desk-entrant", args=[entrant.pk])))
    if not form.is_valid():
        tell_errors(request, form)
        return back
    names, rating = dict(form.cleaned_data), form.cleaned_data["rating"] or 0
    del names["rating"]
    rename = particulars.rename_team if entrant.team_id else particulars.rename_player
    with telling(request, _("Saved.")):
        rename(
            actor=request.actor,
            entrant=entrant,
            for_the_club=may(request.actor, "manage_players"),
            **names,
        )
        particulars.set_rating(actor=request.actor, entrant=entrant, rating=rating)
    return back
