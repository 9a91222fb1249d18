"""Results at the desk: by keyboard, by button, per board; the list of all results and disputes."""

import re

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.access.permissions import PageRequestOn, right
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import RESULTS, EntryKind, Match, MatchGame, Round, Tournament
from tournament.scores import Outcome
from tournament.services.faults import StepRefused
from tournament.services.results import disagreements, entering, lots, match_outcome
from tournament.services.rounds import lifecycle
from tournament.services.stages import stage_record
from tournament.services.tables import seating
from tournament.views.desk import boards, disputes
from tournament.views.desk.desk_page import desk_page, on_press, posted_number
from tournament.views.desk.lookups import game_at, match_at, round_at, tournament_at
from tournament.views.public import words as public_words

# `4 1-0`: board and result; `!` at the end confirms it against a game that is still being played.
# Where teams meet, `4.2 1-0` is the second board of match 4.
_RESULT = r"(?P<result>[^!]+?)\s*(?P<sure>!?)\s*"
LINE = re.compile(r"\s*(?P<board>\d{1,4})(?P<number>)\s*[\s:.]\s*" + _RESULT)
LINE_OF_TEAMS = re.compile(r"\s*(?P<board>\d{1,4})(?:[.,/](?P<number>\d{1,2}))?\s*[\s:]\s*" + _RESULT)


@on_press("enter_results", round_at, "desk-tournament", "stage.tournament_id")
def line(request: PageRequestOn[Round]) -> None:
    """Enter a typed line of board number and result."""
    round_, typed = request.thing, request.POST.get("line", "")
    is_team = round_.stage.tournament.entry == EntryKind.TEAM
    read = (LINE_OF_TEAMS if is_team else LINE).fullmatch(typed)
    if read is None:
        how = (
            _("“%(line)s” is not a board and a result. Type “4.2 1-0”, “4.2 =”, “4.2 0-1” or “4 +-”.")
            if is_team
            else _("“%(line)s” is not a board and a result. Type “4 1-0”, “4 =”, “4 0-1” or “4 +-”.")
        )
        messages.error(request, how % {"line": typed[:40]})
        return
    match = entering.type_line(
        actor=request.actor,
        round_=round_,
        board=int(read["board"]),
        number=int(read["number"]) if read["number"] else None,
        text=read["result"],
        game=posted_number(request, "game") or None,
        now_ms=now_ms(),
        confirm=bool(read["sure"]),
    )
    _report_entered(request, match, read["number"])


@on_press("enter_results", match_at, "desk-tournament", "round.stage.tournament_id")
def enter(request: PageRequestOn[Match]) -> None:
    """Enter the result of a match, or (`number`) of one of its boards, by button."""
    match, number = request.thing, posted_number(request, "number") or None
    entered = entering.type_result(
        actor=request.actor,
        match=match,
        outcome=outcome_of(request),
        number=number,
        game=posted_number(request, "game") or number,
        now_ms=now_ms(),
        confirm=bool(request.POST.get("confirm")),
    )
    _report_entered(request, entered, number)


def _report_entered(request: HttpRequest, match: Match, number: int | str | None) -> None:
    """Report the board, the names, the score, and what comes next."""
    record = stage_record.read(match.round.stage)
    words = {"board": match.board, "match": match, "score": boards.score_of(record, match)}
    if match.outcome:
        messages.success(request, _("Board %(board)s: %(match)s, %(score)s") % words)
    elif match_outcome.wants_lots(record, match):
        level = _("Board %(board)s: %(match)s, %(score)s. Level: enter who won a play-off, or draw lots.")
        messages.warning(request, level % words)
    elif number:
        message = _("Board %(board)s.%(number)s is entered. %(match)s: %(score)s so far.")
        messages.success(request, message % {**words, "number": number})
    else:
        title = match_outcome.next_to_play(record, match)
        words["next"] = public_words.reason_text(title) if title else ""
        messages.success(request, _("Board %(board)s: %(match)s, %(score)s so far. Next: %(next)s") % words)


@on_press("enter_results", match_at, "desk-tournament", "round.stage.tournament_id")
def no_show(request: PageRequestOn[Match]) -> str:
    """Forfeit the match of a side that has not come, once the agreed minutes are over."""
    match = request.thing
    wanted = posted_number(request, "absent")
    absent = next((each for each in (match.first, match.second) if each and each.pk == wanted), None)
    if absent is None:
        raise StepRefused("not-your-match")
    entering.no_show(actor=request.actor, match=match, absent=absent, now_ms=now_ms())
    return _("The missing side forfeits.")


@on_press("draw_lots", match_at, "desk-tournament", "round.stage.tournament_id")
def draw_lots(request: PageRequestOn[Match]) -> str:
    match = request.thing
    outcome = lots.draw_for_match(actor=request.actor, match=match, now_ms=now_ms())
    winner = match.first if outcome is Outcome.FIRST_WINS else match.second
    return _("The lot falls on %(name)s.") % {"name": winner}


@on_press("manage_tables", game_at, "desk-match", "match_id")
def move(request: PageRequestOn[MatchGame]) -> str:
    """Move this game to another table."""
    game = request.thing
    tournament = game.match.round.stage.tournament
    table = tournament.tables.filter(number=posted_number(request, "table")).first()
    seating.move(actor=request.actor, match_game=game, table=table)
    return _("The game is moved.")


@on_press("publish", match_at, "desk-tournament", "round.stage.tournament_id")
def fill_bye(request: PageRequestOn[Match]) -> str:
    """Pair a house player with an entrant who has a bye."""
    match = request.thing
    tournament = match.round.stage.tournament
    house = tournament.entrants.filter(house=True, pk=posted_number(request, "house")).first()
    if house is None:
        raise Http404
    lifecycle.fill_bye(actor=request.actor, match=match, house=house, now_ms=now_ms())
    return _("The house player sits down.")


@right("see_desk", thing=tournament_at)
@read_only_page
def all_results(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Show every drawn round, newest first, and the disputes."""
    tournament = request.thing
    shown = []
    level: list[Match] = []
    for stage in tournament.stages.order_by("-number"):
        stage.tournament = tournament
        record = stage_record.read(stage)
        found = boards.round_views(record, reversed(record.drawn), tables=0, now_ms=now_ms())
        shown += [(stage, found)] if found else []
        if not stage.format_rules.draw_decides:  # matches of a bracket that only a lot can decide
            undecided = (each for each in record.matches if not each.outcome and each.round in record.drawn)
            level = [each for each in undecided if match_outcome.wants_lots(record, each)] + level
    return desk_page(
        request,
        "desk/results.html",
        tournament,
        stages=shown,
        conflicts=entering.conflicts(tournament),
        disputes=[
            disputes.read_dispute(*each)
            for each in disagreements.disagreements(match__round__stage__tournament=tournament)
        ],
        level=level,
    )


def wants_lots(record: stage_record.StageRecord, match: Match) -> bool:
    is_open = bool(match.second_id) and not match.outcome and match.round.status == "published"
    return is_open and match_outcome.wants_lots(record, match)


def outcome_of(request: HttpRequest) -> Outcome:
    wanted = request.POST.get("outcome", "")
    return Outcome(wanted) if wanted in RESULTS else entering.read_typed(wanted)
