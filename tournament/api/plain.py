"""Rows as the interface shows them: public names, never ids of people's data, points as decimal text."""

from typing import Any

from django.urls import reverse

from games.messages import PROTOCOL
from games.models import Game
from tournament.models import Entrant, Match, MatchGame, Player, Round, Stage, Tournament
from tournament.scores import amount_text
from tournament.services.club.ratings import RatingRow
from tournament.services.standings import StandingsTable

Plain = dict[str, Any]


def event(tournament: Tournament) -> Plain:
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
    }


def round_(row: Round) -> Plain:
    return {
        "stage": row.stage.number,
        "number": row.number,
        "status": row.status,
        "starts_ms": row.starts_ms,
        "closed_ms": row.closed_ms,
    }


def match(row: Match, games: list[MatchGame]) -> Plain:
    return {
        "board": row.board,
        "first": {"number": row.first.number, "name": row.first.public_name},
        "second": {"number": row.second.number, "name": row.second.public_name} if row.second else None,
        "outcome": row.outcome or None,
        "games": [game.game.code for game in games if game.game and not game.game.voided],
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
