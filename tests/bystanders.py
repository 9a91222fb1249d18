"""Add rows of other people to the database of nearly every test: tournaments, an evening, an account.

A query that loses its filter finds these rows first, since they are older, and the database refuses to
change or delete them. They are hidden from the public and do not count for ratings.
"""

import datetime
import itertools

from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection

from games.access import links
from games.access.permissions import SYSTEM
from games.accounts import second_factor
from games.models import (
    Game,
    Grant,
    Instruction,
    LateEntry,
    LinkDevice,
    LinkKind,
    Notice,
    Pin,
    Rematch,
    SecondFactor,
    SessionInfo,
    TabletAbsence,
    Throttle,
)
from games.protocol.upward import parse
from games.services.custody import take_custody
from games.services.opening import open_game
from games.services.recording import record
from tests.databases import LAST_ID, SESSION_KEY
from tests.tournament.conftest import PlayedTournament
from tournament.models import (
    Absence,
    Category,
    Club,
    Evening,
    ForbiddenPair,
    HallScreen,
    Incident,
    Lineup,
    Match,
    Parcel,
    Picture,
    Player,
    Prize,
    Report,
    StageEntry,
    Tournament,
)
from tournament.scores import Outcome
from tournament.services.club import evenings
from tournament.services.stages import stages
from tournament.services.tables import seating

AT_MS = 1_600_000_000_000
NEVER_MS = 4_000_000_000_000
START = {"type": "start"}
DECIDED_OFFLINE = {
    "type": "adjust",
    "seat": "X",
    "add_ms": 60_000,
    "reason": "bystander",
    "unlocked": "offline",
}
HIDDEN = {"public": False, "rated": False, "created_ms": AT_MS}


def make_bystanders() -> None:
    """Add them to an empty database."""
    _start_ids_after(0)
    account = _make_account()
    played = _make_tournament()
    Grant.objects.create(
        subject=f"user:{account.pk}", role="organiser", scope=played.tournament.scope, created_ms=AT_MS
    )
    _make_devices(played)
    _make_running_game(played)
    _make_team_tournament()
    _make_evening()
    _make_rematch()
    _protect_rows()
    _start_ids_after(LAST_ID)


def _start_ids_after(last: int) -> None:
    """Start the ids of each table at another hundred, so that an id of the wrong table finds nothing."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")
        for place, table in enumerate(sorted(connection.introspection.table_names())):
            cursor.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last + 100 * place]
            )


def _make_account() -> User:
    """Make an account with a second factor, a session and open invitations."""
    user = User.objects.create(username="bystander", first_name="Bystander", email="b@bystanders.test")
    subject = f"user:{user.pk}"
    SecondFactor.objects.create(user=user, secret="bystander", set_ms=AT_MS)
    second_factor.new_codes(user)
    far = datetime.datetime(2999, 1, 1, tzinfo=datetime.UTC)
    Session.objects.create(session_key=SESSION_KEY, session_data="", expire_date=far)
    SessionInfo.objects.create(session_key=SESSION_KEY, user=user, created_ms=AT_MS, seen_ms=AT_MS)
    Throttle.objects.create(key="bystander", failures=2, since_ms=AT_MS, until_ms=NEVER_MS)
    lasting = {"expires_ms": NEVER_MS, "once": True}
    links.make(SYSTEM, kind=LinkKind.INVITE, role="scorer", scope="club", label="Bystander", **lasting)
    links.make(SYSTEM, kind=LinkKind.RESET, scope=subject, stands_for=subject, **lasting)
    Parcel.objects.create(
        token="bystander",
        kind="records",
        name="bystander.txt",
        text="1. a1E *",
        sent_by=subject,
        sent_ms=NEVER_MS,
    )
    return user


def _new_tournament(format: str, **given: object) -> PlayedTournament:
    tournament = Tournament.objects.create(**HIDDEN, **given)
    stage = stages.add(actor=SYSTEM, tournament=tournament, format=format)
    return PlayedTournament(tournament, stage, ticks=itertools.count(AT_MS, 1000))


def _make_tournament() -> PlayedTournament:
    """Make a tournament with a closed round, a round that is played at two tables, and a second stage."""
    picture = Picture.objects.create(digest="b" * 32, kind="png", width=1, height=1, data=b"")
    played = _new_tournament("swiss", name="Bystander cup", live=True, keeper="table", picture=picture)
    tournament, stage = played.tournament, played.stage
    seating.provide(actor=SYSTEM, tournament=tournament, count=2)
    for name in ("Bob", "Bea", "Bert", "Bill"):
        played.enter(f"{name}-Bystander", rating=1000)
    Player.objects.update(club=Club.objects.create(name="Bystander club"))
    played.play(played.publish())
    decided = Match.objects.first()
    played.publish()
    knockout = stages.add(actor=SYSTEM, tournament=tournament, format="knockout")
    entrants = list(played.entrants.values())
    for entrant in entrants:
        StageEntry.objects.create(stage=knockout, entrant=entrant, seed=entrant.number)
        Absence.objects.create(entrant=entrant, stage=stage, number=4)
        Incident.objects.create(
            tournament=tournament, entrant=entrant, match=decided, text="Bystander", at_ms=AT_MS
        )
    one, other, *_ = entrants
    Report.objects.create(match=decided, entrant=decided.first, outcome=Outcome.FIRST_WINS, at_ms=AT_MS)
    Category.objects.create(tournament=tournament, name="Bystanders").entrants.add(one)
    Prize.objects.create(tournament=tournament, place=1, title="Bystander prize")
    ForbiddenPair.objects.create(tournament=tournament, one=one, other=other)
    HallScreen.objects.create(name="Side hall", tournament=tournament)
    return played


def _make_devices(played: PlayedTournament) -> None:
    """Make a PIN, slips of two entrants, and cards of two tables with a tablet and another that waits."""
    tournament = played.tournament
    Pin.objects.create(scope=tournament.scope, hash="bystander", offline={}, set_ms=AT_MS)
    lasting = {"topic": tournament.scope, "expires_ms": NEVER_MS}
    links.make(SYSTEM, role="display", scope=tournament.scope, **lasting)
    for entrant in list(played.entrants.values())[:2]:
        links.make(SYSTEM, role="player", scope=entrant.scope, stands_for=entrant.scope, **lasting)
    for table in tournament.tables.all():
        card = links.make(SYSTEM, role="table", scope=table.scope, **lasting).link
        LinkDevice.objects.create(link=card, device="tablet", asked_ms=AT_MS, admitted_ms=AT_MS)
        LinkDevice.objects.create(link=card, device="another", asked_ms=AT_MS)


def _make_running_game(played: PlayedTournament) -> None:
    """Start a game on a tablet that is away, with its own decision, a waiting instruction, a late entry."""
    game = Game.objects.filter(match_game__match__round__number=2).order_by("pk").first()
    take_custody(game.pk, "bystander", SYSTEM, now_ms=AT_MS)
    for n, message in enumerate((START, DECIDED_OFFLINE), 1):
        frame = parse({**message, "nonce": f"bystander-{n}", "epoch": 1, "n": n, "tab": "bystander"})
        answer = record(
            game_id=game.pk,
            request=frame.ask,
            actor="link:1",
            nonce=frame.nonce,
            body=frame.body,
            stamp_ms=AT_MS,
            entry=frame.entry,
        )
        assert answer.refused is None, answer.refused
    TabletAbsence.objects.create(game=game, since_ms=AT_MS)
    Instruction.objects.create(
        game=game, body={"type": "pause", "reason": "arbiter"}, actor="user:1", given_ms=AT_MS
    )
    LateEntry.objects.create(
        game=game,
        generation=1,
        epoch=1,
        n=3,
        nonce="late",
        body={"type": "start"},
        code="old-epoch",
        actor="link:1",
        received_ms=AT_MS,
    )
    Notice.objects.create(
        topic=played.tournament.scope, text="Bystander", actor="user:1", given_ms=AT_MS, until_ms=NEVER_MS
    )


def _make_team_tournament() -> None:
    """Make a tournament of two teams with line-ups and a draft."""
    played = _new_tournament(
        "round-robin", name="Bystander league", live=False, entry="team", boards=2, lineup_per_round=True
    )
    for name in ("Bystanders 1", "Bystanders 2"):
        entrant = played.enter_team(name, "Bo-Bystander Ben-Bystander")
        order = list(entrant.as_team.members.order_by("-order").values_list("player_id", flat=True))
        Lineup.objects.create(entrant=entrant, stage=played.stage, number=1, players=order)
    played.draft()


def _make_evening() -> None:
    """Make a closed evening with one game."""
    day = datetime.date(2020, 9, 13)
    evening = evenings.open_evening(
        actor=SYSTEM, name="Bystander evening", season="Bystanders", day=day, now_ms=AT_MS, live=False
    )
    one, other = (Player.objects.create(first_name=f"{name}-Bystander") for name in ("Bo", "Ben"))
    evening.present.add(one, other)
    evenings.play(
        actor=SYSTEM, evening=evening, first=[one], second=[other], outcome=Outcome.FIRST_WINS, now_ms=AT_MS
    )
    Tournament.objects.filter(pk=evening.twos_id).update(**HIDDEN)
    Evening.objects.filter(pk=evening.pk).update(closed_ms=AT_MS)


def _make_rematch() -> None:
    """Make a rematch of a quick game on a tablet, which has not begun."""
    game = open_game(
        rules="",
        control="-",
        first="X",
        seats=2,
        players={"X": {"name": "Bystander X"}, "O": {"name": "Bystander O"}},
        keeper="table",
        casual=True,
        now_ms=NEVER_MS,
    )
    Rematch.objects.create(game=game, wanted="X")


def _protect_rows() -> None:
    """Let the database refuse to change or delete the rows that are there now."""
    for model in apps.get_models(include_auto_created=True):
        if not model._default_manager.exists():
            continue
        table, key = model._meta.db_table, model._meta.pk.column
        is_bystander = f"OLD.{key} = '{SESSION_KEY}'" if model is Session else f"OLD.{key} <= {LAST_ID}"
        for deed in ("UPDATE", "DELETE"):
            with connection.cursor() as cursor:
                cursor.execute(
                    f"CREATE TRIGGER bystander_{deed}_{table} BEFORE {deed} ON {table} WHEN {is_bystander}"
                    f" BEGIN SELECT RAISE(ABORT, 'A bystander in {table} was touched by {deed}'); END"
                )
