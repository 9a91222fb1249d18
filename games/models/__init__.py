"""Rows of live games, and of the rights and the log that everything else stands on."""

from games.models.game import Custody, Event, Game, Instruction, LateEntry, Request, Server
from games.models.log import Action
from games.models.rights import Grant, Link, LinkKind, Pin, SessionInfo, Throttle

__all__ = [
    "Action",
    "Custody",
    "Event",
    "Game",
    "Grant",
    "Instruction",
    "LateEntry",
    "Link",
    "LinkKind",
    "Pin",
    "Request",
    "Server",
    "SessionInfo",
    "Throttle",
]
