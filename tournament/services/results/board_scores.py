"""What every single player of a team event scored on the boards. Computed from rows, never stored."""

from collections import defaultdict
from dataclasses import dataclass

from tournament.models import Entrant, MatchGame, Player, Step
from tournament.scores import CLASSIC, EntrantId, Mark, Outcome
from tournament.services.stages.stage_record import StageRecord


@dataclass(frozen=True, slots=True)
class BoardScore:
    """Boards that nobody played, by forfeit, give points and count for no game."""

    player: Player
    entrant: Entrant
    points: int  # doubled
    won: int
    drawn: int
    lost: int
    boards: tuple[int, ...]

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


def board_scores(record: StageRecord) -> list[BoardScore]:
    """Best first: by points, then by fewer games, then by board."""
    if not record.is_team_event:
        return []
    ids = [match.pk for match in record.matches if match.round in record.drawn]
    rows = MatchGame.objects.filter(match__in=ids, step=Step.BOARD).exclude(outcome="")
    sides = {match.pk: match.entrant_ids for match in record.matches}
    marks: dict[tuple[int, EntrantId], list[tuple[Mark, int, int]]] = defaultdict(list)
    players: dict[int, Player] = {}
    for row in rows.select_related("starter_player", "second_player"):
        outcome = Outcome(row.outcome)
        other = next(pk for pk in sides[row.match_id] if pk != row.starter_id)
        both = ((row.starter_player, row.starter_id), (row.second_player, other))
        for (player, entrant), mark, gain in zip(both, outcome.marks, CLASSIC.shares(outcome), strict=True):
            if player and mark:
                players[player.pk] = player
                marks[player.pk, entrant].append((mark, gain, row.number))
    found = [
        BoardScore(
            players[player],
            record.entrants[entrant],
            sum(gain for _mark, gain, _board in told),
            _count(told, Mark.WIN),
            _count(told, Mark.DRAW),
            _count(told, Mark.LOSS),
            tuple(sorted({board for _mark, _gain, board in told})),
        )
        for (player, entrant), told in marks.items()
    ]
    return sorted(found, key=lambda each: (-each.points, each.games, each.boards, each.player.pk))


def _count(told: list[tuple[Mark, int, int]], wanted: Mark) -> int:
    return sum(mark is wanted for mark, _gain, _board in told)
