"""What every page of the desk has: the tabs, what one may do here, and the answer to a pressed button."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import wording
from games.access.permissions import PageRequest, may
from games.access.roles import RIGHTS
from games.accounts.views.accounts import next_page
from games.faults import Fault
from games.numbers import whole_number
from games.views import fragments
from tournament.models import Tournament
from tournament.views.desk import calls


@dataclass(frozen=True, slots=True)
class DeskTab:
    page: str
    label: Promise
    verb: str
    leads_to: tuple[str, ...] = ()  # pages that are reached from it, and keep it marked


TABS = (
    DeskTab(
        "desk-event",
        _("Round"),
        "see_desk",
        ("desk-match", "desk-correct", "desk-correct-board", "desk-board", "desk-explained", "desk-lineups"),
    ),
    DeskTab(
        "desk-entries",
        _("Entries"),
        "see_desk",
        (
            *("desk-entry-add", "desk-entry-paste", "desk-entry-ratings"),
            *("desk-entrant", "desk-player-link", "desk-scanned"),
        ),
    ),
    DeskTab("desk-results", _("Results"), "see_desk", ("desk-pairing-check",)),
    DeskTab("desk-tables", _("Tables"), "manage_tables"),
    DeskTab("desk-screens", _("Screens"), "steer_screens"),
    DeskTab("desk-staff", _("Staff"), "manage_staff"),
    DeskTab("desk-settings", _("Settings"), "change_settings", ("desk-stage", "desk-presentation")),
    DeskTab("desk-safety", _("Safety"), "change_settings", ("desk-restore",)),
)
# Of tables, rounds, minutes and ids no club has more than that.
MOST = 999_999_999


def desk_page(request: PageRequest, template: str, tournament: Tournament, **context: object) -> HttpResponse:
    """Render a page of one event's desk; templates ask `can.publish` and the like."""
    can = {verb: may(request.actor, verb, tournament) for verb in RIGHTS}
    here = request.resolver_match.url_name if request.resolver_match else ""
    tabs = [
        (
            tab.label,
            reverse(tab.page, args=[tournament.pk]),
            # How `aria-current` tells where one is: on the tab's own page, or further along.
            "page" if here == tab.page else "true" if here in tab.leads_to else "",
        )
        for tab in TABS
        if can[tab.verb]
    ]
    frame = {"shell": fragments.shell(request), "tournament": tournament, "tabs": tabs, "can": can}
    return render(request, template, {**frame, **calls.banner_of(request.actor, tournament), **context})


@contextmanager
def telling(request: HttpRequest, done: str = "") -> Iterator[None]:
    """Do one thing and report it; a refusal is said instead, whoever was quicker included."""
    try:
        yield
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
    except ValidationError as wrong:
        for text in wrong.messages:
            messages.error(request, text)
    else:
        if done:
            messages.success(request, done)


def tell_errors(request: HttpRequest, form: BaseForm) -> None:
    """What is wrong with a form that has no page of its own to say it on."""
    for name, errors in form.errors.items():
        label = form[name].label if name in form.fields else ""
        for error in errors:
            messages.error(request, wording.labelled(label, error) if label else str(error))


def posted_number(request: HttpRequest, name: str, default: int = 0) -> int:
    """Read a whole number from a field of a pressed button's form."""
    number = whole_number(request.POST.get(name, ""), most=MOST)
    return default if number is None else number


def posted_note(request: HttpRequest) -> str:
    """Read the reason that was typed for a correction."""
    return request.POST.get("note", "").strip()[:200]


def go_back(request: HttpRequest, page: str, number: int) -> HttpResponse:
    """Lead to the page on which the button was pressed (`next`), else to this page of the desk."""
    return redirect(next_page(request, reverse(page, args=[number])))
