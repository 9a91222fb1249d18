"""The rules once more in plain code: a list of letters, whole lines compared.

The oracle of the tests and the baseline of the benchmark: straightforward, with constants computed once.
"""

from itertools import pairwise

SIDES = {"X": "X", "O": "O", "N": "X", "S": "X", "E": "O", "W": "O", ".": "."}
TABLES = {2: ["X", "O"], 4: ["N", "E", "S", "W"]}
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}

ROWS = [[5 * rank + file for file in range(5)] for rank in range(5)]
COLUMNS = [[5 * rank + file for rank in range(5)] for file in range(5)]
LINES = [*ROWS, *COLUMNS, [0, 6, 12, 18, 24], [4, 8, 12, 16, 20]]
RIM = [cell for cell in range(25) if cell % 5 in (0, 4) or cell // 5 in (0, 4)]


def way(cell, edge):
    """List the cells from where the cube is taken to where it comes back."""
    line = COLUMNS[cell % 5] if edge in "NS" else ROWS[cell // 5]
    if edge in "SW":
        line = line[::-1]
    return line[line.index(cell) :]


WAYS = {(cell, edge): way(cell, edge) for cell in RIM for edge in "NESW"}
EDGES = {cell: [edge for edge in "NESW" if len(WAYS[cell, edge]) > 1] for cell in RIM}


class Game:
    """A board of letters (25, from a1), the seats in order of play, and the index of the one to move."""

    def __init__(self, board, seats, turn):
        self.board, self.seats, self.turn = board, seats, turn

    @classmethod
    def start(cls, seats=2):
        return cls(["."] * 25, TABLES[seats], 0)

    def moves(self):
        me = self.seats[self.turn]
        dots = [me, PARTNER[me]] if me in PARTNER else [None]
        board = self.board
        return [
            (cell, edge, dot)
            for cell in RIM
            if board[cell] == "." or board[cell] == me
            for edge in EDGES[cell]
            for dot in dots
        ]

    def play(self, move):
        cell, edge, dot = move
        me = self.seats[self.turn]
        if cell not in EDGES or edge not in EDGES[cell] or self.board[cell] not in (".", me):
            raise ValueError(move)
        if dot not in ((me, PARTNER[me]) if me in PARTNER else (None,)):
            raise ValueError(move)
        board = list(self.board)
        cells = WAYS[cell, edge]
        for here, there in pairwise(cells):
            board[here] = board[there]
        board[cells[-1]] = dot or me
        return Game(board, self.seats, (self.turn + 1) % len(self.seats))

    def after_pass(self):
        return Game(self.board, self.seats, (self.turn + 1) % len(self.seats))

    def made(self, after):
        """Find the lines of each side that are complete after a move and were not before."""
        before_sides = [SIDES[cube] for cube in self.board]
        after_sides = [SIDES[cube] for cube in after.board]
        lines = {"X": [], "O": []}
        for line in LINES:
            side = after_sides[line[0]]
            if side == "." or any(after_sides[cell] != side for cell in line):
                continue
            if any(before_sides[cell] != side for cell in line):
                lines[side].append(line)
        return lines

    def text(self):
        ranks = ["".join(self.board[cell] for cell in row) for row in reversed(ROWS)]
        return f"{'/'.join(ranks)} {self.seats[self.turn]}"


def perft(game, depth):
    if depth == 0:
        return 1
    moves = game.moves()
    if not moves:
        return perft(game.after_pass(), depth - 1)
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after = game.play(move)
        lines = game.made(after)
        if not lines["X"] and not lines["O"]:
            count += perft(after, depth - 1)
    return count
