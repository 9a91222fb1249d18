"""Let bots play the boards of the demo, and close and publish its rounds.

The next step follows from the state of a game and its time, so any process may take it,
and two at once do no harm. The bots look one move ahead; the same seed plays the same games.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from django.db import connections

from games.access.permissions import SYSTEM
from games.live import background
from games.models import Game
from games.referee import Request, State, Status
from games.referee import requests as r
from games.rules import Move, Position, find_lines_made
from games.services.lost_time import OUTAGE
from games.services.recording import record
from games.timekeeping import stamp_ms
from tournament.formats.format import PairingRefused
from tournament.models import DemoKind, DemoThing, Match, Round, RoundStatus, StageStatus, Tournament
from tournament.services.backup import copies
from tournament.services.faults import StepRefused
from tournament.services.pairing import drafts
from tournament.services.results import entering
from tournament.services.rounds import lifecycle

logger = logging.getLogger(__name__)

SEED = 5
THINKS_MS = (2_000, 14_000)
BREAK_MS = 60_000  # between a round's last result and the next pairings
TICK_S, IDLE_S = 0.5, 5  # between two looks while there is a demo, and while there is none


@background.service
@asynccontextmanager
async def play_in_background() -> AsyncIterator[None]:
    """Let the bots of a demo that was loaded in the browser play while the server runs."""

    async def play_repeatedly() -> None:
        while True:
            alive = await asyncio.to_thread(play)
            await asyncio.sleep(TICK_S if alive else IDLE_S)

    async with background.tasks(play_repeatedly()):
        yield


def play() -> bool:
    """Look once, in a thread of its own. Return whether there is a demo to look after."""
    try:
        if not DemoThing.objects.filter(kind=DemoKind.PLAYING).exists():
            return False
        step(stamp_ms())
    except Exception:
        logger.exception("the demo could not go on")
        return False
    finally:
        connections.close_all()
    return True


def step(now_ms: int) -> None:
    """Make every move and close or publish every round that is due.

    A game or tournament that fails is logged and stops no other.
    """
    tournaments = list(demo_tournaments())
    games = Game.objects.live().filter(topic__in=[each.scope for each in tournaments])
    # The season, which is entered at the desk, waits for people.
    live_tournaments = [each for each in tournaments if each.live]
    for thing in (*games, *live_tournaments):
        try:
            if isinstance(thing, Game):
                _advance_game(thing, now_ms)
            else:
                _advance_round(thing, now_ms)
        except Exception:
            logger.exception("%s of the demo could not go on", thing.scope)


def demo_tournaments() -> Iterable[Tournament]:
    """Find the tournaments of the demo, without those of past club evenings."""
    ids = DemoThing.objects.filter(kind=DemoKind.TOURNAMENT).values("number")
    evenings = {"evening_of_twos": None, "evening_of_fours": None}
    return Tournament.objects.filter(pk__in=ids, **evenings).order_by("pk")


def play_out(game: Game, from_ms: int, until_ms: int) -> None:
    """Play a game from its start to its end, or as far as the time allows."""
    at_ms = from_ms
    bot_move(game, now_ms=at_ms)
    while game.status == Status.RUNNING and (at_ms := at_ms + think_ms(game)) <= until_ms:
        bot_move(game, now_ms=at_ms)


def choose(position: Position, dice: random.Random) -> Move:
    """Choose a legal move: one that makes a line, or otherwise one that gives the opponents none."""
    moves = list(position.moves())
    dice.shuffle(moves)
    made = {move: find_lines_made(position, position.play(move)) for move in moves}
    wins = [move for move in moves if made[move].own and not made[move].opponent]
    if wins:
        return wins[0].with_call()
    return next((move for move in moves if not made[move].opponent), moves[0])


def bot_move(game: Game, seed: int = SEED, *, now_ms: int) -> bool:
    """Make the next move of a game. Return False if it is over, paused or called off."""
    request = _next_request(game.state_now(), _dice(game, seed))
    if request is None or game.voided:
        return False
    answer = record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=now_ms)
    game.refresh_from_db()
    return answer.refused is None


def think_ms(game: Game, seed: int = SEED) -> int:
    return _dice(game, seed).randint(*THINKS_MS)


def _next_request(state: State, dice: random.Random) -> Request | None:
    if state.status is Status.WAITING:
        return r.Start()
    if state.status is not Status.RUNNING:
        return None
    if state.position is None:
        return r.Press(state.seat, state.ply)
    return r.MakeMove(state.seat, state.ply, choose(state.position, dice))


def _dice(game: Game, seed: int) -> random.Random:
    names = sorted(str(who.get("name", "")) for who in game.players.values())
    return random.Random(f"{seed}:{names}:{game.seq}")  # noqa: S311  (a game for show, not a secret)


def _advance_game(game: Game, now_ms: int) -> None:
    """Move if it is time, or resume a game that the server paused after an outage, since no arbiter does."""
    state = game.state_now()
    if OUTAGE in state.clock.pauses:
        record(game_id=game.pk, request=r.Resume(OUTAGE), actor=SYSTEM, stamp_ms=now_ms)
        return
    due_ms = state.at_ms + think_ms(game)
    if game.status == Status.WAITING:  # until people have found their seats
        starts = Round.objects.filter(matches__games__game=game).values_list("starts_ms", flat=True).first()
        due_ms = (starts or game.created_ms) + 2 * think_ms(game)
    if now_ms >= due_ms:
        bot_move(game, now_ms=now_ms)


def _advance_round(tournament: Tournament, now_ms: int) -> None:
    """Close a round whose results are in; after a break publish the next."""
    stage = tournament.stages.filter(status=StageStatus.RUNNING).order_by("number").first()
    last = Round.objects.filter(stage=stage).order_by("-number").first() if stage else None
    if stage is None or last is None:
        return
    with copies.switched_off():
        try:
            if last.status == RoundStatus.PUBLISHED and not Match.objects.open().filter(round=last).exists():
                lifecycle.close(actor=SYSTEM, round_=last, now_ms=now_ms)
                return
            if last.status == RoundStatus.CLOSED and now_ms >= (last.closed_ms or 0) + BREAK_MS:
                draft = drafts.draft(actor=SYSTEM, stage=stage)
                lifecycle.publish(actor=SYSTEM, round_=draft, version=draft.version, now_ms=now_ms)
                return
        except (StepRefused, PairingRefused):
            return  # staff play along at the desk, or nothing is left to do
    entering.apply_missed_results(now_ms=now_ms)
