"""One live game that does not count: called off by the arbiter, and a new one opened in its place."""

from games import services
from games.access.permissions import Actor
from tournament.models import MatchGame
from tournament.services import locking
from tournament.services.faults import NotDone
from tournament.services.results import deciding, taking_back
from tournament.services.tables import seating


def call_off(*, actor: Actor, match_game: MatchGame, reason: str) -> None:
    """The board stays open for a result that is typed, or for a new game. The games' log has the reason."""
    if not reason.strip():
        raise services.NotRecorded("reason-missing")
    with locking.changing(match_game.match.round.stage.tournament_id):
        held = _held(match_game)
        if held.outcome:
            raise NotDone("already-decided", board=held.match.board)
        if held.game is None or held.game.voided:
            raise services.NotRecorded("voided")
        services.void_game(held.game.pk, actor, reason.strip())


def open_again(*, actor: Actor, match_game: MatchGame, now_ms: int) -> None:
    """A fresh game where one was called off and nothing was typed since."""
    with locking.changing(match_game.match.round.stage.tournament_id):
        held = _held(match_game)
        if held.outcome or held.match.outcome:
            raise NotDone("already-decided", board=held.match.board)
        if held.game is None or not held.game.voided:
            raise NotDone("not-called-off")
        match = deciding.held_match(held.match)
        before = {"game": held.game.pk}
        taking_back.open_called_off(match, now_ms)
        locking.note(actor, "open_again", match, before=before)


def _held(match_game: MatchGame) -> MatchGame:
    return (
        seating.with_relatives(MatchGame.objects.select_related("game"))
        .select_related("game")
        .get(pk=match_game.pk)
    )
