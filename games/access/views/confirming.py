"""The password, asked again before what matters; what was about to be done goes on by itself.

The right of a page says whether it is wanted (`roles.FRESH`); `ActorMiddleware` brings whoever lacks it here.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games import wording
from games.access import accounts
from games.access.forms import ConfirmForm
from games.access.permissions import PageRequest
from games.faults import Fault

PASSWORD = "fresh_password"  # noqa: S105 (the name of the field)
LOOKED = "fresh_look"  # somebody wanted to see or load something, and sent no form
_OWN = {PASSWORD, LOOKED, "csrfmiddlewaretoken"}


def ask(request: HttpRequest, form: ConfirmForm | None = None) -> HttpResponse:
    carried = [(name, value) for name, values in request.POST.lists() for value in values if name not in _OWN]
    if request.method != "POST" or LOOKED in request.POST:
        carried.append((LOOKED, "yes"))
    page = {"form": form or ConfirmForm(), "carried": carried, "person": request.user}
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
    return redirect(request.get_full_path()) if LOOKED in request.POST else None
