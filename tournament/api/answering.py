"""What every answer has: an ETag of its content, the rate, errors as JSON, open to pages of other hosts."""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from games.access.permissions import PageRequest, address_of, public
from games.access.rate_limit import ADDRESS, COSTS, rate_limit
from games.numbers import whole_number
from games.snapshot import snapshot

MOST = 99_999  # pages, rounds
FRESH_S = 10  # boards change by the second, but a program that wants that uses the socket

REQUESTS_AT_ONCE = ADDRESS.most // COSTS["api"]
REQUESTS_PER_MINUTE = 60 * ADDRESS.per_second // COSTS["api"]

Read = Callable[..., Any]


def endpoint(read: Read) -> Callable[..., HttpResponse]:
    """A view from a function that gives plain values. Only looks; the same content has the same ETag."""

    @public
    @csrf_exempt
    @wraps(read)
    def view(request: PageRequest, /, **captured: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            return _open_to_all(HttpResponse(status=204, headers={"Allow": "GET, HEAD, OPTIONS"}))
        if request.method not in ("GET", "HEAD"):
            return problem(405, "method", "This interface only reads: use GET.", Allow="GET, HEAD, OPTIONS")
        wait_ms = rate_limit.wait_ms(COSTS["api"], address=address_of(request))
        if wait_ms:
            after = {"Retry-After": str(-(-wait_ms // 1_000))}
            return problem(429, "too-many", "Too many requests. Wait a little.", **after)
        try:
            with snapshot():
                plain = read(request, **captured)
        except Http404:
            return problem(404, "not-found", "There is nothing here that everybody may see.")
        except BadQuery as bad:
            return problem(400, "bad-query", str(bad))
        return _answer(request, plain)

    return view


class BadQuery(ValueError):
    """A parameter that cannot be what it is."""


def number_in(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name)
    if text is None:
        return None
    number = whole_number(text, most=MOST)
    if not number:
        raise BadQuery(f"{name} is a whole number from 1.")
    return number


def problem(status: int, code: str, sentence: str, **headers: str) -> HttpResponse:
    body = json.dumps({"error": code, "message": sentence})
    return _open_to_all(HttpResponse(body, status=status, content_type="application/json", headers=headers))


def _answer(request: HttpRequest, plain: Any) -> HttpResponse:
    body = json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    response = HttpResponse(body, content_type="application/json", headers={"ETag": etag})
    patch_cache_control(response, public=True, max_age=FRESH_S)
    return _open_to_all(get_conditional_response(request, etag=etag, response=response) or response)


def _open_to_all(response: HttpResponse) -> HttpResponse:
    """Public data: a page of any host may read it, without the reader's cookies."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    return response
