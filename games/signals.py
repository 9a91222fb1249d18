"""Signals of live games, sent after commit: hints that may be lost and are repaired. Receive idempotently."""

from django.dispatch import Signal

# game_id, code, topic, event, state, last, suspect, now_ms: one more event as it is stored, the state of the
# game after it, and the last turn that stands.
event_recorded = Signal()

# game_id: the game is over (or over again, after it was reopened).
game_over = Signal()

# game_id: the arbiter took the result back; the game continues.
game_reopened = Signal()

# game_id, code, place, what: a table's game changed hands, got an instruction or a late entry, or moved.
table_news = Signal()

# jump_ms: the wall clock of this machine was set while clocks ran.
clock_jumped = Signal()

# keys: sessions that ended, or whose account has fewer rights than before; their sockets are closed.
sessions_changed = Signal()

# subjects: links and the like that no longer give a right on some device; their sockets are closed.
rights_taken = Signal()

# topic, message: news for all who follow a topic, such as a round that was published.
topic_news = Signal()
