"""Send frames straight to the network, and raise the limit of open files."""

import sys
from http import HTTPStatus
from typing import Any

import websockets
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from games.live.connection import FRAMES

OPEN_FILES = 65_536


class HallSocket(WebSocketsSansIOProtocol):
    """Uvicorn's, with one way more: a frame that was made for many goes straight to the network.

    Nothing is compressed here, so a frame is the same for all; through ASGI a task would wake for each.
    """

    def handle_connect(self, event: websockets.Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            extensions: dict[Any, Any] = self.scope["extensions"]
            extensions[FRAMES] = self.write_frame

    def write_frame(self, frame: bytes) -> bool:
        """Whether it went. To somebody who has left everything goes, and nothing arrives."""
        if not self.writable.is_set():
            return False
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            self.transport.write(frame)
        return True


def allow_open_files() -> None:
    """As many as the system lets us have; where there is no such limit, nothing is to do."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
