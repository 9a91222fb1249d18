"""The page of one board for the arbiter: the live game, its clocks, its log and the tools."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from games import clock, wording
from games.access.permissions import PageRequestOn, right
from games.audit_log.names import look_up_names
from games.live.presence import devices
from games.models import Game, Instruction
from games.protocol.downward import state_message
from games.protocol.upward import parse_request
from games.referee import Keeper, State
from games.replays import frames_of
from games.rules import Seat, Side
from games.services import offline_review
from games.services.faults import NotRecorded
from games.services.late_entries import LateSequence, LateStep, late_sequences
from games.services.locked_game import ABSENT
from games.services.many_games import HALL
from games.services.table_entries import custody_of
from games.snapshot import read_only_page
from games.timekeeping import stamp_ms
from games.views.faces import arrange_faces, faces_of, own_time
from games.views.game_log import GameWords, drift_sums, lag_sums, log_lines
from games.views.seating import seated_players, side_names, title, verdict
from tournament.models import MatchGame
from tournament.services.results import disagreements
from tournament.views.desk import offline
from tournament.views.desk.board_tools import clock_preview
from tournament.views.desk.desk_page import desk_page
from tournament.views.desk.disputes import read_dispute
from tournament.views.desk.lookups import game_at

# Enough to see the outcome of the latest instructions.
INSTRUCTIONS_SHOWN = 6


@right("see_desk", thing=game_at)
@read_only_page
def board_page(request: PageRequestOn[MatchGame], match_game_id: int) -> HttpResponse:
    """Show the board; `?seat=X&how=add&minutes=1` previews a change of the clocks."""
    board = request.thing
    differing = disagreements.disagreements(pk=board.pk)
    context: dict[str, Any] = {
        "board": board,
        "match": board.match,
        "game": board.game,
        "disputes": [read_dispute(*each) for each in differing],
    }
    if board.game is not None:
        context |= _of_game(request, board.game)
    return desk_page(request, "desk/board.html", board.match.round.stage.tournament, **context)


def _of_game(request: PageRequestOn[MatchGame], game: Game) -> dict[str, Any]:
    state, frames = game.state_now(), frames_of(game)
    bottom = Seat.S if game.seats == 4 else Seat(game.first)
    winner, reason = verdict(game, state.outcome)
    words = GameWords(game)
    is_open = not game.voided and state.outcome is None
    marks = set(offline_review.unreviewed_events().filter(game=game).values_list("suspect", flat=True))
    return {
        "title": title(game),
        "state": state,
        "is_open": is_open,
        "winner": winner,
        "reason": reason,
        **arrange_faces(faces_of(game, state), bottom),
        "position": str(state.position) if state.position else "",
        "ranks": str(state.position).rpartition(" ")[0] if state.position else "",
        "seated_players": seated_players(game),
        "names_x": side_names(game, Side.X),
        "names_o": side_names(game, Side.O),
        "plies": [
            (frame.ply - 1, words.move_text(frame.seat, frame.move) if frame.move else words.name(frame.seat))
            for frame in reversed(frames)
            if frame.seat
        ],
        "pauses": [] if not is_open else [each for each in state.clock.pauses if each != HALL],
        "for_the_hall": is_open and HALL in state.clock.pauses,
        "has_game_clock": state.clock.game_ms is not None,
        "preview": clock_preview(game, request.GET.dict()) if is_open else None,
        "tablet": _tablet(game),
        "instructions": _instructions(game, words),
        "offline": offline.decisions([game.pk]).get(game.pk, []) if marks and not game.voided else [],
        "times_differ": not game.voided and not marks.isdisjoint(offline_review.TIMES),
        "was_absent": not game.voided and ABSENT in marks,
        "drift_sums": drift_sums(game),
        "late": [_late_view(game, each, words) for each in late_sequences(game)],
        "clocks_now": _clocks(game, state),
        "log": log_lines(game),
        "lag_sums": lag_sums(game),
        "config": {"code": game.code, "state": state_message(game, now_ms=stamp_ms())},
    }


@dataclass(frozen=True, slots=True)
class TabletView:
    """The tablet of a table's game: whether it keeps the game, and whether it is connected."""

    keeps: bool
    at_the_desk: bool
    taken_ms: int
    online: bool
    since_ms: int | None

    @property
    def is_away(self) -> bool:
        return self.keeps and not self.online


def _tablet(game: Game) -> TabletView | None:
    if game.keeper != Keeper.TABLE:
        return None
    held, seen = custody_of(game), devices.presence.of(game.pk)["table"]
    return TabletView(
        keeps=held is not None and bool(held.holder),
        at_the_desk=held is not None and not held.holder,
        taken_ms=held.taken_ms if held else 0,
        online=bool(seen and seen["online"]),
        since_ms=seen["since_ms"] if seen else None,
    )


@dataclass(frozen=True, slots=True)
class WishView:
    """An instruction to a tablet, and its outcome."""

    words: str
    who: str
    given_ms: int
    done_ms: int | None
    refusal: str


def _instructions(game: Game, words: GameWords) -> list[WishView]:
    found = list(Instruction.objects.filter(game=game).order_by("-pk")[:INSTRUCTIONS_SHOWN])
    names = look_up_names(each.actor for each in found)
    return [
        WishView(
            words=words.describe_request(parse_request(each.body)),
            who=names[each.actor],
            given_ms=each.given_ms,
            done_ms=each.done_ms,
            refusal=_refusal_words(each),
        )
        for each in found
    ]


def _refusal_words(wish: Instruction) -> str:
    if not wish.refusal:
        return ""
    if wish.refusal not in NotRecorded.sentences:
        return wish.refusal
    return wording.sentence(NotRecorded(wish.refusal, **wish.params))


@dataclass(frozen=True, slots=True)
class LateStepView:
    """One late entry: in words, drawn, with the clocks after it, or why it does not follow."""

    words: str
    position: str
    clocks: tuple[tuple[str, str], ...]
    refusal: str
    verdict: str


@dataclass(frozen=True, slots=True)
class LateView:
    epoch: int
    received_ms: int
    steps: tuple[LateStepView, ...]
    why_not: str
    refused_by_the_rules: bool  # made while the tablet kept the game


def _late_view(game: Game, late: LateSequence, words: GameWords) -> LateView:
    return LateView(
        late.epoch,
        late.received_ms,
        tuple(_late_step(game, step, words) for step in late.steps),
        wording.sentence(late.why_not) if late.why_not else "",
        late.why_not is not None and late.why_not.code == "refused-by-the-rules",
    )


def _late_step(game: Game, step: LateStep, words: GameWords) -> LateStepView:
    after = step.after
    return LateStepView(
        words=words.describe_request(step.request),
        position=str(after.position) if after and after.position else "",
        clocks=_clocks(game, after) if after else (),
        refusal=wording.sentence(step.refused) if step.refused else "",
        verdict=": ".join(filter(None, verdict(game, after.outcome))) if after and after.outcome else "",
    )


def _clocks(game: Game, state: State) -> tuple[tuple[str, str], ...]:
    """Return the side and time of each player, as the clocks were right after the entry."""
    reading = clock.read_clock(state.clock, state.at_ms)
    return tuple((each.side.value, own_time(reading.face(each.seat))) for each in seated_players(game))
