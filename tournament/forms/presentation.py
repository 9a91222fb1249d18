"""The form of an event's public text and picture."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.house import PictureField
from tournament.models import Tournament


class PresentationForm(forms.Form):
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
