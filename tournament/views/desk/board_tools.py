"""The arbiter's tools for one board: one address for each verb, for games kept by the server or by a tablet.

A game that the server keeps changes at once; a tablet that keeps its game receives an instruction and
answers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import PageRequestOn, View, right
from games.faults import Fault
from games.models import Game
from games.numbers import whole_number
from games.protocol.upward import parse_request
from games.referee import Request, decide, load_event, needs_past
from games.referee import events as e
from games.referee.requests import Adjust
from games.services import late_entries
from games.services.recording import record
from games.timekeeping import stamp_ms
from games.views.game_log import GameWords
from tournament.models import MatchGame
from tournament.services.faults import StepRefused
from tournament.services.results import taking_back
from tournament.views.desk.desk_page import on_press, report_outcome
from tournament.views.desk.lookups import game_at

MOST_REASON = 200
MOST_MINUTES = 999

Fields = Mapping[str, str]
Body = dict[str, object]


@dataclass(frozen=True, slots=True)
class BoardTool:
    """How the fields of a form become a request, and the messages once it is done or sent to the tablet.

    The reason is read from every form.
    """

    body: Callable[[Fields], Body]
    done: Promise
    asked: Promise


def _reason(fields: Fields) -> str:
    return fields.get("reason", "").strip()[:MOST_REASON]


def _adjust(fields: Fields) -> Body:
    if fields.get("turn"):
        return {"turn": fields["turn"]}
    minutes = whole_number(fields.get("minutes", "") or "0", most=MOST_MINUTES)
    seconds = whole_number(fields.get("seconds", "") or "0", most=59)
    if minutes is None or seconds is None:
        raise StepRefused("not-a-clock-time", most=MOST_MINUTES)
    time_ms = (minutes * 60 + seconds) * 1_000
    changes: dict[str, Body] = {
        "set": {"set_ms": time_ms},
        "add": {"add_ms": time_ms},
        "take": {"add_ms": -time_ms},
    }
    return {"seat": fields.get("seat", ""), **changes.get(fields.get("how", ""), changes["set"])}


def _against(fields: Fields) -> Body:
    return {"seat": fields.get("seat", "")}


TOOLS: dict[str, BoardTool] = {
    "pause": BoardTool(
        lambda fields: {"reason": "arbiter"},
        gettext_lazy("The clocks stand."),
        gettext_lazy("The tablet is asked to pause."),
    ),
    "adjust": BoardTool(
        _adjust,
        gettext_lazy("The clocks are changed."),
        gettext_lazy("The tablet is asked to change the clocks."),
    ),
    "penalty": BoardTool(
        _against,
        gettext_lazy("The penalty is given."),
        gettext_lazy("The tablet is asked to give the penalty."),
    ),
    "illegal": BoardTool(
        _against,
        gettext_lazy("The illegal move is noted."),
        gettext_lazy("The tablet is asked to note the illegal move."),
    ),
    "takeback": BoardTool(
        lambda fields: {"to_ply": whole_number(fields.get("to_ply", ""))},
        gettext_lazy("The moves are taken back."),
        gettext_lazy("The tablet is asked to take the moves back."),
    ),
    "position": BoardTool(
        lambda fields: {"position": f"{fields.get('ranks', '').strip()} {fields.get('turn', '')}"},
        gettext_lazy("The position is set."),
        gettext_lazy("The tablet is asked to set the position."),
    ),
    "rule": BoardTool(
        lambda fields: {"winner": fields.get("winner") or None, "ending": "ruling"},
        gettext_lazy("The game is decided."),
        gettext_lazy("The game is decided."),
    ),
    "reopen": BoardTool(
        lambda fields: {},
        gettext_lazy("The game is open again, and paused."),
        gettext_lazy("The game is open again, and paused."),
    ),
}


def tool(verb: str) -> View:
    """Make the view of one tool, open to users who have the verb's right on this board."""

    @on_press(verb, game_at, "desk-board")
    def use(request: PageRequestOn[MatchGame]) -> str:
        answer = record(
            game_id=live_game(request.thing).pk,
            request=asked_request(verb, request.POST),
            actor=request.actor,
            stamp_ms=stamp_ms(),
        )
        if answer.refused:
            raise answer.refused
        return str(TOOLS[verb].asked if answer.instruction else TOOLS[verb].done)

    return use


def asked_request(verb: str, fields: Fields) -> Request:
    """Read the request to the referee from a form; faults say which field cannot be read."""
    return parse_request({"type": verb, "reason": _reason(fields), **TOOLS[verb].body(fields)})


def live_game(board: MatchGame) -> Game:
    if board.game is None:
        raise Http404
    return board.game


@dataclass(frozen=True, slots=True)
class ClockPreview:
    """The clocks as a form that is not sent yet would change them."""

    fields: Fields
    words: str
    refused: Fault | None = None

    @property
    def sentence(self) -> str:
        return wording.sentence(self.refused) if self.refused else ""


def clock_preview(game: Game, fields: Fields) -> ClockPreview | None:
    """Judge a change of the clocks as it would be now, on the clocks known here; change nothing."""
    if not fields.get("minutes") and not fields.get("seconds"):
        return None
    state = game.state_now()
    try:
        request = asked_request("adjust", fields)
        assert isinstance(request, Adjust)
        request = replace(request, reason=request.reason or "-")
        past = [load_event(row) for row in game.events.values_list("data", flat=True)]
        at_ms = max(stamp_ms(), state.at_ms)
        event = decide(state, request, at_ms, past if needs_past(state, request) else ()).event
    except Fault as refused:
        return ClockPreview(fields, "", refused)
    assert isinstance(event, e.Adjusted)
    changed = GameWords(game).clock_changes(event.before, event.clock, event.at_ms)
    return ClockPreview(fields, changed or _("Nothing would change."))


@on_press("rule", game_at, "desk-board")
def call_off(request: PageRequestOn[MatchGame]) -> str:
    """Call the game on this board off: it leaves the table and does not count, its log stays."""
    taking_back.call_off(actor=request.actor, match_game=request.thing, reason=_reason(request.POST))
    return _("The game is called off. The board waits for a result, or for a new game.")


@on_press("rule", game_at, "desk-board")
def open_again(request: PageRequestOn[MatchGame]) -> str:
    """Open a new game on a board whose game was called off."""
    taking_back.open_again(actor=request.actor, match_game=request.thing, now_ms=stamp_ms())
    return _("A new game waits for its start.")


@right("adopt_late_entries", thing=game_at)
@require_POST
def adopt(request: PageRequestOn[MatchGame], match_game_id: int, epoch: int) -> HttpResponse:
    """Adopt what the former tablet played: the game goes on from there."""
    with report_outcome(request, _("Adopted: the game stands as that tablet played it, and is paused.")):
        late_entries.adopt(live_game(request.thing).pk, epoch, request.actor)
    return redirect("desk-board", request.thing.pk)


@right("adopt_late_entries", thing=game_at)
@require_POST
def set_aside(request: PageRequestOn[MatchGame], match_game_id: int, epoch: int) -> HttpResponse:
    """Reject what the former tablet played: the game stays as it is, the entries stay in the log."""
    with report_outcome(request, _("Set aside. The game stands as it is.")):
        late_entries.set_aside(
            live_game(request.thing).pk, epoch, request.actor, reason=_reason(request.POST)
        )
    return redirect("desk-board", request.thing.pk)
