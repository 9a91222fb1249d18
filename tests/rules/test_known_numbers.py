"""The known numbers of docs/rules.md, by the package and by the plain oracle."""

import random

import pytest

from games.rules import Position, find_lines_made
from games.rules.outcome import NO_LINES
from tests.rules import plain
from tests.tools.bench import rules as benchmark


def perft(position, depth):
    """Count all legal sequences of so many plies: none continues after a line; a forced pass is a ply."""
    if depth == 0:
        return 1
    if position.is_stuck:
        return perft(position.after_pass(), depth - 1)
    moves = position.moves()
    if depth == 1:
        return len(moves)
    positions = [position.play(move) for move in moves]
    return sum(perft(after, depth - 1) for after in positions if find_lines_made(position, after) is NO_LINES)


@pytest.mark.parametrize(
    ("seats", "depth", "count"),
    [
        (2, 0, 1),
        (2, 1, 44),
        (2, 2, 1_836),
        (2, 3, 76_596),
        (2, 4, 3_018_100),
        (4, 1, 88),
        (4, 2, 7_344),
        (4, 3, 595_264),
    ],
)
def test_the_known_numbers_of_sequences(seats, depth, count):
    assert perft(Position.initial(seats), depth) == count


@pytest.mark.parametrize(("seats", "count"), [(2, 76_596), (4, 595_264)])
def test_the_plain_rules_know_the_same_numbers(seats, count):
    assert plain.perft(plain.Game.start(seats), 3) == count


def test_no_sequence_goes_on_after_a_line():
    before = Position.parse("...../...../...../...../XXXX. X")
    assert perft(before, 1) == 44
    cut_off = sum(perft(before.play(move), 1) for move in before.moves()) - perft(before, 2)
    assert cut_off == 5 * 31  # e2S, e3S, e4S, e5S and e1W end the game; O would have had 31 answers to each


def test_a_forced_pass_is_a_ply():
    stuck = Position.parse("NWSWN/W...S/S...W/W...S/SWNWS E")
    assert perft(stuck, 1) == 1
    assert perft(stuck, 2) == len(stuck.after_pass().moves())


def test_random_games_end_as_the_rules_say_they_do():
    """Two thirds with an own line, a third with the opponent's, one in sixty with both at once."""
    chance, count = random.Random(20), 3_000
    own = opponents = both = 0
    for _ in range(count):
        position, made = Position.initial(), NO_LINES
        while made is NO_LINES or not (made.own or made.opponent):
            after = position.play(chance.choice(position.moves()))
            made, position = find_lines_made(position, after), after
        own += not made.opponent
        opponents += bool(made.opponent)
        both += bool(made.own and made.opponent)
    assert 0.62 < own / count < 0.72
    assert 0.28 < opponents / count < 0.38
    assert 1 / 100 < both / count < 1 / 40


@pytest.mark.parametrize("seats", [2, 4])
def test_the_benchmark_plays_the_same_games_either_way(seats):
    for seed in range(20):
        ours = benchmark.play_ours(seats, random.Random(seed).random)
        assert ours == benchmark.play_plain(seats, random.Random(seed).random)
