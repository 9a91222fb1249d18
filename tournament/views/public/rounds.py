"""Pairings and results of a round, by board or by name, and the bracket: a tree, or a list on phones.

Drafts are not shown. The list by name has a line for every player of the round, also of pairs and teams.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.http import Http404, HttpResponse

from games import sorting
from games.access.permissions import PageRequest
from tournament.models import EntryKind, Player, Stage, StageStatus, Step, TeamMember, Tournament
from tournament.scores import EntrantId
from tournament.services.entries.teams import stored_partners
from tournament.services.stages import stage_record, stages
from tournament.services.stages.stage_record import StageRecord
from tournament.views.public import bracket_layout, bracket_sections, pairings
from tournament.views.public.bracket_layout import BracketShown
from tournament.views.public.page import frame, number_in, show, tournament_page, with_bracket
from tournament.views.public.pairings import BoardLine, PairingLine, PairingSide, RoundPage


@tournament_page
def round_page(request: PageRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    """Show a round of the stage, by default the latest published one."""
    page = frame(request, tournament, "tournament-round")
    record = page["record"]
    if record is None:
        if number is not None:
            raise Http404
        return show(request, "tournament/round.html", page)
    numbers = [each.number for each in record.drawn]
    chosen = numbers[-1] if number is None else number
    if chosen not in numbers:
        raise Http404
    by_name = request.GET.get("by") == "name"
    current = pairings.round_page(record, chosen)
    page |= {
        "current": current,
        "numbers": numbers,
        "by_name": by_name,
        "seats": seats_by_name(record, current) if by_name else [],
        "bracket_stage": record.format_rules.is_bracket,
    }
    return show(request, "tournament/round.html", page)


@tournament_page
def bracket(request: PageRequest, tournament: Tournament) -> HttpResponse:
    page = frame(request, tournament, "tournament-bracket", with_bracket)
    record = page["record"]
    if record:
        number = number_in(request, "entrant")
        lit = next((each for each in record.entrants.values() if each.number == number), None)
        shown = bracket_layout.layout(record, lit.pk if lit else None)
        page |= {"lit": lit} | bracket_sections.context(shown)
    elif page["stage"] and (awaited := _awaited(page["stage"])):
        page |= {"awaited": True} | bracket_sections.context(awaited)
    return show(request, "tournament/bracket.html", page)


def _awaited(stage: Stage) -> BracketShown | None:
    """Lay out the bracket of a stage that follows groups which have begun."""
    before = stages.before(stage)
    if before is None or before.status == StageStatus.SETUP:
        return None
    before.tournament = stage.tournament
    return bracket_layout.layout_expected(stage_record.read(stage), stage_record.read(before))


@dataclass(frozen=True, slots=True)
class SeatOnBoard:
    """One player's line of the list by name: where to sit, with which symbol, against whom."""

    name: str
    side: PairingSide
    line: PairingLine
    opponent: PairingSide | None
    board: str = ""
    symbol: str = ""
    table: str = ""
    against: str = ""  # the person on the other side, where that is not the entrant
    scores: tuple[str, str] = ("", "")  # seen from this person


def seats_by_name(record: StageRecord, page: RoundPage) -> list[SeatOnBoard]:
    """Return the lines of all players of a round, sorted by name."""
    members = members_in(record, page.round.number)
    seats = [
        seat
        for line in (*page.meetings, *page.byes)
        for index in range(len(line.sides))
        for seat in _seats(line, index, members)
    ]
    return sorted(seats, key=lambda seat: sorting.sort_key(seat.name))


def _seats(
    line: PairingLine, index: int, members: dict[EntrantId, tuple[Player, ...]]
) -> Iterator[SeatOnBoard]:
    side = line.sides[index]
    opponent = line.sides[1 - index] if len(line.sides) > 1 else None
    whole = SeatOnBoard(side.entrant.public_name, side, line, opponent)
    if opponent:
        whole = replace(
            whole,
            board=str(line.match.board),
            symbol=side.symbol,
            table=line.tables,
            scores=(side.score, opponent.score) if line.match.outcome else ("", ""),
        )
    boards = [board for board in line.boards if board.step == Step.BOARD]
    if boards:
        yield from (_seat_in_team(whole, board, index) for board in boards if board.players[index])
        return
    player = side.entrant.player
    people = (player,) if player else members.get(side.entrant.pk, ())
    yield from (replace(whole, name=person.listed_name) for person in people)
    if not people:
        yield whole


def _seat_in_team(whole: SeatOnBoard, board: BoardLine, index: int) -> SeatOnBoard:
    """Return the line of one member of a team; the first-named team starts on odd boards."""
    player, other = board.players[index], board.players[1 - index]
    assert player is not None
    assert whole.opponent is not None
    turned = board.number % 2 == 0
    return replace(
        whole,
        name=player.listed_name,
        board=f"{whole.line.match.board}.{board.number}",
        symbol=whole.opponent.symbol if turned else whole.symbol,
        table=board.table,
        against=other.public_name if other else "–",
        scores=(board.scores[index], board.scores[1 - index]),
    )


def members_in(record: StageRecord, number: int) -> dict[EntrantId, tuple[Player, ...]]:
    """Return the players of each pair in a round, and the members of each team."""
    stage = record.stage
    teams = {pk: entrant.team_id for pk, entrant in record.entrants.items() if entrant.team_id}
    if not teams:
        return {}
    rows = TeamMember.objects.filter(team__in=teams.values()).select_related("player").order_by("order")
    by_team: dict[int, list[Player]] = defaultdict(list)
    for row in rows:
        if not row.substitute:
            by_team[row.team_id].append(row.player)
    found = {pk: tuple(by_team[team_id]) for pk, team_id in teams.items()}
    if stage.tournament.entry == EntryKind.PAIR:
        people = {row.player_id: row.player for row in rows}
        for (pk, _stage, played), ids in stored_partners([stage.pk]).items():
            if played == number and pk in found:
                found[pk] = tuple(people[each] for each in ids if each in people) or found[pk]
    return found
