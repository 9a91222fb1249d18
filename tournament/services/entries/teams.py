"""Teams and pairs: members, substitutes, board order, and which two of a pair played a match.

A team's order in one round is in `lineups`. A pair may have other players in the next round or the next
tournament: who played a match is stored as the pair's line-up of that round once the match is decided.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from django.db import transaction

from games import audit_log
from games.access.permissions import Actor
from tournament.formats import team_match
from tournament.models import (
    Entrant,
    EntryKind,
    Lineup,
    Match,
    MatchGame,
    Player,
    Round,
    Stage,
    Step,
    Team,
    TeamMember,
)
from tournament.services import locking
from tournament.services.faults import StepRefused

Players = tuple[int, ...]


def make(
    *,
    actor: Actor,
    name: str,
    players: Sequence[Player],
    substitutes: Sequence[Player] = (),
) -> Team:
    """Make a team or a pair with its players in board order."""
    if not name.strip():
        raise StepRefused("no-name")
    members = [*players, *substitutes]
    for index, player in enumerate(members):
        if player in members[:index]:
            raise StepRefused("twice-in-team", name=player.full_name)
    with transaction.atomic():
        team = Team.objects.create(name=name.strip())
        TeamMember.objects.bulk_create(
            TeamMember(team=team, player=player, order=number, substitute=number > len(players))
            for number, player in enumerate(members, 1)
        )
        audit_log.write(
            actor, "make_team", f"team:{team.pk}", after={"players": [each.pk for each in players]}
        )
    return team


def reorder(*, actor: Actor, entrant: Entrant, players: Sequence[Player]) -> None:
    """Set the board order from now on: the named players; the rest of the team are substitutes."""
    with locking.changing(entrant.tournament_id):
        team = entrant.as_team
        members = {member.player_id: member for member in team.members.all()}
        before = [member.player_id for member in team.members.filter(substitute=False)]
        named = [_member(members, player) for player in players]
        benched = [member for member in members.values() if member not in named]
        _renumber(team, named, benched)
        locking.note(actor, "reorder_team", entrant, before=before, after=[each.pk for each in players])


def substitute(*, actor: Actor, entrant: Entrant, leaves: Player, joins: Player) -> None:
    """Give `joins` (a new member if need be) the board of `leaves`, who becomes a substitute."""
    if leaves.pk == joins.pk:
        raise StepRefused("itself")
    with locking.changing(entrant.tournament_id) as held:
        elsewhere = Entrant.objects.filter(tournament=held, team__members__player=joins).exclude(
            pk=entrant.pk
        )
        if elsewhere.exists():
            raise StepRefused("in-two-teams", name=joins.full_name)
        team = entrant.as_team
        TeamMember.objects.get_or_create(
            team=team, player=joins, defaults={"order": _last_order(team) + 1, "substitute": True}
        )
        members = {member.player_id: member for member in team.members.order_by("order")}
        out, coming = _member(members, leaves), _member(members, joins)
        playing = [
            coming if member is out else member
            for member in members.values()
            if not member.substitute and member is not coming
        ]
        benched = [member for member in members.values() if member not in playing]
        _renumber(team, playing, benched)
        locking.note(actor, "substitute", entrant, before={"player": leaves.pk}, after={"player": joins.pk})


def lineups(
    entrants: Sequence[Entrant], stage: Stage, number: int, boards: int
) -> dict[int, list[int | None]]:
    """Map entrants to players of a round, board 1 first: the round's line-up, otherwise the team's order."""
    own = Lineup.objects.filter(stage=stage, number=number, entrant__in=entrants)
    given = dict(own.values_list("entrant_id", "players"))
    regular = _regular_players(entrant.team_id for entrant in entrants)
    seated = {}
    for entrant in entrants:
        players = given.get(entrant.pk, regular.get(entrant.team_id, []))[:boards]
        # Absentees forfeit from the bottom board: those who are there move up to the first ones.
        there = [player for player in players if player is not None]
        seated[entrant.pk] = there + [None] * (boards - len(there))
    return seated


def boards_of(round_: Round, matches: Sequence[Match]) -> list[MatchGame]:
    """Build the boards of these matches, not saved; where a team lacks a player the other wins without a
    game.
    """
    count = round_.stage.tournament.boards
    entrants = [entrant for match in matches for entrant in match.both]
    order = lineups(entrants, round_.stage, round_.number, count)
    made: list[MatchGame] = []
    for match in matches:
        ours, theirs = ([pk for pk in order[side] if pk] for side in match.both_ids)
        for board in team_match.pair_boards(ours, theirs, count):
            starts = match.first if team_match.first_named_starts(board.number) else match.second
            made.append(
                MatchGame(
                    match=match,
                    number=board.number,
                    step=Step.BOARD,
                    starter=starts,
                    starter_player_id=board.first,
                    second_player_id=board.second,
                    outcome=board.outcome or "",
                    source="pairing" if board.outcome else "",
                )
            )
    return made


def rename_in_lineups(player: Player, into: Player) -> None:
    """Replace a merged player in the line-ups that were handed in."""
    for lineup in Lineup.objects.filter(entrant__team__members__player=into):
        if player.pk in lineup.players:
            renamed = (into.pk if pk == player.pk else pk for pk in lineup.players)
            lineup.players = list(dict.fromkeys(renamed))
            lineup.save(update_fields=["players"])


def remember_partners(match: Match) -> None:
    """Store who played a decided match. Done once: a correction changes the result, not the people."""
    if match.round.stage.tournament.entry != EntryKind.PAIR:
        return
    teams = {each.pk: each.team_id for each in match.both if each.team_id}
    now = partners_now(teams.values())
    for entrant_id, team_id in teams.items():
        Lineup.objects.get_or_create(
            entrant_id=entrant_id,
            stage_id=match.round.stage_id,
            number=match.round.number,
            defaults={"players": list(now.get(team_id, ()))},
        )


def forget_partners(round_: Round, entrant_ids: Collection[int]) -> None:
    """Delete who played: the matches of these pairs in this round are open, for the first time or again."""
    if round_.stage.tournament.entry == EntryKind.PAIR:
        Lineup.objects.filter(
            stage_id=round_.stage_id, number=round_.number, entrant__in=entrant_ids
        ).delete()


def partners_in(match: Match, entrant: Entrant) -> Players:
    """Return the two who played this match for the pair, or will."""
    round_ = match.round
    played = stored_partners([round_.stage_id]).get((entrant.pk, round_.stage_id, round_.number))
    if played or not entrant.team_id:
        return played or ()
    return partners_now([entrant.team_id]).get(entrant.team_id, ())


def stored_partners(stage_ids: Collection[int]) -> dict[tuple[int, int, int], Players]:
    """Map (entrant, stage, round) to the two who played."""
    rows = Lineup.objects.filter(stage__in=stage_ids, entrant__tournament__entry=EntryKind.PAIR)
    values = rows.values_list("entrant_id", "stage_id", "number", "players")
    return {(entrant, stage, number): tuple(players) for entrant, stage, number, players in values}


def partners_now(team_ids: Iterable[int]) -> dict[int | None, Players]:
    """Map each team to the two who play for it at present."""
    return {team: tuple(players[:2]) for team, players in _regular_players(team_ids).items()}


def _regular_players(team_ids: Iterable[int | None]) -> dict[int | None, list[int]]:
    """Map each team to its players without substitutes, in board order."""
    found: dict[int | None, list[int]] = defaultdict(list)
    members = TeamMember.objects.filter(team__in=list(team_ids), substitute=False).order_by("order")
    for team_id, player_id in members.values_list("team_id", "player_id"):
        found[team_id].append(player_id)
    return found


def _member(members: dict[int, TeamMember], player: Player) -> TeamMember:
    if player.pk not in members:
        raise StepRefused("not-a-member", name=player.full_name)
    return members[player.pk]


def _last_order(team: Team) -> int:
    return team.members.order_by("-order").values_list("order", flat=True).first() or 0


def _renumber(team: Team, playing: list[TeamMember], benched: list[TeamMember]) -> None:
    """Number the members. They get free numbers first, because two members never share one."""
    for start in (_last_order(team) + 1, 1):
        for number, member in enumerate([*playing, *benched], start):
            member.order, member.substitute = number, member in benched
            member.save(update_fields=["order", "substitute"])
