"""`{% clock_dialog %}` and `{% clock_picker "id_control" %}`: pickers for a time control."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clock import PRESETS
from games.clock.terms import Mode

register = template.Library()

MODES = (
    (Mode.INCREMENT, gettext_lazy("More with every move")),
    (Mode.SUDDEN, gettext_lazy("One time for the game")),
    (Mode.DELAY, gettext_lazy("Delay")),
    (Mode.BRONSTEIN, gettext_lazy("Bronstein")),
    (Mode.PERIODS, gettext_lazy("Periods")),
    (Mode.HOURGLASS, gettext_lazy("Hourglass")),
    (Mode.NONE, gettext_lazy("No time of one's own")),
)


@register.inclusion_tag("components/_clock_dialog.html")
def clock_dialog() -> dict[str, object]:
    """Make one picker for every field of the page, with presets."""
    return {"modes": MODES, "presets": [(_(each.name), each.text) for each in PRESETS]}


@register.inclusion_tag("components/_clock_inline.html")
def clock_picker(field_id: str) -> dict[str, object]:
    """Make a picker beside one field."""
    return {"modes": MODES, "field_id": field_id}
