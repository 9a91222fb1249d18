"""The season of the demo club: twenty evenings of Keizer, to which people come when they can."""

from django.db import transaction

from games.access.permissions import SYSTEM
from games.timekeeping import MINUTE_MS
from tournament.demo.making import enter, make_event, publish
from tournament.models import Match, Player, Round, Stage, Tournament
from tournament.scores import Outcome
from tournament.services.entries import attendance, enrol
from tournament.services.results import entering
from tournament.services.rounds import lifecycle

EVENINGS = 20
WEEK_MS = 7 * 24 * 60 * MINUTE_MS
_MEMBERS = 12
_CAME_LATER = 6  # the evening from which one more takes part
_STRENGTH = 60  # rating points that are worth a place of the die


def keizer(players: list[Player], now_ms: int) -> Tournament:
    at_ms = now_ms - EVENINGS * WEEK_MS
    stage = make_event(
        "demo-season",
        "Lindenau Season",
        at_ms,
        boards=7,
        stage={"format": "keizer", "control": "15+5", "planned_rounds": EVENINGS + 4},
        live=False,
    )
    with transaction.atomic():
        enter(stage, players[:_MEMBERS], at_ms)
        for number in range(1, EVENINGS + 1):
            at_ms += WEEK_MS
            if number == _CAME_LATER:
                late = enrol.enter_player(
                    actor=SYSTEM, tournament=stage.tournament, player=players[_MEMBERS], now_ms=at_ms
                )
                attendance.check_in(actor=SYSTEM, entrant=late)
            _evening(stage, number, at_ms - 5 * MINUTE_MS)
    stage.tournament.refresh_from_db()
    return stage.tournament


def _evening(stage: Stage, number: int, at_ms: int) -> None:
    for entrant in stage.tournament.entrants.order_by("number"):
        # Nobody comes every week, and now and then somebody forgets to say so.
        if (7 * entrant.number + 5 * number) % 9 == 0:
            attendance.request_half_bye(actor=SYSTEM, entrant=entrant, stage=stage, number=number)
        elif (11 * entrant.number + 3 * number) % 31 == 0:
            attendance.announce_absence(actor=SYSTEM, entrant=entrant, stage=stage, number=number)
    round_ = publish(stage, at_ms)
    for match in Match.objects.meetings().filter(round=round_).with_names().order_by("board"):
        entering.type_result(actor=SYSTEM, match=match, outcome=_outcome(match, round_), now_ms=at_ms)
    lifecycle.close(actor=SYSTEM, round_=round_, now_ms=at_ms + 90 * MINUTE_MS)


def _outcome(match: Match, round_: Round) -> Outcome:
    """The stronger one mostly wins: a die of nine faces, the same in every demo."""
    first, second = match.both
    die = (5 * first.number + 3 * second.number + 7 * round_.number) % 9 - 4
    edge = (first.rating - second.rating) // _STRENGTH + die
    return Outcome.DRAW if edge == 0 else Outcome.FIRST_WINS if edge > 0 else Outcome.SECOND_WINS
