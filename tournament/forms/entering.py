"""Entering an event by oneself."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import House, PublicName


class EnterForm(forms.Form):
    code = forms.CharField(
        label=_("Code of the event"),
        max_length=20,
        help_text=_("The organiser shows it in the hall."),
        widget=forms.TextInput(attrs={"class": "input-code", "autocomplete": "off", "autocapitalize": "off"}),
    )
    first_name = forms.CharField(
        label=_("First name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "given-name"})
    )
    family_name = forms.CharField(
        label=_("Family name"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "family-name"}),
    )
    birth_year = forms.IntegerField(
        label=_("Year of birth"),
        min_value=1900,
        max_value=2100,
        required=False,
        help_text=_("Only if the event has age groups. It is never shown."),
    )
    public_as = forms.ChoiceField(
        label=_("How strangers see your name"),
        choices=PublicName,
        initial=House.objects.usual_public_name,
    )
