"""Forms of club evenings: opening, changing and announcing one, and entering a game."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.forms.fields import ControlField, DayInput, PlayerField, offer
from tournament.models import Evening, Player, Table
from tournament.services.club import ladder


class EveningForm(forms.Form):
    day = forms.DateField(
        label=_("Day"),
        widget=DayInput(),
        help_text=_("An evening of last week can be told, too: its games count for that day."),
    )
    name = forms.CharField(label=pgettext_lazy("of a thing", "Name"), max_length=80)
    season = forms.CharField(
        label=_("Season"),
        max_length=40,
        required=False,
        help_text=_("Evenings of one season are added up."),
    )
    control = ControlField(label=_("Clock"), initial="10+5")
    tables = forms.IntegerField(label=_("Tables"), min_value=0, max_value=100, initial=4)
    live = forms.BooleanField(label=_("Games are played on tablets or phones"), required=False, initial=True)


class EveningGameForm(forms.Form):
    """Two names for a game of two, four for two pairs; the one who starts comes first."""

    first = PlayerField(
        Player.objects.none(),
        label=pgettext_lazy("the player who starts", "Starts"),
        empty_label=None,
        widget=forms.RadioSelect,
    )
    partner = PlayerField(Player.objects.none(), label=_("with partner"), required=False, empty_label="–")
    second = PlayerField(
        Player.objects.none(), label=_("Against"), empty_label=None, widget=forms.RadioSelect
    )
    other_partner = PlayerField(
        Player.objects.none(), label=_("with partner"), required=False, empty_label="–"
    )
    control = ControlField(label=_("Clock"), required=False)
    table = forms.ModelChoiceField(
        Table.objects.none(),
        label=_("Table"),
        required=False,
        empty_label=_("any free one"),
    )
    result = forms.CharField(label=_("Result"), required=False, max_length=8)

    def __init__(self, *args: Any, evening: Evening, **given: Any) -> None:
        super().__init__(*args, **given)
        present = evening.present.all()
        if not self.is_bound:
            # A player who was sent may be playing by now: then the service refuses with a sentence.
            present = present.exclude(pk__in=ladder.players_at_play(evening.ladder_ids))
        for name in ("first", "partner", "second", "other_partner"):
            offer(self, name, present)
        offer(self, "table", Table.objects.filter(tournament=evening.twos_id))

    def sides(self) -> tuple[list[Player], list[Player]]:
        """Return the players of both sides, who starts first."""
        said = self.cleaned_data
        return (
            [player for player in (said["first"], said["partner"]) if player],
            [player for player in (said["second"], said["other_partner"]) if player],
        )


class EveningChangeForm(forms.Form):
    """The details of an evening that can be changed later."""

    day = forms.DateField(label=_("Day"), widget=DayInput())
    name = forms.CharField(label=pgettext_lazy("of a thing", "Name"), max_length=80)
    season = forms.CharField(label=_("Season"), max_length=40, required=False)


class AnnouncementForm(forms.Form):
    day = forms.DateField(label=_("Day"), widget=DayInput())
    text = forms.CharField(
        label=_("What people should know"),
        max_length=200,
        required=False,
        help_text=_("Where and from when: club house, from 19:00, guests welcome."),
    )
