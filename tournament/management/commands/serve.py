"""`make run`: bring the database up to date, say where to go, and serve until stopped."""

import contextlib
import datetime
import io
import logging
import os
import socket
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, NoReturn

import segno
from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import connections
from django.utils import translation
from django.utils.translation import gettext as _

from games import audit_log
from games.numbers import whole_number
from games.timekeeping import now_ms
from tournament.models import ClubSettings
from tournament.server import alive, first_run, reach, restarting, server
from tournament.server.authority import Authority
from tournament.services.backup import restoring, updating

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Serve Fiveline; on an open address (--host 0.0.0.0) also to the hall, with HTTPS beside HTTP."

    def add_arguments(self, parser: ArgumentParser) -> None:
        environment = os.environ.get
        parser.add_argument("--host", default=environment("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=int, default=environment("PORT") or "8000")
        parser.add_argument(
            "--https-port",
            default=environment("HTTPS_PORT") or "",
            help="where HTTPS is served in the hall: PORT + 443 unless given; 'off' for none",
        )

    def handle(self, *, host: str, port: int, https_port: str, **options: Any) -> None:
        with contextlib.ExitStack() as stack:
            stack.enter_context(_explain_port_errors(host, port))
            # The port first: the most common mistake is a second start, which should be reported at once.
            plain = stack.enter_context(server.bind_port(host, port))
            self._bring_up_to_date()
            here, secure = self._open_hall(host, port, https_port)
            if secure is not None:
                stack.enter_context(secure)
            reach.announce(here)
            alive.write_address(here.own_address)
            club_settings = ClubSettings.objects.current()
            setup = first_run.path()
            connections.close_all()

            from tournament.asgi import application

            def ready() -> None:
                with translation.override(
                    club_settings.language if club_settings else settings.LANGUAGE_CODE
                ):
                    for line in welcome_lines(here, setup, draw=self.stdout.isatty()):
                        self.stdout.write(line)
                self.stdout.flush()

            deadline = server.Deadline()
            server.run(server.serve(application, here, plain, secure, ready, deadline.start))
        if order := restarting.current_order():
            deadline.call_off()
            self._restore(order)
            # A new process, because values in memory belong to the replaced data.
            _restart_process()
        self.stdout.write("Fiveline has stopped.")

    def _bring_up_to_date(self) -> None:
        """Migrate the data while no other process uses it; several may share it if nothing is to migrate."""
        with alive.lock_data_alone() as alone:
            if not alone and (not settings.REDIS_URL or updating.inspect_data().pending):
                raise alive.already_served()
            kept = updating.bring_up_to_date(now_ms=now_ms())
        if kept is not None:
            self.stdout.write(f"The data is brought up to date. As it was before, it is kept as {kept}.")

    def _restore(self, order: restarting.RestoreOrder) -> None:
        """Restore the backup. If that fails, report it, leave the data unchanged, and serve them again."""
        connections.close_all()
        try:
            kept = restoring.restore_installation(restoring.read(order.file.read_bytes()), now_ms=now_ms())
            audit_log.write(order.actor, "restore", "club", after={"file": order.file.name})
            self.stdout.write(f"Restored {order.file.name}. What was there before is kept as {kept.name}.")
        except (restoring.BackupRefused, OSError) as problem:
            self.stderr.write(f"{order.file.name} could not be restored: {problem}")
            logger.exception("no restore of %s", order.file.name)
        connections.close_all()
        self.stdout.flush()

    def _open_hall(self, host: str, port: int, https_port: str) -> tuple[reach.Hall, socket.socket | None]:
        """Listen for HTTPS in the hall, unless a proxy does that. A failure never stops plain HTTP."""
        names = tuple(
            name
            for name in settings.ALLOWED_HOSTS
            if not name.startswith(("*", ".")) and not reach.is_address(name) and name != "localhost"
        )
        plain_only = reach.Hall(host, port, names=names, proxy=settings.ADDRESS)
        if reach.is_loopback(host) or settings.PROFILE == "tls" or https_port == "off":
            return plain_only, None
        number = whole_number(https_port)
        if number is None:
            number = secure_port(port)
        try:
            secure = server.bind_port(host, number)
        except server.CannotListen as problem:
            self.stderr.write(f"No HTTPS: port {number} cannot be used ({problem}). HTTP works.")
            return plain_only, None
        here = reach.Hall(host, port, number, Authority(settings.DATA_DIR / "authority"), names)
        try:
            here.ensure_certificate()
        except (OSError, ValueError) as problem:
            secure.close()
            self.stderr.write(f"No HTTPS: the certificate could not be made ({problem}). HTTP works.")
            return plain_only, None
        return here, secure


@contextlib.contextmanager
def _explain_port_errors(host: str, port: int) -> Iterator[None]:
    try:
        yield
    except server.CannotListen as problem:
        raise CommandError(
            f"Fiveline cannot listen on {host} port {port}: {problem}. "
            f"Perhaps it is already running there; else choose another port: PORT={port + 1}"
        ) from problem


def _restart_process() -> NoReturn:
    """Start the command again. Windows cannot replace the process, so there it is started as a child."""
    if sys.platform == "win32":
        sys.exit(subprocess.call([sys.executable, *sys.orig_argv[1:]]))  # noqa: S603
    os.execv(sys.executable, sys.orig_argv)  # noqa: S606


def secure_port(port: int) -> int:
    """Return the port for HTTPS: 8443 for 8000, 443 for 80."""
    return 443 if port == 80 else port + 443


def welcome_lines(hall: reach.Hall, setup: str | None, *, draw: bool) -> Iterator[str]:
    """Write what the terminal says when the server is ready: where to open it, and how to begin.

    `setup` is the path of the set-up page while it is open; `draw` adds its QR code.
    """
    yield _("Fiveline is open at %(address)s") % {"address": hall.own_address}
    if hall.is_open:
        yield from _hall_lines(hall)
    if setup is not None:
        # Encrypted if that is offered, since a person who reads the link can set up the club.
        links = [
            hall.own_address.rstrip("/") + setup,
            *(hall.secure_addresses(setup) or hall.plain_addresses(setup)),
        ]
        yield ""
        yield _("First run: set your club up at")
        yield from (f"  {link}" for link in dict.fromkeys(links))
        if draw:
            picture = io.StringIO()
            segno.make(links[-1], error="l").terminal(out=picture, border=2, compact=True)
            yield picture.getvalue().rstrip("\n")
    yield ""
    yield _("Stop it with Ctrl+C.")


def _hall_lines(hall: reach.Hall) -> Iterator[str]:
    plain, secure = hall.plain_addresses(), hall.secure_addresses()
    if not plain:
        yield _("No network address was found: tablets cannot reach this machine yet. Is it on the Wi-Fi?")
        return
    yield _("On tablets and phones in the hall:")
    yield from (f"  {address}" for address in (*secure, *plain))
    yield _("Prepare a tablet once (screen stays awake, works without Wi-Fi):")
    yield f"  {hall.plain_addresses('/hall/')[0]}"
    if hall.authority is not None:
        now = datetime.datetime.now(datetime.UTC)
        yield _("Compare this fingerprint (SHA-256) before a device trusts the certificate:")
        yield f"  {hall.authority.fingerprint(now)}"
        if not hall.authority.signs_servers_only(now):
            yield _(
                "The certificate authority of this hall was made by an earlier version and could vouch for "
                "more than servers. It goes on working. To replace it, stop Fiveline between two events and "
                "delete %(folder)s; then every device has to be prepared anew."
            ) % {"folder": hall.authority.folder}
