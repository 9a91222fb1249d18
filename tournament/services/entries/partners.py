"""Which two of a pair sat at a table of four: those of the team until the result is in, and then for good.

A pair may be another one in the next round, or in the next event. What it played before stays with those who
played it: kept as the pair's line-up of that round.
"""

from collections import defaultdict
from collections.abc import Collection

from tournament.models import Entrant, EntryKind, Lineup, Match, Round, TeamMember

Players = tuple[int, ...]


def remember(match: Match) -> None:
    """The match is decided. Who played it is kept once: a correction changes the result, not the people."""
    if match.round.stage.tournament.entry != EntryKind.PAIR:
        return
    teams = {each.pk: each.team_id for each in match.both if each.team_id}
    now = now_in(teams.values())
    for entrant_id, team_id in teams.items():
        Lineup.objects.get_or_create(
            entrant_id=entrant_id,
            stage_id=match.round.stage_id,
            number=match.round.number,
            defaults={"players": list(now.get(team_id, ()))},
        )


def forget(round_: Round, entrant_ids: Collection[int]) -> None:
    """The matches of these pairs in this round are open, for the first time or again."""
    if round_.stage.tournament.entry == EntryKind.PAIR:
        Lineup.objects.filter(
            stage_id=round_.stage_id, number=round_.number, entrant__in=entrant_ids
        ).delete()


def of(match: Match, entrant: Entrant) -> Players:
    """The two who played this match for the pair, or will."""
    round_ = match.round
    played = kept([round_.stage_id]).get((entrant.pk, round_.stage_id, round_.number))
    if played or not entrant.team_id:
        return played or ()
    return now_in([entrant.team_id]).get(entrant.team_id, ())


def kept(stage_ids: Collection[int]) -> dict[tuple[int, int, int], Players]:
    """(entrant, stage, round) to the two who played."""
    rows = Lineup.objects.filter(stage__in=stage_ids, entrant__tournament__entry=EntryKind.PAIR)
    told = rows.values_list("entrant_id", "stage_id", "number", "players")
    return {(entrant, stage, number): tuple(players) for entrant, stage, number, players in told}


def now_in(team_ids: Collection[int]) -> dict[int, Players]:
    """Team to the two who play for it at present."""
    grouped: dict[int, list[int]] = defaultdict(list)
    members = TeamMember.objects.filter(team__in=team_ids, substitute=False).order_by("order")
    for team, player in members.values_list("team_id", "player_id"):
        grouped[team].append(player)
    return {team: tuple(players[:2]) for team, players in grouped.items()}
