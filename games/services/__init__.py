"""The only way live games change: lock the game, ask the referee, append, then announce."""

from games.messages import TableEntry
from games.services.many_games import due_flags, flag_fallen, freeze, pause_all, resume_all

from .custody import give_back, holder_of, take_custody
from .faults import NotRecorded
from .heartbeat import BEAT_MS, beat
from .late_entries import adopt, late_entries, late_sequences, set_aside
from .notices import notices_of, send_notice
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
    "BEAT_MS",
    "Answer",
    "NotRecorded",
    "TableEntry",
    "adopt",
    "beat",
    "carry_out_instructions",
    "due_flags",
    "flag_fallen",
    "freeze",
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
