"""Results: by keyboard, by button, per board; what is in dispute; corrections with what they touch."""

import re
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.access import right
from games.looking import looking
from games.timekeeping import now_ms
from tournament.formats.values import Outcome
from tournament.models import RESULTS, Entrant, EntryKind, Match, Stage, Tournament
from tournament.services import corrections, history, lots, progress, results, rounds, tables, taking_back
from tournament.services.deciding import FORFEITS
from tournament.services.history import BRACKETS
from tournament.views.desk import boards, custody
from tournament.views.desk.finding import game_at, match_at, round_at, tournament_at
from tournament.views.desk.reading import whole_number
from tournament.views.desk.showing import desk_page, telling
from tournament.views.next_page import next_page

# `4 1-0`: board and result; `!` at the end lets it stand against a game that is still being played.
# Where teams meet, `4.2 1-0` is the second board of match 4.
_RESULT = r"(?P<result>[^!]+?)\s*(?P<sure>!?)\s*"
LINE = re.compile(r"\s*(?P<board>\d{1,4})(?P<number>)\s*[\s:.]\s*" + _RESULT)
LINE_OF_TEAMS = re.compile(r"\s*(?P<board>\d{1,4})(?:[.,/](?P<number>\d{1,2}))?\s*[\s:]\s*" + _RESULT)

# What the buttons of a match offer, in this order.
CHOICES = (
    Outcome.FIRST_WINS,
    Outcome.DRAW,
    Outcome.SECOND_WINS,
    Outcome.SECOND_FORFEITS,
    Outcome.FIRST_FORFEITS,
    Outcome.BOTH_FORFEIT,
)


@right("enter_results", thing=round_at)
@require_POST
def line(request: HttpRequest, round_id: int) -> HttpResponse:
    """One line of the keyboard: board number and result."""
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
        return redirect("desk-event", round_.stage.tournament_id)
    with telling(request):
        match = results.type_line(
            actor=request.actor,
            round_=round_,
            board=int(read["board"]),
            number=int(read["number"]) if read["number"] else None,
            text=read["result"],
            now_ms=now_ms(),
            confirm=bool(read["sure"]),
        )
        _tell_entered(request, match, read["number"])
    return redirect("desk-event", round_.stage.tournament_id)


@right("enter_results", thing=match_at)
@require_POST
def enter(request: HttpRequest, match_id: int) -> HttpResponse:
    """The result of a match, or (`number`) of one of its boards, by button."""
    match, number = request.thing, whole_number(request, "number") or None
    with telling(request):
        entered = results.type_result(
            actor=request.actor,
            match=match,
            outcome=_outcome(request),
            number=number,
            now_ms=now_ms(),
            confirm=bool(request.POST.get("confirm")),
        )
        _tell_entered(request, entered, number)
    return _back(request, match)


def _tell_entered(request: HttpRequest, match: Match, number: int | str | None) -> None:
    record = history.read(match.round.stage)
    if match.outcome:
        words = {"board": match.board, "match": match, "score": boards.score_of(record, match)}
        messages.success(request, _("Board %(board)s: %(match)s, %(score)s") % words)
    elif progress.wants_lots(record, match):
        messages.warning(request, _("Noted. The match is level: enter who won a play-off, or draw lots."))
    elif number:
        words = {"board": match.board, "number": number}
        messages.success(request, _("Board %(board)s.%(number)s is noted. The match goes on.") % words)
    else:
        messages.success(request, _("Noted. The match goes on."))


@right("enter_results", thing=match_at)
@require_POST
def no_show(request: HttpRequest, match_id: int) -> HttpResponse:
    """A side that has not come forfeits, once the agreed minutes are over."""
    match = request.thing
    with telling(request, _("The missing side forfeits.")):
        absent = _side(match, whole_number(request, "absent"))
        results.no_show(actor=request.actor, match=match, absent=absent, now_ms=now_ms())
    return _back(request, match)


@right("draw_lots", thing=match_at)
@require_POST
def draw_lots(request: HttpRequest, match_id: int) -> HttpResponse:
    match = request.thing
    with telling(request):
        outcome = lots.draw_for_match(actor=request.actor, match=match, now_ms=now_ms())
        winner = match.first if outcome is Outcome.FIRST_WINS else match.second
        messages.success(request, _("The lot falls on %(name)s.") % {"name": winner})
    return _back(request, match)


@right("manage_tables", thing=game_at)
@require_POST
def move(request: HttpRequest, match_game_id: int) -> HttpResponse:
    """Play this game at another table."""
    game = request.thing
    tournament = game.match.round.stage.tournament
    table = tournament.tables.filter(number=whole_number(request, "table")).first()
    with telling(request, _("The game is moved.")):
        tables.move(actor=request.actor, match_game=game, table=table)
    return redirect("desk-match", game.match_id)


@right("publish", thing=match_at)
@require_POST
def fill_bye(request: HttpRequest, match_id: int) -> HttpResponse:
    """A house player sits down against a bye."""
    match = request.thing
    tournament = match.round.stage.tournament
    house = tournament.entrants.filter(house=True, pk=whole_number(request, "house")).first()
    if house is None:
        raise Http404
    with telling(request, _("The house player sits down.")):
        rounds.fill_bye(actor=request.actor, match=match, house=house, now_ms=now_ms())
    return _back(request, match)


@right("see_desk", thing=match_at)
@never_cache
@looking
def match_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """One match with all that can be done about it.

    `?outcome=` shows what a correction would touch, with `game=` that of one of its boards.
    """
    match = request.thing
    stage = match.round.stage
    tournament = stage.tournament
    record = history.read(stage)
    shown = boards.rounds_shown(record, [match.round], tables=tournament.tables.count(), now_ms=now_ms())
    row = next((row for row in shown[0].rows if row.match.pk == match.pk), None)
    asked = _asked(request, row)
    level = _wants_lots(record, match)
    wanted = request.GET.get("outcome", "")
    whole = match.outcome and wanted in RESULTS and not request.GET.get("game")
    impact = corrections.impact(match, Outcome(wanted)) if whole else None
    return desk_page(
        request,
        "desk/match.html",
        tournament,
        match=match,
        row=row,
        kept=custody.kept(row.games) if row else (),
        stopped=custody.stopped(row.games) if row else (),
        stage=stage,
        choices=[(each.value, boards.SCORES[each], each in FORFEITS) for each in _choices(match, level)],
        of_a_game=[(each.value, boards.SCORES[each]) for each in CHOICES],
        boards_first=not match.outcome and bool(results.open_boards(match)),
        impact=impact,
        asked=asked,
        sides=[side for side in (match.first, match.second) if side],
        wants_lots=level,
        may_take_back=_may_take_back(match),
        taken_by_board=taking_back.boards_to_take_back(match),
        taken_whole=bool(match.outcome) and not taking_back.boards_make(match),
        reports=match.reports.select_related("entrant__player", "entrant__team"),
        incidents=match.incidents.select_related("entrant__player", "entrant__team"),
        tables=tournament.tables.all(),
        house=tournament.entrants.with_names().filter(house=True) if match.outcome == Outcome.BYE else (),
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """What one game of a match should be, and what that would touch; no `impact` if the match stands."""

    line: boards.GameLine
    outcome: Outcome
    impact: corrections.Impact | None

    @property
    def score(self) -> str:
        return boards.SCORES[self.outcome]

    @property
    def match_score(self) -> str:
        return boards.SCORES[self.impact.outcome] if self.impact else ""


def _asked(request: HttpRequest, row: boards.BoardRow | None) -> Asked | None:
    number, wanted = request.GET.get("game", ""), request.GET.get("outcome", "")
    lines = [line for line in row.games if line.row.outcome and str(line.row.number) == number] if row else []
    if not lines or wanted not in RESULTS or wanted == lines[0].outcome:
        return None
    return Asked(lines[0], Outcome(wanted), corrections.board_impact(lines[0].row, Outcome(wanted)))


@right("correct_result", thing=match_at)
@require_POST
def correct(request: HttpRequest, match_id: int) -> HttpResponse:
    match = request.thing
    with telling(request, _("The result is corrected.")):
        corrections.correct(
            actor=request.actor,
            match=match,
            outcome=_outcome(request),
            note=request.POST.get("note", "").strip()[:200],
            now_ms=now_ms(),
        )
    return redirect("desk-match", match.pk)


@right("correct_result", thing=match_at)
@require_POST
def take_back(request: HttpRequest, match_id: int) -> HttpResponse:
    """There is no result yet, of the match or (`number`) of one of its boards."""
    match = request.thing
    with telling(request, _("The result is taken back.")):
        taking_back.take_back(
            actor=request.actor,
            match=match,
            number=whole_number(request, "number") or None,
            note=request.POST.get("note", "").strip()[:200],
            now_ms=now_ms(),
        )
    return redirect("desk-match", match.pk)


@right("correct_result", thing=game_at)
@require_POST
def correct_board(request: HttpRequest, match_game_id: int) -> HttpResponse:
    """One board of a team match or one game of a longer match, seen from the first-named of the match."""
    game = request.thing
    with telling(request, _("The board is corrected.")):
        corrections.correct_board(
            actor=request.actor,
            match_game=game,
            outcome=_outcome(request),
            note=request.POST.get("note", "").strip()[:200],
            now_ms=now_ms(),
        )
    return redirect("desk-match", game.match_id)


@right("see_desk", thing=tournament_at)
@never_cache
@looking
def all_results(request: HttpRequest, pk: int) -> HttpResponse:
    """Every round that was drawn, newest first, and what is in dispute."""
    tournament = request.thing
    shown = [(stage, _rounds(tournament, stage)) for stage in tournament.stages.order_by("-number")]
    return desk_page(
        request,
        "desk/results.html",
        tournament,
        stages=[(stage, found) for stage, found in shown if found],
        conflicts=results.conflicts(tournament),
        differing=[
            (row, boards.SCORES[row.outcome], boards.SCORES[outcome])
            for row, outcome in results.disagreements(tournament)
        ],
        level=_level(tournament),
    )


def _rounds(tournament: Tournament, stage: Stage) -> list[boards.RoundView]:
    stage.tournament = tournament
    record = history.read(stage)
    return boards.rounds_shown(record, reversed(record.drawn), tables=0, now_ms=now_ms())


def _level(tournament: Tournament) -> list[Match]:
    """Knockout matches that only a lot can decide."""
    found = []
    for stage in tournament.stages.filter(format__in=BRACKETS):
        stage.tournament = tournament
        record = history.read(stage)
        undecided = (match for match in record.matches if not match.outcome and match.round in record.drawn)
        found += [match for match in undecided if progress.wants_lots(record, match)]
    return found


def _wants_lots(record: history.Record, match: Match) -> bool:
    is_open = bool(match.second_id) and not match.outcome and match.round.status == "published"
    return is_open and progress.wants_lots(record, match)


def _may_take_back(match: Match) -> bool:
    try:
        taking_back.check(match)
    except results.Refused:
        return False
    return bool(match.second_id) and match.round.status == "published"


def _choices(match: Match, level: bool) -> tuple[Outcome, ...]:
    """A bracket needs a winner: nothing decided or level becomes a draw there. Open boards come first."""
    if not match.outcome and results.open_boards(match):
        return tuple(each for each in CHOICES if each in FORFEITS)
    no_draw = level or (match.outcome and match.round.stage.format in BRACKETS)
    return tuple(each for each in CHOICES if not (no_draw and each is Outcome.DRAW))


def _outcome(request: HttpRequest) -> Outcome:
    wanted = request.POST.get("outcome", "")
    return Outcome(wanted) if wanted in RESULTS else results.read_typed(wanted)


def _side(match: Match, entrant_id: int) -> Entrant:
    for entrant in (match.first, match.second):
        if entrant is not None and entrant.pk == entrant_id:
            return entrant
    raise results.Refused("not-your-match")


def _back(request: HttpRequest, match: Match) -> HttpResponse:
    return redirect(next_page(request, reverse("desk-event", args=[match.round.stage.tournament_id])))
