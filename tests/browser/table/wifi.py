"""A proxy in place of the Wi-Fi of a hall, which a test can cut."""

import socket
import threading
from contextlib import suppress


class Wifi:
    """A proxy from `port` to the server's port; once it is cut, nothing answers there."""

    def __init__(self, port: int, to: int) -> None:
        self.port, self.to = port, to
        self._open: set[socket.socket] = set()
        self._ear: socket.socket | None = None
        self._swallows = False
        self._late: tuple[bytes, ...] = ()
        self._go_on = threading.Event()
        self.held = 0
        self.mend()

    def hold(self, *paths: str) -> None:
        """Hold requests for these paths back until `let_go`; `held` counts them."""
        self._late = tuple(f"GET {path} ".encode() for path in paths)
        self._go_on = threading.Event()
        self.held = 0

    def let_go(self) -> None:
        self._late = ()
        self._go_on.set()

    def swallow(self) -> None:
        """Drop all bytes without closing connections, as for a tablet out of range."""
        self._swallows = True

    def mend(self) -> None:
        self._swallows = False
        ear = socket.create_server(("127.0.0.1", self.port), reuse_port=True)
        self._ear = ear
        threading.Thread(target=self._listen, args=(ear,), daemon=True).start()

    def cut(self) -> None:
        """Close every connection and refuse new ones."""
        ear, self._ear = self._ear, None
        ends, self._open = self._open, set()
        for each in [*filter(None, [ear]), *ends]:
            _end(each)

    def _listen(self, ear: socket.socket) -> None:
        while True:
            try:
                here, _ = ear.accept()
            except OSError:
                return  # cut
            try:
                there = socket.create_connection(("127.0.0.1", self.to))
            except OSError:
                _end(here)  # the server is away, not the Wi-Fi
                continue
            for each in (here, there):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._open |= {here, there}
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if self._swallows:
                    continue
                if self._late and data.startswith(self._late):
                    go_on = self._go_on
                    self.held += 1
                    go_on.wait(20)
                other.sendall(data)
        for each in (one, other):
            _end(each)
            self._open.discard(each)


def _end(each: socket.socket) -> None:
    """Shut the socket down, which wakes a thread that waits for it; closing alone would not."""
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()
