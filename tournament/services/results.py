"""Results: from live games by themselves, typed at the desk, or reported by both sides.

A weaker source never overwrites a stronger one: what the desk typed stands against a late live game, and both
are shown (`disagreements`). Corrections are in `corrections`.
"""

import logging

from django.db.models import Q

from games.access import SYSTEM, Actor
from tournament.formats.values import Outcome
from tournament.models import (
    Entrant,
    EntryKind,
    Format,
    Match,
    MatchGame,
    Report,
    Round,
    RoundStatus,
    Source,
    Step,
    Tournament,
)
from tournament.services import boards, door, progress, tables
from tournament.services.faults import Refused
from tournament.services.history import BRACKETS

logger = logging.getLogger(__name__)

FORFEITS = frozenset({Outcome.FIRST_FORFEITS, Outcome.SECOND_FORFEITS, Outcome.BOTH_FORFEIT})
MINUTE_MS = 60_000

# What the keyboard may type, seen from the first-named.
TYPED: dict[str, Outcome] = {
    **dict.fromkeys(("1", "1-0", "10"), Outcome.FIRST_WINS),
    **dict.fromkeys(("0", "0-1", "01"), Outcome.SECOND_WINS),
    **dict.fromkeys(("=", "½", "5", ".5", "0.5", "½-½", "r", "d"), Outcome.DRAW),
    **dict.fromkeys(("+", "+-", "+--"), Outcome.SECOND_FORFEITS),
    **dict.fromkeys(("-", "-+", "--+"), Outcome.FIRST_FORFEITS),
    **dict.fromkeys(("--", "---", "x"), Outcome.BOTH_FORFEIT),
}


def read_typed(text: str) -> Outcome:
    try:
        return TYPED["".join(text.split()).lower()]
    except KeyError:
        raise Refused("not-a-result", text=text) from None


def type_line(
    *, actor: Actor, round_: Round, board: int, text: str, now_ms: int, confirm: bool = False
) -> Match:
    """By keyboard: board number and result."""
    outcome = read_typed(text)
    match = Match.objects.filter(round=round_, board=board).first()
    if match is None:
        raise Refused("no-such-board", round=round_.number, board=board)
    return type_result(actor=actor, match=match, outcome=outcome, now_ms=now_ms, confirm=confirm)


def type_result(
    *,
    actor: Actor,
    match: Match,
    outcome: Outcome,
    now_ms: int,
    number: int | None = None,
    confirm: bool = False,
    note: str = "",
) -> Match:
    """Enter the result of a match, or of its game (team match: board) `number`, seen from the first-named.

    `confirm` lets it stand against a live game that is still running.
    """
    with door.changing(match.round.stage.tournament_id):
        match = held_match(match)
        if match.outcome:
            raise Refused("already-so" if match.outcome == outcome else "already-decided", board=match.board)
        _check_not_running(match, number, confirm)
        _enter(match, outcome, number, Source.TYPED, now_ms)
        door.note(actor, "type_result", match, after={"outcome": outcome, "game": number}, note=note)
    return match


def forfeit(*, actor: Actor, match: Match, absent: Entrant | None, now_ms: int, note: str = "") -> Match:
    """One side did not play (or, without naming one, neither did): the whole match is forfeited."""
    with door.changing(match.round.stage.tournament_id):
        match = held_match(match)
        if match.outcome:
            raise Refused("already-decided", board=match.board)
        if absent is None:
            outcome = Outcome.BOTH_FORFEIT
        elif absent.pk in match.entrant_ids:
            first = absent.pk == match.first_id
            outcome = Outcome.FIRST_FORFEITS if first else Outcome.SECOND_FORFEITS
        else:
            raise Refused("not-your-match")
        write_match(match, outcome, source=Source.TYPED, now_ms=now_ms)
        door.note(actor, "forfeit", match, after={"outcome": outcome}, note=note)
    return match


def no_show(*, actor: Actor, match: Match, absent: Entrant, now_ms: int) -> Match:
    """A side that has not appeared in time forfeits, unrated; not before the agreed minutes are over."""
    round_, tournament = match.round, match.round.stage.tournament
    due_ms = (round_.starts_ms or round_.published_ms or 0) + tournament.no_show_min * MINUTE_MS
    if now_ms < due_ms:
        raise Refused("not-yet-a-no-show", minutes=-((now_ms - due_ms) // MINUTE_MS))
    return forfeit(actor=actor, match=match, absent=absent, now_ms=now_ms, note="no-show")


def report(*, actor: Actor, match: Match, entrant: Entrant, outcome: Outcome, now_ms: int) -> Match:
    """What one side says. Both the same: settled. Different: the arbiter's turn (`conflicts`)."""
    with door.changing(match.round.stage.tournament_id):
        match = held_match(match)
        if entrant.pk not in match.entrant_ids:
            raise Refused("not-your-match")
        if match.outcome:
            raise Refused("already-so" if match.outcome == outcome else "already-decided", board=match.board)
        Report.objects.update_or_create(
            match=match, entrant=entrant, defaults={"outcome": outcome, "at_ms": now_ms}
        )
        door.note(actor, "report_result", match, after={"entrant": entrant.pk, "outcome": outcome})
        told = set(match.reports.values_list("entrant_id", "outcome"))
        if told == {(pk, outcome) for pk in match.entrant_ids}:
            match.reports.all().delete()
            _enter(match, outcome, None, Source.REPORTED, now_ms)
            door.note(SYSTEM, "settle", match, after={"outcome": outcome, "source": Source.REPORTED})
    return match


def conflicts(tournament: Tournament) -> list[Match]:
    """Open matches whose two sides report different results."""
    open_matches = Match.objects.open().filter(round__stage__tournament=tournament)
    found = open_matches.with_names().prefetch_related("reports")
    return [match for match in found if len({told.outcome for told in match.reports.all()}) > 1]


def settle(game_id: int, *, now_ms: int) -> None:
    """Take over what a live game gave. Any number of times: the same state is written once.

    A game that was reopened before its round was closed takes its result back.
    """
    tournament_id = (
        MatchGame.objects.filter(game=game_id)
        .values_list("match__round__stage__tournament_id", flat=True)
        .first()
    )
    if tournament_id is None:
        return
    with door.changing(tournament_id):
        match_game = boards.with_relatives(MatchGame.objects.filter(game=game_id)).get()
        outcome = boards.outcome_of(match_game)
        if match_game.outcome == (outcome or "") or match_game.source not in (Source.NONE, Source.GAME):
            return
        if match_game.step == Step.HOUSE:
            _set_game(match_game, outcome, Source.GAME)
            tables.seat(match_game.match.round.stage.tournament)
            return
        match = held_match(match_game.match)
        if match.round.status == RoundStatus.CLOSED:
            return
        before = {"outcome": match_game.outcome, "match": match.outcome}
        stands = bool(match.outcome) and not _take_back(match)
        _set_game(match_game, outcome, Source.GAME)
        if not stands:
            _after_game(match, Source.GAME, now_ms)
        door.note(SYSTEM, "settle", match, before=before, after={"game": game_id, "outcome": outcome})


def settle_missed(*, now_ms: int) -> int:
    """The sweep: games that ended while nobody listened. How many were found."""
    missed = MatchGame.objects.filter(
        outcome="", game__status="over", game__voided=False, match__round__status=RoundStatus.PUBLISHED
    )
    ids = list(missed.values_list("game_id", flat=True))
    for game_id in ids:
        try:
            settle(game_id, now_ms=now_ms)
        except Exception:
            # One broken match must not keep the others waiting.
            logger.exception("game:%s could not be settled", game_id)
    return len(ids)


def disagreements(tournament: Tournament) -> list[tuple[MatchGame, Outcome]]:
    """Boards whose live game says something else than what was typed or reported, until somebody decides.

    The second of each is what the live game gave, seen from its starter.
    """
    weighed = (Source.TYPED, Source.REPORTED)
    played = MatchGame.objects.filter(
        Q(source__in=weighed) | Q(match__source__in=weighed, step=Step.GAME, number=1),
        match__round__stage__tournament=tournament,
        game__status="over",
        game__voided=False,
    ).exclude(match__source=Source.CORRECTED)
    found = []
    for game in boards.with_relatives(played).select_related("game"):
        said, stands = boards.outcome_of(game), _standing(game)
        if said and stands and said is not stands:
            found.append((game, said))
    return found


def _standing(game: MatchGame) -> Outcome | None:
    """What counts for this board, seen from its starter."""
    if game.outcome and game.source != Source.GAME:
        return Outcome(game.outcome)
    if not game.match.outcome:
        return None
    stands = Outcome(game.match.outcome)
    return stands if game.starter_id == game.match.first_id else stands.swapped


def uphold(*, actor: Actor, match: Match, note: str, now_ms: int) -> Match:
    """The arbiter has seen that the live game says something else, and the result stands all the same."""
    with door.changing(match.round.stage.tournament_id):
        match = held_match(match)
        if not match.outcome:
            raise Refused("not-decided", board=match.board)
        match.source, match.note = Source.CORRECTED, note
        match.save(update_fields=["source", "note"])
        door.note(actor, "uphold", match, after={"outcome": match.outcome}, note=note)
    return match


def held_match(match: Match) -> Match:
    """The match, locked after its tournament, as it is now; only a published meeting has a result."""
    Match.objects.select_for_update().get(pk=match.pk)
    held = Match.objects.with_names().get(pk=match.pk)
    if held.second_id is None:
        raise Refused("no-opponent")
    if held.round.status == RoundStatus.DRAFT:
        raise Refused("not-published", round=held.round.number)
    return held


def write_match(match: Match, outcome: Outcome | None, *, source: str, now_ms: int, note: str = "") -> None:
    """Decide a match (or open it again), and let what was waiting for its table sit down."""
    match.outcome, match.source = outcome or "", source if outcome else Source.NONE
    match.decided_ms = now_ms if outcome else None
    match.note = note
    match.save(update_fields=["outcome", "source", "decided_ms", "note"])
    if outcome:
        _drop_waiting(list(match.games.filter(outcome="")))
        tables.seat(match.round.stage.tournament)
    if outcome and match.round.stage.format == Format.LADDER:
        Round.objects.filter(pk=match.round_id).update(status=RoundStatus.CLOSED, closed_ms=now_ms)


def _enter(match: Match, outcome: Outcome, number: int | None, source: str, now_ms: int) -> None:
    stage = match.round.stage
    teams = stage.tournament.entry == EntryKind.TEAM
    if number is None and (teams or (outcome in FORFEITS and stage.format in BRACKETS)):
        if outcome is Outcome.DRAW and stage.format in BRACKETS:
            raise Refused("draw-needs-more")
        write_match(match, outcome, source=source, now_ms=now_ms)
        return
    game = _open_game(match, number)
    starts = game.starter_id == match.first_id
    _set_game(game, outcome if starts else outcome.swapped, source)
    _drop_waiting([game])
    _after_game(match, source, now_ms)


def _open_game(match: Match, number: int | None) -> MatchGame:
    games = match.games.filter(outcome="").exclude(step=Step.HOUSE).order_by("number")
    game = games.first() if number is None else games.filter(number=number).first()
    if game is None:
        raise Refused("already-decided", board=match.board)
    return game


def _set_game(match_game: MatchGame, outcome: Outcome | None, source: str) -> None:
    match_game.outcome, match_game.source = outcome or "", source if outcome else Source.NONE
    match_game.save(update_fields=["outcome", "source"])


def _after_game(match: Match, source: str, now_ms: int) -> None:
    outcome = progress.decide(match, now_ms=now_ms)
    if outcome:
        write_match(match, outcome, source=source, now_ms=now_ms)


def _take_back(match: Match) -> bool:
    """Open a match again that a reopened game had decided, unless something was drawn from it already."""
    later = Round.objects.filter(stage=match.round.stage, number__gt=match.round.number)
    if match.source != Source.GAME or (match.round.stage.format in BRACKETS and later.exists()):
        return False
    match.outcome, match.source, match.decided_ms = "", Source.NONE, None
    match.save(update_fields=["outcome", "source", "decided_ms"])
    return True


def _check_not_running(match: Match, number: int | None, confirm: bool) -> None:
    games = match.games.filter(outcome="")
    if number is not None:
        games = games.filter(number=number)
    running = any(status in ("running", "paused") for status in boards.status_of(list(games)).values())
    if running and not confirm:
        raise Refused("game-running", board=match.board)


def _drop_waiting(games: list[MatchGame]) -> None:
    """Boards that nobody started are not needed any more; one that runs is left to its players."""
    status = boards.status_of(games)
    boards.void_all(game for game in games if status.get(game.pk) == "waiting")
