"""The options of a Keizer competition; clubs differ in all of them.

Shares are fractions, counted in sixths: clubs use halves and thirds, and nothing finer.
"""

from dataclasses import dataclass
from fractions import Fraction

from .options import FormatOptions, option

SIXTHS = 6
_SHARES = {
    "0": "nothing",
    "1/6": "a sixth",
    "1/3": "a third",
    "1/2": "half",
    "2/3": "two thirds",
    "1": "all of it",
}


@dataclass(frozen=True, slots=True)
class KeizerOptions(FormatOptions):
    """The options; defaults are those of the Dutch clubs that publish their rules (docs/keizer.md)."""

    top_value: int = option(
        0, "Value of the first place (0: one and a half times the entrants)", bounds=range(1000)
    )
    own_value: bool = option(True, "One’s own value is part of the score")
    bye: str = option("2/3", "For a bye, of one’s own value", choices=_SHARES)
    with_notice: str = option("1/3", "Absent with notice, of one’s own value", choices=_SHARES)
    notices: int = option(8, "Absences with notice that count, at most", bounds=range(51))
    without_notice: str = option("0", "Absent without notice, of one’s own value", choices=_SHARES)
    before_entry: str = option("1/3", "Rounds before a late entry, of one’s own value", choices=_SHARES)
    forfeit_win: str = option("1", "Won by forfeit, of the opponent’s value", choices=_SHARES)
    between: int = option(3, "Rounds between two meetings, at least", bounds=range(51))
    meetings: int = option(3, "Meetings of the same two, at most", bounds=range(1, 51))
    in_a_row: int = option(2, "Starts, or seconds, in a row, at most", bounds=range(1, 10))

    def sixths(self, share: str) -> int:
        """Return a share in sixths.

        >>> KeizerOptions().sixths("bye"), KeizerOptions().sixths("with_notice")
        (4, 2)
        """
        return int(SIXTHS * Fraction(getattr(self, share)))
