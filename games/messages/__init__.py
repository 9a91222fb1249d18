"""Wire JSON of live games to typed values and back: the only place that knows key names."""

from .downward import (
    PROTOCOL,
    event_message,
    game_json,
    history,
    instruction_message,
    rematch_json,
    standing_json,
    state_message,
)
from .upward import (
    VERBS,
    BadMessage,
    Frame,
    Here,
    Ping,
    Since,
    TableEntry,
    TakeCustody,
    nonce_of,
    parse,
    parse_request,
    request_json,
)

__all__ = [
    "PROTOCOL",
    "VERBS",
    "BadMessage",
    "Frame",
    "Here",
    "Ping",
    "Since",
    "TableEntry",
    "TakeCustody",
    "event_message",
    "game_json",
    "history",
    "instruction_message",
    "nonce_of",
    "parse",
    "parse_request",
    "rematch_json",
    "request_json",
    "standing_json",
    "state_message",
]
