"""The slip of an entrant: make it, and check in by it, on a phone of the staff or with a hand scanner."""

import re

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import sorting, wording
from games.access import links
from games.access.permissions import PageRequestOn, right
from games.access.views import landing_page
from games.faults import Fault
from games.models import Link
from games.referee.state import UNDER_WAY
from games.services import tablets
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import Entrant, MatchGame, Tournament
from tournament.services.entries import attendance, slips
from tournament.services.stages import stages
from tournament.views.desk.desk_page import desk_page, report_outcome
from tournament.views.desk.lookups import entrant_at, tournament_at

_TOKEN = re.compile(r"/l/(?P<token>[\w-]+)/?$")


@right("manage_entries", thing=entrant_at)
@read_only_page
def scanned(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """Show the entrant whose slip was opened on a phone of the staff, and the state of the check-in."""
    entrant = request.thing
    everybody = entrant.tournament.entrants.entered().filter(house=False)
    return desk_page(
        request,
        "desk/scanned.html",
        entrant.tournament,
        entrant=entrant,
        count=everybody.count(),
        present=everybody.filter(checked_in=True).count(),
    )


@right("make_links", thing=entrant_at)
@require_POST
def own_slip(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """Open the own slip of staff who play along, on their phone; not while that game runs."""
    if MatchGame.objects.filter(
        Q(match__first=request.thing) | Q(match__second=request.thing),
        game__status__in=UNDER_WAY,
        game__voided=False,
        outcome="",
    ).exists():
        messages.error(request, _("This player's game is running. Open the slip after the game."))
        return redirect("desk-entrant", entrant_id)
    link = Link.objects.live(now_ms()).filter(stands_for=request.thing.scope).order_by("-pk").first()
    if link is None:
        return redirect("desk-entrant", entrant_id)
    links.open_on_device(request, link)
    return redirect(landing_page(link))


@right("manage_entries", thing=tournament_at)
@require_POST
def search(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Check in from the search field: by a slip's address or code, or by a name that only one entrant has."""
    typed = request.POST.get("q", "").strip()[:300]
    try:
        slip = _TOKEN.search(typed)
        link = links.find_by_token(slip["token"]) if slip else None
        holder = slips.find_entrant(link, request.thing.entrants.all()) if link else None
        found = holder or _by_name(request.thing, typed)
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
        return redirect("desk-entries", pk)
    stage = stages.current(request.thing)
    if found is None:
        messages.error(request, _("Nobody here, or more than one, is found by “%(text)s”.") % {"text": typed})
    elif stages.has_begun(request.thing) and not (stage and found.pk in stages.late_candidates(stage)):
        return redirect("desk-entrant", found.pk)
    else:
        with report_outcome(request, _("%(name)s is here.") % {"name": found}):
            attendance.check_in(actor=request.actor, entrant=found)
    return redirect(f"{reverse('desk-entries', args=[pk])}?search")


def _by_name(tournament: Tournament, typed: str) -> Entrant | None:
    words = sorting.plain(typed).split()
    found = [
        entrant
        for entrant in tournament.entrants.entered().with_names()
        if words and all(word in sorting.plain(str(entrant)) for word in words)
    ]
    return found[0] if len(found) == 1 else None


@right("make_links", thing=entrant_at)
@require_POST
def player_link(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """Make the entrant's own link, shown once; an older one stops opening."""
    entrant = request.thing
    made = slips.player_link(actor=request.actor, entrant=entrant)
    if request.POST.get("everywhere"):
        tablets.sign_out(request.actor, made.link)
    return desk_page(
        request,
        "desk/made.html",
        entrant.tournament,
        card=made.card(request),
        title=str(entrant),
        back_to=entrant,
    )
