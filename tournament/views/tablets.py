"""The set-up page for tablets: where the server is, and how to trust it."""

from csp.decorators import csp_update
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games.access.permissions import PageRequest, public
from games.qr import qr_code
from games.snapshot import read_only_page
from games.views.fragments import decorate_response
from tournament.server import reach
from tournament.server.trust_steps import DEVICES, FILE, device_of


def _code(address: str) -> dict[str, str]:
    return {"address": address, "code": qr_code(address, scale=6, light="#fff")}


@public
@read_only_page
def hall(request: PageRequest) -> HttpResponse:
    here = reach.current()
    twin = reach.secure_address(request)
    page = {
        "here": here,
        "plain": [_code(address) for address in here.plain_addresses()] if here else [],
        "secure": [_code(address) for address in here.secure_addresses("/hall/")] if here else [],
        "twin": twin,
        "devices": DEVICES,
        "this_device": device_of(request.headers.get("User-Agent", "")),
        "fingerprint": reach.fingerprint(),
        "thumbprint": here.authority.thumbprint(timezone.now()) if here and here.authority else "",
    }
    response = render(request, "hall/hall.html", page)
    if twin:
        # The page asks the trusted address for a picture: it arrives only where the certificate is trusted.
        decorate_response(response, csp_update({"img-src": [twin]}))
    return response


@public
@read_only_page
def authority(request: PageRequest) -> HttpResponse:
    """Serve the root certificate, which is public: only its key is secret."""
    here = reach.current()
    if here is None or here.authority is None:
        raise Http404
    certificate = here.authority.root_der(timezone.now())
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return HttpResponse(certificate, content_type="application/x-x509-ca-cert", headers=headers)
