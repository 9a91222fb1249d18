"""Backups, the log, the archive: what lets an organiser sleep."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.access.permissions import CLUB, PageRequest, PageRequestOn, may, right
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import Round, Tournament
from tournament.services.backup import copies
from tournament.services.events import creating
from tournament.views.desk.desk_page import desk_page, telling
from tournament.views.desk.lookups import backup_at, tournament_at

REASONS = {
    "publish": _("before publishing"),
    "close": _("before closing a round"),
    "undo": _("before undoing a round"),
    "correct": _("before a correction"),
    "restore": _("before going back to a backup"),
    "update": _("before an update"),
    "upload": _("brought as a file"),
    "manual": _("made by hand"),
}


@right("change_settings", thing=tournament_at)
@never_cache
@read_only_page
def overview(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    tournament = request.thing
    of_the_club = may(request.actor, "manage_backups", CLUB)
    wanted = {pk, copies.NO_EVENT} if of_the_club else {pk}
    own = [each for each in copies.listed() if each.tournament_id in wanted]
    return desk_page(
        request,
        "desk/safety.html",
        tournament,
        backups=[(each, REASONS.get(each.reason, each.reason)) for each in own],
        may_restore=may(request.actor, "manage_backups", tournament),
        may_download=of_the_club,
        kept=copies.KEEP,
        kept_each=copies.KEEP_EACH,
        has_rounds=Round.objects.filter(stage__tournament=tournament).exists(),
    )


@right("manage_backups", thing=tournament_at)
@require_POST
def make_backup(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    if copies.make(request.thing, reason="manual", now_ms=now_ms()):
        messages.success(request, gettext("The backup is made."))
    else:
        messages.error(request, gettext("The backup could not be written. Is the disk full?"))
    return redirect("desk-safety", pk)


@right("take_backups", thing=backup_at)
@never_cache
@read_only_page
def download(request: PageRequest, name: str) -> HttpResponse:
    path = copies.find(name)
    if path is None:
        raise Http404
    # In one piece: an asynchronous server reads a stream of ours whole anyway, and warns of it.
    response = HttpResponse(path.read_bytes(), content_type="application/gzip")
    response["Content-Disposition"] = f'attachment; filename="{path.name}"'
    return response


@right("set_up_tournament", thing=tournament_at)
@require_POST
def archive(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    with telling(request, gettext("The event is in the archive. It can be brought back at any time.")):
        creating.archive(actor=request.actor, tournament=request.thing)
    return redirect("desk")


@right("set_up_tournament", thing=tournament_at)
@require_POST
def show(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Hide the event from the public, or show it again."""
    shown = request.POST.get("shown") == "yes"
    done = gettext("Everybody can see the event.") if shown else gettext("Only staff can see the event.")
    with telling(request, done):
        creating.show_to_public(actor=request.actor, tournament=request.thing, shown=shown)
    return redirect("desk-safety", pk)


@right("set_up_tournament", thing=tournament_at)
@require_POST
def bring_back(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    with telling(request, gettext("The event is back.")):
        creating.bring_back(actor=request.actor, tournament=request.thing)
    return redirect("desk-event", pk)


@right("set_up_tournament", thing=tournament_at)
@require_POST
def delete(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    with telling(request, gettext("The event is deleted.")):
        creating.delete(actor=request.actor, tournament=request.thing)
        return redirect("desk")
    return redirect("desk-safety", pk)
