"""Backups, restoring one, and the archive.

Before a backup replaces anything, the page says what, and the password confirms it.
"""

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import CLUB, PageRequest, PageRequestOn, may, right
from games.accounts import accounts
from games.faults import Fault
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import Tournament
from tournament.server import restarting
from tournament.server.restarting import RestoreOrder
from tournament.services.backup import copies, restoring
from tournament.services.backup.restoring import BackupContent, BackupRefused
from tournament.services.setup import creating
from tournament.services.stages import stages
from tournament.views.desk.desk_page import desk_page, on_press, report_outcome
from tournament.views.desk.lookups import backup_at, tournament_at

REASONS = {
    "publish": gettext_lazy("before publishing"),
    "close": gettext_lazy("before closing a round"),
    "undo": gettext_lazy("before undoing a round"),
    "correct": gettext_lazy("before a correction"),
    "restore": gettext_lazy("before going back to a backup"),
    "update": gettext_lazy("before an update"),
    "upload": gettext_lazy("brought as a file"),
    "manual": gettext_lazy("made by hand"),
}


@right("change_settings", thing=tournament_at)
@read_only_page
def overview(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    tournament = request.thing
    of_the_club = _may_replace_installation(request)
    wanted = {pk, copies.NO_TOURNAMENT} if of_the_club else {pk}
    own = [each for each in copies.list_backups() if each.tournament_id in wanted]
    return desk_page(
        request,
        "desk/safety.html",
        tournament,
        backups=[(each, REASONS.get(each.reason, each.reason)) for each in own],
        may_restore=may(request.actor, "manage_backups", tournament),
        may_download=of_the_club,
        kept=copies.KEEP,
        kept_each=copies.KEEP_EACH,
        has_rounds=stages.has_begun(tournament),
    )


@on_press("manage_backups", tournament_at, "desk-safety")
def make_backup(request: PageRequestOn[Tournament]) -> str | None:
    if copies.make(request.thing, reason="manual", now_ms=now_ms()):
        return _("The backup is made.")
    messages.error(request, _("The backup could not be written. Is the disk full?"))
    return None


@right("take_backups", thing=backup_at)
@read_only_page
def download(request: PageRequest, name: str) -> HttpResponse:
    backup = copies.find(name)
    if backup is None:
        raise Http404
    # In one piece: an asynchronous server would read a synchronous stream whole anyway, with a warning.
    response = HttpResponse(backup.path.read_bytes(), content_type="application/gzip")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@right("set_up_tournament", thing=tournament_at)
@require_POST
def archive(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    with report_outcome(request, _("The event is in the archive. It can be brought back at any time.")):
        creating.archive(actor=request.actor, tournament=request.thing)
    return redirect("desk")


@on_press("set_up_tournament", tournament_at, "desk-safety")
def show(request: PageRequestOn[Tournament]) -> str:
    """Hide the tournament from the public, or show it again."""
    shown = request.POST.get("shown") == "yes"
    done = _("Everybody can see the event.") if shown else _("Only staff can see the event.")
    creating.show_to_public(actor=request.actor, tournament=request.thing, shown=shown)
    return done


@on_press("set_up_tournament", tournament_at, "desk-tournament")
def bring_back(request: PageRequestOn[Tournament]) -> str:
    creating.bring_back(actor=request.actor, tournament=request.thing)
    return _("The event is back.")


@right("set_up_tournament", thing=tournament_at)
@require_POST
def delete(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    with report_outcome(request, _("The event is deleted.")):
        creating.delete(actor=request.actor, tournament=request.thing)
        return redirect("desk")
    return redirect("desk-safety", pk)


@right("manage_backups", thing=tournament_at)
def choose(request: PageRequestOn[Tournament], pk: int, name: str) -> HttpResponse:
    """Show what this backup would restore: this tournament alone, or everything."""
    backup = _backup(request, name)
    try:
        content = restoring.read(backup.path.read_bytes())
        installation = (
            restoring.summarise_installation(content)
            if content.database and _may_replace_installation(request)
            else None
        )
        tournament_fault = _fault_of_tournament(content, request.thing)
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
        return redirect("desk-safety", pk)
    return desk_page(
        request,
        "desk/restore.html",
        request.thing,
        backup=backup,
        installation=installation,
        tournament_fault=tournament_fault,
        can_restart=restarting.is_offered(),
    )


def _backup(request: PageRequestOn[Tournament], name: str) -> copies.Backup:
    """Find a backup of this tournament or, for users with that right, of the whole club."""
    found = copies.find(name)
    if found is None or not (found.tournament_id == request.thing.pk or _may_replace_installation(request)):
        raise Http404
    return found


def _may_replace_installation(request: PageRequest) -> bool:
    return may(request.actor, "manage_backups", CLUB)


def _fault_of_tournament(content: BackupContent, tournament: Tournament) -> str:
    try:
        restoring.extract_tournament(content, tournament)
    except BackupRefused as fault:
        return wording.sentence(fault)
    return ""


@right("manage_backups", thing=tournament_at)
@sensitive_post_parameters("password")
@require_POST
def put_back(request: PageRequestOn[Tournament], pk: int, name: str) -> HttpResponse:
    """Restore a backup; `what` chooses the tournament alone, or everything, for which the server restarts."""
    backup = _backup(request, name)
    try:
        # Always, however fresh: what is there now is about to be replaced.
        accounts.confirm_password(request, request.POST.get("password", ""))
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
        return redirect("desk-restore", pk, name)
    if request.POST.get("what") == "house":
        return _put_installation_back(request, backup)
    with report_outcome(
        request, _("The event is as it was in the backup. What was there before is a backup now.")
    ):
        text = restoring.extract_tournament(restoring.read(backup.path.read_bytes()), request.thing)
        restoring.restore_tournament(
            actor=request.actor, tournament=request.thing, text=text, now_ms=now_ms()
        )
        return redirect("desk-tournament", pk)
    return redirect("desk-safety", pk)


def _put_installation_back(request: PageRequestOn[Tournament], backup: copies.Backup) -> HttpResponse:
    if not _may_replace_installation(request) or not restarting.is_offered():
        raise Http404
    content = restoring.read(backup.path.read_bytes())
    if not content.database:
        raise Http404
    restarting.request_restore(RestoreOrder(backup.path, request.actor))
    return render(request, "desk/restoring.html", {"then": reverse("desk")})


@right("manage_backups", thing=tournament_at)
@require_POST
def upload(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Store an uploaded backup, and go on to restoring it."""
    if not _may_replace_installation(request):
        raise Http404
    sent = request.FILES.get("file")
    if not isinstance(sent, UploadedFile):
        messages.error(request, _("Choose a file."))
        return redirect("desk-safety", pk)
    try:
        content = restoring.read(sent.read())
    except BackupRefused as fault:
        messages.error(request, wording.sentence(fault))
        return redirect("desk-safety", pk)
    kept = copies.store_upload(
        content.database or content.tournament.encode(),
        is_database=bool(content.database),
        tournament_id=pk,
        now_ms=now_ms(),
    )
    return redirect("desk-restore", pk, kept.name)
