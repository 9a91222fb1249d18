"""What is shown where: the screens of the hall, each steered from here, or all at once."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.access.links import address_for_others
from games.access.permissions import PageRequestOn, right
from games.qr import qr_code
from games.services.notices import notices_to_all
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import Shows, Tournament
from tournament.services.tables import screens as services
from tournament.services.tables.screens import ScreenWish
from tournament.views.desk.desk_page import desk_page, telling
from tournament.views.desk.lookups import tournament_at
from tournament.views.desk.posted import posted_number


@right("steer_screens", thing=tournament_at)
@never_cache
@read_only_page
def screens(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    event, now = request.thing, now_ms()
    address = address_for_others(request, reverse("screens"))
    found = list(services.within_reach(event))
    return desk_page(
        request,
        "desk/screens.html",
        event,
        screens=[(each, services.is_on(each, now)) for each in found],
        contents=Shows.choices,
        address=address,
        qr=qr_code(address),
        notices=notices_to_all(event.scope, now),
    )


@right("steer_screens", thing=tournament_at)
@require_POST
def add(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    with telling(request, _("The screen is there. Open it on the device itself.")):
        services.add_screen(actor=request.actor, tournament=request.thing, name=request.POST.get("name", ""))
    return redirect("desk-screens", pk)


@right("steer_screens", thing=tournament_at)
@require_POST
def steer(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """One screen, or without a number all of them."""
    chosen = services.within_reach(request.thing)
    if number := posted_number(request, "screen", default=0):
        chosen = chosen.filter(pk=number)
    wish = ScreenWish(
        shows=request.POST.get("shows", ""),
        first_letter=request.POST.get("first_letter", ""),
        last_letter=request.POST.get("last_letter", ""),
        text=request.POST.get("text", ""),
    )
    with telling(request):
        count = services.steer(actor=request.actor, tournament=request.thing, screens=chosen, wish=wish)
        words = ngettext("%(number)d screen changes.", "%(number)d screens change.", count)
        messages.success(request, words % {"number": count})
    return redirect("desk-screens", pk)


@right("steer_screens", thing=tournament_at)
@require_POST
def drop(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    screen = (
        services.within_reach(request.thing).filter(pk=posted_number(request, "screen", default=0)).first()
    )
    if screen is None:
        raise Http404
    with telling(request, _("The screen is removed.")):
        services.drop_screen(actor=request.actor, screen=screen)
    return redirect("desk-screens", pk)
