"""What the tests of a club's memory share: events in a few words, as those of tournaments have them."""

from tests.tournament.conftest import ORGANISER, Event, event

__all__ = ["ORGANISER", "Event", "event"]
