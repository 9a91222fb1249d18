"""Forms of an event's settings: the event itself, its stages, its prizes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.formats.registry import KINDS
from tournament.forms.fields import ControlField, option_field
from tournament.forms.players import offer
from tournament.models import Category, EntryKind, Stage, Tournament, format_choices
from tournament.services.events import settings_change


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
