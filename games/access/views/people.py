"""One account, as whoever looks after accounts sees it: roles, devices, its end and its new beginning."""

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import audit_log, wording
from games.access import account_end, accounts, people, second_factor, sessions
from games.access.permissions import PageRequest, right
from games.faults import Fault
from games.models import SessionInfo
from games.snapshot import read_only_page


def person_at(user_id: int) -> User:
    return get_object_or_404(get_user_model(), pk=user_id)


# Asked on the club, not on an event: whoever may set passwords could become any organiser.
@right("manage_accounts")
@never_cache
@read_only_page
def person(request: PageRequest, user_id: int) -> HttpResponse:
    (found,) = people.people([person_at(user_id)])
    page = {"person": found, "sessions": sessions.sessions_of(user_id), "here": request.session.session_key}
    return render(request, "accounts/person.html", page)


@right("manage_accounts")
@never_cache
@require_POST
def reset_password(request: PageRequest, user_id: int) -> HttpResponse:
    person = person_at(user_id)
    card = accounts.make_reset(request.actor, person).card(request)
    return render(request, "accounts/reset.html", {"person": person, "card": card})


@right("manage_accounts")
@require_POST
def sign_out_everywhere(request: PageRequest, user_id: int) -> HttpResponse:
    return _end(request, user_id, sessions.sessions_of(person_at(user_id).pk))


@right("manage_accounts")
@require_POST
def end_device(request: PageRequest, user_id: int, session_id: int) -> HttpResponse:
    return _end(request, user_id, [get_object_or_404(SessionInfo, pk=session_id, user=user_id)])


def _end(request: PageRequest, user_id: int, infos: list[SessionInfo]) -> HttpResponse:
    ended = sessions.end(infos)
    audit_log.write(request.actor, "end_sessions", f"user:{user_id}", after={"ended": ended})
    text = ngettext("%(number)d device was signed out.", "%(number)d devices were signed out.", ended)
    messages.success(request, text % {"number": ended})
    return redirect("person", user_id)


@right("manage_accounts")
@require_POST
def factor_off(request: PageRequest, user_id: int) -> HttpResponse:
    """For who lost both phone and recovery codes, and stands here in person."""
    try:
        second_factor.switch_off(request.actor, person_at(user_id))
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
    else:
        messages.success(request, _("The second factor is off this account."))
    return redirect("person", user_id)


@right("manage_accounts")
@require_POST
def end_account(request: PageRequest, user_id: int) -> HttpResponse:
    try:
        account_end.end_account(request.actor, person_at(user_id))
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
    else:
        messages.success(request, _("The account is ended: no roles, no devices, no signing in."))
    return redirect("person", user_id)


@right("manage_accounts")
@require_POST
def begin_again(request: PageRequest, user_id: int) -> HttpResponse:
    account_end.begin_again(request.actor, person_at(user_id))
    messages.success(request, _("The account can sign in again. It has no roles: give one by an invitation."))
    return redirect("person", user_id)
