"""Record a move at ply 10 and at ply 300 of games without a line: same queries, nearly the same time."""

import random
import statistics
import time

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext, setup_databases, teardown_databases

from games.referee import requests as r
from games.rules import Position, Seat, find_lines_made
from games.services.opening import open_game
from games.services.recording import record

PLIES = (10, 300)
GAMES = 7
MOVES = 20  # measured at each ply
SEED = 5


def run(say):
    config = setup_databases(verbosity=0, interactive=False)
    try:
        _measure(say)
    finally:
        teardown_databases(config, verbosity=0)


def _measure(say):
    chance = random.Random(SEED)
    longest = max(PLIES) + MOVES
    early, late, queries = [], [], {}
    for _ in range(GAMES):  # by turns, so that a busy machine slows both
        moves = quiet_game(chance, longest)
        games = {ply: opened_at(ply, moves) for ply in PLIES}
        for times, ply in zip((early, late), PLIES, strict=True):
            milliseconds, counted = timed(games[ply], ply, moves)
            times.append(milliseconds)
            queries.setdefault(ply, set()).update(counted)
    ratio = statistics.median(slow / fast for fast, slow in zip(early, late, strict=True))
    counts = {ply: "/".join(map(str, sorted(found))) for ply, found in queries.items()}
    say(
        f"a move at ply {PLIES[1]} takes {ratio:.2f} times as long as at ply {PLIES[0]} (at most 1.3): "
        f"{statistics.median(late):.2f} ms and {statistics.median(early):.2f} ms; "
        f"queries {counts[PLIES[1]]} and {counts[PLIES[0]]} ({connection.vendor})"
    )


def quiet_game(chance, length):
    """Return random moves that make no line and repeat no position three times, the same in every run."""
    while True:
        position, moves, seen = Position.initial(), [], {}
        while len(moves) < length:
            found = [move for move in position.moves() if _goes_on(position, move, seen)]
            if not found:
                break
            moves.append(chance.choice(found))
            position = position.play(moves[-1])
            seen[position.key] = seen.get(position.key, 0) + 1
        else:
            return moves


def _goes_on(position, move, seen):
    after = position.play(move)
    made = find_lines_made(position, after)
    return not made.own and not made.opponent and seen.get(after.key, 0) < 2


def opened_at(ply, moves):
    players = {seat: {"name": "", "ref": ""} for seat in "XO"}
    game = open_game(rules="", control="30+10", first="X", seats=2, players=players, now_ms=0)
    record(game_id=game.pk, request=r.Start(), actor="user:1", stamp_ms=0, nonce="start")
    with transaction.atomic():  # one commit for all moves before
        for number in range(ply):
            move(game.pk, number, moves)
    return game.pk


def move(game_id, ply, moves):
    answer = record(
        game_id=game_id,
        request=r.MakeMove(Seat("XO"[ply % 2]), ply, moves[ply]),
        actor="user:1",
        stamp_ms=1_000 * (ply + 1),
        nonce=f"move-{ply}",
    )
    assert answer.seq == ply + 2, answer


def timed(game_id, first, moves):
    """Return the median of a move in milliseconds, and the number of queries of each."""
    times, counts = [], set()
    for ply in range(first, first + MOVES):
        # Queries are counted on every other move: counting slows the one that is counted.
        if ply % 2:
            with CaptureQueriesContext(connection) as captured:
                move(game_id, ply, moves)
            counts.add(len(captured))
            continue
        begun = time.perf_counter()
        move(game_id, ply, moves)
        times.append((time.perf_counter() - begun) * 1_000)
    return statistics.median(times), counts
