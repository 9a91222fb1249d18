"""Custody of the games of a match: the desk takes one over from its tablet, gives it back, resumes it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext as _

from games.access.permissions import PageRequestOn
from games.models import Custody, Game
from games.referee import Keeper
from games.referee.requests import Resume
from games.services import custody, offline_review
from games.services.custody import REASON, holder_of, take_custody
from games.services.many_games import HALL
from games.services.recording import carry_out_instructions, record
from games.timekeeping import stamp_ms
from tournament.models import MatchGame
from tournament.views.desk.board_tools import live_game
from tournament.views.desk.boards import GameLine
from tournament.views.desk.desk_page import on_press
from tournament.views.desk.lookups import game_at


@dataclass(frozen=True, slots=True)
class TabletGame:
    """A table's game that is not over; `custody` is empty until a tablet has asked for it."""

    line: GameLine
    custody: Custody | None

    @property
    def by_the_desk(self) -> bool:
        return self.custody is not None and not self.custody.holder

    @property
    def may_continue(self) -> bool:
        """Whether a tablet has it and waits for the arbiter to resume it."""
        has_it = self.custody is not None and bool(self.custody.holder)
        return has_it and self.line.game is not None and bool(_pauses_to_end(self.line.game))


def tablet_games(lines: Iterable[GameLine]) -> list[TabletGame]:
    """Return the open games that a tablet has had; no other game can be taken over or given back."""
    open_lines = [
        line
        for line in lines
        if line.game and line.game.keeper == Keeper.TABLE and line.game.epoch and line.game.status != "over"
    ]
    held = Custody.objects.filter(game__in=[line.game for line in open_lines], epoch=F("game__epoch"))
    by_game = {custody.game_id: custody for custody in held}
    return [TabletGame(line, by_game.get(line.game.pk)) for line in open_lines if line.game]


@on_press("take_custody", game_at, "desk-match", "match_id")
def take_over(request: PageRequestOn[MatchGame]) -> str:
    """Take a game over from a tablet that broke or got lost, paused at its last known state."""
    take_custody(live_game(request.thing).pk, "", request.actor)
    carry_out_instructions(live_game(request.thing).pk, now_ms=stamp_ms())
    return _("The desk keeps the game now. It is paused; the tablet only shows it.")


@on_press("take_custody", game_at, "desk-match", "match_id")
def give_back(request: PageRequestOn[MatchGame]) -> str:
    custody.give_back(live_game(request.thing).pk, request.actor)
    return _("The tablet at the table keeps the game again. It is paused until you let it go on.")


@on_press("rule", game_at, "desk-match", "match_id")
def approve_offline(request: PageRequestOn[MatchGame]) -> str | None:
    """Approve what was decided at the table without the server."""
    seen = offline_review.approve(live_game(request.thing).pk, request.actor)
    return _("Seen: what was decided at the table stands.") if seen else None


@on_press("resume", game_at, "desk-match", "match_id")
def continue_game(request: PageRequestOn[MatchGame]) -> str:
    """End the pauses that wait for the arbiter, and no other."""
    game = live_game(request.thing)
    by_table = bool(holder_of(game))
    # Without any of these pauses, the referee's refusal says why there is nothing to do.
    for reason in _pauses_to_end(game) or [REASON]:
        answer = record(game_id=game.pk, request=Resume(reason), actor=request.actor, stamp_ms=stamp_ms())
        if answer.refused:
            raise answer.refused
    return _("The tablet is told to go on.") if by_table else _("The game goes on.")


def stopped_games(lines: Iterable[GameLine]) -> set[int]:
    """Return the boards on players' own devices that wait for the arbiter to resume them."""
    return {
        line.row.pk
        for line in lines
        if line.game
        and line.game.keeper == Keeper.SERVER
        and line.game.status == "paused"
        and _pauses_to_end(line.game)
    }


def _pauses_to_end(game: Game) -> list[str]:
    """Return the pauses that the desk ends for one board; a pause of the hall ends for all at once."""
    return [reason for reason in game.state_now().clock.pauses if reason != HALL]
