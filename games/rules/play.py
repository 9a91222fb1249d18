"""A game as far as the moves decide it: announcing, repetition, move limit, forced passes.

An immutable value that the referee and the adjudicator both step through. It keeps only the positions since
a blank cube was last taken: older ones cannot recur, because blanks never become more.
"""

from dataclasses import dataclass, replace

from games.rules.cells import Line
from games.rules.faults import IllegalMove
from games.rules.moves import Move
from games.rules.options import RuleSet
from games.rules.outcome import Ending, LinesMade, Outcome, find_lines_made
from games.rules.position import Position
from games.rules.seats import Seat, Side

Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A game at one moment.

    >>> play = Play.begin(Position.parse("...../...../...../...../XXXX. X"))
    >>> str(play.move(Move.parse("e2S")).outcome)
    'X line'
    """

    position: Position
    rules: RuleSet
    ply: int = 0  # single moves made; a forced pass is none
    quiet: int = 0  # single moves since a blank cube was taken
    seen: Keys = ()  # keys since then, of positions whose seat could move
    mover: Seat | None = None  # who made the last move
    uncalled: tuple[Line, ...] = ()  # what that mover's side may still call
    outcome: Outcome | None = None

    @classmethod
    def begin(cls, position: Position, rules: RuleSet | None = None) -> "Play":
        """Begin at any position; the counts for repetition and limits start here."""
        rules = rules or RuleSet()
        return cls(position, rules, seen=_count_repetition((), position, rules)[0])

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def must_pass(self) -> bool:
        return self.outcome is None and self.position.is_stuck

    def move(self, move: Move, by: Seat | None = None) -> "Play":
        """Make a move, by a certain seat if that is to be checked. Raises IllegalMove."""
        before, rules = self.position, self.rules
        if self.outcome is not None:
            raise IllegalMove("game-over")
        if by is not None and by is not before.seat:
            raise IllegalMove("not-your-turn", seat=by, turn=before.seat)
        after = before.play(move)
        made = find_lines_made(before, after)
        if move.call and not made.own:
            raise IllegalMove("no-line-to-call")
        called = move.call or not rules.must_call
        blank = after.blanks < before.blanks
        quiet = 0 if blank else self.quiet + 1
        seen, repeated = _count_repetition(() if blank else self.seen, after, rules)
        outcome = _line_outcome(made, before.seat.side, called) or repeated or _limit_outcome(quiet, rules)
        uncalled = () if called else made.own
        return Play(after, rules, self.ply + 1, quiet, seen, before.seat, uncalled, outcome)

    def call(self, by: Seat) -> "Play":
        """Announce a line after the move, as the mover or the partner, before the next move is made."""
        if self.outcome is not None:
            raise IllegalMove("game-over")
        if self.mover is None or not self.uncalled:
            raise IllegalMove("no-line-to-call")
        if by.side is not self.mover.side:
            raise IllegalMove("not-your-line", seat=by)
        return replace(self, uncalled=(), outcome=Outcome(by.side, Ending.LINE, self.uncalled))

    def after_pass(self) -> "Play":
        """Pass once, as forced. It is no move; the line may still be called (docs/rules.md#announcing)."""
        if self.outcome is not None:
            raise IllegalMove("game-over")
        after = self.position.after_pass()
        seen, repeated = _count_repetition(self.seen, after, self.rules)
        return replace(self, position=after, seen=seen, outcome=repeated)

    def after_passes(self) -> "Play":
        """Make every pass that is forced now. One of the seats can always move, so this ends."""
        play = self
        while play.must_pass:
            play = play.after_pass()
        return play


def _line_outcome(made: LinesMade, mover: Side, called: bool) -> Outcome | None:
    """Apply docs/rules.md#announcing: an opponent's line loses at once, an own line wins once called."""
    if made.opponent:
        return Outcome(mover.opponent, Ending.OPPONENT_LINE, made.opponent)
    if made.own and called:
        return Outcome(mover, Ending.LINE, made.own)
    return None


def _count_repetition(seen: Keys, position: Position, rules: RuleSet) -> tuple[Keys, Outcome | None]:
    """Apply docs/rules.md#draws: same cubes, dots and seat to move, and that seat can move.

    A position whose seat cannot move is not counted: the one after the pass is.
    """
    if not rules.repetition or position.is_stuck:
        return seen, None
    key = position.key
    drawn = seen.count(key) + 1 >= rules.repetition
    return (*seen, key), Outcome(None, Ending.REPETITION) if drawn else None


def _limit_outcome(quiet: int, rules: RuleSet) -> Outcome | None:
    return Outcome(None, Ending.MOVE_LIMIT) if 0 < rules.move_limit <= quiet else None
