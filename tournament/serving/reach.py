"""Where other devices find this server, when the desk that prints the code sits at 127.0.0.1."""

from urllib.parse import urlsplit

from django.http import HttpRequest

from tournament.serving import addresses, hall


def in_the_hall(request: HttpRequest, path: str) -> str | None:
    """The path at the first address of the hall; nothing when the desk came by one that others can use."""
    here = hall.current()
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    if here is None or not addresses.is_loopback(host):
        return None
    return next(iter(here.plain(path)), None)
