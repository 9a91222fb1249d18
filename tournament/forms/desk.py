"""Forms of the organiser's desk: the wizard, entries, settings."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import wording
from games.clock import PRESETS, TimeControl
from games.faults import Fault
from tournament.formats.options import OptionTerms
from tournament.formats.registry import KINDS
from tournament.forms.players import offer
from tournament.models import (
    AbsenceKind,
    Category,
    EntryKind,
    IncidentKind,
    Stage,
    Tournament,
    format_choices,
)
from tournament.services.entries.pasting import MOST_LINES
from tournament.services.events import settings_change


def controls() -> list[str]:
    """Time controls to pick from; any other may be typed."""
    return [preset.text for preset in PRESETS]


class ControlField(forms.CharField):
    """A time control as people write it, `10+5`; refused with the reason."""

    widget = forms.TextInput(attrs={"list": "controls", "autocomplete": "off", "spellcheck": "false"})

    def to_python(self, value: Any) -> str:
        text = super().to_python(value)
        if not text:
            return ""
        try:
            return str(TimeControl.parse(text))
        except Fault as fault:
            raise ValidationError(wording.sentence(fault)) from None


class QuestionForm(forms.Form):
    """How many, how many tablets, how long: what the proposals are made from."""

    entry = forms.ChoiceField(
        label=_("Who plays?"), choices=EntryKind.choices, widget=forms.RadioSelect, initial=EntryKind.PLAYER
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
        help_text=_("From the first push."),
    )

    def clean_boards(self) -> int:
        """Only teams have several."""
        is_team = self.cleaned_data.get("entry") == EntryKind.TEAM
        return (self.cleaned_data["boards"] or self.fields["boards"].initial) if is_team else 1


class PlanForm(forms.Form):
    """The event as it is going to be; every field of a proposal can be changed."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    city = forms.CharField(label=pgettext_lazy("town", "Place"), max_length=80, required=False)
    starts_on = forms.DateField(
        label=_("First day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=50,
        required=False,
        help_text=_("Swiss only: otherwise they follow from the field."),
    )
    control = ControlField(
        label=_("Time control"), max_length=80, help_text=_("Minutes and seconds: 10+5, 5, 3+2.")
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
        for kind in KINDS.values():
            chosen, terms = kind.options_type(), kind.options_type.terms()
            for name in kind.asked_first:
                self.fields[name] = option_field(terms[name], getattr(chosen, name))
                self.fields[name].initial = getattr(chosen, name)
                self.fields[name].required = False

    @property
    def asked_first(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields that only one format has, by the format."""
        return [
            (kind.code, [self[name] for name in kind.asked_first])
            for kind in KINDS.values()
            if kind.asked_first
        ]

    @property
    def with_rounds(self) -> str:
        """The formats whose rounds are to be planned."""
        return " ".join(kind.code for kind in KINDS.values() if kind.default_rounds)

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        kind = KINDS.get(data.get("format", ""))
        if kind and kind.default_rounds and not data.get("rounds"):
            self.add_error("rounds", gettext(kind.rounds_needed))
        return data


class EntryForm(forms.Form):
    """One entrant by name. For a team or pair, its players one a line in board order."""

    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        widget=forms.TextInput(attrs={"list": "known-players", "autocomplete": "off"}),
    )
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=4000, required=False)
    club = forms.CharField(label=_("Club"), max_length=80, required=False)
    house = forms.BooleanField(
        label=_("House player"), required=False, help_text=_("Only fills in against a bye.")
    )


class TeamForm(forms.Form):
    """A team by name, its players in board order."""

    name = forms.CharField(label=_("Name of the team"), max_length=80)
    players = forms.CharField(
        label=_("Players"),
        help_text=_("One a line in board order; those beyond the boards are substitutes."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class PairForm(forms.Form):
    """Two partners; without a name they are called by their first names."""

    name = forms.CharField(
        label=_("Name of the pair"),
        max_length=80,
        required=False,
        help_text=_("Empty: their first names."),
    )
    players = forms.CharField(
        label=_("Players"), help_text=_("Two players, one a line."), widget=forms.Textarea(attrs={"rows": 2})
    )


class PasteForm(forms.Form):
    text = forms.CharField(
        label=_("List"),
        max_length=MOST_LINES * 120,
        strip=False,  # a tab at the beginning is an empty cell
        widget=forms.Textarea(attrs={"rows": 8}),
    )


class AbsenceForm(forms.Form):
    number = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(label=_("What for"), choices=AbsenceKind.choices)

    def __init__(self, *args: Any, numbers: range = range(1, 2), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["number"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(number, str(number)) for number in numbers]


class IncidentForm(forms.Form):
    kind = forms.ChoiceField(label=_("Kind"), choices=IncidentKind.choices)
    text = forms.CharField(label=_("What happened"), max_length=300)


class PrizeForm(forms.Form):
    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=200)
    title = forms.CharField(label=_("Prize"), max_length=80)
    category = forms.ModelChoiceField(
        label=_("Category"), queryset=Category.objects.none(), required=False, empty_label=_("over all")
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "category", tournament.categories.all())


OF_TEAMS = ("boards", "lineup_per_round")


class EventForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no argument at run time
    """Everything about the event that no result depends on."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.entry != EntryKind.TEAM:
            for name in OF_TEAMS:
                del self.fields[name]

    class Meta:
        model = Tournament
        fields = settings_change.TOURNAMENT_FIELDS
        widgets = {
            "starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "ends_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "input": forms.Select(choices=[("moves", _("every move")), ("presses", _("only the clocks"))]),
            "keeper": forms.Select(
                choices=[("table", _("the tablet at the table")), ("server", _("the server"))]
            ),
        }


_OPTIONS = [terms for kind in KINDS.values() for terms in kind.options_type.terms().items()]
OPTION_LABELS = {name: _(terms.label) for name, terms in _OPTIONS}
OPTION_CHOICES = {word: _(label) for _name, terms in _OPTIONS for word, label in terms.choices.items()}
OPTION = "option_"


def option_field(terms: OptionTerms, value: Any) -> forms.Field:
    """The field for one option of a format, by the kind of its value."""
    label = _(terms.label)
    if isinstance(value, bool):
        return forms.BooleanField(label=label, required=False)
    if terms.choices:
        choices = [(word, _(called)) for word, called in terms.choices.items()]
        if isinstance(value, tuple):
            return forms.MultipleChoiceField(
                label=label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple
            )
        return forms.ChoiceField(label=label, choices=choices)
    return forms.IntegerField(label=label, min_value=terms.bounds.start, max_value=terms.bounds.stop - 1)


class StageForm(forms.Form):
    """What may change about a stage in mid-event; the page says first what it affects."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False)
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    planned_rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=50, required=False)
    control = ControlField(label=_("Time control"), max_length=80)
    rules = forms.CharField(
        label=_("Rule set"), max_length=200, required=False, help_text=_("Empty: the usual rules.")
    )
    scoring = forms.CharField(
        label=_("Scoring"), max_length=80, help_text=_("Win, draw, loss: 1-½-0 or 3-1-0.")
    )
    tiebreaks = forms.CharField(
        label=_("Tie-breaks"),
        max_length=200,
        required=False,
        help_text=_("In order, with commas: BH/C1, BH, SB, DE."),
    )

    def __init__(self, *args: Any, stage: Stage, **kwargs: Any) -> None:
        initial = {name: getattr(stage, name) for name in self.base_fields}
        initial["tiebreaks"] = ", ".join(stage.tiebreaks)
        chosen, terms = stage.chosen, stage.kind.options_type.terms()
        self.option_names = list(terms)
        initial |= {OPTION + name: getattr(chosen, name) for name in self.option_names}
        super().__init__(*args, **{**kwargs, "initial": initial})
        self.stage = stage
        for name in self.option_names:
            self.fields[OPTION + name] = option_field(terms[name], getattr(chosen, name))
        if "deciders" in self.option_names and stage.tournament.entry == EntryKind.TEAM:
            self.fields[OPTION + "deciders"].help_text = _(
                "Not for team matches: if teams are level, the desk enters who won a play-off, or draws lots."
            )
        if not stage.kind.plans_rounds:
            del self.fields["planned_rounds"]
        if stage.rounds.exists():
            self.fields["format"].disabled = True

    def changes(self) -> dict[str, Any]:
        """Only what differs from the stage, in the forms the service reads."""
        data = dict(self.cleaned_data)
        chosen = {name: data.pop(OPTION + name) for name in self.option_names}
        if data["format"] == self.stage.format:
            data["options"] = self.stage.kind.whole_options(chosen)
        data["tiebreaks"] = [code.strip() for code in data["tiebreaks"].split(",") if code.strip()]
        return {name: value for name, value in data.items() if value != self._now(name)}

    def _now(self, name: str) -> Any:
        now = getattr(self.stage, name)
        return self.stage.kind.whole_options(now) if name == "options" else now
