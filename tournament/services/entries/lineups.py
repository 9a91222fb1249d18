"""Line-ups of a team match in one round: named before it, or while its boards are waiting.

A line-up has no gaps: absentees forfeit from the bottom board, so the players who are there move up. A board
that has begun keeps its players.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from games.access.permissions import Actor
from games.close_reason import REDRAWN
from tournament.formats import team_match
from tournament.formats.team_match import TeamBoard
from tournament.models import (
    Entrant,
    EntryKind,
    Lineup,
    Match,
    MatchGame,
    Player,
    Round,
    RoundStatus,
    Source,
    Stage,
    Step,
    Tournament,
)
from tournament.services import locking
from tournament.services.entries import teams
from tournament.services.faults import StepRefused
from tournament.services.results import deciding
from tournament.services.tables import live_games, seating


def set_lineup(
    *,
    actor: Actor,
    entrant: Entrant,
    stage: Stage,
    number: int,
    players: Sequence[Player | None],
    now_ms: int,
) -> None:
    """Name the players of one round, board 1 first. In a published round the waiting games follow."""
    with locking.changing(entrant.tournament_id) as held:
        round_ = Round.objects.select_related("stage__tournament").filter(stage=stage, number=number).first()
        if round_ and round_.status == RoundStatus.CLOSED:
            raise StepRefused("round-over", round=number)
        named = [player for player in players if player is not None]
        _check(held, entrant, named)
        before = teams.lineups([entrant], stage, number, held.boards)[entrant.pk]
        if round_ and round_.status == RoundStatus.PUBLISHED:
            before = _reseat(round_, entrant, named, before, now_ms)
        ids = [player.pk for player in named]
        Lineup.objects.update_or_create(
            entrant=entrant, stage=stage, number=number, defaults={"players": ids}
        )
        where = {"stage": stage.number, "round": number}
        locking.note(
            actor,
            "set_lineup",
            entrant,
            before={**where, "players": [pk for pk in before if pk]},
            after={**where, "players": ids},
        )


def seated_players(round_: Round, matches: Iterable[Match]) -> dict[int, list[int | None]]:
    """Map entrants to players, board 1 first: from the games of a published round, otherwise as they would
    sit.
    """
    matches = [match for match in matches if match.second_id]
    count = round_.stage.tournament.boards
    if round_.status == RoundStatus.DRAFT:
        entrants = [entrant for match in matches for entrant in match.both]
        return teams.lineups(entrants, round_.stage, round_.number, count)
    found: dict[int, list[int | None]] = {pk: [None] * count for each in matches for pk in each.entrant_ids}
    games = MatchGame.objects.filter(match__in=matches, step=Step.BOARD, number__lte=count)
    for game in games.select_related("match"):
        for entrant_id in game.match.entrant_ids:
            starts = game.starter_id == entrant_id
            found[entrant_id][game.number - 1] = game.starter_player_id if starts else game.second_player_id
    return found


def begun_boards(matches: Iterable[Match]) -> set[tuple[int, int]]:
    """Return (match, board) of everything that is played or decided: these players stay."""
    games = list(MatchGame.objects.filter(match__in=list(matches), step=Step.BOARD))
    status = live_games.status_of(games)
    return {(game.match_id, game.number) for game in games if _has_begun(game, status)}


def _has_begun(game: MatchGame, status: dict[int, str]) -> bool:
    """Return whether a board has begun.

    One forfeited by the pairing for lack of a player may still be played.
    """
    return game.source not in (Source.NONE, Source.PAIRING) or status.get(game.pk, "waiting") != "waiting"


def _check(tournament: Tournament, entrant: Entrant, named: list[Player]) -> None:
    if tournament.entry != EntryKind.TEAM or entrant.team is None:
        raise StepRefused("no-lineups")
    if not named:
        raise StepRefused("nobody-plays", name=str(entrant))
    if len(named) > tournament.boards:
        raise StepRefused("too-many-boards", boards=tournament.boards, count=len(named))
    members = {member.player_id: member for member in entrant.team.members.all()}
    for index, player in enumerate(named):
        if player.pk not in members:
            raise StepRefused("not-a-member", name=player.full_name)
        if player in named[:index]:
            raise StepRefused("twice-in-lineup", name=player.full_name)
    if tournament.lineup_per_round:
        return
    # Where the order is fixed the regular players keep it among themselves; a substitute sits anywhere.
    regular = [player for player in named if not members[player.pk].substitute]
    for upper, lower in pairwise(regular):
        if members[upper.pk].order > members[lower.pk].order:
            raise StepRefused("order-fixed", upper=lower.full_name, lower=upper.full_name)


def _reseat(
    round_: Round, entrant: Entrant, named: list[Player], planned: list[int | None], now_ms: int
) -> list[int | None]:
    """Change the players of this team's published boards; return the former ones.

    A team with a bye has no boards.
    """
    match = Match.objects.with_names().meetings().of(entrant).filter(round=round_).first()
    if match is None:
        return planned
    match = deciding.lock_match(match)
    if match.outcome:
        raise StepRefused("already-decided", board=match.board)
    before = seated_players(round_, [match])
    lists: dict[int, list[int | None]] = {**before, entrant.pk: [player.pk for player in named]}
    ours, theirs = ([pk for pk in lists[side] if pk] for side in match.both_ids)
    games = {game.number: game for game in match.games.filter(step=Step.BOARD)}
    live_games.lock_games(games.values())
    status = live_games.status_of(list(games.values()))
    fresh = team_match.pair_boards(ours, theirs, round_.stage.tournament.boards)
    pairs = [(games[board.number], board) for board in fresh]
    changed = [
        (game, board)
        for game, board in pairs
        if (game.starter_player_id, game.second_player_id) != (board.first, board.second)
    ]
    for game, board in changed:
        if _has_begun(game, status):
            raise StepRefused("board-begun", board=board.number)
    for game, board in changed:
        _seat(game, board)
    seating.seat(round_.stage.tournament)
    playable = [game.pk for game, board in changed if not board.outcome]
    rows = list(seating.with_relatives(MatchGame.objects.filter(pk__in=playable)))
    seating.open_all((row for row in rows if row.pk not in status), now_ms=now_ms)
    live_games.relabel_all(row for row in rows if row.pk in status)
    # Where only forfeited boards were left to decide, the desk has decided the match.
    deciding.after_game(match, Source.TYPED, now_ms)
    return before[entrant.pk]


def _seat(game: MatchGame, board: TeamBoard) -> None:
    """Put other players on a waiting board; with no player on one side it is forfeited and needs no table."""
    game.starter_player_id, game.second_player_id = board.first, board.second
    game.outcome, game.source = board.outcome or "", Source.PAIRING if board.outcome else Source.NONE
    if board.outcome:
        live_games.void_all([game], REDRAWN)
        game.table = None
    game.save(update_fields=["starter_player", "second_player", "outcome", "source", "table"])
