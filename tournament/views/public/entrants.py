"""Public pages of entrants: the list, an entrant's card (with the members of a team), self-registration."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import wording
from games.access import throttle
from games.access.permissions import PageRequest
from games.faults import Fault
from games.timekeeping import now_ms
from tournament.forms.entries import EnterForm
from tournament.models import Entrant, EntrantStatus, EntryKind, Stage, StageStatus, Tournament
from tournament.ranking.tiebreaks import TieBreak
from tournament.scores import RoundResult, halves_text, people_text
from tournament.services import standings
from tournament.services.entries import enrol
from tournament.services.faults import StepRefused
from tournament.services.stages import stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.services.standings import BoardScore, StandingRow, StandingsTable
from tournament.views.public import pairings, words
from tournament.views.public.page import frame, show, tournament_form, tournament_page
from tournament.views.public.pairings import PairingLine, PairingSide


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """One round of an entrant: opponent, symbol and result; points after it, if counted."""

    round: int
    line: PairingLine | None
    own: PairingSide | None
    opponent: PairingSide | None
    words: str | Promise
    points: str
    annulled: bool = False
    gain: str = ""
    """What it gives to the figure that ranks first, where that is not points."""


@tournament_page
def entrants(request: PageRequest, tournament: Tournament) -> HttpResponse:
    page = frame(request, tournament, "tournament-entrants")
    found = tournament.entrants.listed().with_names().filter(house=False).prefetch_related("categories")
    found = found.prefetch_related("team__members__player")
    page["entrants"] = sorted(found, key=lambda each: (not each.is_in, -each.rating, each.number))
    page["has_clubs"] = any(each.club for each in page["entrants"])
    return show(request, "tournament/entrants.html", page)


@tournament_page
def entrant(request: PageRequest, tournament: Tournament, number: int) -> HttpResponse:
    page = frame(request, tournament, "tournament-entrants")
    found = tournament.entrants.listed().with_names().filter(number=number).first()
    if found is None:
        raise Http404
    page |= card(page["record"], found) | {"earlier": _earlier(page, found)}
    return show(request, "tournament/entrant.html", page)


@dataclass(frozen=True, slots=True)
class StagePlayed:
    """What an entrant did in another stage of the tournament."""

    stage: Stage
    row: StandingRow | None
    played: list[RoundPlayed]


def _earlier(page: dict[str, Any], entrant: Entrant) -> list[StagePlayed]:
    """Return the other stages in which this entrant played, the latest first."""
    others = [each for each in reversed(page["stages"]) if each != page["stage"]]
    records = [stage_record.read(each) for each in others if each.status != StageStatus.SETUP]
    return [
        StagePlayed(record.stage, _row_of(_table(record, entrant), entrant), rounds_played(record, entrant))
        for record in records
        if record.drawn and entrant.pk in record.entrants
    ]


def card(record: StageRecord | None, entrant: Entrant) -> dict[str, object]:
    """Return what an entrant has played so far, and the resulting place in the standings."""
    found: dict[str, object] = {
        "entrant": entrant,
        "members": _members(record, entrant),
        "categories": list(entrant.categories.all()),
        "played": [],
        "row": None,
        "figures": [],
        "gains_of": None,
    }
    if record and entrant.pk in record.entrants:
        table = _table(record, entrant)
        row = _row_of(table, entrant)
        found["row"] = row
        found["figures"] = figures(table, row)
        found["played"] = with_gains(rounds_played(record, entrant), row, table.ahead)
        found["gains_of"] = table.tiebreaks[0] if table.ahead else None
        found["in_bracket"] = record.format_rules.is_bracket
    return found


@dataclass(frozen=True, slots=True)
class MemberShown:
    """A player of a team or pair; `score` sums up the player's own boards so far."""

    name: str
    substitute: bool
    score: BoardScore | None


def _members(record: StageRecord | None, entrant: Entrant) -> list[MemberShown]:
    if entrant.team is None:
        return []
    scores = {each.player.pk: each for each in standings.board_scores(record)} if record else {}
    members = entrant.team.members.select_related("player").order_by("order")
    return [
        MemberShown(each.player.public_name, each.substitute, scores.get(each.player_id)) for each in members
    ]


def _table(record: StageRecord, entrant: Entrant) -> StandingsTable:
    group = next(entry.group for entry in record.entries if entry.entrant_id == entrant.pk) or None
    return standings.table(record, group=group)


def _row_of(table: StandingsTable, entrant: Entrant) -> StandingRow | None:
    return next((row for row in table.rows if row.entrant.pk == entrant.pk), None)


def figures(table: StandingsTable, row: StandingRow | None) -> list[tuple[int, TieBreak, str]]:
    """Return the tie-breaks that rank ahead of points: place in the table, tie-break and value."""
    workings = row.standing.workings[: table.ahead] if row and row.standing else ()
    return [
        (index, figure, people_text(working.value, get_format("DECIMAL_SEPARATOR")))
        for index, (figure, working) in enumerate(zip(table.tiebreaks, workings, strict=False))
        if working
    ]


def with_gains(rounds: list[RoundPlayed], row: StandingRow | None, ahead: int) -> list[RoundPlayed]:
    """Add to each round what it gives to the first-ranking figure, if that is not points."""
    working = row.standing.workings[0] if ahead and row and row.standing else None
    if working is None:
        return rounds
    point = get_format("DECIMAL_SEPARATOR")
    gains = {
        term.round: people_text(Fraction(term.amount, working.unit), point)
        for term in working.terms
        if term.round
    }
    return [replace(each, gain=gains.get(each.round, "")) for each in rounds]


def rounds_played(record: StageRecord, entrant: Entrant) -> list[RoundPlayed]:
    """Return the entrant's rounds in order, the first one first."""
    matches = {
        match.round.number: match
        for match in record.matches
        if entrant.pk in match.entrant_ids and match.round in record.drawn
    }
    lines = {line.match.pk: line for line in pairings.lines_of(record, list(matches.values()))}
    if record.format_rules.is_bracket:
        return [
            _round_played(each.number, entrant, line, words.RESULTS[_bracket_result(line, entrant)], "")
            for each in record.drawn
            if (match := matches.get(each.number)) and (line := lines[match.pk])
        ]
    history = stage_record.build_history(record, record.group_of[entrant.pk] or None)
    totals = history.running_points(entrant.pk, stage_record.scoring_of(record.stage))
    return [
        _round_played(
            each.number,
            entrant,
            lines[matches[each.number].pk] if each.number in matches else None,
            words.result_text(entrant_round.result, record.format_rules),
            "" if entrant_round.result is RoundResult.PENDING else halves_text(total),
            annulled=entrant_round.opponent is not None
            and not history.annulled.isdisjoint({entrant.pk, entrant_round.opponent}),
        )
        for each, entrant_round, total in zip(record.drawn, history.rows[entrant.pk], totals, strict=True)
    ]


def _round_played(
    number: int,
    entrant: Entrant,
    line: PairingLine | None,
    result: str | Promise,
    points: str,
    annulled: bool = False,
) -> RoundPlayed:
    sides = line.sides if line else ()
    own = next((side for side in sides if side.entrant.pk == entrant.pk), None)
    other = next((side for side in sides if side.entrant.pk != entrant.pk), None)
    return RoundPlayed(number, line, own, other, result, points, annulled)


def _bracket_result(line: PairingLine, entrant: Entrant) -> RoundResult:
    """Return the result of a bracket match as a whole, regardless of its single games."""
    outcome = stage_record.outcome_of(line.match)
    if outcome is None:
        return RoundResult.PENDING
    results = outcome.results if line.match.first_id == entrant.pk else outcome.swapped.results
    return results[0]


@tournament_form
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Register oneself with the code that the organiser shows. A wrong code counts as a guess."""
    page = frame(request, tournament, "tournament-entrants")
    page["open"] = tournament.registration_open and tournament.entry == EntryKind.PLAYER
    form = EnterForm(request.POST or None, initial={"code": request.GET.get("code", "")})
    if page["open"] and form.is_valid():
        try:
            entrant = _enter(request, tournament, form)
        except Fault as fault:
            form.add_error("code" if fault.code == "wrong-code" else None, wording.sentence(fault))
        else:
            if entrant.status == EntrantStatus.APPLIED:
                said = _("Thank you, %(name)s: the organiser will look at your entry.")
            else:
                said = _("Welcome, %(name)s: you are entered.")
            messages.success(request, said % {"name": entrant.public_name})
            return redirect("tournament-entrants", tournament.code)
    page["form"] = form
    return show(request, "tournament/enter.html", page)


def _enter(request: PageRequest, tournament: Tournament, form: EnterForm) -> Entrant:
    """Register with the code. Only a wrong code counts as a guess; each address has a limit of entries."""
    try:
        throttle.count_attempt(enter_address=request.actor.address, enter_event=tournament.scope)
    except throttle.TooManyTries as fault:
        raise StepRefused("too-many-entries", **fault.params) from fault
    keys = {"code_address": request.actor.address, "code_all": "all"}
    throttle.count_attempt(**keys)
    try:
        entrant = enrol.register(
            tournament=tournament, now_ms=now_ms(), actor=request.actor, **form.cleaned_data
        )
    except Fault as fault:
        if fault.code != "wrong-code":
            throttle.uncount_attempt(**keys)
        raise
    throttle.uncount_attempt(**keys)
    return entrant
