"""The only way live games change: lock the game, ask the referee, append, then announce."""

from games.messages import TableEntry
from games.services.many_games import due_flags, flag_fallen, pause_all, resume_all

from .custody import give_back, holder_of, take_custody
from .faults import NotRecorded, NotYetKnown
from .heartbeat import BEAT_MS, Process, come_over, is_served, processes_of
from .late_entries import adopt, late_entries, late_sequences, set_aside
from .lost_time import lost_time
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
from .outages import freeze, reach, settle_all, settle_stalls
from .recording import Answer, carry_out_instructions, record

__all__ = [
    "BEAT_MS",
    "Answer",
    "NotRecorded",
    "NotYetKnown",
    "Process",
    "TableEntry",
    "adopt",
    "approve_offline",
    "carry_out_instructions",
    "come_over",
    "due_flags",
    "flag_fallen",
    "freeze",
    "give_back",
    "holder_of",
    "is_served",
    "late_entries",
    "late_sequences",
    "lost_time",
    "notices_of",
    "open_game",
    "open_games",
    "overrule_game",
    "pause_all",
    "place_game",
    "processes_of",
    "reach",
    "record",
    "relabel",
    "restore_game",
    "resume_all",
    "send_notice",
    "set_aside",
    "settle_all",
    "settle_stalls",
    "take_custody",
    "void_game",
]
