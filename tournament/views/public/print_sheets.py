"""Everything that is printed: black on white, A4 or Letter, with one style sheet for all."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.access import devices
from games.access.links import NewLink
from games.access.permissions import PageRequest, PageRequestOn, may, right
from games.access.roles import Role
from games.services import tablets
from tournament.formats.format import Format
from tournament.models import Entrant, Step, Table, Tournament
from tournament.services.entries import slips
from tournament.services.stages.stage_record import StageRecord
from tournament.services.tables import seating
from tournament.views.public import bracket_layout, bracket_sections, pairings
from tournament.views.public.page import (
    any_format,
    frame,
    number_in,
    round_asked,
    tournament_by_code,
    tournament_page,
    with_bracket,
    with_table,
)
from tournament.views.public.page_cache import within_allowance
from tournament.views.public.pairings import PairingLine, RoundPage
from tournament.views.public.rounds import members_in, seats_by_name
from tournament.views.public.standings import cross_table_context, parts
from tournament.views.public.tournaments import invitation

LINES_OF_A_SHEET = 24  # moves of each side on one score sheet
TURNS = "NESW"  # in this order four players move


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """The player of a column; `seat` is empty if the symbol is enough."""

    symbol: str
    name: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class PrintedScoreSheet:
    """One score sheet; `seats` are in the order of moving."""

    label: str
    title: str
    seats: tuple[SheetSeat, ...]


@tournament_page
def hub(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """List the sheets that can be printed, with a button each."""
    page = frame(request, tournament, "print")
    page |= {
        "may_print_slips": may(request.actor, "manage_entries", tournament),
        "may_print_cards": may(request.actor, "manage_tables", tournament),
        "has_tablets": devices.any_admitted(tournament.scope, Role.TABLE),
        "has_phones": devices.any_admitted(tournament.scope, Role.PLAYER),
        "in_bracket": bool(page["record"]) and page["stage"].format_rules.is_bracket,
    }
    return render(request, "print/hub.html", page)


@tournament_page
def pairings_by_board(request: PageRequest, tournament: Tournament) -> HttpResponse:
    return render(request, "print/pairings_by_board.html", _round(request, tournament))


@tournament_page
def pairings_by_name(request: PageRequest, tournament: Tournament) -> HttpResponse:
    page = _round(request, tournament)
    page["seats"] = seats_by_name(page["record"], page["current"])
    return render(request, "print/pairings_by_name.html", page)


@tournament_page
def start_list(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Print all who are entered, by rating, teams and pairs with their members."""
    entrants = tournament.entrants.entered().with_names().filter(house=False)
    found = sorted(
        entrants.prefetch_related("team__members__player"), key=lambda each: (-each.rating, each.number)
    )
    page = {"tournament": tournament, "entrants": found, "has_clubs": any(each.club for each in found)}
    return render(request, "print/start_list.html", page)


@tournament_page
@within_allowance
def score_sheets(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Print a sheet per board of the round, with names filled in; `?blank=1` for empty ones."""
    page = _round(request, tournament)
    page |= {
        "blank": bool(number_in(request, "blank")),
        "sheets": list(_sheets(page["record"], page["current"])),
        "rows": range(1, LINES_OF_A_SHEET + 1),
    }
    return render(request, "print/score_sheets.html", page)


@tournament_page
def standings(request: PageRequest, tournament: Tournament) -> HttpResponse:
    page = _stage(request, tournament)
    after = round_asked(request, page["record"])
    in_bracket = page["stage"].format_rules.is_bracket
    page |= {
        "parts": parts(page["record"], None if in_bracket else after),
        "after": after or page["record"].drawn[-1].number,
        "in_bracket": in_bracket,
        "lots": bool(page["stage"].lots_seed),
    }
    return render(request, "print/standings.html", page)


@tournament_page
def cross_table(request: PageRequest, tournament: Tournament) -> HttpResponse:
    page = _stage(request, tournament, with_table)
    page |= cross_table_context(page["record"])
    return render(request, "print/cross_table.html", page)


@tournament_page
def bracket(request: PageRequest, tournament: Tournament) -> HttpResponse:
    page = _stage(request, tournament, with_bracket)
    page |= bracket_sections.context(bracket_layout.layout(page["record"]))
    return render(request, "print/bracket.html", page)


@never_cache
@right("manage_tables", thing=tournament_by_code)
@require_POST
def table_cards(request: PageRequestOn[Tournament], code: str) -> HttpResponse:
    """Print a card for each table with the code that its tablet scans. Cards printed before stop working."""
    tournament: Tournament = request.thing
    made = [
        (table, seating.tablet_link(actor=request.actor, table=table)) for table in tournament.tables.all()
    ]
    return _cards(request, "print/table_cards.html", made)


@never_cache
@right("manage_entries", thing=tournament_by_code)
@require_POST
def player_slips(request: PageRequestOn[Tournament], code: str) -> HttpResponse:
    """Print a slip with a new link for each entrant. Earlier slips stop working, opened devices stay."""
    return _cards(
        request, "print/player_slips.html", slips.all_slips(actor=request.actor, tournament=request.thing)
    )


def _cards(
    request: PageRequestOn[Tournament], sheet: str, made: Sequence[tuple[Table | Entrant, NewLink]]
) -> HttpResponse:
    """Print the new codes; if asked, sign out the devices that opened an older one."""
    if request.POST.get("everywhere"):
        for _owner, new in made:
            tablets.sign_out(request.actor, new.link)
    cards = [(owner, new.card(request)) for owner, new in made]
    return render(request, sheet, {"tournament": request.thing, "cards": cards})


@tournament_page
def poster(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Print a poster for the door with a code to follow the tournament on a phone."""
    return render(request, "print/poster.html", {"tournament": tournament} | invitation(request, tournament))


def _stage(
    request: PageRequest, tournament: Tournament, wanted: Callable[[Format], bool] = any_format
) -> dict[str, Any]:
    page = frame(request, tournament, "print", wanted)
    if page["record"] is None:
        raise Http404
    return page


def _round(request: PageRequest, tournament: Tournament) -> dict[str, Any]:
    page = _stage(request, tournament)
    number = round_asked(request, page["record"]) or page["record"].drawn[-1].number
    return page | {"current": pairings.round_page(page["record"], number)}


def _sheets(record: StageRecord, page: RoundPage) -> Iterator[PrintedScoreSheet]:
    if record.stage.tournament.seats == 4:
        yield from (_of_four(record, page, line) for line in page.meetings)
        return
    for line in page.meetings:
        one, other = line.sides
        boards = [board for board in line.boards if board.step == Step.BOARD]
        for board in boards:
            # The first-named team starts on odd boards.
            names = board.names if board.number % 2 else board.names[::-1]
            if all(names):
                both = (SheetSeat(one.symbol, names[0]), SheetSeat(other.symbol, names[1]))
                yield PrintedScoreSheet(f"{line.match.board}.{board.number}", line.title, both)
        if not boards:
            seats = tuple(SheetSeat(side.symbol, side.entrant.public_name) for side in line.sides)
            yield PrintedScoreSheet(str(line.match.board), line.title, seats)


def _of_four(record: StageRecord, page: RoundPage, line: PairingLine) -> PrintedScoreSheet:
    members = members_in(record, page.round.number)
    found: dict[str, SheetSeat] = {}
    for side, seats in zip(line.sides, seating.seats_by_start(record.stage), strict=True):
        names = [player.public_name for player in members.get(side.entrant.pk, ())]
        names += [side.entrant.public_name] * (len(seats) - len(names))
        found |= {seat: SheetSeat(side.symbol, name, seat) for seat, name in zip(seats, names, strict=False)}
    return PrintedScoreSheet(str(line.match.board), line.title, tuple(found[seat] for seat in TURNS))
