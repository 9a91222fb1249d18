"""The lag quota of a seat on its own device: how much of a turn may be given back for the network's delay.

Gain g = min(1000, 150 + 4 x expected seconds) ms; starts at 3 g, regains g a move, at most 7 g.
"""

from __future__ import annotations

from dataclasses import dataclass

from .terms import SECOND

START_GAINS = 3
MOST_GAINS = 7
# Flagfall waits this much longer than any lag could explain, so that it never races a move in flight.
FLAGFALL_GRACE_MS = 250


@dataclass(frozen=True, slots=True)
class LagQuota:
    """The lag quota of one seat: `left_ms` may be given back for the turn in progress."""

    gain_ms: int
    left_ms: int

    @classmethod
    def for_game(cls, expected_ms: int) -> LagQuota:
        """Return the quota at the start of a game in which the seat is likely to think so long."""
        gain_ms = min(1_000, 150 + 4 * expected_ms // SECOND)
        return cls(gain_ms, START_GAINS * gain_ms)

    def given_back_ms(self, elapsed_ms: int, claimed_ms: int, round_trip_ms: int) -> int:
        """Return what the turn gets back: at most the claim, the measured round trip and the quota."""
        return max(0, min(elapsed_ms - claimed_ms, round_trip_ms, self.left_ms))

    def after_move(self, given_back_ms: int) -> LagQuota:
        """Return the quota for the next turn."""
        left_ms = self.left_ms - given_back_ms + self.gain_ms
        return LagQuota(self.gain_ms, min(left_ms, MOST_GAINS * self.gain_ms))
