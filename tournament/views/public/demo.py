"""Look around in a demo event: made, played on and removed at the press of a button."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import wording
from games.access.permissions import PageRequest, right
from games.faults import Fault
from games.timekeeping import now_ms
from tournament.demo import clearing, load, playing
from tournament.models import DemoKind, DemoThing


@right("manage_club")
@require_http_methods(["GET", "HEAD", "POST"])
def demo(request: PageRequest) -> HttpResponse:
    wish = request.POST.get("wish", "")
    try:
        if wish == "make":
            load.load_demo(now_ms())
            DemoThing.objects.create(kind=DemoKind.PLAYING, number=1)
            messages.success(request, _("The demo is ready, and its bots are playing."))
            return redirect("demo")
        if wish == "remove":
            clearing.clear()
            messages.success(request, _("The demo is gone."))
            return redirect("demo")
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
    return render(request, "event/demo.html", {"events": list(playing.demo_events())})
