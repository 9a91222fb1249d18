"""How to trust the authority, per kind of device: what to do, and the screen on which to do it.

Menus are named as the makers name them; each picture shows one of them with the line to tap.
"""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.serving import authority
from tournament.serving.screens import Screen, Text


@dataclass(frozen=True, slots=True)
class TrustStep:
    text: Text
    screen: Screen


@dataclass(frozen=True, slots=True)
class Device:
    slug: str
    name: Text
    # A word that only this kind of browser says of itself.
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
                Screen(
                    pgettext_lazy("on the device", "Settings"),
                    (pgettext_lazy("on the device", "Display"), _("Security and privacy"), _("System")),
                    1,
                ),
            ),
            TrustStep(
                _("Open Encryption and credentials, then Install a certificate, then CA certificate."),
                Screen(
                    _("Install a certificate"),
                    (_("CA certificate"), _("VPN and app user certificate"), _("Wi-Fi certificate")),
                    0,
                ),
            ),
            TrustStep(
                _("Choose Install anyway, and pick the file you downloaded."),
                Screen(_("Downloads"), (_("Pictures"), FILE), 1),
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
                Screen(_("Load a profile?"), (_("Ignore"), pgettext_lazy("on the device", "Allow")), 1),
            ),
            TrustStep(
                _("Open the settings, then Profile Downloaded, and install it."),
                Screen(
                    pgettext_lazy("on an iPad", "Settings"),
                    (_("Profile Downloaded"), _("Wi-Fi"), _("General")),
                    0,
                ),
            ),
            TrustStep(
                _("Open General, then About, then Certificate Trust Settings, and switch Fiveline on."),
                Screen(_("Certificate Trust Settings"), (authority.NAME,), 0, switch=True),
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
                Screen(pgettext_lazy("of a server", "Certificate"), (_("Install Certificate"), _("OK")), 0),
            ),
            TrustStep(
                _("Choose Current User, then Place all certificates in the following store."),
                Screen(
                    _("Certificate store"),
                    (_("Select automatically"), _("Place all certificates in the following store")),
                    1,
                ),
            ),
            TrustStep(
                _("Browse to Trusted Root Certification Authorities, finish, and start the browser anew."),
                Screen(
                    _("Select a store"),
                    (_("Personal"), _("Trusted Root Certification Authorities"), _("Enterprise Trust")),
                    1,
                ),
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
                Screen(_("Privacy and security"), (_("Cookies"), _("Security"), _("Site settings")), 1),
            ),
            TrustStep(
                _("Open Manage certificates, then Authorities, and import the downloaded file."),
                Screen(_("Authorities"), (_("Import"), FILE), 0),
            ),
            TrustStep(
                _("Tick that it is trusted for identifying websites."),
                Screen(_("Trust settings"), (_("Trust it for identifying websites"),), 0, switch=True),
            ),
        ),
    ),
)


def device_of(agent: str) -> Device:
    """The kind of device that introduces itself like this; the commonest tablet when unknown."""
    for device in DEVICES:
        if any(word in agent for word in device.agents):
            return device
    # Since 2019 an iPad introduces itself as a Mac.
    return DEVICES[1] if "Macintosh" in agent else DEVICES[0]
