"""Setting up a tournament: a few questions, proposals with their expected end, one form to submit."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import wording
from games.access.permissions import PageRequest, right
from games.accounts.views.accounts import show_or_send
from games.faults import Fault
from games.numbers import whole_number
from games.referee import Input
from games.timekeeping import now_ms
from games.views import fragments
from tournament.formats.knockout import KNOCKOUT
from tournament.formats.registry import FORMATS, get_format
from tournament.forms.fields import ControlField, DayInput, controls, option_field
from tournament.models import EntryKind, Tournament, format_choices
from tournament.services.setup import creating, wizard
from tournament.services.setup.wizard import FormatProposal, HallSize

MOST_ROUNDS = 999  # that an estimate accepts; the form itself allows fewer


class QuestionForm(forms.Form):
    """The questions that the proposals are made from: entrants, tables and time."""

    entry = forms.ChoiceField(
        label=_("Who plays?"), choices=EntryKind.choices, widget=forms.RadioSelect, initial=EntryKind.PLAYER
    )
    when = forms.ChoiceField(
        label=_("When do they play?"),
        choices=[
            ("once", _("All of it in one go")),
            ("season", _("Over a season: an evening a round, and whoever comes plays")),
        ],
        widget=forms.RadioSelect,
        initial="once",
    )
    count = forms.IntegerField(label=_("How many enter?"), min_value=2, max_value=512, initial=12)
    boards = forms.IntegerField(
        label=_("Boards of a team match"), min_value=1, max_value=20, initial=4, required=False
    )
    tables = forms.IntegerField(label=_("How many tables?"), min_value=1, max_value=256, initial=6)
    minutes = forms.IntegerField(
        label=_("How many minutes?"),
        min_value=10,
        max_value=6000,
        initial=180,
        help_text=_("From the first push; over a season, of one evening."),
    )

    def clean_boards(self) -> int:
        """Return the boards of a match; only teams have several."""
        is_team = self.cleaned_data.get("entry") == EntryKind.TEAM
        return (self.cleaned_data["boards"] or self.fields["boards"].initial) if is_team else 1


class PlanForm(forms.Form):
    """The plan of the tournament; every field of a proposal can be changed."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    city = forms.CharField(label=pgettext_lazy("town", "Place"), max_length=80, required=False)
    starts_on = forms.DateField(label=_("First day"), required=False, widget=DayInput())
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=50,
        required=False,
        help_text=_("Where they can be chosen; elsewhere they follow from the field."),
    )
    control = ControlField(
        label=_("Time control"),
        max_length=80,
        help_text=_("Pick it, or type it: 10+5, 10d5, 5p3x20, 2h, m30, g20."),
    )
    four = forms.BooleanField(
        label=_("Four at a board"), required=False, help_text=_("For pairs of partners.")
    )
    live = forms.BooleanField(
        label=_("Games are played on tablets or phones"),
        required=False,
        help_text=_("Otherwise results are typed at the desk."),
    )
    input = forms.ChoiceField(
        label=_("Cubes"),
        choices=[
            ("moves", _("on the screen: every move is kept and judged")),
            ("presses", _("of wood: only the clocks are kept")),
        ],
        required=False,
    )
    keeper = forms.ChoiceField(
        label=_("Time is kept by"),
        choices=[
            ("table", _("the tablet at the table")),
            ("server", _("the server, for players' own phones")),
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for format_rules in FORMATS.values():
            chosen, terms = format_rules.options_type(), format_rules.options_type.terms()
            for name in format_rules.asked_first:
                self.fields[name] = option_field(terms[name], getattr(chosen, name))
                self.fields[name].initial = getattr(chosen, name)
                self.fields[name].required = False

    @property
    def asked_first(self) -> list[tuple[str, forms.BoundField]]:
        """The fields that only some formats have, each with these formats."""
        names = dict.fromkeys(name for each in FORMATS.values() for name in each.asked_first)
        return [
            (" ".join(each.code for each in FORMATS.values() if name in each.asked_first), self[name])
            for name in names
        ]

    @property
    def with_rounds(self) -> str:
        """The formats that need a number of rounds."""
        return " ".join(each.code for each in FORMATS.values() if each.default_rounds)

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        format_rules = FORMATS.get(data.get("format", ""))
        if format_rules and format_rules.default_rounds and not data.get("rounds"):
            self.add_error("rounds", gettext(format_rules.rounds_needed))
        return data


@right("set_up_tournament")
@show_or_send
def new(request: PageRequest) -> HttpResponse:
    asked = request.POST or request.GET
    proposed = {name: field.initial for name, field in QuestionForm.base_fields.items()}
    question = QuestionForm(proposed | asked.dict())
    answers = question.cleaned_data if question.is_valid() else None
    proposals = _proposals(answers) if answers else []
    plan = _plan_form(request, answers, proposals)
    if request.method == "POST" and answers and plan.is_valid():
        try:
            tournament = _create(request, answers, plan.cleaned_data)
        except Fault as fault:
            plan.add_error(None, wording.sentence(fault))
        else:
            return redirect("desk-tournament", tournament.pk)
    return render(
        request,
        "desk/new.html",
        {
            "shell": fragments.base_template(request),
            "question": question,
            "proposals": [(each, _query(asked, each)) for each in wizard.one_per_family(proposals)],
            "asked": answers is not None,
            "form": plan,
            "expected": _expected(answers, plan) if answers else None,
            "format_rules": FORMATS.get(_values(plan).get("format", "")),
            "now_ms": now_ms(),
            "controls": controls(),
        },
    )


def _proposals(answers: dict[str, Any]) -> list[FormatProposal]:
    return wizard.propose(
        entrants=answers["count"],
        tables=answers["tables"],
        minutes=answers["minutes"],
        seats=4 if answers["entry"] == EntryKind.PAIR else 2,
        boards=answers["boards"],
        season=answers["when"] == "season",
    )


def _plan_form(
    request: HttpRequest, answers: dict[str, Any] | None, proposals: list[FormatProposal]
) -> PlanForm:
    if request.method == "POST":
        return PlanForm(request.POST)
    # A proposal that was chosen, or a field that was changed, is in the address.
    chosen: dict[str, Any] = {name: request.GET[name] for name in PlanForm().fields if request.GET.get(name)}
    if "keeper" in chosen:  # then the whole form is there, and a missing box is not ticked
        chosen["four"] = "four" in request.GET
    alike = [each for each in proposals if each.format_rules.code == chosen.get("format")]
    best = next(iter(alike or proposals), None)
    initial: dict[str, Any] = {
        # Nothing fits: a knockout is the shortest there is.
        "format": best.format_rules.code if best else KNOCKOUT.code,
        "rounds": best.rounds if best and best.format_rules.default_rounds else None,
        "control": best.control if best else wizard.CONTROLS[-1],
        "four": bool(answers and answers["entry"] == EntryKind.PAIR),
        "starts_on": timezone.localdate(),
        "live": True,
        "keeper": "table",
    }
    return PlanForm(initial=initial | chosen)


def _query(asked: QueryDict, proposal: FormatProposal) -> str:
    """Return the query that fills the form with this proposal."""
    query = QueryDict(mutable=True)
    for name in QuestionForm.base_fields:
        if name in asked:
            query[name] = str(asked[name])
    query.update({"format": proposal.format_rules.code, "control": proposal.control})
    query.update({name: str(value) for name, value in proposal.chosen})
    if proposal.format_rules.default_rounds:
        query["rounds"] = str(proposal.rounds)
    return query.urlencode()


def _values(plan: PlanForm) -> Mapping[str, Any]:
    return plan.data if plan.is_bound else plan.initial


def _expected(answers: dict[str, Any], plan: PlanForm) -> FormatProposal | None:
    """Plan the tournament by the form's values; None without rounds (a ladder) or with unreadable values."""
    values = _values(plan)
    hall = HallSize(answers["tables"], 4 if values.get("four") else 2, answers["boards"])
    wanted = whole_number(str(values.get("rounds") or ""), most=MOST_ROUNDS)
    try:
        format_rules = get_format(values.get("format", ""))
        asked = {
            name: plan.fields[name].clean(values[name])
            for name in format_rules.asked_first
            if values.get(name)
        }
        course = format_rules.course(answers["count"], format_rules.read_options(asked), wanted)
        return wizard.plan(format_rules, course, values.get("control", ""), hall) if course else None
    except (ValueError, ValidationError):
        return None  # a format, a number or a clock that cannot be read: the form says so


def _create(request: PageRequest, answers: dict[str, Any], plan: dict[str, Any]) -> Tournament:
    entry, format_rules = answers["entry"], get_format(plan["format"])
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
        options={
            **dict(format_rules.proposed),
            **{name: plan[name] for name in format_rules.asked_first if plan[name]},
        },
        followed_by=format_rules.followed_by,
        table_count=answers["tables"],
        live=plan["live"],
        input=plan["input"] or Input.MOVES,
        keeper=plan["keeper"],
        now_ms=now_ms(),
    )
