"""Reset what a server remembers of the test before.

A page may still send a request while the tables are emptied, and every desk would warn of it for an hour.
"""

from collections.abc import Callable
from urllib.request import urlopen

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from games.live import metrics
from tests.server_process import RunningServer

PATH = "/tests/forget/"


class Forgetting:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path != PATH:
            return self._get_response(request)
        metrics.failed_writes = metrics.Occurrences()
        return HttpResponse(status=204)


def let_forget(server: RunningServer) -> None:
    urlopen(server.url + PATH, timeout=10).close()
