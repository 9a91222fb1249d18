"""Accounts of organisers and arbiters: signing in and out, passwords, invitations. Players need none."""

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate, get_user_model, login, logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.db import connection, transaction
from django.http import HttpRequest
from django.utils import translation
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language, gettext

from games import audit_log
from games.access import grants, links, throttle
from games.access.permissions import SESSION_DEVICE, SESSION_LINKS, Actor, PageRequest, address_of
from games.accounts import second_factor, sessions
from games.faults import Fault
from games.models import Action, Link, LinkKind, SessionInfo
from games.timekeeping import MINUTE_MS, now_ms

logger = logging.getLogger(__name__)

SESSION_HALF = "half_signed_in"  # the password was right, the second factor is missing
HALF_MS = 10 * MINUTE_MS
BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignInRefused(Fault):
    sentences = {
        "wrong": "Name and password do not fit together. Check both and try again.",
        "wrong-password": "That is not your password.",
    }


def sign_in(request: PageRequest, username: str, password: str) -> User | None:
    """Sign in, or ask for the second factor and return None. Every wrong guess is counted and logged.

    The session gets a new key; the rights that links gave the device stay.
    """
    address = address_of(request)
    keys = {
        "sign_in_here": f"{username}|{address}",
        "sign_in_account": username,
        "sign_in_address": address,
    }
    throttle.count_attempt(**keys)
    # This hashes once even for an unknown name, so that the duration does not tell which names exist.
    user = authenticate(request, username=username, password=password)
    if user is None:
        known = get_user_model().objects.filter(username=username).first()
        audit_log.write(request.actor, "sign_in_failed", f"user:{known.pk}" if known else "club")
        raise SignInRefused("wrong")
    throttle.uncount_attempt(**keys)
    return _sign_in_or_ask_code(request, user)


def _sign_in_or_ask_code(request: HttpRequest, user: User) -> User | None:
    """Sign in, or note that the second factor is missing and return None."""
    if not second_factor.is_on(user):
        _sign_in(request, user)
        return user
    # The hash ends this if the password is changed meanwhile.
    half = {"user": user.pk, "hash": user.get_session_auth_hash(), "until_ms": now_ms() + HALF_MS}
    request.session[SESSION_HALF] = half
    return None


def user_awaiting_code(request: HttpRequest) -> User | None:
    """Return the user who gave the password here a moment ago and has yet to give the second factor."""
    half = request.session.get(SESSION_HALF, {})
    if half.get("until_ms", 0) < now_ms():
        return None
    user = get_user_model().objects.filter(pk=half["user"], is_active=True).first()
    fits = user is not None and constant_time_compare(half["hash"], user.get_session_auth_hash())
    return user if fits else None


def finish_sign_in(request: HttpRequest, code: str) -> None:
    user = user_awaiting_code(request)
    if user is None:
        raise SignInRefused("wrong")
    second_factor.check_code(Actor(address=address_of(request)), user, code)
    del request.session[SESSION_HALF]
    _sign_in(request, user)


def _sign_in(request: HttpRequest, user: User) -> None:
    device, actor = sessions.device_of(request), _actor_with_account(request, user)
    earlier = Action.objects.filter(verb="sign_in", actor=actor.who)
    is_new = earlier.exists() and not earlier.filter(after__device=device, address=actor.address).exists()
    read_before = earlier.order_by("-pk").values_list("after__language", flat=True).first()
    login(request, user, BACKEND)
    audit_log.write(actor, "sign_in", actor.who, after={"device": device, "language": get_language()})
    if is_new:
        SessionInfo.objects.filter(session_key=request.session.session_key).update(is_new=True)
        if settings.MAIL is not None and user.email:
            # The sign-in may be a stranger's: write the email in the language that the owner used before.
            with translation.override(read_before or get_language()):
                _mail_new_device(user, device, actor.address)


def _mail_new_device(user: User, device: str, address: str) -> None:
    text = gettext(
        "{name} was signed in on a device that is new here: {device}, address {address}. "
        "If that was not you, sign it out on your account page and change the password."
    ).format(name=user.get_username(), device=device or "?", address=address)
    run_in_background(_send_email, gettext("New sign-in to Fiveline"), f"{text}\n", user.email)


def sign_out(request: PageRequest) -> None:
    """Sign out the person, not the tablet: the links this device opened stay open."""
    audit_log.write(request.actor, "sign_out", f"user:{request.user.pk}")
    drop_account(request)


def drop_account(request: HttpRequest) -> None:
    """Sign the account out on this device; its links stay."""
    lasting = {
        name: request.session[name] for name in (SESSION_LINKS, SESSION_DEVICE) if name in request.session
    }
    SessionInfo.objects.filter(session_key=request.session.session_key).delete()
    logout(request)
    request.session.update(lasting)


def confirm_password(request: PageRequest, password: str) -> None:
    """Check the password of a signed-in user again. Guesses count: the desk may be unattended."""
    user = signed_in_user(request)
    tries = {"own_password": f"user:{user.pk}"}
    throttle.count_attempt(**tries)
    if not user.check_password(password):
        audit_log.write(request.actor, "password_wrong", f"user:{user.pk}")
        raise SignInRefused("wrong-password")
    throttle.uncount_attempt(**tries)
    SessionInfo.objects.filter(session_key=request.session.session_key).update(password_ms=now_ms())


def signed_in_user(request: HttpRequest) -> User:
    """Return the user of a page that needs one."""
    assert request.user.is_authenticated
    return request.user


def change_particulars(request: PageRequest, name: str, email: str) -> None:
    user = signed_in_user(request)
    user.first_name, user.email = name, email
    with transaction.atomic():
        user.save(update_fields=["first_name", "email"])
        audit_log.write(request.actor, "change_particulars", f"user:{user.pk}")


def change_password(request: PageRequest, password: str) -> None:
    """Set a new password and end every other session of the account."""
    user = signed_in_user(request)
    old_key = request.session.session_key
    others = [info for info in sessions.sessions_of(user.pk) if info.session_key != old_key]
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        update_session_auth_hash(request, user)
        SessionInfo.objects.filter(session_key=old_key).update(session_key=request.session.session_key)
        audit_log.write(request.actor, "change_password", f"user:{user.pk}")
    sessions.end_sessions(others)


def invite(actor: Actor, *, role: str, scope: str, label: str) -> links.NewLink:
    """Make a link by which one person, with an account old or new, gets the role."""
    return links.make(actor, kind=LinkKind.INVITE, role=role, scope=scope, label=label, once=True)


def accept_invitation(request: HttpRequest, link: Link) -> None:
    """Give the signed-in user the role."""
    with transaction.atomic():
        links.mark_used(link)
        user = signed_in_user(request)
        grants.give(
            _actor_with_account(request, user), subject=f"user:{user.pk}", role=link.role, scope=link.scope
        )


def open_account(
    request: HttpRequest, link: Link, *, username: str, name: str, email: str, password: str
) -> User:
    """Make an account for an invited person, with the role, and sign in."""
    with transaction.atomic():
        links.mark_used(link)
        user = get_user_model().objects.create_user(username, email, password, first_name=name)
        actor = _actor_with_account(request, user)
        audit_log.write(actor, "open_account", f"user:{user.pk}", after={"invited_by": link.created_by})
        grants.give(actor, subject=f"user:{user.pk}", role=link.role, scope=link.scope)
    login(request, user, BACKEND)
    return user


@transaction.atomic
def make_reset(actor: Actor, user: User) -> links.NewLink:
    """Make a link to a new password, to be handed over; revoke an earlier one that was not used."""
    scope = f"user:{user.pk}"
    for earlier in Link.objects.unspent(now_ms()).filter(kind=LinkKind.RESET, scope=scope):
        links.revoke(actor, earlier)
    return links.make(actor, kind=LinkKind.RESET, scope=scope, once=True)


def redeem_reset(request: HttpRequest, link: Link, password: str) -> User | None:
    """Set the new password, end the account's sessions, and sign in here or ask for the second factor."""
    user = user_of(link)
    with transaction.atomic():
        links.mark_used(link)
        user.set_password(password)
        user.save(update_fields=["password"])
        audit_log.write(
            _actor_with_account(request, user),
            "reset_password",
            f"user:{user.pk}",
            after={"given_by": link.created_by},
        )
    sessions.end_sessions(sessions.sessions_of(user.pk))
    return _sign_in_or_ask_code(request, user)


def user_of(link: Link) -> User:
    return get_user_model().objects.get(pk=link.scope.partition(":")[2])


def mail_reset(request: HttpRequest, email: str) -> None:
    """Send a reset link to the account with this address. The answer does not say whether there is one."""
    if settings.MAIL is None:
        return
    throttle.count_attempt(reset_address=address_of(request), reset_mail=email)
    run_in_background(_send_resets, Actor(address=address_of(request)), email)


def run_in_background(task: Callable[..., None], *arguments: Any) -> None:
    """Run the task in a thread, in the user's language: its duration says nothing about the account."""
    language = get_language()

    def run() -> None:
        try:
            with translation.override(language):
                task(*arguments)
        finally:
            connection.close()

    threading.Thread(target=run, name="email").start()


def _send_resets(actor: Actor, email: str) -> None:
    assert settings.MAIL is not None
    for user in get_user_model().objects.filter(email__iexact=email, is_active=True).exclude(email=""):
        made = make_reset(replace(actor, subjects=frozenset({f"user:{user.pk}"}), user_id=user.pk), user)
        text = gettext("Open this link to choose a new password. It works once, within a day.")
        _send_email(
            gettext("Your new password for Fiveline"),
            f"{text}\n\n{settings.MAIL.links_to}{made.path}\n",
            user.email,
        )


def _send_email(subject: str, text: str, address: str) -> None:
    try:
        send_mail(subject, text, None, [address])
    except (OSError, SMTPException):
        logger.exception("The mail server did not take the email.")


def _actor_with_account(request: HttpRequest, user: User) -> Actor:
    return Actor(frozenset({f"user:{user.pk}"}), user_id=user.pk, address=address_of(request))
