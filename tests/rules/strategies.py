"""Positions and games for Hypothesis: any board at all, and boards that play really reaches."""

from hypothesis import strategies as st

from games.rules import Move, Play, Position, RuleSet, Seat, Side, find_lines_made
from games.rules.cells import LINES, mask
from games.rules.moves import EVERY_MOVE
from games.rules.options import READERS, Announce, Conferring, FirstSymbol, GameLimit

seats = st.sampled_from([2, 4])


@st.composite
def positions(draw, seats=seats):
    """Make any cubes, with or without lines, and any seat to move; often crowded, to stress the rules."""
    table = Seat.of(draw(seats))
    letters = draw(st.sampled_from([("", *table), (*table,), ("", *table, table[0])]))
    cubes = draw(st.lists(st.sampled_from(letters), min_size=25, max_size=25))
    ranks = ["".join(cube or "." for cube in cubes[start : start + 5]) for start in range(0, 25, 5)]
    return Position.parse(f"{'/'.join(ranks)} {draw(st.sampled_from(table))}")


moves = st.sampled_from(sorted(EVERY_MOVE)).map(Move.parse)

rule_sets = st.builds(
    RuleSet,
    announce=st.sampled_from(Announce),
    repetition=st.sampled_from([0, 2, 3, 5]),
    move_limit=st.sampled_from([0, 1, 6, 80]),
    first_symbol=st.sampled_from(FirstSymbol),
    draw_offers=st.booleans(),
    conferring=st.sampled_from(Conferring),
    game_limit=st.sampled_from(GameLimit),
)
assert len(READERS) == 7, "a new option belongs into rule_sets"


@st.composite
def games(draw, seats=seats, rules=rule_sets, most=60):
    """Play a legal game from the opening: every state of it, and the words of its record.

    In two of three games all seats work for one side, because random moves hardly ever make a winner.
    """
    game = Play.begin(Position.initial(draw(seats)), draw(rules))
    aim = draw(st.sampled_from([None, *Side]))
    states, words = [game], []
    for choice in draw(st.lists(st.integers(0, 10_000), min_size=most if aim else 1, max_size=most)):
        if game.is_over:
            break
        if game.must_pass:
            game, word = game.after_pass(), None
        else:
            legal = game.position.moves()
            if aim:
                legal = best_moves(game.position, legal, aim)
            word = legal[choice % len(legal)]
            if choice % 3 and find_lines_made(game.position, game.position.play(word)).own:
                word = word.with_call()
            game = game.move(word)
        states.append(game)
        words.append(word)
    return states, words


def best_moves(position, legal, side):
    """Choose the moves after which this side comes nearest to a line."""
    filled = [fullest_line(position.play(move), side) for move in legal]
    return [move for move, cubes in zip(legal, filled, strict=True) if cubes == max(filled)]


def fullest_line(position, side):
    """Count the cubes of this side in the line that has the most of them."""
    return max((position.marks(side) & mask(line)).bit_count() for line in LINES)
