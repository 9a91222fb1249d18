"""`manage.py accounts`: list accounts, and let a club that has locked itself out back in."""

import os
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.access import links
from games.access.permissions import SYSTEM
from games.access.roles import Role
from games.accounts import accounts, people, second_factor


class Command(BaseCommand):
    help = "List the accounts, or make a link for somebody who cannot get in."

    def add_arguments(self, parser: CommandParser) -> None:
        steps = parser.add_subparsers(dest="step")
        steps.add_parser("list", help="every account with its roles (the default)")
        steps.add_parser("organiser", help="a link that makes whoever opens it an organiser of the club")
        named = {
            "password": "a link to a new password",
            "second-factor-off": "the password alone signs in again, for who lost phone and codes",
        }
        for step, words in named.items():
            steps.add_parser(step, help=words).add_argument("name", help="the name to sign in with")

    def handle(self, *, step: str | None, name: str = "", **_: Any) -> None:
        if step in (None, "list"):
            self._list()
        elif step == "organiser":
            self._print_link(accounts.invite(SYSTEM, role=Role.ORGANISER, scope="club", label="manage.py"))
        elif step == "second-factor-off":
            second_factor.switch_off(SYSTEM, self._account(name))
            self.stdout.write(f"The password alone signs {name!r} in now.")
        else:
            self._print_link(accounts.make_reset(SYSTEM, self._account(name)))

    def _list(self) -> None:
        for person in people.all_accounts():
            roles = ", ".join(f"{grant.role} of {grant.scope}" for grant in person.grants) or "no role"
            ended = "" if person.user.is_active else ", ended"
            self.stdout.write(f"{person.user.username} ({person.name}): {roles}{ended}")

    def _account(self, name: str) -> User:
        found = get_user_model().objects.filter(username=name).first()
        if found is None:
            raise CommandError(f"There is no account {name!r}. `manage.py accounts` lists them all.")
        if not found.is_active:
            raise CommandError(f"The account {name!r} is ended. An organiser lets it begin again.")
        return found

    def _print_link(self, made: links.NewLink) -> None:
        port = os.environ.get("PORT") or "8000"
        self.stdout.write("It works once. With the server running, open on this computer")
        self.stdout.write(f"  http://127.0.0.1:{port}{made.path}")
        self.stdout.write(
            f"or type the code {made.shown_code} on any device, at /code/ of the server's address."
        )
