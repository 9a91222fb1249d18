"""Rows of live games, and of the rights and the log that everything else stands on."""

from games.models.log import Action
from games.models.rights import Grant, Link, LinkKind, Pin, SessionInfo, Throttle

__all__ = ["Action", "Grant", "Link", "LinkKind", "Pin", "SessionInfo", "Throttle"]
