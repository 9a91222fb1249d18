"""A game as far as the moves decide it: announcing, repetition, move limit, forced passes.

An immutable value that the referee and the adjudicator both step through. It keeps only the positions since
a blank cube was last taken: older ones cannot recur, because blanks never become more.
"""

from dataclasses import dataclass, replace

from games.rules.cells import Line
from games.rules.faults import IllegalMove
from games.rules.moves import Move
from games.rules.options import RuleSet
from games.rules.outcome import Ending, LinesMade, Outcome, judge
from games.rules.position import Position
from games.rules.seats import Seat, Side

Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """One moment of a game.

    >>> play = Play.begin(Position.parse("...../...../...../...../XXXX. X"))
    >>> str(play.move(Move.parse("e2S")).outcome)
    'X line'
    """

    position: Position
    rules: RuleSet
    ply: int = 0  # single moves made; a forced pass is none
    quiet: int = 0  # how many of them since a blank cube was taken
    seen: Keys = ()  # keys since then, of positions whose seat could move
    mover: Seat | None = None  # who made the last move
    uncalled: tuple[Line, ...] = ()  # what that mover's side may still call
    outcome: Outcome | None = None

    @classmethod
    def begin(cls, position: Position, rules: RuleSet | None = None) -> "Play":
        """From any position; counts for repetition and limits start here."""
        rules = rules or RuleSet()
        return cls(position, rules, seen=_noted((), position, rules)[0])

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def must_pass(self) -> bool:
        return self.outcome is None and self.position.is_stuck

    def move(self, move: Move, by: Seat | None = None) -> "Play":
        """The game after a move (by a certain seat, if that is to be checked), or IllegalMove."""
        before, rules = self.position, self.rules
        if self.outcome is not None:
            raise IllegalMove("game-over")
        if by is not None and by is not before.seat:
            raise IllegalMove("not-your-turn", seat=by, turn=before.seat)
        after = before.play(move)
        made = judge(before, after)
        if move.call and not made.own:
            raise IllegalMove("no-line-to-call")
        called = move.call or not rules.must_call
        blank = after.blanks < before.blanks
        quiet = 0 if blank else self.quiet + 1
        seen, repeated = _noted(() if blank else self.seen, after, rules)
        outcome = _won(made, before.seat.side, called) or repeated or _limited(quiet, rules)
        uncalled = () if called else made.own
        return Play(after, rules, self.ply + 1, quiet, seen, before.seat, uncalled, outcome)

    def call(self, by: Seat) -> "Play":
        """The announcement after the move, by the mover or the partner, before the next move is made."""
        if self.outcome is not None:
            raise IllegalMove("game-over")
        if self.mover is None or not self.uncalled:
            raise IllegalMove("no-line-to-call")
        if by.side is not self.mover.side:
            raise IllegalMove("not-your-line", seat=by)
        return replace(self, uncalled=(), outcome=Outcome(by.side, Ending.LINE, self.uncalled))

    def passed(self) -> "Play":
        """The forced pass: no move, and it leaves the time to call open (RULES, two players 7)."""
        if self.outcome is not None:
            raise IllegalMove("game-over")
        after = self.position.passed()
        seen, repeated = _noted(self.seen, after, self.rules)
        return replace(self, position=after, seen=seen, outcome=repeated)

    def settled(self) -> "Play":
        """After every pass that is forced now. One of the seats can always move, so this ends."""
        play = self
        while play.must_pass:
            play = play.passed()
        return play


def _won(made: LinesMade, mover: Side, called: bool) -> Outcome | None:
    """RULES, two players 6 and 7: the opponent's line loses by itself, an own line wins once it is called."""
    if made.opponent:
        return Outcome(mover.opponent, Ending.OPPONENT_LINE, made.opponent)
    if made.own and called:
        return Outcome(mover, Ending.LINE, made.own)
    return None


def _noted(seen: Keys, position: Position, rules: RuleSet) -> tuple[Keys, Outcome | None]:
    """RULES, two players 8: cubes, dots and seat to move are the same, and that seat can move.

    A position whose seat cannot move is not counted: the one after the pass is.
    """
    if not rules.repetition or position.is_stuck:
        return seen, None
    key = position.key
    drawn = seen.count(key) + 1 >= rules.repetition
    return (*seen, key), Outcome(None, Ending.REPETITION) if drawn else None


def _limited(quiet: int, rules: RuleSet) -> Outcome | None:
    return Outcome(None, Ending.MOVE_LIMIT) if 0 < rules.move_limit <= quiet else None
