"""Whose installation this is: everything that the set-up asked, and what the start page says."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.access.permissions import PageRequest, right
from games.access.views.accounts import show_or_send
from tournament.forms.house import HouseForm
from tournament.forms.setup import lead_to_the_error
from tournament.models import House
from tournament.services.club.house import change_house


@right("manage_club")
@never_cache
@show_or_send
def settings(request: PageRequest) -> HttpResponse:
    house = House.objects.current()
    if house is None:
        raise Http404
    form = HouseForm(request.POST or None, request.FILES or None, house=house)
    if form.is_valid():
        change_house(actor=request.actor, house=house, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("club-settings")
    lead_to_the_error(form)
    return render(request, "club/settings.html", {"form": form, "house": house})
