"""Decisions made at a table under a PIN that only its tablet could check, for review at the desk."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from games.audit_log.sentences import verb_words
from games.models import Event
from games.services.offline_review import DECISIONS, OFFLINE_PIN

# The log's word for each kind of event that an arbiter's tools lead to.
VERBS: dict[str, str] = {
    "paused": "pause",
    "resumed": "resume",
    "adjusted": "adjust",
    "penalised": "penalty",
    "illegal-noted": "illegal",
    "taken-back": "takeback",
    "position-set": "position",
    "ruled": "rule",
    "reopened": "reopen",
}


@dataclass(frozen=True, slots=True)
class Decision:
    words: str
    at_ms: int
    reason: str


def decisions(game_ids: Iterable[int | None]) -> dict[int, list[Decision]]:
    """Return the offline decisions by game, in the order in which they were made, in one query."""
    found: dict[int, list[Decision]] = defaultdict(list)
    decided = Event.objects.filter(suspect=OFFLINE_PIN, kind__in=DECISIONS)
    for event in decided.filter(game__in=[pk for pk in game_ids if pk]):
        words = verb_words(VERBS[event.kind])
        found[event.game_id].append(Decision(words, event.at_ms, event.data.get("reason") or ""))
    return found
