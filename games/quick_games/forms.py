"""Forms of a quick game, with defaults that are sensible at once: nothing has to be filled in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.clock import TimeControl
from games.quick_games.services import QuickGameOptions
from games.referee import Input
from games.wording import fault_beside

LONGEST_NAME = 40
OWN = "own"


@dataclass(frozen=True, slots=True)
class Choice:
    """A tile: its title, its meaning, and its text in rules or control."""

    key: str
    title: Promise
    hint: Promise
    text: str


RULES = (
    Choice(
        "standard", _("Standard"), _("A line counts by itself. The same position three times is a draw."), ""
    ),
    Choice(
        "call",
        _("Call your line"),
        _("A line counts only once its maker has called “Quixo!”, before the next move."),
        "announce=required",
    ),
    Choice(
        "limit",
        _("No endless games"),
        _("As the standard, and 80 moves without a blank cube taken are a draw."),
        "move_limit=80",
    ),
)
CLOCKS = (
    Choice("3+2", _("3 min + 2 s"), _("blitz"), "3+2"),
    Choice("5", _("5 min"), _("blitz"), "5"),
    Choice("10+5", _("10 min + 5 s"), _("club evening"), "10+5"),
    Choice("15", _("15 min"), _("at ease"), "15"),
    Choice("m30", _("30 s a move"), _("every move anew"), "m30"),
    Choice("none", _("No clock"), _("time is only counted"), "-"),
)
CUBES = (
    Choice("screen", _("On the screen"), _("tap a cube, tap where it comes back"), Input.MOVES),
    Choice("wood", _("Wooden cubes"), _("Fiveline keeps only the clocks"), Input.PRESSES),
)
DEFAULT_CLOCK = "10+5"
LONGEST_CONTROL = 80
SESSION_CHOICE = "quick"  # what was chosen last on this device
NAMES = ("name_1", "name_2", "name_3", "name_4")
CHOICES = ("seats", "silent", "rules", "clock", "control", "cubes")  # remembered without the players
QUICK_START = {"seats": 2, "rules": "standard", "clock": DEFAULT_CLOCK, "cubes": "screen"}


def clock_choice(control: str) -> dict[str, str]:
    """Return the tile of a control, or the tile "Own clock" with the control's text."""
    tile = next((each.key for each in CLOCKS if each.text == control), OWN)
    return {"clock": tile, "control": control} if tile == OWN else {"clock": tile}


class ClockInput(forms.TextInput):
    """A control as text, `10+5`; the script lays pickers around it (static/js/ui/clockpicker.js)."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"autocomplete": "off", "spellcheck": "false", **(attrs or {})})


class QuickGameForm(forms.Form):
    seats = forms.TypedChoiceField(
        label=_("Players"),
        choices=[(2, _("Two")), (4, _("Four, in two teams"))],
        coerce=int,
        initial=2,
        widget=forms.RadioSelect,
    )
    name_1 = forms.CharField(label=_("First player"), max_length=LONGEST_NAME, required=False)
    name_2 = forms.CharField(label=_("Second player"), max_length=LONGEST_NAME, required=False)
    name_3 = forms.CharField(label=_("Third player"), max_length=LONGEST_NAME, required=False)
    name_4 = forms.CharField(label=_("Fourth player"), max_length=LONGEST_NAME, required=False)
    lots = forms.BooleanField(label=_("Draw lots for the seats"), required=False)
    silent = forms.BooleanField(label=_("Partners play in silence"), required=False)
    rules = forms.ChoiceField(
        label=_("Rules"), choices=[(each.key, each.title) for each in RULES], initial="standard"
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[*((each.key, each.title) for each in CLOCKS), (OWN, _("Own clock"))],
        initial=DEFAULT_CLOCK,
    )
    cubes = forms.ChoiceField(
        label=_("Cubes"),
        choices=[(each.key, each.title) for each in CUBES],
        initial="screen",
        required=False,
    )
    control = forms.CharField(
        label=_("Own clock"), max_length=LONGEST_CONTROL, required=False, initial="20+10", widget=ClockInput
    )

    def clean(self) -> dict[str, Any]:
        super().clean()
        cleaned = self.cleaned_data
        if not self.errors:
            # A control that these seats cannot play is refused with the reason.
            text = {each.key: each.text for each in CLOCKS}.get(cleaned["clock"], cleaned["control"])
            with fault_beside(self, "control"):
                control = TimeControl.parse(text)
                control.check(cleaned["seats"])
                cleaned["control"] = str(control)
        return cleaned

    @property
    def name_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in NAMES]

    def lasting_choice(self) -> dict[str, Any]:
        """Return what this device remembers for the next game; names where they were asked for."""
        asked = CHOICES if NAMES[0] not in self.data else (*NAMES, *CHOICES)
        return {name: self.cleaned_data[name] for name in asked}

    @property
    def summary(self) -> str:
        """Name the clock and other choices that differ from the usual. Only for a valid form."""
        chosen = self.cleaned_data
        parts: list[object] = [TimeControl.parse(chosen["control"]).name(gettext)]
        parts += [each.title for each in CUBES[1:] if each.key == chosen["cubes"]]
        parts += [_("Four, in two teams")] if chosen["seats"] == 4 else []
        parts += [each.title for each in RULES[1:] if each.key == chosen["rules"]]
        return " · ".join(map(str, parts))

    def options(self, *, on_tablet: bool) -> QuickGameOptions:
        """Return the options of a valid form."""
        chosen = self.cleaned_data
        rules = next(each.text for each in RULES if each.key == chosen["rules"])
        if chosen["seats"] == 4 and chosen["silent"]:
            rules = f"{rules} conferring=silent".strip()
        names = [chosen[name].strip() for name in NAMES[: chosen["seats"]]]
        input_kind = next((each.text for each in CUBES if each.key == chosen["cubes"]), Input.MOVES)
        return QuickGameOptions(names, rules, chosen["control"], on_tablet, chosen["lots"], input_kind)


def quick_start_form(remembered: Mapping[str, Any]) -> QuickGameForm:
    """Return a valid form for one press: what this device chose last, without the names of players.

    A choice of an older version that is no longer offered is replaced by the usual game.
    """
    chosen = {name: remembered[name] for name in CHOICES if remembered.get(name)}
    form = QuickGameForm(QUICK_START | chosen)
    if not form.is_valid():
        form = QuickGameForm(QUICK_START)
        form.full_clean()
    return form
