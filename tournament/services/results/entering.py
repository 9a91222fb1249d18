"""Results: from live games by themselves, typed at the desk, or reported by both sides.

A weaker source never overwrites a stronger one: what the desk typed stands against a late live game, and both
are shown (`disagreements.py`). Corrections are in `corrections`.
"""

import logging

from games.access.permissions import SYSTEM, Actor
from games.timekeeping import MINUTE_MS
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
from tournament.services.faults import NotDone
from tournament.services.results import deciding, match_scores
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


def is_result(text: str) -> bool:
    return "".join(text.split()).lower() in TYPED


def read_typed(text: str) -> Outcome:
    if not is_result(text):
        raise NotDone("not-a-result", text=text)
    return TYPED["".join(text.split()).lower()]


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
    """By keyboard: board number and result; where teams meet, with the `number` of the board in the match.

    A score as `2-1` enters all the games of a longer match.
    """
    score = None if is_result(text) else match_scores.read_score(text)
    outcome = None if score else read_typed(text)
    match = _match_on(round_, board)
    if match is None:
        raise NotDone("no-such-board", round=round_.number, board=board)
    if number is not None and not match.games.filter(number=number).exists():
        raise NotDone("no-such-board", round=round_.number, board=f"{board}.{number}")
    if outcome is None:
        assert score is not None
        return match_scores.type_score(actor=actor, match=match, score=score, now_ms=now_ms, confirm=confirm)
    return type_result(
        actor=actor, match=match, outcome=outcome, number=number, game=game, now_ms=now_ms, confirm=confirm
    )


def _match_on(round_: Round, board: int) -> Match | None:
    """Where a stage goes on by itself no board is open twice, whichever of its rounds was looked at."""
    found = Match.objects.filter(round=round_, board=board).first()
    stage = round_.stage
    if (found and not found.outcome) or not stage.kind.goes_on(stage.chosen):
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
    note: str = "",
) -> Match:
    """Enter the result of a match, or of its game (team match: board) `number`, seen from the first-named.

    `game` is the game that whoever entered it saw as the next: pressed or sent twice it is entered once.
    `confirm` lets it stand against a live game that is still running. Of a team match whose boards are open
    only a forfeit is entered as a whole: the boards make the score.
    """
    with locking.changing(match.round.stage.tournament_id):
        match = deciding.held_match(match)
        if game is not None and _is_entered(match, game, outcome):
            return match
        if match.outcome:
            raise NotDone("already-so" if match.outcome == outcome else "already-decided", board=match.board)
        if number is None and (still := open_boards(match)) and not outcome.forfeited:
            raise NotDone("which-board", board=match.board, number=still[0])
        deciding.check_not_running(match, number, confirm)
        deciding.enter(match, outcome, number, Source.TYPED, now_ms)
        locking.note(actor, "type_result", match, after={"outcome": outcome, "game": number}, note=note)
    return match


def _is_entered(match: Match, number: int, outcome: Outcome) -> bool:
    """Whether this game of the match has that very result already; another result of it is refused."""
    known = match.games.filter(number=number).exclude(outcome="").first()
    if known is None:
        return False
    stands = Outcome(known.outcome) if known.starter_id == match.first_id else Outcome(known.outcome).swapped
    if stands is outcome:
        return True
    score = score_text(*(mark.sign for mark in stands.marks if mark))
    if match.games.count() == 1:
        raise NotDone("already-decided", board=match.board)
    raise NotDone("game-decided", game=number, board=match.board, score=score)


def open_boards(match: Match) -> list[int]:
    """The boards of a team match that have no result yet; of any other match none."""
    boards_of_teams = match.games.filter(step=Step.BOARD, outcome="").order_by("number")
    return list(boards_of_teams.values_list("number", flat=True))


def forfeit(*, actor: Actor, match: Match, absent: Entrant | None, now_ms: int) -> Match:
    """One side did not play (or, without naming one, neither did): the whole match is forfeited."""
    return _forfeit(actor, match, absent, now_ms, verb="forfeit")


def _forfeit(actor: Actor, match: Match, absent: Entrant | None, now_ms: int, *, verb: str) -> Match:
    with locking.changing(match.round.stage.tournament_id):
        match = deciding.held_match(match)
        if match.outcome:
            raise NotDone("already-decided", board=match.board)
        if absent is None:
            outcome = Outcome.BOTH_FORFEIT
        elif absent.pk in match.entrant_ids:
            first = absent.pk == match.first_id
            outcome = Outcome.FIRST_FORFEITS if first else Outcome.SECOND_FORFEITS
        else:
            raise NotDone("not-your-match")
        deciding.write_match(match, outcome, source=Source.TYPED, now_ms=now_ms)
        locking.note(actor, verb, match, after={"outcome": outcome})
    return match


def no_show(*, actor: Actor, match: Match, absent: Entrant, now_ms: int) -> Match:
    """A side that has not appeared in time forfeits, unrated; not before the agreed minutes are over."""
    round_, tournament = match.round, match.round.stage.tournament
    due_ms = (round_.starts_ms or round_.published_ms or 0) + tournament.no_show_min * MINUTE_MS
    if now_ms < due_ms:
        raise NotDone("not-yet-a-no-show", minutes=-((now_ms - due_ms) // MINUTE_MS))
    return _forfeit(actor, match, absent, now_ms, verb="no_show")


def report(*, actor: Actor, match: Match, entrant: Entrant, outcome: Outcome, now_ms: int) -> Match:
    """What one side says. Both the same: settled. Different: the arbiter's turn (`conflicts`).

    Not of a team match: its boards make the score, and a team's one link does not tell who sat where.
    """
    with locking.changing(match.round.stage.tournament_id) as tournament:
        match = deciding.held_match(match)
        if tournament.entry == EntryKind.TEAM:
            raise NotDone("boards-make-the-score")
        if entrant.pk not in match.entrant_ids:
            raise NotDone("not-your-match")
        if match.outcome:
            raise NotDone("already-so" if match.outcome == outcome else "already-decided", board=match.board)
        Report.objects.update_or_create(
            match=match, entrant=entrant, defaults={"outcome": outcome, "at_ms": now_ms}
        )
        locking.note(actor, "report_result", match, after={"entrant": entrant.pk, "outcome": outcome})
        told = set(match.reports.values_list("entrant_id", "outcome"))
        if told == {(pk, outcome) for pk in match.entrant_ids}:
            match.reports.all().delete()
            deciding.enter(match, outcome, None, Source.REPORTED, now_ms)
            locking.note(SYSTEM, "settle", match, after={"outcome": outcome, "source": Source.REPORTED})
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
    with locking.changing(tournament_id, archived=True):
        match_game = seating.with_relatives(MatchGame.objects.filter(game=game_id)).get()
        outcome = live_games.outcome_of(match_game)
        if match_game.outcome == (outcome or "") or match_game.source not in (Source.NONE, Source.GAME):
            return
        if match_game.step == Step.HOUSE:
            deciding.set_game(match_game, outcome, Source.GAME)
            seating.seat(match_game.match.round.stage.tournament)
            locking.renew(tournament_id)  # its table may have gone to a game that public pages show
            return
        match = deciding.held_match(match_game.match)
        if match.round.status == RoundStatus.CLOSED:
            return
        before = {"outcome": match_game.outcome, "match": match.outcome}
        stands = bool(match.outcome) and not deciding.take_back(match)
        deciding.set_game(match_game, outcome, Source.GAME)
        if not stands:
            deciding.after_game(match, Source.GAME, now_ms)
        locking.note(SYSTEM, "settle", match, before=before, after={"game": game_id, "outcome": outcome})


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
