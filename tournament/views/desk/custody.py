"""Who keeps the games of a match: the desk takes one from its tablet, gives it back, lets it go on."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import services
from games.access import right
from games.models import Custody
from games.referee import Keeper
from games.referee.requests import Resume
from games.services.custody import REASON
from games.timekeeping import stamp_ms
from tournament.views.desk.boards import GameLine
from tournament.views.desk.finding import game_at
from tournament.views.desk.showing import telling


@dataclass(frozen=True, slots=True)
class Kept:
    """A table's game that is not over; `custody` is empty while it waits for a tablet to ask for it."""

    line: GameLine
    custody: Custody | None

    @property
    def by_the_desk(self) -> bool:
        return self.custody is not None and not self.custody.holder

    @property
    def may_go_on(self) -> bool:
        """A tablet has it and waits for the word: it changed hands, and only an arbiter ends that pause."""
        has_it = self.custody is not None and bool(self.custody.holder)
        return has_it and self.line.game is not None and REASON in self.line.game.stands().clock.pauses


def kept(lines: Iterable[GameLine]) -> list[Kept]:
    """Only games that a tablet had once: before that there is nothing to take or to give back."""
    open_lines = [
        line
        for line in lines
        if line.game and line.game.keeper == Keeper.TABLE and line.game.epoch and line.game.status != "over"
    ]
    held = Custody.objects.filter(game__in=[line.game for line in open_lines], epoch=F("game__epoch"))
    by_game = {custody.game_id: custody for custody in held}
    return [Kept(line, by_game.get(line.game.pk)) for line in open_lines if line.game]


@right("take_custody", thing=game_at)
@require_POST
def take_over(request: HttpRequest, match_game_id: int) -> HttpResponse:
    """From a tablet that broke or went astray: the game pauses as far as it was heard of."""
    with telling(request, _("The desk keeps the game now. It is paused; the tablet only shows it.")):
        services.take_custody(_game_id(request), "", request.actor)
    return redirect("desk-match", request.thing.match_id)


@right("take_custody", thing=game_at)
@require_POST
def give_back(request: HttpRequest, match_game_id: int) -> HttpResponse:
    with telling(
        request, _("The tablet at the table keeps the game again. It is paused until you let it go on.")
    ):
        services.give_back(_game_id(request), request.actor)
    return redirect("desk-match", request.thing.match_id)


@right("resume", thing=game_at)
@require_POST
def go_on(request: HttpRequest, match_game_id: int) -> HttpResponse:
    """The players are back at the table: end the pause of the change of hands, and no other."""
    with telling(request, _("The tablet is told to go on.")):
        answer = services.record(
            game_id=_game_id(request), request=Resume(REASON), actor=request.actor, stamp_ms=stamp_ms()
        )
        if answer.refused:
            raise answer.refused
    return redirect("desk-match", request.thing.match_id)


def _game_id(request: HttpRequest) -> int:
    if request.thing.game_id is None:
        raise Http404
    return request.thing.game_id
