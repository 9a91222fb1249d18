"""A game as far as the moves decide it: announcing, repetition, move limit, forced passes.

An immutable value that the referee and the adjudicator both step through. It keeps only the positions since
a blank cube was last taken: older ones cannot recur, because blanks never become more.
"""

from dataclasses import dataclass, replace

from games.rules.cells import Line
from games.rules.errors import IllegalMove
from games.rules.moves import Move
from games.rules.options import RuleSet
from games.rules.outcome import Ending, Made, Outcome, judge
from games.rules.position import Position
from games.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Play:
    """One moment of a game.

    >>> play = Play.begin(Position.parse("...../...../...../...../XXXX. X"), RuleSet())
    >>> str(play.move(Move.parse("e2S")).outcome)
    'X line'
    """

    position: Position
    rules: RuleSet
    ply: int = 0  # single moves made; a forced pass is none
    quiet: int = 0  # of these, the last ones that took no blank cube
    seen: tuple[str, ...] = ()  # keys since a blank was taken, of positions whose seat could move
    mover: Seat | None = None  # who made the last move
    uncalled: tuple[Line, ...] = ()  # what that mover's side may still call
    outcome: Outcome | None = None

    @classmethod
    def begin(cls, position: Position, rules: RuleSet) -> "Play":
        """From any position; counts for repetition and limits start here."""
        return cls(position, rules)._noting_repetition()

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def must_pass(self) -> bool:
        return self.outcome is None and self.position.is_stuck

    def move(self, move: Move, by: Seat | None = None) -> "Play":
        """The game after a move (by a certain seat, if that is to be checked), or IllegalMove."""
        before = self.position
        if self.outcome is not None:
            raise IllegalMove("game-over")
        if by is not None and by is not before.seat:
            raise IllegalMove("not-your-turn", seat=by, turn=before.seat)
        after = before.play(move)
        made = judge(before, after)
        if move.call and not made.own:
            raise IllegalMove("no-line-to-call")
        blank = before.blank_taken(move)
        return Play(
            position=after,
            rules=self.rules,
            ply=self.ply + 1,
            quiet=0 if blank else self.quiet + 1,
            seen=() if blank else self.seen,
            mover=before.seat,
        )._judged(made, called=move.call or not self.rules.must_call)

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
        return replace(self, position=self.position.passed())._noting_repetition()

    def settled(self) -> "Play":
        """After every pass that is forced now. One of the seats can always move, so this ends."""
        play = self
        while play.must_pass:
            play = play.passed()
        return play

    def _judged(self, made: Made, *, called: bool) -> "Play":
        assert self.mover is not None
        side = self.mover.side
        if made.opponent:
            return replace(self, outcome=Outcome(side.opponent, Ending.OPPONENT_LINE, made.opponent))
        if made.own and called:
            return replace(self, outcome=Outcome(side, Ending.LINE, made.own))
        play = replace(self, uncalled=made.own) if made.own else self
        play = play._noting_repetition()
        if play.outcome is None and 0 < play.rules.move_limit <= play.quiet:
            return replace(play, outcome=Outcome(None, Ending.MOVE_LIMIT))
        return play

    def _noting_repetition(self) -> "Play":
        """RULES, two players 8: cubes, dots and seat to move are the same, and that seat can move."""
        if not self.rules.repetition or self.position.is_stuck:
            return self
        key = self.position.key
        drawn = self.seen.count(key) + 1 >= self.rules.repetition
        outcome = Outcome(None, Ending.REPETITION) if drawn else None
        return replace(self, seen=(*self.seen, key), outcome=outcome)
