"""The tables of a tournament: their number, their tablets, the games on them, and the codes for tablets."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import devices, pins
from games.access.permissions import PageRequestOn, right
from games.access.roles import Role
from games.access.views import open_devices
from games.models import Link
from games.referee import Keeper
from games.services import tablets
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import Table, Tournament
from tournament.server import reach
from tournament.services.tables import seating
from tournament.views.desk.desk_page import desk_page, on_press, posted_number
from tournament.views.desk.lookups import table_at, tournament_at

MOST = 256


@right("manage_tables", thing=tournament_at)
@read_only_page
def all_tables(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    tournament = request.thing
    live = Link.objects.live(now_ms()).filter(topic=tournament.scope, role="table")
    known = {link.scope: link for link in live.order_by("pk").prefetch_related(open_devices())}
    playing = seating.now_at(tournament)
    rows = [
        {
            "table": table,
            "tablet": (tablet := known.get(table.scope)),
            "since_ms": _since_ms(tablet),
            "game": playing.get(table.number),
            "fixed": list(table.fixed_for.all()),
        }
        for table in tournament.tables.prefetch_related("fixed_for__player", "fixed_for__team")
    ]
    waiting = seating.open_games(tournament).filter(table__isnull=True).count() if rows else 0
    at_tables = tournament.live and tournament.keeper == Keeper.TABLE
    return desk_page(
        request,
        "desk/tables.html",
        tournament,
        rows=rows,
        waiting=waiting,
        pin_missing=bool(rows) and at_tables and pins.offline_verifier(tournament) is None,
        fingerprint=reach.fingerprint(),
        has_devices=devices.any_admitted(tournament.scope, Role.TABLE, Role.PLAYER),
    )


def _since_ms(link: Link | None) -> int:
    """Return since when the link has a tablet, 0 without one; the link knows it for old devices."""
    inside = [each for each in getattr(link, "open_devices", ()) if each.is_in]
    return (inside[0].admitted_ms or (link.used_ms if link else 0) or 0) if inside else 0


@on_press("manage_tables", tournament_at, "desk-tables")
def provide(request: PageRequestOn[Tournament]) -> str | None:
    count = posted_number(request, "count", default=-1)
    if not 0 <= count <= MOST:
        messages.error(request, _("Name a number of tables from 0 to %(most)s.") % {"most": MOST})
        return None
    seating.provide(actor=request.actor, tournament=request.thing, count=count)
    return _("The tables are set.")


@on_press("manage_tables", table_at, "desk-tables", "tournament_id")
def describe(request: PageRequestOn[Table]) -> str:
    seating.describe(
        actor=request.actor,
        table=request.thing,
        label=request.POST.get("label", "")[:40],
        reserved=bool(request.POST.get("reserved")),
    )
    return _("Saved.")


@right("manage_tables", thing=table_at)
@require_POST
def tablet(request: PageRequestOn[Table], table_id: int) -> HttpResponse:
    """Make a new card for the tablet of this table; its secret is shown only once."""
    table = request.thing
    made = seating.tablet_link(actor=request.actor, table=table)
    if request.POST.get("everywhere"):
        tablets.sign_out(request.actor, made.link)
    return desk_page(
        request,
        "desk/made.html",
        table.tournament,
        card=made.card(request),
        title=_("Table %(table)s") % {"table": table},
        back="desk-tables",
    )
