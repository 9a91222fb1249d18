"""Checks of pairings: pair every drawn round again, and explain one round score group by score group."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games import wording
from games.access.permissions import PageRequestOn, right
from games.snapshot import read_only_page
from tournament.formats import engine
from tournament.formats.dutch.contenders import Contender
from tournament.formats.dutch.explained import ExplainedBracket, ExplainedRound
from tournament.formats.pairing import NoLegalPairing
from tournament.formats.swiss_cards import Float
from tournament.models import Entrant, Round, Stage
from tournament.scores import halves_text
from tournament.services.pairing import checking
from tournament.services.pairing.checking import Couple, RoundCheck
from tournament.views.desk.desk_page import desk_page
from tournament.views.desk.lookups import round_at, stage_at
from tournament.views.public import words


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """The check of one round: the pairs that only one of the two pairings has, by name."""

    round: Round
    is_same: bool
    drawn: list[str]
    expected: list[str]
    second_agrees: bool | None
    paired_by: str
    """Said only where it was not the announced system."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player to be paired, as a line of the checklist."""

    number: int
    name: str
    points: str
    due: str
    floats: str
    bye: str
    opponent: str


@dataclass(frozen=True, slots=True)
class ExplainedChoice:
    """A pair or a floater, and the rule that decided it."""

    names: str
    code: str
    words: str


@dataclass(frozen=True, slots=True)
class BracketView:
    points: str
    moved: list[str]
    exchanged: list[str]
    pairs: list[ExplainedChoice]
    floating: list[ExplainedChoice]
    players: list[PlayerLine]


@right("see_draft", thing=stage_at)
@read_only_page
def check(request: PageRequestOn[Stage], stage_id: int) -> HttpResponse:
    stage = request.thing
    found = checking.check(stage)
    entrants = Entrant.objects.with_names().filter(stage_entries__stage=stage)
    names = {entrant.pk: str(entrant) for entrant in entrants}
    return desk_page(
        request,
        "desk/pairing_check.html",
        stage.tournament,
        rounds=[_checked(each, names) for each in found],
        differing=sum(not each.is_same for each in found),
        has_second_opinion=engine.find_bbp() is not None,
    )


def _checked(found: RoundCheck, names: dict[int, str]) -> CheckedRound:
    by = found.paired_by
    return CheckedRound(
        found.round,
        found.is_same,
        _pairs(found.told - found.expected, names),
        _pairs(found.expected - found.told, names),
        None if found.second is None else found.second == found.expected,
        "" if by is None or by.is_announced else words.reason_text(by.reason),
    )


def _pairs(couples: Iterable[Couple], names: dict[int, str]) -> list[str]:
    return sorted(f"{names[one]} – {names[other] if other else '0'}" for one, other in couples)


@right("see_draft", thing=round_at)
@read_only_page
def explained(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    return desk_page(
        request, "desk/explained.html", request.thing.stage.tournament, **_explanation(request.thing)
    )


@right("see_draft", thing=round_at)
@read_only_page
def checklist(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    """Send the explanation as plain text, to be ticked off on paper or forwarded."""
    name = f"round-{request.thing.number}-checklist.txt"
    response = render(request, "desk/checklist.txt", _explanation(request.thing), "text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _explanation(round_: Round) -> dict[str, object]:
    """Return the context of an explained round; `fault` says why there is nothing to explain."""
    try:
        found = checking.explain(round_)
    except NoLegalPairing as no:
        return {"round": round_, "fault": wording.sentence(no), "brackets": []}
    if found is None:
        fault = _("This round follows a schedule, there is nothing to explain.")
        return {"round": round_, "fault": fault, "brackets": []}
    entrants = Entrant.objects.with_names().filter(stage_entries__stage=round_.stage)
    names = {entrant.pk: str(entrant) for entrant in entrants}
    last = found.brackets[-1].floating if found.brackets else ()
    return {
        "round": round_,
        "brackets": [_bracket(each, found, names) for each in found.brackets],
        "bye": None if found.bye is None else names[found.bye],
        "bye_words": next(
            (words.reason_text(verdict.reason) for entrant, verdict in last if entrant == found.bye), ""
        ),
        "eligible": [names[entrant] for entrant in found.eligible],
        "had_bye": [names[entrant] for entrant in found.had_bye],
    }


def _bracket(bracket: ExplainedBracket, found: ExplainedRound, names: dict[int, str]) -> BracketView:
    met = {one: other for each in found.brackets for one, other, _verdict in each.pairs}
    met |= {other: one for one, other in met.items()}
    here = {*bracket.moved, *bracket.residents}
    return BracketView(
        halves_text(bracket.score),
        [names[entrant] for entrant in bracket.moved],
        [names[entrant] for entrant in bracket.exchanged],
        [
            ExplainedChoice(f"{names[one]} – {names[other]}", verdict.code, words.reason_text(verdict.reason))
            for one, other, verdict in bracket.pairs
        ],
        [
            ExplainedChoice(names[entrant], verdict.code, words.reason_text(verdict.reason))
            for entrant, verdict in bracket.floating
            if entrant != found.bye or bracket is not found.brackets[-1]
        ],
        [
            _player_line(number, each, names, met.get(each.entrant))
            for number, each in enumerate(found.contenders, 1)
            if each.entrant in here
        ],
    )


def _player_line(number: int, player: Contender, names: dict[int, str], opponent: int | None) -> PlayerLine:
    wish = player.profile.wish
    due = "" if wish.start is None else _("to start") if wish.start else _("to be second")
    return PlayerLine(
        number,
        names[player.entrant],
        halves_text(player.score),
        due + "!" * max(wish.strength - 1, 0),
        " ".join(_FLOATS[way] for way in (player.profile.last, player.profile.before)),
        _("yes") if player.may_have_bye else _("no"),
        names[opponent] if opponent else "",
    )


_FLOATS = {Float.DOWN: "↓", Float.UP: "↑", Float.NONE: "·"}
