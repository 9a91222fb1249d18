"""The only way live games change: lock the game, ask the referee, append, then announce."""

from games.protocol.upward import TableEntry
from games.services.many_games import pause_all, resume_all

from .custody import give_back, holder_of, take_custody
from .faults import NotRecorded
from .late_entries import adopt, late_entries, late_sequences, set_aside
from .lost_time import Process
from .notices import notices_of, send_notice
from .offline_review import approve as approve_offline
from .opening import (
    open_game,
    open_games,
    overrule_game,
    place_game,
    relabel,
    restore_game,
    void_game,
)
from .recording import Answer, carry_out_instructions, record

__all__ = [
    "Answer",
    "NotRecorded",
    "Process",
    "TableEntry",
    "adopt",
    "approve_offline",
    "carry_out_instructions",
    "give_back",
    "holder_of",
    "late_entries",
    "late_sequences",
    "notices_of",
    "open_game",
    "open_games",
    "overrule_game",
    "pause_all",
    "place_game",
    "record",
    "relabel",
    "restore_game",
    "resume_all",
    "send_notice",
    "set_aside",
    "take_custody",
    "void_game",
]
