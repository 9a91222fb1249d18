"""Setting up a tournament: a few questions, proposals with their expected end, one submit."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games import wording
from games.access.permissions import right
from games.faults import Fault
from games.numbers import whole_number
from games.referee import Input
from games.timekeeping import now_ms
from tournament.forms.desk import PlanForm, QuestionForm, controls
from tournament.models import EntryKind, Format
from tournament.services.events import creating, wizard
from tournament.services.events.wizard import FormatProposal
from tournament.views.accounts import show_or_send

SHOWN = 4
QUESTIONS = tuple(QuestionForm.base_fields)
MOST_ROUNDS = 999  # that are reckoned with; the form itself is content with fewer


@right("set_up_tournament")
@never_cache
@show_or_send
def new(request: HttpRequest) -> HttpResponse:
    asked = request.POST or request.GET
    question = QuestionForm(_first_answers() | asked.dict())
    answers = question.cleaned_data if question.is_valid() else None
    proposals = _proposals(answers) if answers else []
    plan = _plan_form(request, answers, proposals)
    if request.method == "POST" and answers and plan.is_valid():
        try:
            tournament = _create(request, answers, plan.cleaned_data)
        except Fault as fault:
            plan.add_error(None, wording.sentence(fault))
        else:
            return redirect("desk-event", tournament.pk)
    return render(
        request,
        "desk/new.html",
        {
            "question": question,
            "proposals": [(each, _query(asked, each)) for each in proposals[:SHOWN]],
            "asked": answers is not None,
            "form": plan,
            "expected": _expected(answers, plan) if answers else None,
            "now_ms": now_ms(),
            "controls": controls(),
        },
    )


def _first_answers() -> dict[str, Any]:
    return {name: field.initial for name, field in QuestionForm.base_fields.items()}


def _proposals(answers: dict[str, Any]) -> list[FormatProposal]:
    return wizard.propose(
        entrants=answers["count"],
        tables=answers["tables"],
        minutes=answers["minutes"],
        seats=4 if answers["entry"] == EntryKind.PAIR else 2,
        boards=answers["boards"],
    )


def _plan_form(
    request: HttpRequest, answers: dict[str, Any] | None, proposals: list[FormatProposal]
) -> PlanForm:
    if request.method == "POST":
        return PlanForm(request.POST)
    # A proposal that was chosen, or a field that was changed, is in the address.
    chosen: dict[str, Any] = {
        name: request.GET[name] for name in PlanForm.base_fields if request.GET.get(name)
    }
    if "keeper" in chosen:  # the whole form is: a box that is not there is not ticked
        chosen["four"] = "four" in request.GET
    alike = [each for each in proposals if each.format == chosen.get("format")]
    best = next(iter(alike or proposals), None)
    initial: dict[str, Any] = {
        "format": best.format if best else Format.KNOCKOUT,
        "rounds": best.rounds if best and best.format == Format.SWISS else None,
        "control": best.control if best else wizard.CONTROLS[-1],
        "four": bool(answers and answers["entry"] == EntryKind.PAIR),
        "live": True,
        "keeper": "table",
    }
    return PlanForm(initial=initial | chosen)


def _query(asked: QueryDict, proposal: FormatProposal) -> str:
    """The address that fills the form with this proposal."""
    query = QueryDict(mutable=True)
    for name in QUESTIONS:
        if name in asked:
            query[name] = asked[name]
    query.update({"format": str(proposal.format), "control": proposal.control})
    if proposal.format == Format.SWISS:
        query["rounds"] = str(proposal.rounds)
    return query.urlencode()


def _expected(answers: dict[str, Any], plan: PlanForm) -> FormatProposal | None:
    """What the form as it stands would take; nothing can be said of a ladder, which has no rounds."""
    values = plan.data if plan.is_bound else plan.initial
    terms = {
        "control": values.get("control", ""),
        "entrants": answers["count"],
        "tables": answers["tables"],
        "seats": 4 if values.get("four") else 2,
        "boards": answers["boards"],
    }
    try:
        format = Format(values.get("format", ""))
        if format == Format.LADDER:
            return None
        if format == Format.GROUPS:
            return wizard.plan_groups(**_groups(values), **terms)
        rounds = _rounds(format, values.get("rounds"), answers["count"])
        return wizard.plan(format=format, rounds=rounds, **terms)
    except ValueError:
        return None  # a format, a number or a clock that cannot be read: the form says so


def _groups(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: int(values.get(name) or 2) for name in ("groups", "qualifiers")}


def _rounds(format: Format, wanted: object, count: int) -> int:
    known = {each: rounds for each, rounds, _games in wizard.candidates(count)}
    typed = whole_number(str(wanted or ""), most=MOST_ROUNDS)
    if format == Format.SWISS and typed is not None:
        return typed
    return known.get(format, known[Format.KNOCKOUT] + 2)


def _create(request: HttpRequest, answers: dict[str, Any], plan: dict[str, Any]):
    entry = answers["entry"]
    groups = plan["format"] == Format.GROUPS
    return creating.create(
        actor=request.actor,
        name=plan["name"],
        city=plan["city"],
        starts_on=plan["starts_on"],
        format=plan["format"],
        control=plan["control"],
        rounds=plan["rounds"],
        entry=entry,
        seats=4 if entry == EntryKind.PAIR and plan["four"] else 2,
        boards=answers["boards"],
        options=_groups(plan) if groups else None,
        knockout_after=groups,
        table_count=answers["tables"],
        live=plan["live"],
        input=plan["input"] or Input.MOVES,
        keeper=plan["keeper"],
        now_ms=now_ms(),
    )
