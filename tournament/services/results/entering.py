"""Enter results: from live games, typed at the desk, or reported by both sides.

A weaker source never overwrites a stronger one: a result typed at the desk prevails over a late live game,
and both are shown (`disagreements.py`). Corrections are in `corrections`.
"""

import logging

from games.access.permissions import SYSTEM, Actor
from games.models import Game
from games.referee import Keeper, Status
from games.timekeeping import MINUTE_MS
from tournament.formats.series import games_to_score
from tournament.models import (
    Entrant,
    EntryKind,
    Match,
    MatchGame,
    Report,
    Round,
    RoundStatus,
    Source,
    Step,
    Tournament,
)
from tournament.scores import Outcome, score_text
from tournament.services import locking
from tournament.services.faults import StepRefused
from tournament.services.results import deciding, match_outcome
from tournament.services.results.match_outcome import Score, words_of
from tournament.services.stages import stage_record
from tournament.services.tables import live_games, seating

logger = logging.getLogger(__name__)


# What the keyboard may type, seen from the first-named.
TYPED: dict[str, Outcome] = {
    **dict.fromkeys(("1", "1-0", "1:0", "10"), Outcome.FIRST_WINS),
    **dict.fromkeys(("0", "0-1", "0:1", "01"), Outcome.SECOND_WINS),
    **dict.fromkeys(("=", "½", "5", ".5", "0.5", "½-½", "½:½", "r", "d"), Outcome.DRAW),
    **dict.fromkeys(("+", "+-", "+--"), Outcome.SECOND_FORFEITS),
    **dict.fromkeys(("-", "-+", "--+"), Outcome.FIRST_FORFEITS),
    **dict.fromkeys(("--", "---", "x"), Outcome.BOTH_FORFEIT),
}


def read_typed(text: str) -> Outcome:
    """Read the result of one game or match; StepRefused if it is none."""
    outcome = TYPED.get(_squeeze(text))
    if outcome is None:
        raise StepRefused("not-a-result", text=text)
    return outcome


def _squeeze(text: str) -> str:
    return "".join(text.split()).lower()


def type_line(
    *,
    actor: Actor,
    round_: Round,
    board: int,
    text: str,
    now_ms: int,
    number: int | None = None,
    game: int | None = None,
    confirm: bool = False,
) -> Match:
    """Enter a typed line: board and result; where teams meet, with the `number` of the board in the match.

    A score such as `2-1` enters all the games of a longer match.
    """
    score = None if _squeeze(text) in TYPED else match_outcome.read_score(text)
    result = score or read_typed(text)
    match = _match_on(round_, board)
    if match is None:
        raise StepRefused("no-such-board", round=round_.number, board=board)
    if number is not None and not match.games.filter(number=number).exists():
        raise StepRefused("no-such-board", round=round_.number, board=f"{board}.{number}")
    if isinstance(result, Outcome):
        return type_result(
            actor=actor, match=match, outcome=result, number=number, game=game, now_ms=now_ms, confirm=confirm
        )
    return type_score(actor=actor, match=match, score=result, now_ms=now_ms, confirm=confirm)


def _match_on(round_: Round, board: int) -> Match | None:
    """Find the match on a board.

    In automatic rounds an open board is found whichever of its rounds is shown.
    """
    found = Match.objects.filter(round=round_, board=board).first()
    stage = round_.stage
    if (found and not found.outcome) or not stage.format_rules.has_auto_rounds(stage.chosen):
        return found
    everywhere = Match.objects.open().published().filter(round__stage=stage, board=board)
    return everywhere.first() or found


def type_result(
    *,
    actor: Actor,
    match: Match,
    outcome: Outcome,
    now_ms: int,
    number: int | None = None,
    game: int | None = None,
    confirm: bool = False,
) -> Match:
    """Enter the result of a match, or of its game (team match: board) `number`, seen from the first-named.

    `game` is the next game that the user saw: a request that is sent twice enters it once. `confirm` lets the
    result prevail over a live game that is still running. Of a team match with open boards only a forfeit is
    entered as a whole: the boards make the score.
    """
    with locking.changing(match.round.stage.tournament_id):
        match = deciding.lock_match(match)
        if game is not None and _is_entered(match, game, outcome):
            return match
        if match.outcome:
            raise StepRefused(
                "already-so" if match.outcome == outcome else "already-decided", board=match.board
            )
        if number is None and (still := open_boards(match)) and not outcome.forfeited:
            raise StepRefused("which-board", board=match.board, number=still[0])
        deciding.check_not_running(match, number, confirm)
        deciding.enter(match, outcome, number, Source.TYPED, now_ms)
        locking.note(actor, "type_result", match, after={"outcome": outcome, "game": number})
    return match


def type_score(*, actor: Actor, match: Match, score: Score, now_ms: int, confirm: bool = False) -> Match:
    """Enter the games of a match that lead to this score, seen from the first-named: all of them, or none."""
    with locking.changing(match.round.stage.tournament_id):
        match = deciding.lock_match(match)
        stage = match.round.stage
        if stage.tournament.entry == EntryKind.TEAM:
            raise StepRefused("which-board", board=match.board, number=1)
        if not match_outcome.is_series(stage):
            raise StepRefused("not-a-series", board=match.board, score=words_of(score))
        stands = _gained(match)
        if match.outcome:
            raise StepRefused("already-so" if stands == score else "already-decided", board=match.board)
        games = games_to_score(stands, score)
        if not games:
            raise StepRefused(
                "not-this-score", board=match.board, score=words_of(score), stands=words_of(stands)
            )
        deciding.check_not_running(match, None, confirm)
        for outcome in games:
            if match.outcome:
                raise StepRefused("not-so-many-games", board=match.board, score=words_of(score))
            deciding.enter(match, outcome, None, Source.TYPED, now_ms)
        if _gained(match) != score:
            raise StepRefused("not-so-many-games", board=match.board, score=words_of(score))
        locking.note(actor, "type_result", match, after={"score": words_of(score)})
    return match


def _gained(match: Match) -> Score:
    first, second = stage_record.board_points(stage_record.read(match.round.stage), match)
    return first or 0, second or 0


def _is_entered(match: Match, number: int, outcome: Outcome) -> bool:
    """Return whether this game of the match has that very result already; refuse another result of it."""
    known = match.games.filter(number=number).exclude(outcome="").first()
    if known is None:
        return False
    stands = match_outcome.change_view(known, match, Outcome(known.outcome))
    if stands is outcome:
        return True
    if match.games.count() == 1:
        raise StepRefused("already-decided", board=match.board)
    score = score_text(*(result.sign for result in stands.results if result))
    raise StepRefused("game-decided", game=number, board=match.board, score=score)


def open_boards(match: Match) -> list[int]:
    """List the boards of a team match that have no result yet; of any other match none."""
    boards_of_teams = match.games.filter(step=Step.BOARD, outcome="").order_by("number")
    return list(boards_of_teams.values_list("number", flat=True))


def starts_ms(match: Match) -> int:
    """Return when the round of the match starts."""
    return match.round.starts_ms or match.round.published_ms or 0


def no_show_ms(match: Match) -> int:
    """Return from when a side that is not there forfeits."""
    return starts_ms(match) + match.round.stage.tournament.no_show_min * MINUTE_MS


def no_show(*, actor: Actor, match: Match, absent: Entrant, now_ms: int) -> Match:
    """Decide a match that a missing side forfeits, unrated; not before the agreed minutes are over."""
    tournament, due_ms = match.round.stage.tournament, no_show_ms(match)
    if now_ms < due_ms:
        raise StepRefused("not-yet-a-no-show", minutes=-((now_ms - due_ms) // MINUTE_MS))
    with locking.changing(tournament.pk):
        match = deciding.lock_match(match)
        if match.outcome:
            raise StepRefused("already-decided", board=match.board)
        if absent.pk not in match.entrant_ids:
            raise StepRefused("not-your-match")
        is_first = absent.pk == match.first_id
        outcome = Outcome.FIRST_FORFEITS if is_first else Outcome.SECOND_FORFEITS
        deciding.write_match(match, outcome, source=Source.TYPED, now_ms=now_ms)
        locking.note(actor, "no_show", match, after={"outcome": outcome})
    return match


def report(*, actor: Actor, match: Match, entrant: Entrant, outcome: Outcome, now_ms: int) -> Match:
    """Store the report of one side. Two equal reports decide the match; different ones are `conflicts`.

    Refused for a team match: its boards make the score, and a team's one link does not say who sat where.
    """
    with locking.changing(match.round.stage.tournament_id) as tournament:
        match = deciding.lock_match(match)
        if tournament.entry == EntryKind.TEAM:
            raise StepRefused("boards-make-the-score")
        if entrant.pk not in match.entrant_ids:
            raise StepRefused("not-your-match")
        if match.outcome:
            raise StepRefused(
                "already-so" if match.outcome == outcome else "already-decided", board=match.board
            )
        if not _has_begun(match, now_ms):
            raise StepRefused("not-begun")
        Report.objects.update_or_create(
            match=match, entrant=entrant, defaults={"outcome": outcome, "at_ms": now_ms}
        )
        locking.note(actor, "report_result", match, after={"entrant": entrant.pk, "outcome": outcome})
        reports = set(match.reports.values_list("entrant_id", "outcome"))
        if reports == {(pk, outcome) for pk in match.entrant_ids}:
            match.reports.all().delete()
            deciding.enter(match, outcome, None, Source.REPORTED, now_ms)
            locking.note(SYSTEM, "settle", match, after={"outcome": outcome, "source": Source.REPORTED})
    return match


def _has_begun(match: Match, now_ms: int) -> bool:
    """Tell whether the match can have a result: its round has begun, and its game if phones keep it.

    A table's game may wait for ever, where no tablet is at hand: its players report it.
    """
    if (match.round.starts_ms or 0) > now_ms:
        return False
    live = Game.objects.live().filter(match_game__match=match, keeper=Keeper.SERVER)
    statuses = set(live.values_list("status", flat=True))
    return not statuses or statuses != {Status.WAITING} or match.games.exclude(outcome="").exists()


def conflicts(tournament: Tournament) -> list[Match]:
    """List open matches whose two sides report different results."""
    open_matches = Match.objects.open().filter(round__stage__tournament=tournament)
    found = open_matches.with_names().prefetch_related("reports")
    return [match for match in found if len({report.outcome for report in match.reports.all()}) > 1]


def apply_live_result(game_id: int, *, now_ms: int) -> None:
    """Apply the result of a live game, or take it back if the game was reopened before its round was closed.

    Idempotent: the same state is written once.
    """
    tournament_id = (
        MatchGame.objects.filter(game=game_id)
        .values_list("match__round__stage__tournament_id", flat=True)
        .first()
    )
    if tournament_id is None:
        return
    with locking.changing(tournament_id, archived=True):
        match_game = seating.with_relatives(MatchGame.objects.filter(game=game_id)).get()
        outcome = live_games.outcome_of(match_game)
        if match_game.outcome == (outcome or "") or match_game.source not in (Source.NONE, Source.GAME):
            return
        if match_game.step == Step.HOUSE:
            deciding.set_game(match_game, outcome, Source.GAME)
            seating.seat(match_game.match.round.stage.tournament)
            # Its table may have gone to a game that public pages show.
            locking.count_version_up(tournament_id)
            return
        match = deciding.lock_match(match_game.match)
        if match.round.status == RoundStatus.CLOSED:
            return
        before = {"outcome": match_game.outcome, "match": match.outcome}
        stands = bool(match.outcome) and not deciding.take_back(match)
        deciding.set_game(match_game, outcome, Source.GAME)
        if not stands:
            deciding.after_game(match, Source.GAME, now_ms)
        locking.note(SYSTEM, "settle", match, before=before, after={"game": game_id, "outcome": outcome})


def apply_missed_results(*, now_ms: int) -> int:
    """Apply results of games that ended while no process listened; return how many there were."""
    missed = MatchGame.objects.filter(
        outcome="", game__status="over", game__voided=False, match__round__status=RoundStatus.PUBLISHED
    )
    ids = list(missed.values_list("game_id", flat=True))
    for game_id in ids:
        try:
            apply_live_result(game_id, now_ms=now_ms)
        except Exception:
            # One broken match must not keep the others waiting.
            logger.exception("game:%s could not be taken over", game_id)
    return len(ids)
