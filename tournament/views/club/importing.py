"""Import lists and files: show a preview of what will happen and what is wrong, then write."""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import Actor, PageRequest, may, right
from games.faults import Fault
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.files import reading, tournament_json
from tournament.files.reading import BadFile, DecodedText
from tournament.import_export import records, tournament_import, trf
from tournament.import_export.trf import into_tournament
from tournament.models import Parcel, Tournament
from tournament.people_lists.names import read_name
from tournament.people_lists.people_list import read_players
from tournament.people_lists.people_matching import LineAction
from tournament.services.club import from_list

PARCEL_LIFETIME_MS = 24 * 60 * 60 * 1000
# A JSON list matches too and is refused as one; a game record begins with a word in brackets.
_JSON = re.compile(r'\s*(\{|\[\s*[\[\]{"\d-])')
_ENCODINGS = [
    (reading.AUTOMATIC, gettext_lazy("recognise it")),
    *((code, gettext_lazy(name)) for code, name in reading.ENCODINGS.items()),
]


class ListForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("The list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One player a line: name; rating; year of birth; club. Or with a line of headings."
        ),
    )
    file = forms.FileField(label=gettext_lazy("Or a file"), required=False)
    encoding = forms.ChoiceField(
        label=gettext_lazy("Encoding of the file"),
        choices=_ENCODINGS,
        required=False,
        help_text=gettext_lazy("Letters are wrong in the preview? Choose another, and look again."),
    )
    # The encoding in which the file was read whose text is in the field now.
    read_as = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)


class FileForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "A tournament report (TRF), an event of Fiveline (JSON), or records of games."
        ),
    )
    encoding = forms.ChoiceField(
        label=gettext_lazy("Encoding of the file"), choices=_ENCODINGS, required=False
    )


@right("import_data")
@read_only_page
def hub(request: PageRequest) -> HttpResponse:
    return _hub(request, FileForm())


def _hub(request: PageRequest, form: FileForm, status: int = 200) -> HttpResponse:
    tournaments = [
        tournament
        for tournament in Tournament.objects.current()[:200]
        if may(request.actor, "export_data", tournament)
    ]
    return render(request, "club/exchange.html", {"form": form, "tournaments": tournaments}, status=status)


@right("import_data")
@never_cache
def players(request: PageRequest) -> HttpResponse:
    """Read a pasted list or a file, show a preview of every line, then add the players."""
    form = ListForm(request.POST or None, request.FILES or None)
    page: dict[str, object] = {"form": form}
    if request.method == "POST" and form.is_valid():
        try:
            read = _text(form)
            plan = from_list.plan(read_players(read.text))
        except Fault as fault:
            form.add_error(None, wording.sentence(fault))
        else:
            if request.POST.get("mark") == plan.mark:
                return _carry_out(request, plan)
            if "mark" in request.POST:
                messages.warning(
                    request, _("The club's list changed meanwhile. Look at the lines once more.")
                )
            page |= {
                "plan": plan,
                "form": ListForm(
                    initial={"text": read.text, "encoding": read.encoding, "read_as": read.encoding}
                ),
                "rows": [(each, [*map(wording.sentence, each.troubles)]) for each in plan.players],
            }
    return render(request, "club/import_players.html", page)


def _carry_out(request: PageRequest, plan: from_list.ImportPlan) -> HttpResponse:
    try:
        from_list.carry_out(plan, actor=request.actor)
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
        return redirect("club-import-players")
    made, changed = plan.count(LineAction.NEW), plan.count(LineAction.CHANGE)
    said = ngettext("%(n)d player added", "%(n)d players added", made) % {"n": made}
    also = ngettext("%(n)d changed", "%(n)d changed", changed) % {"n": changed}
    messages.success(request, f"{said}, {also}.")
    return redirect("club-players")


def _text(form: forms.Form) -> DecodedText:
    """Return the text of the file or of the field, decoded again if another encoding was chosen."""
    said = form.cleaned_data
    if said.get("file") is not None:
        return _decode(said["file"], said["encoding"])
    shown = DecodedText(reading.check_text(said.get("text", "")), said["read_as"])
    is_other = shown.encoding and said["encoding"] not in (reading.AUTOMATIC, shown.encoding)
    return shown.read_as(said["encoding"]) if is_other else shown


def _decode(sent: "UploadedFile[Any]", encoding: str) -> DecodedText:
    if (sent.size or 0) > reading.MOST_BYTES:
        raise BadFile("too-big", most=reading.MOST_BYTES // reading.MEGABYTE)
    return reading.decode_file(sent.read(), encoding)


@dataclass(frozen=True, slots=True)
class FileKind:
    """One kind of file: how to preview it and how to import it."""

    look: Callable[[str], dict[str, object]]
    enter: Callable[[str, Actor, dict[str, Any]], str]  # returns the address to go to


def _look_at_report(text: str) -> dict[str, object]:
    report = trf.read(text)
    people = [read_name(player.name) for player in report.players]
    return {
        "report": report,
        "name": report.name,
        "left_out": [wording.sentence(each) for each in into_tournament.list_left_out(report)],
        "twin": tournament_import.find_same(report.name, report.starts_on, people),
    }


def _enter_report(text: str, actor: Actor, wishes: dict[str, Any]) -> str:
    made = into_tournament.enter(trf.read(text), actor=actor, now_ms=now_ms(), **wishes)
    return reverse("desk-tournament", args=[made.pk])


def _look_at_tournament(text: str) -> dict[str, object]:
    plain = tournament_json.read(text)
    counts = {name: len(plain[name]) for name in ("players", "entrants", "rounds", "matches")}
    told = plain["tournament"].get("name")
    name = told if isinstance(told, str) else ""
    day, people = tournament_import.day_of(plain), tournament_import.people_of(plain)
    twin = tournament_import.find_same(name, day, people)
    return {"counts": counts, "name": name, "twin": twin}


def _enter_tournament(text: str, actor: Actor, wishes: dict[str, Any]) -> str:
    plain = tournament_json.read(text)
    made = tournament_import.enter(plain, actor=actor, now_ms=now_ms(), **wishes)
    return reverse("desk-tournament", args=[made.pk])


def _look_at_records(text: str) -> dict[str, object]:
    found = records.judge_records(text)
    told = [(each, wording.sentence(each.fault) if each.fault else "") for each in found]
    return {"games": told, "good": sum(each.fault is None for each in found)}


def _enter_records(text: str, actor: Actor, wishes: dict[str, Any]) -> str:
    made = records.import_records(records.judge_records(text), actor=actor, now_ms=now_ms())
    return reverse("game", args=[made[0].code]) if len(made) == 1 else reverse("club-exchange")


KINDS = {
    "report": FileKind(_look_at_report, _enter_report),
    "event": FileKind(_look_at_tournament, _enter_tournament),
    "records": FileKind(_look_at_records, _enter_records),
}


def kind_of(text: str) -> str:
    """Recognise the kind of a file by how it begins: JSON, lines with codes of three digits, or other."""
    if _JSON.match(text):
        return "event"
    codes = {line[:3] for line in text.split("\n")[:200]}
    return "report" if {"001", "012"} & codes else "records"


@right("import_data")
@require_POST
def send(request: PageRequest) -> HttpResponse:
    """Check a file and store it until the user confirms the import, or a day has passed."""
    form = FileForm(request.POST, request.FILES)
    if form.is_valid():
        sent = form.cleaned_data["file"]
        try:
            read = _decode(sent, form.cleaned_data["encoding"])
            kind = kind_of(read.text)
            KINDS[kind].look(read.text)
        except Fault as fault:
            form.add_error("file", wording.sentence(fault))
        else:
            now = now_ms()
            Parcel.objects.filter(sent_ms__lt=now - PARCEL_LIFETIME_MS).delete()
            parcel = Parcel.objects.create(
                token=secrets.token_urlsafe(16),
                kind=kind,
                name=sent.name[:120],
                text=read.text,
                sent_by=request.actor.who,
                sent_ms=now,
            )
            return redirect(_parcel_address(parcel, read.encoding))
    return _hub(request, form, status=400)


@right("import_data")
@never_cache
def parcel(request: PageRequest, token: str) -> HttpResponse:
    """Show what a file holds, and import it once confirmed."""
    held = get_object_or_404(Parcel, token=token)
    kind = KINDS[held.kind]
    try:
        if request.method == "POST" and "again" in request.POST:
            read = DecodedText(held.text, request.POST.get("read_as", "")).read_as(request.POST["again"])
            kind.look(read.text)
            Parcel.objects.filter(pk=held.pk).update(text=read.text)
            return redirect(_parcel_address(held, read.encoding))
        if request.method == "POST":
            said = request.POST
            # By default neither rated nor public, because its games may be here already.
            wishes = {
                "name": said.get("name", "").strip()[:120],
                "rated": "rated" in said,
                "public": "public" in said,
            }
            address = kind.enter(held.text, request.actor, wishes)
            held.delete()
            messages.success(request, _("Brought in."))
            return redirect(address)
        page = kind.look(held.text)
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
        return redirect("club-exchange")
    read_as = request.GET.get("read_as", "")
    page |= {"read_as": read_as, "encodings": [each for each in _ENCODINGS if each[0]]}
    return render(request, "club/parcel.html", {"parcel": held, **page})


def _parcel_address(parcel: Parcel, read_as: str) -> str:
    return f"{reverse('club-parcel', args=[parcel.token])}?{urlencode({'read_as': read_as})}"
