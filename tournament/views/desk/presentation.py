"""The text and the picture of an event's public page."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.access.permissions import PageRequestOn, right
from games.access.views.accounts import show_or_send
from tournament.forms.presentation import PresentationForm
from tournament.models import Tournament
from tournament.services.events.settings_change import change_presentation
from tournament.views.desk.desk_page import desk_page, telling
from tournament.views.desk.lookups import tournament_at


@right("change_settings", thing=tournament_at)
@never_cache
@show_or_send
def presentation(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    tournament = request.thing
    form = PresentationForm(request.POST or None, request.FILES or None, tournament=tournament)
    if form.is_valid():
        with telling(request, _("Saved.")):
            change_presentation(actor=request.actor, tournament=tournament, **form.cleaned_data)
            return redirect("event", tournament.code)
    return desk_page(request, "desk/presentation.html", tournament, form=form)
