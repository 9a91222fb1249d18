"""Measure a random move with everything (generate all, play one, judge it) against the plain rules."""

import random
import statistics
import time

from games.rules import Position, find_lines_made
from tests.rules import plain

RUNS = 7
GAMES = 300


def run(say):
    for seats in (2, 4):
        assert plain.perft(plain.Game.start(seats), 2) == {2: 1_836, 4: 7_344}[seats]
        ours, theirs = [], []
        for seed in range(RUNS):  # by turns, so that a busy machine slows both
            ours.append(microseconds(play_ours, seats, seed))
            theirs.append(microseconds(play_plain, seats, seed))
        ratio = statistics.median(slow / fast for slow, fast in zip(theirs, ours, strict=True))
        say(
            f"{seats} players, random move (generate, play, judge): {statistics.median(ours):.2f} us, "
            f"plain version {statistics.median(theirs):.2f} us, ratio {ratio:.2f} (at least 2.5)"
        )


def microseconds(play, seats, seed):
    chance = random.Random(seed)
    begun = time.perf_counter()
    moves = sum(play(seats, chance.random) for _ in range(GAMES))
    return (time.perf_counter() - begun) * 1e6 / moves


def play_ours(seats, chance):
    position, count = Position.initial(seats), 0
    while True:
        moves = position.moves()
        if not moves:
            position = position.after_pass()
            continue
        after = position.play(moves[int(chance() * len(moves))])
        made = find_lines_made(position, after)
        position, count = after, count + 1
        if made.own or made.opponent:
            return count


def play_plain(seats, chance):
    game, count = plain.Game.start(seats), 0
    while True:
        moves = game.moves()
        if not moves:
            game = game.after_pass()
            continue
        after = game.play(moves[int(chance() * len(moves))])
        lines = game.made(after)
        game, count = after, count + 1
        if lines["X"] or lines["O"]:
            return count
