"""The boards of the demo go on. What happens next follows from where a game stands and since when, so that
any process may take the next step, and two at once do no harm.
"""

from collections.abc import Iterable

from games.access.permissions import SYSTEM
from games.models import Game
from games.referee import Status
from games.referee import requests as r
from games.services.lost_time import OUTAGE
from games.services.recording import record
from tournament.demo.bots import bot_move, think_ms
from tournament.formats.kind import NotDrawn
from tournament.models import DemoKind, DemoThing, Match, Round, RoundStatus, StageStatus, Tournament
from tournament.services.backup import copies
from tournament.services.faults import NotDone
from tournament.services.pairing import drafts
from tournament.services.results import entering
from tournament.services.rounds import lifecycle

SEED = 5
BREAK_MS = 60_000  # between a round's last result and the next pairings


def step(now_ms: int) -> int:
    """Let every bot move whose time has come, and the rounds go on. How much happened."""
    games = list(_live_games())
    woken = sum(_wake(game, now_ms) for game in games if game.status == Status.PAUSED)
    moved = sum(bot_move(game, SEED, now_ms=now_ms) for game in games if now_ms >= _due_ms(game))
    # A season that is told at the desk waits for people to come.
    return woken + moved + sum(_go_on(event, now_ms) for event in demo_events() if event.live)


def demo_events() -> Iterable[Tournament]:
    """The events with rounds; what was played at club evenings is over."""
    ids = DemoThing.objects.filter(kind=DemoKind.TOURNAMENT).values("number")
    evenings = {"evening_of_twos": None, "evening_of_fours": None}
    return Tournament.objects.filter(pk__in=ids, **evenings).order_by("pk")


def play_out(game: Game, from_ms: int, until_ms: int | None = None, draw_at: int | None = None) -> int:
    """A game from its start to its end, or as far as the time allows. When its last move was made.

    `draw_at` is the ply after which the two agree to a draw.
    """
    at_ms = from_ms
    bot_move(game, SEED, now_ms=at_ms)
    while game.status == Status.RUNNING:
        following_ms = at_ms + think_ms(SEED, game)
        if until_ms is not None and following_ms > until_ms:
            break
        at_ms = following_ms
        if draw_at is not None and game.ply >= draw_at:
            _agree(game, at_ms)
        else:
            bot_move(game, SEED, now_ms=at_ms)
    return at_ms


def _agree(game: Game, at_ms: int) -> None:
    offering = game.state_now().seat
    for request in (r.Offer(offering), r.Accept(offering.next)):
        record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=at_ms)
    game.refresh_from_db()


def _live_games() -> Iterable[Game]:
    topics = [event.scope for event in demo_events()]
    return Game.objects.live().filter(topic__in=topics)


def _wake(game: Game, now_ms: int) -> bool:
    """Go on after an outage: nobody is there to resume what the server paused when it came back."""
    if OUTAGE not in game.state_now().clock.pauses:
        return False
    answer = record(game_id=game.pk, request=r.Resume(OUTAGE), actor=SYSTEM, stamp_ms=now_ms)
    return answer.refused is None


def _due_ms(game: Game) -> int:
    """When the next step of a game is due: a first one after people have found their seats."""
    if game.status == Status.WAITING:
        starts_ms = _starts_ms(game) or game.created_ms
        return starts_ms + 2 * think_ms(SEED, game)
    return game.state_now().at_ms + think_ms(SEED, game)


def _starts_ms(game: Game) -> int | None:
    return Round.objects.filter(matches__games__game=game).values_list("starts_ms", flat=True).first()


def _go_on(event: Tournament, now_ms: int) -> int:
    """Close a round whose results are in; after a break publish the next."""
    stage = event.stages.filter(status=StageStatus.RUNNING).order_by("number").first()
    last = Round.objects.filter(stage=stage).order_by("-number").first() if stage else None
    if stage is None or last is None:
        return 0
    with copies.switched_off():
        try:
            if last.status == RoundStatus.PUBLISHED and not Match.objects.open().filter(round=last).exists():
                lifecycle.close(actor=SYSTEM, round_=last, now_ms=now_ms)
                return 1
            if last.status == RoundStatus.CLOSED and now_ms >= (last.closed_ms or 0) + BREAK_MS:
                draft = drafts.draft(actor=SYSTEM, stage=stage)
                lifecycle.publish(actor=SYSTEM, round_=draft, version=draft.version, now_ms=now_ms)
                return 1
        except (NotDone, NotDrawn):
            # Somebody plays along at the desk, or nothing is left to do.
            return 0
    return entering.settle_missed(now_ms=now_ms)
