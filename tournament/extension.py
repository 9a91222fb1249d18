"""What the tournament adds to the games (`games.extension`): how its ids are found and named, where its links
lead, what its walls count down to, and the sentences of its log.
"""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.access.permissions import Actor
from games.access.roles import Role
from games.extension import Countdown, Extension
from games.models import Game, Link
from games.numbers import whole_number
from games.timekeeping import now_ms
from tournament.audit_sentences import ID_KINDS, LOG_SENTENCES, VALUES
from tournament.import_export import records
from tournament.models import (
    ClubSettings,
    Confirms,
    Entrant,
    EntryKind,
    Match,
    MatchGame,
    Player,
    Round,
    RoundStatus,
    Table,
    Tournament,
    TournamentStatus,
)
from tournament.server import reach
from tournament.services import locking
from tournament.services.club.played_games import known_to_public
from tournament.services.entries import slips
from tournament.services.results import entering
from tournament.views.public import pairings


def find_tournament(pk: int) -> Tournament | None:
    return Tournament.objects.filter(pk=pk).first()


def is_hidden(scope: str) -> bool:
    """Return whether this is a tournament that is not public, or a person of whom the public has seen no
    game.
    """
    kind, _colon, digits = scope.partition(":")
    number = whole_number(digits)
    if number is None:
        return False
    if kind == "tournament":
        return Tournament.objects.filter(pk=number, public=False).exists()
    return kind == "player" and not known_to_public(Player.objects.filter(pk=number)).exists()


def hidden_topics() -> list[str]:
    hidden = Tournament.objects.filter(public=False)
    return [f"tournament:{pk}" for pk in hidden.values_list("pk", flat=True)]


def projector_address(link: Link) -> str:
    tournament = find_tournament(_number_of(link.scope))
    return reverse("projector", args=[tournament.code]) if tournament else reverse("tournaments")


def desk_address(scope: str) -> str:
    """Return the address of a tournament's desk, or for the club that of all desks."""
    number = _tournament_id(scope)
    if number is not None and find_tournament(number):
        return reverse("desk-tournament", args=[number])
    return reverse("desk") if scope == "club" else ""


def check_in_by_slip(actor: Actor, link: Link) -> str | None:
    entrant = slips.check_in_holder(actor, link)
    return reverse("desk-scanned", args=[entrant.pk]) if entrant else None


def next_round(topic: str) -> Countdown | None:
    """Find the start of the published round, to which the wall of a tournament counts down."""
    number = _tournament_id(topic)
    if number is None:
        return None
    published = Round.objects.filter(stage__tournament=number, status=RoundStatus.PUBLISHED)
    to_come = published.filter(starts_ms__gt=now_ms(), matches__in=Match.objects.open())
    found = to_come.order_by("starts_ms").first()
    if found is None or found.starts_ms is None:
        return None
    return Countdown(_("Round {number}").format(number=found.number), found.starts_ms)


def start_times(game: Game) -> tuple[int, int] | None:
    """The start of the game's round, and when a side that is not there has forfeited."""
    board = MatchGame.objects.select_related("match__round__stage__tournament").filter(game=game).first()
    return None if board is None else (entering.starts_ms(board.match), entering.no_show_ms(board.match))


def topic_news(topic: str) -> dict[str, Any]:
    """Return the version of a tournament, in the form in which every change announces it."""
    number = _tournament_id(topic)
    if number is None:
        return {}
    versions = Tournament.objects.filter(pk=number).values_list("version", flat=True)
    return next((locking.build_news(version=version) for version in versions), {})


def board_numbers(topic: str) -> dict[str, str]:
    number = _tournament_id(topic)
    if number is None:
        return {}
    rows = MatchGame.objects.filter(
        match__round__stage__tournament=number, game__voided=False, match__outcome="", game__isnull=False
    ).select_related("match__round__stage__tournament", "game")
    return {row.game.code: _board_words(row) for row in rows.defer("game__state") if row.game}


def _board_words(row: MatchGame) -> str:
    in_team = row.match.round.stage.tournament.entry == EntryKind.TEAM
    return f"{row.match.board}.{row.number}" if in_team else str(row.match.board)


def topics_played() -> list[str]:
    running = Tournament.objects.public().filter(status=TournamentStatus.RUNNING, live=True)
    return [each.scope for each in running.order_by("starts_on", "pk")]


def who_confirms(topic: str) -> str:
    """Return who confirms results in this tournament; other games are confirmed where there may be doubts."""
    number = _tournament_id(topic)
    tournament = find_tournament(number) if number is not None else None
    return tournament.confirms if tournament else Confirms.DOUBTFUL


def second_factor_from_ms() -> int | None:
    return ClubSettings.objects.values_list("second_factor_from_ms", flat=True).first()


def club_name() -> str:
    return ClubSettings.objects.values_list("club__name", flat=True).first() or ""


def _tournament_id(scope: str) -> int | None:
    """Read the id from the scope or topic of a tournament."""
    kind, _colon, digits = scope.partition(":")
    return whole_number(digits) if kind == "tournament" else None


def _number_of(scope: str) -> int:
    return int(scope.partition(":")[2])


EXTENSION = Extension(
    finders={
        "tournament": find_tournament,
        "entrant": lambda pk: Entrant.objects.with_names().filter(pk=pk).first(),
        "table": lambda tournament, number: Table.objects.filter(
            tournament=tournament, number=number
        ).first(),
    },
    topics=frozenset({"tournament"}),
    is_hidden=is_hidden,
    hidden_topics=hidden_topics,
    id_kinds=ID_KINDS,
    club_name=club_name,
    landings={
        (Role.PLAYER, "entrant"): lambda link: reverse("player", args=[_number_of(link.scope)]),
        (Role.DISPLAY, "tournament"): projector_address,
        (Role.DISPLAY, "club"): lambda link: reverse("screens"),  # there it says which one it is
    },
    workplace=desk_address,
    staff_checks_in=lambda actor, link: slips.holder_at_the_desk(actor, link) is not None,
    taken_by_staff=check_in_by_slip,
    reach=reach.address_in_hall,
    second_factor_from_ms=second_factor_from_ms,
    countdown=next_round,
    start_times=start_times,
    topic_news=topic_news,
    board_numbers=board_numbers,
    topics_played=topics_played,
    series=pairings.words_at_the_board,
    record_tags=records.tournament_tags,
    confirms=who_confirms,
    sentences=LOG_SENTENCES,
    values=VALUES,
)
