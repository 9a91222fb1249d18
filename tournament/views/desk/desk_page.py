"""What every page of the desk has: the tabs, what one may do here, and the answer to a pressed button."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import wording
from games.access.permissions import PageRequest, may
from games.faults import Fault
from games.views import fragments
from tournament.models import Tournament
from tournament.views.desk import calls


@dataclass(frozen=True, slots=True)
class DeskTab:
    page: str
    label: Promise
    verb: str
    leads_to: frozenset[str] = frozenset()  # pages that are reached from it, and keep it marked


TABS = (
    DeskTab(
        "desk-event",
        _("Round"),
        "see_desk",
        frozenset(
            {
                "desk-match",
                "desk-correct",
                "desk-correct-board",
                "desk-board",
                "desk-explained",
                "desk-lineups",
            }
        ),
    ),
    DeskTab(
        "desk-entries",
        _("Entries"),
        "see_desk",
        frozenset(
            {
                "desk-entry-add",
                "desk-entry-paste",
                "desk-entry-ratings",
                "desk-entrant",
                "desk-player-link",
                "desk-scanned",
            }
        ),
    ),
    DeskTab("desk-results", _("Results"), "see_desk", frozenset({"desk-pairing-check"})),
    DeskTab("desk-tables", _("Tables"), "manage_tables"),
    DeskTab("desk-screens", _("Screens"), "steer_screens"),
    DeskTab("desk-staff", _("Staff"), "manage_staff"),
    DeskTab(
        "desk-settings", _("Settings"), "change_settings", frozenset({"desk-stage", "desk-presentation"})
    ),
    DeskTab("desk-safety", _("Safety"), "change_settings", frozenset({"desk-restore"})),
)
VERBS = (
    "see_draft",
    "change_settings",
    "manage_entries",
    "manage_tables",
    "pair",
    "publish",
    "close_round",
    "undo_round",
    "enter_results",
    "correct_result",
    "correct_late",
    "note_incident",
    "expel",
    "draw_lots",
    "pause_hall",
    "take_custody",
    "resume",
    "pause",
    "adjust",
    "penalty",
    "illegal",
    "takeback",
    "position",
    "rule",
    "reopen",
    "adopt_late_entries",
    "send_notice",
    "steer_screens",
    "manage_staff",
    "make_links",
    "set_pin",
    "see_log",
)


def desk_page(request: PageRequest, template: str, tournament: Tournament, **context: object) -> HttpResponse:
    """A page of one event's desk; templates ask `can.publish` and the like."""
    can = {verb: may(request.actor, verb, tournament) for verb in VERBS}
    here = request.resolver_match.url_name if request.resolver_match else ""
    tabs = [
        (tab.label, reverse(tab.page, args=[tournament.pk]), _marking(tab, here or ""))
        for tab in TABS
        if may(request.actor, tab.verb, tournament)
    ]
    frame = {"shell": fragments.shell(request), "tournament": tournament, "tabs": tabs, "can": can}
    return render(request, template, {**frame, **calls.banner_of(request.actor, tournament), **context})


def _marking(tab: DeskTab, here: str) -> str:
    """How `aria-current` tells where one is: on the tab's own page, or further along."""
    return "page" if here == tab.page else "true" if here in tab.leads_to else ""


@contextmanager
def telling(request: HttpRequest, done: str = "") -> Iterator[None]:
    """Do one thing and say so; a refusal is said instead, whoever was quicker included."""
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
