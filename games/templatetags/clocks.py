"""`{% clock_dialog %}` and `{% clock_picker "id_control" %}`: pickers for a time control."""

from dataclasses import dataclass

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clock import PRESETS
from games.clock.terms import Mode

register = template.Library()


@dataclass(frozen=True, slots=True)
class ModeTile:
    key: str
    title: Promise


@dataclass(frozen=True, slots=True)
class PresetButton:
    name: str
    text: str


MODES = (
    ModeTile(Mode.INCREMENT, gettext_lazy("More with every move")),
    ModeTile(Mode.SUDDEN, gettext_lazy("One time for the game")),
    ModeTile(Mode.DELAY, gettext_lazy("Delay")),
    ModeTile(Mode.BRONSTEIN, gettext_lazy("Bronstein")),
    ModeTile(Mode.PERIODS, gettext_lazy("Periods")),
    ModeTile(Mode.HOURGLASS, gettext_lazy("Hourglass")),
    ModeTile(Mode.NONE, gettext_lazy("No time of one's own")),
)


def _choices() -> dict[str, object]:
    return {"modes": MODES, "presets": [PresetButton(_(each.name), each.text) for each in PRESETS]}


@register.inclusion_tag("components/_clock_dialog.html")
def clock_dialog() -> dict[str, object]:
    """For every field of the page."""
    return _choices()


@register.inclusion_tag("components/_clock_inline.html")
def clock_picker(field_id: str) -> dict[str, object]:
    """Beside one field."""
    return _choices() | {"field_id": field_id}
