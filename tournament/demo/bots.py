"""Bots that play the games of the demo. They look one move ahead.

Each choice follows from a seed and the state of the game: the same seed plays the same games.
"""

import random

from games.access.permissions import SYSTEM
from games.models import Game
from games.referee import Request, State, Status
from games.referee import requests as r
from games.rules import Move, Position, judge
from games.services.recording import record
from games.timekeeping import stamp_ms

THINKS_MS = (2_000, 14_000)


def choose(position: Position, dice: random.Random) -> Move:
    """Choose a legal move: one that makes a line if there is one, else one that gives the opponents none."""
    moves = list(position.moves())
    dice.shuffle(moves)
    made = {move: judge(position, position.play(move)) for move in moves}
    wins = [move for move in moves if made[move].own and not made[move].opponent]
    if wins:
        return wins[0].called()
    return next((move for move in moves if not made[move].opponent), moves[0])


def bot_move(game: Game, seed: int = 1, *, now_ms: int | None = None) -> bool:
    """Make the next step of a game. Give False if there is none: it is over, paused, or called off."""
    request = _wish(game.state_now(), _dice(seed, game))
    if request is None or game.voided:
        return False
    stamp = stamp_ms() if now_ms is None else now_ms
    answer = record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=stamp)
    game.refresh_from_db()
    return answer.refused is None


def think_ms(seed: int, game: Game) -> int:
    return _dice(seed, game).randint(*THINKS_MS)


def _wish(state: State, dice: random.Random) -> Request | None:
    if state.status is Status.WAITING:
        return r.Start()
    if state.status is not Status.RUNNING:
        return None
    if state.position is None:
        return r.Press(state.seat, state.ply)
    return r.MakeMove(state.seat, state.ply, choose(state.position, dice))


def _dice(seed: int, game: Game) -> random.Random:
    names = sorted(str(who.get("name", "")) for who in game.players.values())
    return random.Random(f"{seed}:{names}:{game.seq}")  # noqa: S311  (a game for show, not a secret)
