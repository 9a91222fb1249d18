"""What all pages of the desk share: the tabs, the banner of calls, and the answer to a pressed button."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from operator import attrgetter
from typing import TypeVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import Actor, PageRequest, PageRequestOn, Thing, View, may, right
from games.access.roles import RIGHTS
from games.accounts.views.accounts import next_page
from games.faults import Fault
from games.models import LinkDevice
from games.numbers import whole_number
from games.snapshot import read_only_page
from games.views import fragments
from games.views.game_log import GameWords
from tournament.models import Tournament
from tournament.server.health_checks import find_urgent_problems
from tournament.services.rounds.desk_calls import CallKind, DeskCall, desk_calls
from tournament.views.desk.lookups import tournament_at

ThingT = TypeVar("ThingT", bound=Thing)


@dataclass(frozen=True, slots=True)
class DeskTab:
    page: str
    label: Promise
    verb: str
    leads_to: tuple[str, ...] = ()  # pages that are reached from it, and keep it marked


TABS = (
    DeskTab(
        "desk-tournament",
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
CALL_WORDS: dict[CallKind, Promise] = {
    CallKind.ARBITER: _("The arbiter is called."),
    CallKind.TIME: _("The time for the game is up. You decide."),
    CallKind.CUSTODY: _("The game changed hands and waits for your word."),
    CallKind.LATE: _("A tablet has entries that were not recorded. Adopt them or set them aside."),
    CallKind.TIMES: _("The tablet's clock differs from the server's clock. Check the times."),
    CallKind.ABSENT: _("A player who was never connected lost on time. Confirm the result."),
    CallKind.OFFLINE: _("Decided at the table without the server: it waits for your look."),
    CallKind.DIFFERS: _("The live game gave another result than the one that was entered."),
}
# Shown on the row of the board; a call by the players has its own mark there.
CALL_BADGES: dict[CallKind, Promise] = {
    CallKind.TIME: _("time is up"),
    CallKind.CUSTODY: _("changed hands"),
    CallKind.LATE: _("late entries"),
    CallKind.TIMES: _("clock differs"),
    CallKind.ABSENT: _("player not connected"),
    CallKind.OFFLINE: _("waits for your look"),
    CallKind.DIFFERS: _("two results"),
}
SECOND_MS = 1_000
# No club has more tables, rounds, minutes or ids than that.
MOST = 999_999_999


def desk_page(request: PageRequest, template: str, tournament: Tournament, **context: object) -> HttpResponse:
    """Render a page of one tournament's desk; templates ask `can.publish` and the like."""
    can = {verb: may(request.actor, verb, tournament) for verb in RIGHTS}
    here = request.resolver_match.url_name if request.resolver_match else ""
    tabs = [
        (
            tab.label,
            reverse(tab.page, args=[tournament.pk]),
            # The value of `aria-current`: the tab's own page, or a page that is reached from it.
            "page" if here == tab.page else "true" if here in tab.leads_to else "",
        )
        for tab in TABS
        if can[tab.verb]
    ]
    frame = {"shell": fragments.base_template(request), "tournament": tournament, "tabs": tabs, "can": can}
    return render(request, template, {**frame, **banner_of(request.actor, tournament), **context})


@contextmanager
def report_outcome(request: HttpRequest, done: str = "") -> Iterator[None]:
    """Report the outcome of a step as a message: `done`, or why it was refused."""
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


def report_errors(request: HttpRequest, form: BaseForm) -> None:
    """Report the errors of a form that has no page of its own as messages."""
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


def on_press(
    verb: str, thing: Callable[..., ThingT], page: str, number: str = "pk"
) -> Callable[[Callable[[PageRequestOn[ThingT]], str | None]], View]:
    """Answer a pressed button: check the right, run the view, report what it did or why not, and lead back.

    The view returns the words for what it did. The answer leads back to the page on which the button was
    pressed, or to `page`, whose number is that attribute of the thing.
    """

    def decorate(view: Callable[[PageRequestOn[ThingT]], str | None]) -> View:
        @right(verb, thing=thing)
        @require_POST
        @wraps(view)
        def pressed(request: PageRequestOn[ThingT], **captured: object) -> HttpResponse:
            with report_outcome(request):
                if done := view(request):
                    messages.success(request, done)
            return go_back(request, page, attrgetter(number)(request.thing))

        return pressed

    return decorate


def go_back(request: HttpRequest, page: str, number: int) -> HttpResponse:
    """Redirect to the page on which the button was pressed (`next`), otherwise to this page of the desk."""
    return redirect(next_page(request, reverse(page, args=[number])))


@dataclass(frozen=True, slots=True)
class CallView:
    key: str
    board_id: int
    badge: str
    where: str
    match: str
    words: str
    since_ms: int
    address: str


def _call_view(call: DeskCall) -> CallView:
    board = call.board
    if board.table:
        where = gettext("Table {number}").format(number=board.table)
    else:
        where = gettext("Board {number}").format(number=board.match.board)
    return CallView(
        key=call.key,
        board_id=board.pk,
        badge=str(CALL_BADGES.get(call.kind, "")),
        where=where,
        match=str(board.match),
        words=_words(call),
        since_ms=call.since_ms,
        address=reverse("desk-board", args=[board.pk]),
    )


def _words(call: DeskCall) -> str:
    words = str(CALL_WORDS[call.kind])
    if call.kind is CallKind.ARBITER:
        if call.seat and call.board.game:
            words = gettext("{name} calls the arbiter.").format(
                name=GameWords(call.board.game).name(call.seat)
            )
        if call.reason:
            words = f"{words} {wording.reason_words(call.reason)}"
    elif call.kind is CallKind.CUSTODY and call.uncounted_ms >= SECOND_MS and call.board.game:
        minutes, seconds = divmod(call.uncounted_ms // SECOND_MS, 60)
        uncounted = gettext(
            "The tablet was not heard for {time}, which {name} is not charged. Check the clock."
        )
        name = GameWords(call.board.game).name(call.seat)
        words = f"{words} {uncounted.format(time=f'{minutes}:{seconds:02}', name=name)}"
    return words


@dataclass(frozen=True, slots=True)
class WaitingDevice:
    """A device that opened the card of a table that already has a tablet; one tap admits it."""

    key: str
    device_id: int
    where: str
    device: str
    name: str
    address: str
    since_ms: int


def waiting_devices(tournament: Tournament) -> list[WaitingDevice]:
    """Return the devices that wait for admission, the longest waiting first."""
    rows = LinkDevice.objects.waiting().filter(link__topic=tournament.scope).select_related("link")
    return [
        WaitingDevice(
            key=f"device-{row.pk}-{row.asked_ms}",
            device_id=row.pk,
            where=gettext("Table {number}").format(number=row.link.scope.rpartition(":")[2]),
            device=row.device,
            name=row.name,
            address=row.address,
            since_ms=row.asked_ms,
        )
        for row in rows.order_by("asked_ms")
    ]


@right("see_desk", thing=tournament_at)
@read_only_page
def calls_alone(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Render the calls alone, for an open page of the desk that learns of a change in the hall."""
    return render(request, "desk/_calls.html", banner_of(request.actor, request.thing))


def banner_of(actor: Actor, tournament: Tournament) -> dict[str, object]:
    """Return the context of `desk/_calls.html`; a board that waits for two reasons counts once."""
    shown = [_call_view(call) for call in desk_calls(tournament)]
    waiting = waiting_devices(tournament) if may(actor, "make_links", tournament) else []
    return {
        "calls": shown,
        "waiting_devices": waiting,
        "boards_waiting": len({call.address for call in shown} | {each.where for each in waiting}),
        "desk_address": reverse("desk-tournament", args=[tournament.pk]),
        "server_troubles": [(each.code, wording.sentence(each)) for each in find_urgent_problems()],
    }
