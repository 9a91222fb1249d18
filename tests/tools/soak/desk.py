"""The organiser of a soak: publishes rounds one after another, with a device at every seat.

It works on the database beside the server, as a second process would, and repeats what a fault prevented.
"""

import random
import time
from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.db import Error, connection
from django.test import Client

from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM, Actor
from games.models import Game, Grant
from tests.tools.soak.devices import Arbiter, Device, Seated
from tests.tools.soak.ledger import Ledger
from tests.tools.soak.phones import Phone
from tests.tools.soak.tablets import Tablet
from tournament.models import Club, ClubSettings, Match, MatchGame, Player, Round, Tournament
from tournament.services.entries import enrol
from tournament.services.pairing import drafts
from tournament.services.rounds import lifecycle
from tournament.services.stages import stages

T = TypeVar("T")
NEVER = 10_000
ORGANISER = Actor(subjects=frozenset({"user:1"}), user_id=1, address="192.0.2.1")
CONTROLS = {"server": "0:20+2", "table": "10+5"}


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


class Desk:
    def __init__(self, ports: list[int], ledger: Ledger, seed: int, *, entrants: int, longest: int) -> None:
        self.ports, self.ledger, self.chance = ports, ledger, random.Random(seed)
        self.entrants, self.longest = entrants, longest
        ClubSettings.objects.create(
            club=Club.objects.create(name="Soak"), language="en", time_zone="UTC", set_up_ms=1
        )
        user = get_user_model().objects.create_user("arbiter", password="cubes-of-beech")
        Grant.objects.create(subject=f"user:{user.pk}", role="organiser", scope="club", created_ms=1)
        client = Client()
        client.force_login(user)
        self.arbiter = client.cookies["sessionid"].value
        self.rounds: dict[str, Round] = {}

    def next_round(self, keeper: str) -> list[Device]:
        """Publish a round of the tournament with this keeper, and seat its devices."""
        return _until_done(lambda: self._next_round(keeper))

    def has_all_results(self, keeper: str) -> bool:
        """Close the current round if every match has its result, and return whether it is closed."""
        return _until_done(lambda: self._close(keeper))

    def _close(self, keeper: str) -> bool:
        round_ = Round.objects.get(pk=self.rounds[keeper].pk)
        if Match.objects.open().filter(round=round_).exists():
            return False
        if round_.status == "published":
            lifecycle.close(actor=ORGANISER, round_=round_, now_ms=_now_ms())
        return True

    def _next_round(self, keeper: str) -> list[Device]:
        before = self.rounds.get(keeper)
        stage = before.stage if before else None
        if stage is None or stage.rounds.count() == self.entrants - 1:
            stage = self._make_stage(keeper)
        round_ = stage.rounds.filter(status="draft").first() or drafts.draft(actor=ORGANISER, stage=stage)
        round_ = lifecycle.publish(actor=ORGANISER, round_=round_, version=round_.version, now_ms=_now_ms())
        self.rounds[keeper] = round_
        games = MatchGame.objects.filter(match__round=round_, game__isnull=False)
        return [device for each in games for device in self._devices(each.game)]

    def _make_stage(self, keeper: str):
        made = Tournament.objects.create(name=f"Soak {keeper}", keeper=keeper, live=True)
        stage = stages.add(actor=ORGANISER, tournament=made, format="round-robin", control=CONTROLS[keeper])
        for number in range(self.entrants):
            player = Player.objects.create(first_name=f"P{number}", rating=1500)
            enrol.enter_player(actor=ORGANISER, tournament=made, player=player, now_ms=_now_ms())
        return stage

    def _devices(self, game: Game) -> list[Device]:
        at = Seated(game.code, self.ports, self.ledger, self.longest)
        arbiter = Arbiter(at, self.arbiter, self._chance())
        if game.keeper == "table":
            return [arbiter, Tablet(at, _session(game, "table"), self._chance())]
        sleeper = self.chance.choice((*"XO", *"-" * 10))
        phones = []
        for seat in "XO":
            sleeps_at = self.chance.randint(2, 8) if seat == sleeper else NEVER
            phones.append(Phone(at, _session(game, "player", seat), self._chance(), seat, sleeps_at))
        return [arbiter, *phones]

    def _chance(self) -> random.Random:
        return random.Random(self.chance.random())


def _session(game: Game, role: str, seat: str = "") -> str:
    made = links.make(SYSTEM, role=role, scope=game.scope, seat=seat)
    store = SessionStore()
    store[SESSION_LINKS] = [made.link.pk]
    store.save()
    assert store.session_key is not None
    return store.session_key


def _until_done(work: Callable[[], T], patience_s: float = 60.0) -> T:
    until = time.monotonic() + patience_s
    while True:
        try:
            return work()
        except (Error, OSError):
            connection.close()
            if time.monotonic() > until:
                raise
            time.sleep(0.5)
