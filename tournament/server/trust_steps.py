"""The steps to trust the certificate authority on each kind of device, with the menu of each step.

Menus are named as the makers name them; each is drawn with the row to tap (templates/hall/_screen.html).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.server import authority

Text = str | Promise

# In units of the picture, which is 240 wide and 170 high.
TOP, ROW = 46, 37
LETTER, SMALL_LETTER = 7.0, 6.0
ROOM, ROOM_BESIDE_SWITCH, ROOM_OF_TITLE = 165, 145, 196


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """One line of text; `squeeze` is the width it is pressed into when it would be wider, else 0."""

    text: str
    squeeze: int


@dataclass(frozen=True, slots=True)
class DrawnRow:
    y: int
    lit: bool
    lines: list[DrawnLine]


@dataclass(frozen=True, slots=True)
class TrustStep:
    """A text and its menu: `lit` is the row to tap, counted from 0; `switch` draws a switch on it."""

    text: Text
    title: Text
    rows: tuple[Text, ...]
    lit: int
    switch: bool = False

    @property
    def lit_row(self) -> Text:
        return self.rows[self.lit]

    @property
    def heading(self) -> DrawnLine:
        return _fit(str(self.title), ROOM_OF_TITLE, LETTER + 1)

    @property
    def drawn(self) -> Iterator[DrawnRow]:
        for number, text in enumerate(map(str, self.rows)):
            is_lit = number == self.lit
            room = ROOM_BESIDE_SWITCH if is_lit and self.switch else ROOM
            if len(text) * LETTER > room and " " in text:
                lines = [_fit(half, room, SMALL_LETTER) for half in _split_in_halves(text)]
            else:
                lines = [_fit(text, room, LETTER)]
            yield DrawnRow(TOP + ROW * number, is_lit, lines)


def _split_in_halves(text: str) -> list[str]:
    """Split a text into two lines of about the same length."""
    width = max(len(text) // 2, *map(len, text.split()))
    while len(parts := wrap(text, width, break_on_hyphens=False)) > 2:
        width += 1
    return parts


def _fit(text: str, room: int, letter: float) -> DrawnLine:
    return DrawnLine(text, room if len(text) * letter > room else 0)


@dataclass(frozen=True, slots=True)
class Device:
    slug: str
    name: Text
    # Words that only the user agent of this kind of device has.
    agents: tuple[str, ...]
    steps: tuple[TrustStep, ...]


FILE = "fiveline-authority.crt"

DEVICES = (
    Device(
        "android",
        _("Android tablet or phone"),
        ("Android",),
        (
            TrustStep(
                _("Open the settings, then Security and privacy, then More security settings."),
                pgettext_lazy("on the device", "Settings"),
                (pgettext_lazy("on the device", "Display"), _("Security and privacy"), _("System")),
                1,
            ),
            TrustStep(
                _("Open Encryption and credentials, then Install a certificate, then CA certificate."),
                _("Install a certificate"),
                (_("CA certificate"), _("VPN and app user certificate"), _("Wi-Fi certificate")),
                0,
            ),
            TrustStep(
                _("Choose Install anyway, and pick the file you downloaded."),
                _("Downloads"),
                (_("Pictures"), FILE),
                1,
            ),
        ),
    ),
    Device(
        "ipad",
        _("iPad or iPhone"),
        ("iPad", "iPhone"),
        (
            TrustStep(
                _("Download with Safari and allow the profile to be loaded."),
                _("Load a profile?"),
                (_("Ignore"), pgettext_lazy("on the device", "Allow")),
                1,
            ),
            TrustStep(
                _("Open the settings, then Profile Downloaded, and install it."),
                pgettext_lazy("on an iPad", "Settings"),
                (_("Profile Downloaded"), _("Wi-Fi"), _("General")),
                0,
            ),
            TrustStep(
                _("Open General, then About, then Certificate Trust Settings, and switch Fiveline on."),
                _("Certificate Trust Settings"),
                (authority.NAME,),
                0,
                switch=True,
            ),
        ),
    ),
    Device(
        "windows",
        _("Windows"),
        ("Windows",),
        (
            TrustStep(
                _("Open the downloaded file and choose Install Certificate."),
                pgettext_lazy("of a server", "Certificate"),
                (_("Install Certificate"), _("OK")),
                0,
            ),
            TrustStep(
                _("Choose Current User, then Place all certificates in the following store."),
                _("Certificate store"),
                (_("Select automatically"), _("Place all certificates in the following store")),
                1,
            ),
            TrustStep(
                _("Browse to Trusted Root Certification Authorities, finish, and start the browser anew."),
                _("Select a store"),
                (_("Personal"), _("Trusted Root Certification Authorities"), _("Enterprise Trust")),
                1,
            ),
        ),
    ),
    Device(
        "chromebook",
        _("Chromebook"),
        ("CrOS",),
        (
            TrustStep(
                _("In the browser's settings open Privacy and security, then Security."),
                _("Privacy and security"),
                (_("Cookies"), _("Security"), _("Site settings")),
                1,
            ),
            TrustStep(
                _("Open Manage certificates, then Authorities, and import the downloaded file."),
                _("Authorities"),
                (_("Import"), FILE),
                0,
            ),
            TrustStep(
                _("Tick that it is trusted for identifying websites."),
                _("Trust settings"),
                (_("Trust it for identifying websites"),),
                0,
                switch=True,
            ),
        ),
    ),
)


def device_of(agent: str) -> Device:
    """Find the kind of device by its user agent; the most common tablet if it is unknown."""
    for device in DEVICES:
        if any(word in agent for word in device.agents):
            return device
    # Since 2019 the user agent of an iPad is that of a Mac.
    return DEVICES[1] if "Macintosh" in agent else DEVICES[0]
