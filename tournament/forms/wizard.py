"""Forms of the wizard that makes an event: what it asks, and the plan that comes of it."""

from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.formats.registry import KINDS
from tournament.forms.fields import ControlField, DayInput, option_field
from tournament.models import EntryKind, format_choices


class QuestionForm(forms.Form):
    """How many, how many tablets, how long: what the proposals are made from."""

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
        """Only teams have several."""
        is_team = self.cleaned_data.get("entry") == EntryKind.TEAM
        return (self.cleaned_data["boards"] or self.fields["boards"].initial) if is_team else 1


class PlanForm(forms.Form):
    """The event as it is going to be; every field of a proposal can be changed."""

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
        for kind in KINDS.values():
            chosen, terms = kind.options_type(), kind.options_type.terms()
            for name in kind.asked_first:
                self.fields[name] = option_field(terms[name], getattr(chosen, name))
                self.fields[name].initial = getattr(chosen, name)
                self.fields[name].required = False

    @property
    def asked_first(self) -> list[tuple[str, forms.BoundField]]:
        """The fields that only some formats have, each with these formats."""
        names = dict.fromkeys(name for kind in KINDS.values() for name in kind.asked_first)
        return [
            (" ".join(kind.code for kind in KINDS.values() if name in kind.asked_first), self[name])
            for name in names
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
