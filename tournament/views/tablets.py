"""The set-up page for tablets: where the server is, and how to trust it."""

import datetime
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.access.permissions import PageRequest, public
from games.qr import qr_code
from games.snapshot import read_only_page
from tournament.serving import addresses, reach
from tournament.serving.authority import may_vouch_for
from tournament.serving.trust_steps import DEVICES, FILE, device_of


def _code(address: str) -> dict[str, str]:
    return {"address": address, "code": qr_code(address, scale=6, light="#fff")}


@public
@read_only_page
def hall(request: PageRequest) -> HttpResponse:
    here = reach.current()
    twin = _secure_twin(request, here)
    page = {
        "here": here,
        "plain": [_code(address) for address in here.plain()] if here else [],
        "secure": [_code(address) for address in here.secure("/hall/")] if here else [],
        "twin": twin,
        "devices": DEVICES,
        "this_device": device_of(request.headers.get("User-Agent", "")),
        "fingerprint": here.authority.fingerprint(_utc_now()) if here and here.authority else "",
    }
    response = render(request, "hall/hall.html", page)
    if twin:
        # The page asks the trusted address for a picture: it arrives only where the certificate is trusted.
        response._csp_update = {"img-src": [twin]}  # type: ignore[attr-defined]  # for django-csp
    return response


def _secure_twin(request: HttpRequest, here: reach.Hall | None) -> str:
    """The trusted origin of the host the guest came by, while the guest is on the plain one."""
    if here is None or here.secure_port is None or request.is_secure():
        return ""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    return addresses.url("https", host, here.secure_port, "") if may_vouch_for(host) else ""


@public
@read_only_page
def authority(request: PageRequest) -> HttpResponse:
    """The root certificate: public by nature, only its key is secret."""
    here = reach.current()
    if here is None or here.authority is None:
        raise Http404
    response = HttpResponse(here.authority.root_der(_utc_now()), content_type="application/x-x509-ca-cert")
    response["Content-Disposition"] = f'attachment; filename="{FILE}"'
    return response


def _utc_now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)
