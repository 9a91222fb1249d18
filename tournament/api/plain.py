"""Convert rows to the JSON of the interface: public names only, points as decimal text."""

from typing import Any

from django.urls import reverse

from games.models import Game
from games.protocol.downward import PROTOCOL
from tournament.models import Entrant, Match, MatchGame, Player, Round, Stage, Step, Tournament
from tournament.scores import Outcome, amount_text, points_text
from tournament.services.club.ratings import RatingRow
from tournament.services.results import match_outcome
from tournament.services.stages.stage_record import StageRecord
from tournament.services.standings import StandingsTable

Plain = dict[str, Any]


def tournament(tournament: Tournament) -> Plain:
    return {
        "code": tournament.code,
        "name": tournament.name,
        "city": tournament.city,
        "starts_on": tournament.starts_on.isoformat() if tournament.starts_on else None,
        "ends_on": tournament.ends_on.isoformat() if tournament.ends_on else None,
        "status": tournament.public_status,
        "seats": tournament.seats,
        "entry": tournament.entry,
        "rated": tournament.rated,
        "url": reverse("api-event", args=[tournament.code]),
    }


def stage(row: Stage) -> Plain:
    return {
        "number": row.number,
        "name": str(row.name),
        "format": row.format,
        "status": row.status,
        "control": row.control,
        "scoring": row.scoring,
        "tiebreaks": list(row.tiebreaks),
    }


def entrant(row: Entrant) -> Plain:
    return {
        "number": row.number,
        "name": row.public_name,
        "club": str(row.club) if row.club else "",
        "rating": row.rating or None,
        "status": row.status,
        "player": row.player_id if row.player and not row.player.erased_ms else None,
        "members": [each.player.public_name for each in row.team.members.all()] if row.team else [],
    }


def round_(row: Round) -> Plain:
    return {
        "stage": row.stage.number,
        "number": row.number,
        "status": row.status,
        "starts_ms": row.starts_ms,
        "closed_ms": row.closed_ms,
    }


def match(record: StageRecord, row: Match, games: list[MatchGame], titles: dict[str, str]) -> Plain:
    """Convert a match; `place` and `title` are of a bracket, `boards` of a team match."""
    score = match_outcome.score_of(record, row)
    return {
        "board": row.board,
        "first": {"number": row.first.number, "name": row.first.public_name},
        "second": {"number": row.second.number, "name": row.second.public_name} if row.second else None,
        "outcome": row.outcome or None,
        "score": [points_text(each) for each in score] if score else None,
        "place": row.place or None,
        "title": titles.get(row.place),
        "boards": [_board(row, game) for game in games if game.step == Step.BOARD],
        "games": [game.game.code for game in games if game.game and not game.game.voided],
    }


def _board(row: Match, game: MatchGame) -> Plain:
    """Convert a board, with the players in the order of the match, not of the game."""
    starts = game.starter_id == row.first_id
    players = (game.starter_player, game.second_player)
    first, second = players if starts else players[::-1]
    outcome = Outcome(game.outcome) if game.outcome else None
    return {
        "number": game.number,
        "first": first.public_name if first else None,
        "second": second.public_name if second else None,
        "outcome": (outcome if starts else outcome.swapped) if outcome else None,
    }


def standings(table: StandingsTable) -> Plain:
    return {
        "after_round": table.after_round,
        "provisional": table.provisional,
        "tiebreaks": [str(each) for each in table.tiebreaks],
        "rows": [
            {
                "rank": row.rank,
                "number": row.entrant.number,
                "name": row.entrant.public_name,
                "points": row.standing.points_text if row.standing else None,
                "tiebreaks": [
                    amount_text(working.value) if working else None for working in row.standing.workings
                ]
                if row.standing
                else [],
                "won": row.standing.won if row.standing else None,
                "drawn": row.standing.drawn if row.standing else None,
                "lost": row.standing.lost if row.standing else None,
            }
            for row in table.rows
        ],
    }


def game(row: Game, record: str | None = None) -> Plain:
    plain = {
        "code": row.code,
        "seats": row.seats,
        "players": {seat: who.get("name", "") for seat, who in row.players.items()},
        "control": row.control,
        "status": row.status,
        "winner": row.winner or None,
        "ending": row.ending or None,
        "moves": row.ply,
        "started_ms": row.started_ms,
        "ended_ms": row.ended_ms,
        "socket": f"/ws/game/{row.code}/?v={PROTOCOL}",
    }
    return plain if record is None else plain | {"record": record}


def player(row: Player, ratings: Plain) -> Plain:
    return {
        "id": row.pk,
        "name": row.public_name,
        "club": str(row.club) if row.club else "",
        "ratings": ratings,
    }


def rating(row: RatingRow) -> Plain:
    return {
        "rank": row.rank,
        "player": row.player.pk,
        "name": row.player.public_name,
        "rating": row.rating.value,
        "deviation": row.rating.deviation,
        "provisional": row.rating.provisional,
        "games": row.games,
    }
