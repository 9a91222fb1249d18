"""News of a tournament for those who watch it: a hint, after the commit, that its pages are out of date."""

from django.db import transaction

from games.signals import topic_news
from tournament.models import Tournament

CHANGED = "tournament"


def announce(tournament_id: int) -> None:
    """Something about the tournament changed. What it was is for each page to find out by asking again."""
    topic = f"tournament:{tournament_id}"
    message = {"what": CHANGED}
    transaction.on_commit(lambda: topic_news.send(Tournament, topic=topic, message=message), robust=True)
