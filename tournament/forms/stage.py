"""The form of a stage: what may change while it is played, in groups, with choices instead of codes."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rules import RuleSet
from games.rules.options import SWITCH
from tournament.forms.fields import ControlField, FieldGroup, option_field
from tournament.models import EntryKind, Stage, format_choices
from tournament.ranking.tiebreaks import TieBreak, offered, read_tiebreak

OPTION, RULE = "option_", "rule_"
OWN = "own"
SCORINGS = {
    "1-½-0": _("1 – ½ – 0: as in chess"),
    "3-1-0": _("3 – 1 – 0: a win is worth three draws"),
    "2-1-0": _("2 – 1 – 0: as in draughts and for teams"),
    "2-1-0 bye=1": _("2 – 1 – 0, a bye 1: as in team events"),
}
MOST_REPEATED, MOST_MOVES = 9, 9999


def rule_fields(seats: int) -> dict[str, forms.Field]:
    """Make one field for each option of a rule set; conferring is asked of pairs alone."""
    found: dict[str, forms.Field] = {
        "first_symbol": forms.ChoiceField(
            label=_("Who starts"), choices=[("cross", _("crosses")), ("circle", _("circles"))]
        ),
        "announce": forms.ChoiceField(
            label=_("How a line of five is noticed"),
            choices=[
                ("automatic", _("Fiveline sees it")),
                ("required", _("the player must announce it")),
            ],
        ),
        "draw_offers": forms.BooleanField(label=_("Players may offer a draw"), required=False),
        "repetition": forms.IntegerField(
            label=_("A position for the … time is a draw"),
            min_value=0,
            max_value=MOST_REPEATED,
            help_text=_("Usually 3; 0: never."),
        ),
        "move_limit": forms.IntegerField(
            label=_("Draw after … moves without a blank cube taken"),
            min_value=0,
            max_value=MOST_MOVES,
            help_text=_("0: no limit."),
        ),
        "game_limit": forms.ChoiceField(
            label=_("What happens when the time of the whole game is up"),
            choices=[("draw", _("the game is drawn")), ("arbiter", _("the arbiter decides"))],
        ),
    }
    if seats == 4:
        found["conferring"] = forms.ChoiceField(
            label=_("May partners confer?"),
            choices=[("allowed", _("yes, they may confer")), ("silent", _("no, they must be silent"))],
        )
    return found


class StageForm(forms.Form):
    """What may change about a stage while it is played; the page shows the effects first."""

    name = forms.CharField(
        label=pgettext_lazy("of a thing", "Name"),
        max_length=80,
        required=False,
        help_text=_("Empty: called by its format."),
    )
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    planned_rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=50, required=False)
    control = ControlField(label=_("Time control"), max_length=80)
    scoring = forms.ChoiceField(label=_("Points for a win, a draw, a loss"), widget=forms.RadioSelect)
    own_scoring = forms.CharField(
        label=_("Other points"),
        max_length=80,
        required=False,
        help_text=_("Win, draw, loss: 4-2-1. What a bye is worth may follow: 3-1-0 bye=1."),
    )
    tiebreaks = forms.MultipleChoiceField(label=_("Tie-breaks"), required=False)

    def __init__(self, *args: Any, stage: Stage, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "initial": _stored_values(stage)})
        self.stage = stage
        self.option_names = list(stage.format_rules.options_type.terms())
        self._offer_choices()
        self._add_options()
        rules = rule_fields(stage.tournament.seats)
        self.rule_names = list(rules)
        self.fields |= {RULE + name: field for name, field in rules.items()}
        if not stage.format_rules.plans_rounds:
            del self.fields["planned_rounds"]
        if stage.rounds.exists():
            self.fields["format"].disabled = True

    def _offer_choices(self) -> None:
        scorings = {**SCORINGS, self.stage.scoring: SCORINGS.get(self.stage.scoring, self.stage.scoring)}
        scoring, order = self.fields["scoring"], self.fields["tiebreaks"]
        assert isinstance(scoring, forms.ChoiceField)
        assert isinstance(order, forms.ChoiceField)
        scoring.choices = [*scorings.items(), (OWN, _("other points"))]
        order.choices = [(each.code, each.name) for each in self._known_tiebreaks()]

    def _add_options(self) -> None:
        chosen, terms = self.stage.chosen, self.stage.format_rules.options_type.terms()
        for name in self.option_names:
            self.fields[OPTION + name] = option_field(terms[name], getattr(chosen, name))
        if "deciders" in self.option_names and self.stage.tournament.entry == EntryKind.TEAM:
            self.fields[OPTION + "deciders"].help_text = _(
                "Not for team matches: if teams are level, the desk enters who won a play-off, or draws lots."
            )

    def _known_tiebreaks(self) -> list[TieBreak]:
        """Return all that can be chosen here, and those the stage has already."""
        teams = self.stage.tournament.entry == EntryKind.TEAM
        found = {each.code: each for each in offered(self.stage.format_rules.system, teams)}
        if teams:
            for each in [each for each in found.values() if each.game_points]:
                family, slash, modifier = each.code.partition("/")
                counted = read_tiebreak(f"{family}:GP{slash}{modifier}")
                found[counted.code] = counted
        return list((found | {code: read_tiebreak(code) for code in self.stage.tiebreaks}).values())

    @property
    def ordered_tiebreaks(self) -> list[TieBreak]:
        """The tie-breaks in use, in their order."""
        known = {each.code: each for each in self._known_tiebreaks()}
        return [known[code] for code in self["tiebreaks"].value() or () if code in known]

    @property
    def other_tiebreaks(self) -> list[TieBreak]:
        used = {each.code for each in self.ordered_tiebreaks}
        return [each for each in self._known_tiebreaks() if each.code not in used]

    @property
    def groups(self) -> Iterator[FieldGroup]:
        """All fields but scoring and tie-breaks, which have their own place on the page."""
        format_fields = ("name", "format", "planned_rounds", "control")
        own = [self[name] for name in format_fields if name in self.fields]
        options = [self[OPTION + name] for name in self.option_names]
        yield FieldGroup(pgettext_lazy("of a stage", "Format and clock"), [*own, *options])
        yield FieldGroup(
            _("Rules of the game"),
            [self[RULE + name] for name in self.rule_names],
            _("Games that are opened from now on follow them."),
        )

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if data.get("scoring") == OWN:
            data["scoring"] = data.get("own_scoring", "")
            if not data["scoring"]:
                self.add_error("own_scoring", gettext("Say what a win, a draw and a loss are worth."))
        return data

    def changes(self) -> dict[str, Any]:
        """Return the values that differ from the stage, in the form that the service reads."""
        data = dict(self.cleaned_data)
        del data["own_scoring"]
        chosen = {name: data.pop(OPTION + name) for name in self.option_names}
        sent = {name: data.pop(RULE + name) for name in self.rule_names}
        rules = {name: SWITCH[each] if isinstance(each, bool) else str(each) for name, each in sent.items()}
        if data["format"] == self.stage.format:
            data["options"] = self.stage.format_rules.whole_options(chosen)
        now = RuleSet.parse(self.stage.rules)
        then = RuleSet.from_texts(now.texts() | rules)
        # An empty text means the usual rules, and is stored as such until others are chosen.
        data["rules"] = self.stage.rules if then == now else str(then)
        stored = {name: getattr(self.stage, name) for name in data}
        if "options" in stored:
            stored["options"] = self.stage.format_rules.whole_options(stored["options"])
        return {name: value for name, value in data.items() if value != stored[name]}


def _stored_values(stage: Stage) -> dict[str, Any]:
    plain = ("name", "format", "planned_rounds", "control", "scoring", "tiebreaks")
    chosen, rules = stage.chosen, RuleSet.parse(stage.rules)
    return (
        {name: getattr(stage, name) for name in plain}
        | {OPTION + each.name: getattr(chosen, each.name) for each in fields(chosen)}
        | {RULE + name: getattr(rules, name) for name in rules.texts()}
    )
