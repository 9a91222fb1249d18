"""Forms for the settings of a tournament, its prizes and its public page. A stage has its own form."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.formats.registry import FORMATS
from tournament.forms.club_settings import PictureField
from tournament.forms.fields import DayInput, FieldGroup
from tournament.models import Category, EntryKind, PrizeSharing, Tournament
from tournament.services import prizes
from tournament.services.prizes import PrizeList
from tournament.services.setup import settings_change

LONGEST_PRIZE = 80  # characters, as the table has them


class PrizesForm(forms.Form):
    """All prizes of a tournament: a line for each place, overall and for every category."""

    sharing = forms.ChoiceField(label=_("Money, where several are level"), choices=PrizeSharing)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sharing"].initial = tournament.prize_sharing
        self.categories: dict[str, Category | None] = {}
        for each in prizes.lists_of(tournament):
            name = f"prizes-{each.category.pk}" if each.category else "prizes"
            self.categories[name] = each.category
            self.fields[name] = forms.CharField(
                label=each.category.name if each.category else _("Over all"),
                required=False,
                initial="\n".join(each.titles),
                help_text=""
                if each.category
                else _("A line for each place: the first line is the first prize."),
                widget=forms.Textarea(attrs={"rows": max(3, len(each.titles) + 1)}),
            )

    def clean(self) -> dict[str, Any]:
        super().clean()
        for name in self.categories:
            for line in self.cleaned_data.get(name, "").splitlines():
                if len(line.strip()) > LONGEST_PRIZE:
                    self.add_error(name, gettext("A prize has at most 80 signs: “{line}”.").format(line=line))
        return self.cleaned_data

    def lists(self) -> list[PrizeList]:
        return [
            PrizeList(category, tuple(self.cleaned_data[name].splitlines()))
            for name, category in self.categories.items()
        ]


OF_TEAMS = ("boards", "lineup_per_round")
# The fields under each heading; a field that is not listed belongs to the first.
GROUPS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (_("Event"), ("name", "city", "starts_on", "ends_on")),
    (pgettext_lazy("settings", "Public"), ("public", "rated")),
    (
        pgettext_lazy("settings", "Play"),
        (
            "live",
            "input",
            "keeper",
            "gives_lag_back",
            "confirms",
            "self_service",
            "boards",
            "lineup_per_round",
        ),
    ),
    (
        pgettext_lazy("settings", "Registration"),
        ("registration_open", "registration_code", "approval", "capacity", "fee"),
    ),
    (
        pgettext_lazy("settings", "Byes and no-shows"),
        ("half_byes", "half_bye_in_last_round", "late_by_rating_until", "no_show_min"),
    ),
)


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no argument at run time
    """All settings of a tournament on which no result depends."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.entry != EntryKind.TEAM:
            for name in OF_TEAMS:
                del self.fields[name]

    @property
    def groups(self) -> list[FieldGroup]:
        placed = {name: place for place, (_title, names) in enumerate(GROUPS) for name in names}
        return [
            FieldGroup(title, [self[name] for name in self.fields if placed.get(name, 0) == place])
            for place, (title, _names) in enumerate(GROUPS)
        ]

    class Meta:
        model = Tournament
        fields = settings_change.TOURNAMENT_FIELDS
        labels = {
            "city": pgettext_lazy("town", "Place"),
            "capacity": _("At most so many entrants"),
            "public": _("Everybody may see the pages of this event"),
            "rated": _("Games count for the club's ratings"),
        }
        help_texts = {
            "public": _("Otherwise only staff do."),
            "rated": _("From the next calculation on, also games that were played before."),
            "live": _("Otherwise results are typed at the desk."),
            "gives_lag_back": _(
                "For games on phones that start later. In a hall with good Wi-Fi it is not needed."
            ),
            "registration_code": _("Whoever registers types it, or scans it from the page Entries."),
            "approval": _("Otherwise whoever registers is in at once."),
            "capacity": _("Empty: no limit."),
            "fee": _("As it should be read: 5 €. Entries can then be marked as paid."),
            "self_service": _("By the link on their slip."),
            "half_byes": _("How many rounds one may be away with half a point; 0: none."),
            "late_by_rating_until": _("After that, and always if 0, they are seeded last."),
            "no_show_min": _("Counted from the start of the round."),
        }
        widgets = {
            "starts_on": DayInput(),
            "ends_on": DayInput(),
            "input": forms.Select(choices=[("moves", _("every move")), ("presses", _("only the clocks"))]),
            "keeper": forms.Select(
                choices=[("table", _("the tablet at the table")), ("server", _("the server"))]
            ),
        }


class PresentationForm(forms.Form):
    """The text and the picture of the public page."""

    about = forms.CharField(
        label=_("Text"),
        max_length=4000,
        required=False,
        help_text=_("Address, schedule, food: # a heading, - a list, **strong**; addresses become links."),
        widget=forms.Textarea(attrs={"rows": 12}),
    )
    picture = PictureField(
        label=_("Picture"), help_text=_("PNG, JPEG or WebP. Large photographs are made smaller first.")
    )
    drop_picture = forms.BooleanField(label=_("No picture any more"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "initial": {"about": tournament.about}})
        if tournament.picture_id is None:
            del self.fields["drop_picture"]


_OPTIONS = [terms for each in FORMATS.values() for terms in each.options_type.terms().items()]
OPTION_LABELS = {name: _(terms.label) for name, terms in _OPTIONS}
OPTION_CHOICES = {word: _(label) for _name, terms in _OPTIONS for word, label in terms.choices.items()}
