"""Check a row of a tournament file: the types of its values, and texts that must be parsed."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db import models

from games.clock import TimeControl
from games.faults import Fault
from games.rules import RuleSet
from tournament.files.reading import BadFile
from tournament.formats.reasons import Reason
from tournament.models import Match, MatchGame, Round, Stage
from tournament.models.choices import WITHDRAWN
from tournament.ranking.tiebreaks import read_tiebreaks
from tournament.scores import Scoring


class BadRow(Fault):
    """What is wrong with a row of the file. `wrong` adds the place."""

    sentences: ClassVar[dict[str, str]] = {
        "missing": "this is missing",
        "no-rows": "this is not a list of rows",
        "no-list": "this is not a list",
        "too-many": "there are more than {most}",
        "unknown-field": "nobody knows this field",
        "value": "{said}",
        "senseless": "this cannot be understood",
        "no-number": "there is no number {number}",
        "yes-or-no": "this is not true or false",
        "whole-number": "this is not a whole number",
        "text": "this is not text",
        "date": "this is not a date",
        "one-game": "this is not one game",
        "twice": "the same is told twice, or two things exclude each other",
        "no-standings": "no standings come out of its rounds",
    }


def wrong(place: str, code: str, **params: object) -> BadFile:
    """Make a fault with its place in the file."""
    return BadFile("shape", place=place, reason=BadRow(code, **params))


def _first_message(refused: ValidationError) -> str:
    if hasattr(refused, "message_dict"):
        name, said = next(iter(refused.message_dict.items()))
        return f"{name}: {said[0]}"
    return str(refused.messages[0])


_KINDS: "tuple[tuple[type[models.Field[Any, Any]], type, str], ...]" = (
    (models.BooleanField, bool, "yes-or-no"),
    (models.IntegerField, int, "whole-number"),
    (models.CharField, str, "text"),
    (models.TextField, str, "text"),
    (models.DateField, str, "date"),
)


def read_value(field: "models.Field[Any, Any]", value: Any, place: str) -> Any:
    """Convert a value to the type of its field; refuse one of another type."""
    if value is None and field.null:
        return None
    for kind, wanted, code in _KINDS:
        if isinstance(field, kind) and (
            not isinstance(value, wanted) or (wanted is int and isinstance(value, bool))
        ):
            raise wrong(place, code)
    try:
        return field.to_python(value)
    except ValidationError as refused:
        raise wrong(place, "value", said=_first_message(refused)) from None


def _check_stage(stage: Stage) -> None:
    RuleSet.parse(stage.rules)
    TimeControl.parse(stage.control)
    Scoring.read(stage.scoring)
    if not isinstance(stage.tiebreaks, list) or not all(isinstance(code, str) for code in stage.tiebreaks):
        raise TypeError
    read_tiebreaks(",".join(stage.tiebreaks))
    stage.options = stage.format_rules.whole_options(stage.options)


def _check_match(match: Match) -> None:
    if not isinstance(match.reasons, list):
        raise TypeError
    for code, params in match.reasons:
        if code != WITHDRAWN:
            Reason(code, **params)


def _check_control(row: Round | MatchGame) -> None:
    if row.control:
        TimeControl.parse(row.control)


_CHECKS: dict[type[models.Model], Callable[[Any], None]] = {
    Stage: _check_stage,
    Match: _check_match,
    Round: _check_control,
    MatchGame: _check_control,
}


def check_row(made: models.Model, place: str) -> None:
    """Check the limits of each field, and that rules, time controls, scorings and reasons can be parsed."""
    relations = [field.name for field in made._meta.concrete_fields if field.is_relation]
    try:
        made.full_clean(exclude=[*relations, "code"], validate_unique=False, validate_constraints=False)
    except ValidationError as refused:
        raise wrong(place, "value", said=_first_message(refused)) from None
    try:
        _CHECKS.get(type(made), lambda _: None)(made)
    except Fault as fault:
        raise BadFile("shape", place=place, reason=fault) from fault
    except (TypeError, ValueError, KeyError, IndexError):
        raise wrong(place, "senseless") from None
