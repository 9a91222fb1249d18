"""The calls for the arbiter in words, for the banner of every desk page, and the banner alone."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import wording
from games.access.permissions import Actor, PageRequestOn, may, right
from games.models import LinkDevice
from games.snapshot import read_only_page
from games.views.game_log import GameWords
from tournament.models import Tournament
from tournament.server.health_checks import find_urgent_problems
from tournament.services.rounds.desk_calls import CallKind, DeskCall, desk_calls
from tournament.views.desk.lookups import tournament_at

WORDS: dict[CallKind, Promise] = {
    CallKind.ARBITER: gettext_lazy("The arbiter is called."),
    CallKind.TIME: gettext_lazy("The time for the game is up. You decide."),
    CallKind.CUSTODY: gettext_lazy("The game changed hands and waits for your word."),
    CallKind.LATE: gettext_lazy("A tablet has entries that were not recorded. Adopt them or set them aside."),
    CallKind.OFFLINE: gettext_lazy("Decided at the table without the server: it waits for your look."),
    CallKind.DIFFERS: gettext_lazy("The live game gave another result than the one that was entered."),
}


# On the row of the board; a call of the players has a mark of its own there.
BADGES: dict[CallKind, Promise] = {
    CallKind.TIME: gettext_lazy("time is up"),
    CallKind.CUSTODY: gettext_lazy("changed hands"),
    CallKind.LATE: gettext_lazy("late entries"),
    CallKind.OFFLINE: gettext_lazy("waits for your look"),
    CallKind.DIFFERS: gettext_lazy("two results"),
}


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


def _call_shown(call: DeskCall) -> CallView:
    board = call.board
    if board.table:
        where = _("Table {number}").format(number=board.table)
    else:
        where = _("Board {number}").format(number=board.match.board)
    return CallView(
        key=call.key,
        board_id=board.pk,
        badge=str(BADGES.get(call.kind, "")),
        where=where,
        match=str(board.match),
        words=_words(call),
        since_ms=call.since_ms,
        address=reverse("desk-board", args=[board.pk]),
    )


def _words(call: DeskCall) -> str:
    words = str(WORDS[call.kind])
    if call.kind is CallKind.ARBITER:
        if call.seat and call.board.game:
            words = _("{name} calls the arbiter.").format(name=GameWords(call.board.game).name(call.seat))
        if call.reason:
            words = f"{words} {call.reason}"
    return words


@dataclass(frozen=True, slots=True)
class WaitingDevice:
    """A device that opened the card of a table that has its tablet: one tap lets it in."""

    key: str
    device_id: int
    where: str
    device: str
    name: str
    address: str
    since_ms: int


def waiting_devices(tournament: Tournament) -> list[WaitingDevice]:
    """The longest waiting first."""
    rows = LinkDevice.objects.waiting().filter(link__topic=tournament.scope).select_related("link")
    return [
        WaitingDevice(
            key=f"device-{row.pk}-{row.asked_ms}",
            device_id=row.pk,
            where=_("Table {number}").format(number=row.link.scope.rpartition(":")[2]),
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
    """What an open page of the desk asks for when something happened in the hall."""
    return render(request, "desk/_calls.html", banner_of(request.actor, request.thing))


def banner_of(actor: Actor, tournament: Tournament) -> dict[str, object]:
    """What `desk/_calls.html` needs; a board that waits for two reasons is one board."""
    shown = [_call_shown(call) for call in desk_calls(tournament)]
    at_the_door = waiting_devices(tournament) if may(actor, "make_links", tournament) else []
    return {
        "calls": shown,
        "waiting_devices": at_the_door,
        "boards_waiting": len({call.address for call in shown} | {each.where for each in at_the_door}),
        "desk_address": reverse("desk-event", args=[tournament.pk]),
        "server_troubles": [(each.code, wording.sentence(each)) for each in find_urgent_problems()],
    }
