"""The password, asked again before what matters; what was about to be done goes on by itself.

The right of a page says whether it is wanted (`roles.FRESH`); `ActorMiddleware` brings whoever lacks it here.
"""

from urllib.parse import urlsplit, urlunsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from games import wording
from games.access import accounts
from games.access.forms import ConfirmForm
from games.access.permissions import PageRequest
from games.faults import Fault

PASSWORD = "fresh_password"  # noqa: S105 (the name of the field)
LOOKED = "fresh_look"  # somebody wanted to see or load something, and sent no form
CAME_FROM = "fresh_from"  # the page on which it was pressed: the way back
_OWN = {PASSWORD, LOOKED, CAME_FROM, "csrfmiddlewaretoken"}


def ask(request: HttpRequest, form: ConfirmForm | None = None) -> HttpResponse:
    carried = [(name, value) for name, values in request.POST.lists() for value in values if name not in _OWN]
    if request.method != "POST" or LOOKED in request.POST:
        carried.append((LOOKED, "yes"))
    page = {
        "form": form or ConfirmForm(),
        "carried": carried,
        "person": request.user,
        "back": _came_from(request),
    }
    response = render(request, "accounts/confirm.html", page)
    response.headers["Cache-Control"] = "no-store"
    return response


def answer(request: PageRequest) -> HttpResponse | None:
    """The password that came with a form, if one did: the question again, or nothing in the way any more."""
    if request.method != "POST" or PASSWORD not in request.POST or not request.user.is_authenticated:
        return None
    form = ConfirmForm(request.POST)
    if form.is_valid():
        try:
            accounts.confirm_password(request, form.cleaned_data[PASSWORD])
        except Fault as fault:
            form.add_error(PASSWORD, wording.sentence(fault))
    if form.errors:
        return ask(request, form)
    if LOOKED not in request.POST:
        return None
    if request.path.endswith("/"):
        return redirect(request.get_full_path())
    # A file is loaded beside the page one is on: a redirect would leave the question standing there.
    return render(request, "accounts/loading.html", {"back": _came_from(request)})


def _came_from(request: HttpRequest) -> str:
    """An address of our own, without the name of the house; the account for whoever came from nowhere."""
    sent = urlsplit(request.POST.get(CAME_FROM, "") or request.headers.get("Referer", ""))
    wanted = urlunsplit(("", "", sent.path, sent.query, ""))
    host = request.get_host()
    ours = sent.netloc in ("", host) and url_has_allowed_host_and_scheme(wanted, {host})
    if ours and wanted.startswith("/") and wanted != request.get_full_path():
        return wanted
    return reverse("account")
