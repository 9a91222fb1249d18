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

SESSION_HALF = "half_signed_in"  # the password was right, the second factor is owed
HALF_MS = 10 * MINUTE_MS
BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignInRefused(Fault):
    sentences = {
        "wrong": "Name and password do not fit together. Check both and try again.",
        "wrong-password": "That is not your password.",
    }


def sign_in(request: PageRequest, username: str, password: str) -> User | None:
    """Sign in, or ask for the second factor and return None. Every wrong guess is counted and logged.

    The session gets a new key; what the device was given by links stays with it.
    """
    address = address_of(request)
    keys = {
        "sign_in_here": f"{username}|{address}",
        "sign_in_account": username,
        "sign_in_address": address,
    }
    throttle.attempt(**keys)
    # Hashes once also for a name that does not exist: the time taken tells nothing.
    user = authenticate(request, username=username, password=password)
    if user is None:
        known = get_user_model().objects.filter(username=username).first()
        audit_log.write(request.actor, "sign_in_failed", f"user:{known.pk}" if known else "club")
        raise SignInRefused("wrong")
    throttle.succeeded(**keys)
    return _let_in(request, user)


def _let_in(request: HttpRequest, user: User) -> User | None:
    """Sign in, or leave the account one step before it and return None: a second factor is asked for."""
    if not second_factor.is_on(user):
        _sign_in(request, user)
        return user
    # The hash: a password that is changed meanwhile ends this, too.
    half = {"user": user.pk, "hash": user.get_session_auth_hash(), "until_ms": now_ms() + HALF_MS}
    request.session[SESSION_HALF] = half
    return None


def half_signed_in(request: HttpRequest) -> User | None:
    """Return the user who gave the password here a moment ago and owes the second factor."""
    half = request.session.get(SESSION_HALF, {})
    if half.get("until_ms", 0) < now_ms():
        return None
    user = get_user_model().objects.filter(pk=half["user"], is_active=True).first()
    fits = user is not None and constant_time_compare(half["hash"], user.get_session_auth_hash())
    return user if fits else None


def finish_sign_in(request: HttpRequest, code: str) -> None:
    user = half_signed_in(request)
    if user is None:
        raise SignInRefused("wrong")
    second_factor.check(Actor(address=address_of(request)), user, code)
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
            # Whoever signed in may be somebody else: the email is in the language its owner used before.
            with translation.override(read_before or get_language()):
                _tell_of_new_device(user, device, actor.address)


def _tell_of_new_device(user: User, device: str, address: str) -> None:
    text = gettext(
        "{name} was signed in on a device that is new here: {device}, address {address}. "
        "If that was not you, sign it out on your account page and change the password."
    ).format(name=user.get_username(), device=device or "?", address=address)
    apart(_send_email, gettext("New sign-in to Fiveline"), f"{text}\n", user.email)


def sign_out(request: PageRequest) -> None:
    """Sign out the person, not the tablet: the links this device opened stay opened."""
    audit_log.write(request.actor, "sign_out", f"user:{request.user.pk}")
    drop_account(request)


def drop_account(request: HttpRequest) -> None:
    """The device is nobody's account any more. What it holds by links it holds on."""
    lasting = {
        name: request.session[name] for name in (SESSION_LINKS, SESSION_DEVICE) if name in request.session
    }
    SessionInfo.objects.filter(session_key=request.session.session_key).delete()
    logout(request)
    request.session.update(lasting)


def confirm_password(request: PageRequest, password: str) -> None:
    """Whoever is signed in gives the password again. Guesses count, for a desk may be left alone."""
    user = owner(request)
    tries = {"own_password": f"user:{user.pk}"}
    throttle.attempt(**tries)
    if not user.check_password(password):
        audit_log.write(request.actor, "password_wrong", f"user:{user.pk}")
        raise SignInRefused("wrong-password")
    throttle.succeeded(**tries)
    SessionInfo.objects.filter(session_key=request.session.session_key).update(password_ms=now_ms())


def owner(request: HttpRequest) -> User:
    """Whose account a page is about that only who is signed in may open."""
    assert request.user.is_authenticated
    return request.user


def change_particulars(request: PageRequest, name: str, email: str) -> None:
    user = owner(request)
    user.first_name, user.email = name, email
    with transaction.atomic():
        user.save(update_fields=["first_name", "email"])
        audit_log.write(request.actor, "change_particulars", f"user:{user.pk}")


def change_password(request: PageRequest, password: str) -> None:
    """A new password ends every other session of the account."""
    user = owner(request)
    old_key = request.session.session_key
    others = [info for info in sessions.sessions_of(user.pk) if info.session_key != old_key]
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        update_session_auth_hash(request, user)
        SessionInfo.objects.filter(session_key=old_key).update(session_key=request.session.session_key)
        audit_log.write(request.actor, "change_password", f"user:{user.pk}")
    sessions.end(others)


def invite(actor: Actor, *, role: str, scope: str, label: str) -> links.NewLink:
    """A link by which one person, with an account old or new, gets the role."""
    return links.make(actor, kind=LinkKind.INVITE, role=role, scope=scope, label=label, once=True)


def accept_invitation(request: HttpRequest, link: Link) -> None:
    """Whoever is signed in takes the role."""
    with transaction.atomic():
        links.spend(link)
        user = owner(request)
        grants.give(
            _actor_with_account(request, user), subject=f"user:{user.pk}", role=link.role, scope=link.scope
        )


def open_account(
    request: HttpRequest, link: Link, *, username: str, name: str, email: str, password: str
) -> User:
    """A new account for an invited person, signed in at once, with the role."""
    with transaction.atomic():
        links.spend(link)
        user = get_user_model().objects.create_user(username, email, password, first_name=name)
        actor = _actor_with_account(request, user)
        audit_log.write(actor, "open_account", f"user:{user.pk}", after={"invited_by": link.created_by})
        grants.give(actor, subject=f"user:{user.pk}", role=link.role, scope=link.scope)
    login(request, user, BACKEND)
    return user


@transaction.atomic
def make_reset(actor: Actor, user: User) -> links.NewLink:
    """A link to a new password, to be handed over; an earlier one that was not used dies."""
    scope = f"user:{user.pk}"
    for earlier in Link.objects.unspent(now_ms()).filter(kind=LinkKind.RESET, scope=scope):
        links.revoke(actor, earlier)
    return links.make(actor, kind=LinkKind.RESET, scope=scope, once=True)


def redeem_reset(request: HttpRequest, link: Link, password: str) -> User | None:
    """Set the new password, end every session of the account, sign in here (a second factor is asked for)."""
    user = user_of(link)
    with transaction.atomic():
        links.spend(link)
        user.set_password(password)
        user.save(update_fields=["password"])
        audit_log.write(
            _actor_with_account(request, user),
            "reset_password",
            f"user:{user.pk}",
            after={"given_by": link.created_by},
        )
    sessions.end(sessions.sessions_of(user.pk))
    return _let_in(request, user)


def user_of(link: Link) -> User:
    return get_user_model().objects.get(pk=link.scope.partition(":")[2])


def mail_reset(request: HttpRequest, email: str) -> None:
    """Send a reset link to the account with this address. Says nothing about whether there is one."""
    if settings.MAIL is None:
        return
    throttle.attempt(reset_address=address_of(request), reset_mail=email)
    apart(_send_resets, Actor(address=address_of(request)), email)


def apart(task: Callable[..., None], *arguments: Any) -> None:
    """In a thread of its own, in the asker's language: nobody waits, and no answer tells by its time."""
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
