"""Games come to the tables: the first of every published match, or all boards of teams, and the next one."""

from collections.abc import Sequence

from tournament.formats import team_match
from tournament.formats.series import NextGame
from tournament.models import EntryKind, Match, MatchGame, Round, Step
from tournament.services.entries import partners, teams
from tournament.services.rounds import time_controls
from tournament.services.tables import live_games, seating


def open_games(round_: Round, matches: Sequence[Match], *, now_ms: int) -> None:
    """The first game, or all boards, of matches that have just been published."""
    playable = [match for match in matches if match.second_id and not match.outcome]
    if round_.stage.tournament.entry == EntryKind.TEAM:
        made = _team_boards(round_, playable)
    else:
        # An undone round may have been played by others before.
        partners.forget(round_, [pk for match in playable for pk in match.entrant_ids])
        made = [MatchGame(match=match, number=1, starter=match.first) for match in playable]
    MatchGame.objects.bulk_create(made)
    seating.seat(round_.stage.tournament)
    fresh = MatchGame.objects.filter(pk__in=[game.pk for game in made])
    live_games.open_all(live_games.with_relatives(fresh), now_ms=now_ms)


def open_next(match: Match, game: NextGame, *, now_ms: int) -> None:
    """The game that a match needs now, at the table of the one before."""
    tournament = match.round.stage.tournament
    before = match.games.order_by("-number").first()
    # A match that is opened again may find somebody else at its table.
    taken = {each.table_id for each in seating.open_games(tournament)}
    made = MatchGame.objects.create(
        match=match,
        number=game.number,
        step=Step(game.step.kind) if game.step else Step.GAME,
        starter_id=game.first,
        control=time_controls.for_step(time_controls.control_of(match.round), game.step, match.round.stage),
        table=before.table if before and before.table_id not in taken else None,
    )
    seating.seat(tournament)
    live_games.open_all(live_games.with_relatives(MatchGame.objects.filter(pk=made.pk)), now_ms=now_ms)


def _team_boards(round_: Round, matches: Sequence[Match]) -> list[MatchGame]:
    stage, count = round_.stage, round_.stage.tournament.boards
    entrants = [entrant for match in matches for entrant in match.both]
    lineups = teams.lineups(entrants, stage, round_.number, count)
    made: list[MatchGame] = []
    for match in matches:
        ours, theirs = ([pk for pk in lineups[side] if pk] for side in match.both_ids)
        for board in team_match.boards(ours, theirs, count):
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
