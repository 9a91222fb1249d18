"""Which game of a longer match is played, as those at the board are told it."""

from games.models import Game
from tournament.models import MatchGame
from tournament.scores.text import score_text
from tournament.services.results import match_outcome
from tournament.services.stages import stage_record
from tournament.views.public import pairings, results


def words_at_the_board(game: Game) -> str:
    """“Game 2 of 3, 1 – 0”: the score as it stood before, of who starts this game first."""
    if not game.topic:
        return ""
    boards = MatchGame.objects.select_related("match__round__stage__tournament")
    board = boards.filter(game=game).first()
    if board is None or not match_outcome.is_series(board.match.round.stage):
        return ""
    record = stage_record.read(board.match.round.stage)
    match = next(each for each in record.matches if each.pk == board.match_id)
    words = pairings.game_now(record, match, match_outcome.terms_by_place(record))
    score = results.games_score(record, match)
    if not words or score is None:
        return words
    return f"{words}, {score_text(*(score if board.starter_id == match.first_id else score[::-1]))}"
