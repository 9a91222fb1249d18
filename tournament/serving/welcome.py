"""What the terminal says when the server is ready: where to open it, and on the first run how to begin."""

import datetime
from collections.abc import Iterator
from io import StringIO

import segno
from django.utils.translation import gettext as _

from tournament.serving.reach import Hall


def lines(hall: Hall, setup: str | None, *, draw: bool) -> Iterator[str]:
    """`setup` is the path of the set-up page while it is open; `draw` adds its QR code."""
    yield _("Fiveline is open at %(address)s") % {"address": hall.own_address}
    if hall.is_open:
        yield from _hall_lines(hall)
    if setup is not None:
        # Encrypted where that is offered: whoever reads the link founds the club.
        links = [hall.own_address.rstrip("/") + setup, *(hall.secure(setup) or hall.plain(setup))]
        yield ""
        yield _("First run: set your club up at")
        yield from (f"  {link}" for link in dict.fromkeys(links))
        if draw:
            yield _qr(links[-1])
    yield ""
    yield _("Stop it with Ctrl+C.")


def _hall_lines(hall: Hall) -> Iterator[str]:
    plain, secure = hall.plain(), hall.secure()
    if not plain:
        yield _("No network address was found: tablets cannot reach this machine yet. Is it on the Wi-Fi?")
        return
    yield _("On tablets and phones in the hall:")
    yield from (f"  {address}" for address in (*secure, *plain))
    yield _("Prepare a tablet once (screen stays awake, works without Wi-Fi):")
    yield f"  {hall.plain('/hall/')[0]}"
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


def _qr(link: str) -> str:
    out = StringIO()
    segno.make(link, error="l").terminal(out=out, border=2, compact=True)
    return out.getvalue().rstrip("\n")
