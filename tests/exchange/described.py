"""A tournament in plain values, to compare it with the one that a file makes."""

from tournament.models import Match, Tournament
from tournament.services import standings
from tournament.services.stages import stage_record


def describe(tournament: Tournament) -> dict:
    """Describe names, rounds, results, games, standings, prizes: everything but ids and instants."""
    return {
        "tournament": [tournament.name, tournament.city, tournament.status, tournament.entry],
        "entrants": [_entrant(each) for each in tournament.entrants.with_names().order_by("number")],
        "prizes": sorted(
            [str(each.category or ""), each.place, each.title]
            for each in tournament.prizes.select_related("category")
        ),
        "forbidden": sorted(
            [str(each.one), str(each.other), each.reason]
            for each in tournament.forbidden_pairs.select_related("one__player", "other__player")
        ),
        "incidents": [
            [str(each.entrant), each.kind, each.text]
            for each in tournament.incidents.select_related("entrant__player")
        ],
        "tables": [[each.number, each.label] for each in tournament.tables.all()],
        "stages": [_stage(each) for each in tournament.stages.order_by("number")],
    }


def _entrant(entrant) -> list:
    team = entrant.team.members.select_related("player").order_by("order") if entrant.team else []
    return [
        *(entrant.number, str(entrant), str(entrant.club or ""), entrant.status, entrant.rating),
        *(entrant.checked_in, entrant.paid),
        [str(member.player) for member in team],
        sorted(each.name for each in entrant.categories.all()),
    ]


def _stage(stage) -> dict:
    record = stage_record.read(stage)
    tables = standings.by_group(record) if record.entries else {}
    matches = Match.objects.filter(round__stage=stage).with_names().by_board()
    return {
        "format": [stage.format, stage.control, stage.scoring, stage.status, stage.tiebreaks],
        "standings": {
            group: [
                [row.rank, str(row.entrant), row.standing.points_text if row.standing else ""]
                for row in shown.rows
            ]
            for group, shown in tables.items()
        },
        "rounds": [[each.number, each.status] for each in stage.rounds.order_by("number")],
        "absences": sorted([str(each.entrant), each.number, each.kind] for each in stage.absences.all()),
        "lineups": sorted(
            [str(each.entrant), each.number, len(each.players)] for each in stage.lineups.all()
        ),
        "matches": [
            [
                *(match.round.number, match.board, match.place, str(match.first), str(match.second or "")),
                *(match.outcome, match.source, match.note, match.reasons),
                [_game(game) for game in match.games.order_by("number")],
                sorted([str(each.entrant), each.outcome] for each in match.reports.all()),
            ]
            for match in matches
        ],
    }


def _game(game) -> list:
    players = [str(player or "") for player in (game.starter_player, game.second_player)]
    table = game.table.number if game.table else 0
    return [game.number, game.step, str(game.starter), *players, table, game.outcome, game.source]
