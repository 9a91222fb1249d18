"""Helpers for tests of files: small tournaments, and reading that may refuse but never break."""

from collections.abc import Callable

from games.faults import Fault
from tests.tournament.conftest import ORGANISER, PlayedTournament, make_tournament

__all__ = ["ORGANISER", "PlayedTournament", "make_tournament", "read_or_refuse"]


def read_or_refuse(read: Callable, *given: object) -> object:
    """Return what was read, or the sentence of the refusal; any other exception is a bug."""
    try:
        return read(*given)
    except Fault as refused:
        return str(refused)
