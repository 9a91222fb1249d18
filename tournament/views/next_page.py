"""Where to go after a form: where the person came from, if that is one of our pages."""

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme


def next_page(request: HttpRequest, default: str = "home") -> str:
    """The `next` that was asked for; never another host's."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe else resolve_url(default)
