"""Players without ambition, so that there is something to look at: they see a line in one move, no further.

Everything is drawn from a seed and from where the game stands: the same seed plays the same games.
"""

import heapq
import random
import time
from collections.abc import Callable, Iterable

from games import services
from games.access.permissions import SYSTEM
from games.models import Game
from games.referee import Request, State, Status
from games.referee import requests as r
from games.rules import Move, Position, Seat, judge
from games.timekeeping import stamp_ms

THINKS_MS = (2_000, 14_000)
# Seats, names in the order of play, clock, and how many moves have been made when somebody looks in.
TABLES = (
    (("Mira", "Jonas"), "10+5", 14),
    (("Ines", "Henrik"), "5", 9),
    (("Pavel", "Lotte"), "m30", 0),
    (("Nadia", "Emil", "Sofia", "Willem"), "15", 11),
)


def choose(position: Position, dice: random.Random) -> Move:
    """A legal move: an own line if there is one, else any that gives the opponents none."""
    moves = list(position.moves())
    dice.shuffle(moves)
    made = {move: judge(position, position.play(move)) for move in moves}
    wins = [move for move in moves if made[move].own and not made[move].opponent]
    if wins:
        return wins[0].called()
    return next((move for move in moves if not made[move].opponent), moves[0])


def bot_move(game: Game, seed: int = 1, *, now_ms: int | None = None) -> bool:
    """One step for whoever has to do something; False when nobody has: over, paused, or called off."""
    request = _wish(game.state_now(), _dice(seed, game))
    if request is None or game.voided:
        return False
    stamp = stamp_ms() if now_ms is None else now_ms
    answer = services.record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=stamp)
    game.refresh_from_db()
    return answer.refused is None


def open_demo_games(seed: int = 1, *, now_ms: int | None = None) -> list[Game]:
    """Quick games under way, without any tournament around them."""
    games = []
    for names, control, plies in TABLES:
        seats = Seat.of(len(names))
        began_ms = (stamp_ms() if now_ms is None else now_ms) - (plies + 1) * THINKS_MS[1]
        game = services.open_game(
            rules="",
            control=control,
            first=seats[0],
            seats=len(names),
            players={seat.value: {"name": name} for seat, name in zip(seats, names, strict=True)},
            casual=True,
            created_by=SYSTEM.who,
            now_ms=began_ms,
        )
        at_ms = began_ms
        while game.ply < plies and bot_move(game, seed, now_ms=at_ms):
            at_ms += think_ms(seed, game)
        games.append(game)
    return games


def play_on(
    seed: int,
    games: Iterable[Game],
    *,
    now: Callable[[], int] = stamp_ms,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Let the bots play these games in real time until each of them is over, or has to wait for a person."""
    waiting = [(now() + think_ms(seed, game), game.pk) for game in games]
    heapq.heapify(waiting)
    while waiting:
        due_ms, pk = heapq.heappop(waiting)
        sleep(max(0, due_ms - now()) / 1000)
        game = Game.objects.get(pk=pk)
        if bot_move(game, seed, now_ms=now()):
            heapq.heappush(waiting, (now() + think_ms(seed, game), pk))


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
