"""Line-ups of a team: for one round while its boards wait, and the order from the next round on."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import PageRequest, PageRequestOn, right
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import Entrant, EntryKind, Match, Player, Round, RoundStatus, TeamMember
from tournament.people_lists.names import read_name
from tournament.services.club import people
from tournament.services.entries import lineups, teams
from tournament.services.faults import StepRefused
from tournament.views.desk.desk_page import desk_page, on_press, posted_number
from tournament.views.desk.lookups import entrant_at, round_at


@dataclass(frozen=True, slots=True)
class BoardShown:
    """One board in the form of a team; a board that has begun is read-only."""

    number: int
    player: int | None
    begun: bool


@dataclass(frozen=True, slots=True)
class TeamShown:
    entrant: Entrant
    members: tuple[TeamMember, ...]
    boards: tuple[BoardShown, ...]
    own: bool  # chosen for this round, not the team's usual order
    wrong: str = ""

    @property
    def may_change(self) -> bool:
        return not all(board.begun for board in self.boards)


@dataclass(frozen=True, slots=True)
class RefusedLineup:
    """A line-up that was refused, shown again beside the reason, so that nothing is typed twice."""

    entrant_id: int
    players: Sequence[int | None]
    why: str


@right("manage_entries", thing=round_at)
@read_only_page
def lineups_of_round(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    return _page(request, request.thing)


@right("manage_entries", thing=round_at)
@require_POST
def set_lineup(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    round_ = request.thing
    entrant = get_object_or_404(
        Entrant.objects.with_names(), pk=posted_number(request, "entrant"), tournament=round_.stage.tournament
    )
    ids = [
        posted_number(request, f"board-{number}") or None
        for number in range(1, round_.stage.tournament.boards + 1)
    ]
    wanted = {pk for pk in ids if pk}
    known = Player.objects.in_bulk(wanted)
    if known.keys() != wanted:
        raise Http404
    try:
        lineups.set_lineup(
            actor=request.actor,
            entrant=entrant,
            stage=round_.stage,
            number=round_.number,
            players=[known[pk] if pk else None for pk in ids],
            now_ms=now_ms(),
        )
    except StepRefused as no:
        return _page(request, round_, RefusedLineup(entrant.pk, ids, wording.sentence(no)))
    messages.success(request, _("The line-up of %(name)s is set.") % {"name": entrant})
    if None in ids[: len(wanted)]:
        messages.info(request, _("Empty boards are at the bottom: those below them have moved up."))
    return redirect(f"{reverse('desk-lineups', args=[round_.pk])}#team-{entrant.pk}")


def _page(request: PageRequest, round_: Round, tried: RefusedLineup | None = None) -> HttpResponse:
    tournament = round_.stage.tournament
    matches = Match.objects.with_names().meetings().filter(round=round_).by_board()
    is_team_tournament = tournament.entry == EntryKind.TEAM
    return desk_page(
        request,
        "desk/lineups.html",
        tournament,
        round=round_,
        is_over=round_.status == RoundStatus.CLOSED,
        matches=_teams_by_match(round_, list(matches), tried) if is_team_tournament else (),
    )


def _teams_by_match(
    round_: Round, matches: list[Match], tried: RefusedLineup | None
) -> list[tuple[Match, tuple[TeamShown, ...]]]:
    """Return each match with its two teams, in a constant number of queries."""
    seated, begun = lineups.seated_players(round_, matches), lineups.begun_boards(matches)
    own = set(round_.stage.lineups.filter(number=round_.number).values_list("entrant_id", flat=True))
    members: dict[int | None, list[TeamMember]] = defaultdict(list)
    playing = [entrant.team_id for match in matches for entrant in match.both]
    for member in TeamMember.objects.filter(team__in=playing).select_related("player").order_by("order"):
        members[member.team_id].append(member)

    def team(match: Match, entrant: Entrant) -> TeamShown:
        refused = tried if tried and tried.entrant_id == entrant.pk else None
        players = refused.players if refused else seated[entrant.pk]
        return TeamShown(
            entrant,
            tuple(members[entrant.team_id]),
            tuple(
                BoardShown(number, player, bool(match.outcome) or (match.pk, number) in begun)
                for number, player in enumerate(players, 1)
            ),
            entrant.pk in own,
            refused.why if refused else "",
        )

    return [(match, tuple(team(match, each) for each in match.both)) for match in matches]


@on_press("manage_entries", entrant_at, "desk-entrant")
def substitute(request: PageRequestOn[Entrant]) -> str | None:
    """Replace a player from the next round on, by one from the bench or a new one."""
    entrant = request.thing
    leaves = Player.objects.filter(pk=posted_number(request, "leaves")).first()
    name = request.POST.get("joins", "").strip()[:120]
    if leaves is None or not name or entrant.team is None:
        messages.error(request, _("Say who leaves and who comes."))
        return None
    joins = people.find_or_add(actor=request.actor, name=read_name(name))
    teams.substitute(actor=request.actor, entrant=entrant, leaves=leaves, joins=joins)
    return _("The substitute takes the board from the next round on.")


@on_press("manage_entries", entrant_at, "desk-entrant")
def reorder(request: PageRequestOn[Entrant]) -> str | None:
    """Set the board order from each player's number; a player without one is a substitute."""
    entrant = request.thing
    if entrant.team is None:
        return None
    numbered = [
        (posted_number(request, f"board-{member.player_id}"), member.player)
        for member in entrant.team.members.select_related("player")
    ]
    order = [player for number, player in sorted(numbered, key=lambda each: each[0]) if number]
    teams.reorder(actor=request.actor, entrant=entrant, players=order)
    return _("The board order is changed from the next round on.")
