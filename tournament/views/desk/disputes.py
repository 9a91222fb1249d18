"""Disputes between an entered result and the live game's: show both side by side, and settle by a button."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.access.permissions import PageRequestOn
from games.audit_log.names import look_up_names
from games.models import Action
from games.timekeeping import now_ms
from games.views.seating import verdict
from tournament.models import MatchGame
from tournament.scores import Outcome
from tournament.services import locking
from tournament.services.results import corrections, disagreements, match_outcome
from tournament.services.tables import seating
from tournament.views.desk import boards
from tournament.views.desk.desk_page import on_press, posted_note
from tournament.views.desk.lookups import game_at

# Actions that enter a result without the live game.
_ENTERED_BY = ("type_result", "report_result", "forfeit", "no_show")


@dataclass(frozen=True, slots=True)
class Dispute:
    """The two results of a board, both seen from the first-named of the match."""

    board: MatchGame
    entered: str
    entered_by: str
    entered_ms: int
    live: str
    live_outcome: Outcome
    live_winner: str
    live_reason: str
    ply: int
    ended_ms: int
    seen: str


def read_dispute(board: MatchGame, said: Outcome) -> Dispute:
    """Compare the result entered for a board with that of its live game."""
    game, stands = board.game, disagreements.counted_outcome(board)
    assert game is not None
    assert stands is not None
    starts = board.starter_id == board.match.first_id
    entered, live = (each if starts else each.swapped for each in (stands, said))
    action = Action.objects.filter(target=locking.path(board.match), verb__in=_ENTERED_BY).last()
    winner, reason = verdict(game, game.state_now().outcome)
    who = action.actor if action else ""
    return Dispute(
        board=board,
        entered=boards.SCORES[entered],
        entered_by=look_up_names([who])[who],
        entered_ms=action.at_ms if action else board.match.decided_ms or 0,
        live=boards.SCORES[live],
        live_outcome=live,
        live_winner=winner,
        live_reason=reason,
        ply=game.ply,
        ended_ms=game.ended_ms or 0,
        seen=match_outcome.seen_result(board.match),
    )


@on_press("correct_result", game_at, "desk-match", "match_id")
def uphold(request: PageRequestOn[MatchGame]) -> str:
    """Keep the entered result."""
    disagreements.uphold(
        actor=request.actor,
        match_game=request.thing,
        note=posted_note(request),
        seen=request.POST.get("seen", ""),
    )
    return _("The entered result stands. The live game stays in the log.")


@on_press("correct_result", game_at, "desk-match", "match_id")
def take_live(request: PageRequestOn[MatchGame]) -> str:
    """Replace the entered result by that of the live game."""
    board = seating.with_relatives(MatchGame.objects.select_related("game")).get(pk=request.thing.pk)
    corrections.take_live(
        actor=request.actor,
        match_game=board,
        note=posted_note(request),
        now_ms=now_ms(),
        seen=request.POST.get("seen", ""),
    )
    return _("The result is that of the board now.")
