"""Change settings during a tournament: first preview what a change affects, then log it with before and
after.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.access.permissions import Actor
from games.clock import TimeControl
from games.faults import Counted, Phrase, fill_in
from games.rules import RuleSet
from tournament.formats.options import BadOption
from tournament.formats.registry import get_format
from tournament.models import Round, RoundStatus, Stage, StageStatus, Tournament, TournamentStatus
from tournament.ranking.tiebreaks import read_tiebreaks
from tournament.scores import Scoring
from tournament.services import locking, pictures
from tournament.services.faults import StepRefused
from tournament.services.stages import facts, stage_record

SENTENCES: dict[str, str | Counted] = {
    "more-rounds": "Round {rounds} becomes the last one; half-point byes are allowed before it.",
    "fewer-rounds": "The stage ends after round {rounds}.",
    "stage-runs-again": "The stage is finished; it goes on.",
    "clock-next": "Games that are opened from now on have {control}. Games on the tables keep their clocks.",
    "clock-mixed": Counted(
        "{count} game was played, or is being played, with {control}.",
        "{count} games were played, or are being played, with {control}.",
    ),
    "rules-next": "Games that are opened from now on follow the new rules.",
    "points-again": Counted(
        "The points of {count} entrant are counted anew, and with them the order.",
        "The points of {count} entrants are counted anew, and with them the order.",
    ),
    "order-again": "The order of those with equal points changes at once.",
    "pairing-differs": "The next pairing rests on the new points.",
    "draft-stale": "The draft of round {round} was made before this: draft it again.",
    "lots-stand": "Lots that were drawn stand.",
    "bracket-again": "Open matches of the bracket follow the new options.",
    "nothing": "Nothing that has been played or shown is affected.",
}

STAGE_FIELDS = ("name", "planned_rounds", "control", "rules", "scoring", "tiebreaks", "options", "format")
TOURNAMENT_FIELDS = [
    "name",
    "city",
    "starts_on",
    "ends_on",
    "public",
    "rated",
    "live",
    "input",
    "keeper",
    "gives_lag_back",
    "confirms",
    "boards",
    "lineup_per_round",
    "registration_open",
    "registration_code",
    "approval",
    "capacity",
    "fee",
    "self_service",
    "half_byes",
    "half_bye_in_last_round",
    "late_by_rating_until",
    "no_show_min",
]


@dataclass(frozen=True, slots=True)
class SettingEffect:
    code: str
    params: dict[str, object]

    @property
    def template(self) -> str | Counted:
        return SENTENCES[self.code]

    def __str__(self) -> str:
        return fill_in(self.template, self.params)


def preview(stage: Stage, changes: dict[str, Any]) -> list[SettingEffect]:
    """Preview what these changes of a stage affect; refuse changes that are not possible."""
    changes = check_changes(stage, changes)
    record = stage_record.read(stage)
    found: list[SettingEffect] = []
    for name, value in changes.items() if record.rounds else ():
        if name in _EFFECTS and value != getattr(stage, name):
            found += _EFFECTS[name](record, value)
    return found or [SettingEffect("nothing", {})]


def change_stage(*, actor: Actor, stage: Stage, changes: dict[str, Any]) -> list[SettingEffect]:
    """Make the changes and return what they affected."""
    with locking.changing(stage.tournament_id) as tournament:
        stage.refresh_from_db()
        changes = check_changes(stage, changes)
        effects = preview(stage, changes)
        before = {name: getattr(stage, name) for name in changes}
        for name, value in changes.items():
            setattr(stage, name, value)
        vars(stage).pop("format_rules", None)  # the cached rules of the former format
        if stage.status == StageStatus.FINISHED and any(each.code == "stage-runs-again" for each in effects):
            stage.status = StageStatus.RUNNING
            tournament.status = TournamentStatus.RUNNING
            tournament.save(update_fields=["status"])
        stage.save()
        Round.objects.filter(stage=stage, status=RoundStatus.DRAFT).update(adjusted=True)
        locking.note(actor, "change_settings", stage, before=before, after=changes)
    return effects


def change_round_control(*, actor: Actor, round_: Round, control: str) -> None:
    """Set the time control of one round, for its games that are not opened yet."""
    text = str(TimeControl.parse(control)) if control else ""
    with locking.changing(round_.stage.tournament_id):
        before = round_.control
        Round.objects.filter(pk=round_.pk).update(control=text)
        locking.note(actor, "change_clock", round_, before={"control": before}, after={"control": text})


def set_end(*, actor: Actor, round_: Round, ends_ms: int | None) -> None:
    """Set a common end of the round, shown everywhere; the arbiter stops the games, not this."""
    with locking.changing(round_.stage.tournament_id):
        Round.objects.filter(pk=round_.pk).update(ends_ms=ends_ms)
        locking.note(actor, "set_end", round_, before={"ends_ms": round_.ends_ms}, after={"ends_ms": ends_ms})


def change_tournament(*, actor: Actor, tournament: Tournament, changes: dict[str, Any]) -> None:
    """Change settings of the tournament on which no result depends."""
    with locking.changing(tournament.pk) as held:
        for name in changes:
            if name not in TOURNAMENT_FIELDS:
                raise BadOption("unknown-option", format=held.name, name=name)
        before = {name: getattr(held, name) for name in changes}
        for name, value in changes.items():
            setattr(held, name, value)
        held.full_clean()
        held.save(update_fields=list(changes))
        locking.note(actor, "change_settings", held, before=_plain(before), after=_plain(changes))


def change_presentation(
    *,
    actor: Actor,
    tournament: Tournament,
    about: str,
    picture: bytes | None = None,
    drop_picture: bool = False,
) -> None:
    """Change the free text and the picture of the public page.

    The log records that they were changed and never holds the text, because people are named in it.
    """
    with locking.changing(tournament.pk) as held:
        before = {"picture": held.picture_id}
        held.about = about.strip()
        if picture is not None:
            held.picture = pictures.store_picture(picture)
        elif drop_picture:
            held.picture = None
        held.save(update_fields=["about", "picture"])
        locking.note(actor, "change_presentation", held, before=before, after={"picture": held.picture_id})
        pictures.drop_unused()


def check_changes(stage: Stage, changes: dict[str, Any]) -> dict[str, Any]:
    """Normalise the changes, or raise the fault of the first wrong one."""
    for name in changes.keys() - set(STAGE_FIELDS):
        raise BadOption("unknown-option", format=stage.get_format_display(), name=name)
    drawn = stage.rounds.count()
    format_rules = get_format(changes.get("format", stage.format))
    if format_rules.code != stage.format and drawn:
        raise StepRefused("format-fixed")
    rounds = changes.get("planned_rounds")
    if rounds is not None and not format_rules.plans_rounds:
        raise StepRefused("fixed-rounds", format=Phrase(format_rules.name))
    if rounds is not None and rounds < drawn:
        raise StepRefused("fewer-rounds", played=drawn, rounds=rounds)
    found = {
        name: _READERS[name](stage, value) if name in _READERS else value for name, value in changes.items()
    }
    if format_rules.code != stage.format or "options" in changes:
        found["options"] = format_rules.whole_options(changes.get("options", {}))
    return found


def _read_control(stage: Stage, text: str) -> str:
    control = TimeControl.parse(text)
    control.check(stage.tournament.seats)
    return str(control)


_READERS: dict[str, Callable[[Stage, Any], Any]] = {
    "control": _read_control,
    "rules": lambda stage, text: str(RuleSet.parse(text)),
    "scoring": lambda stage, text: str(Scoring.read(text)),
    "tiebreaks": lambda stage, codes: [each.code for each in read_tiebreaks(",".join(codes))],
}


def _rounds(record: stage_record.StageRecord, value: int) -> list[SettingEffect]:
    more = value > (record.stage.planned_rounds or 0)
    effects = [SettingEffect("more-rounds" if more else "fewer-rounds", {"rounds": value})]
    if more and record.stage.status == StageStatus.FINISHED:
        effects.append(SettingEffect("stage-runs-again", {}))
    return effects + _draft(record)


def _control(record: stage_record.StageRecord, value: str) -> list[SettingEffect]:
    played = len(record.games)
    effects = [SettingEffect("clock-next", {"control": value})]
    if played:
        effects.append(SettingEffect("clock-mixed", {"count": played, "control": record.stage.control}))
    return effects


def _scoring(record: stage_record.StageRecord, value: str) -> list[SettingEffect]:
    effects = [SettingEffect("points-again", {"count": len(record.entries)})]
    if record.stage.format_rules.drawn_from_results and len(record.drawn) < facts.rounds_of(record):
        effects.append(SettingEffect("pairing-differs", {}))
    return effects + _draft(record)


def _tiebreaks(record: stage_record.StageRecord, value: list[str]) -> list[SettingEffect]:
    lots = [SettingEffect("lots-stand", {})] if record.stage.lots_seed else []
    return [SettingEffect("order-again", {}), *lots]


def _options(record: stage_record.StageRecord, value: dict[str, Any]) -> list[SettingEffect]:
    if record.stage.format_rules.is_bracket:
        return [SettingEffect("bracket-again", {})]
    return _draft(record)


def _draft(record: stage_record.StageRecord) -> list[SettingEffect]:
    return [SettingEffect("draft-stale", {"round": record.draft.number})] if record.draft else []


_EFFECTS: dict[str, Callable[[stage_record.StageRecord, Any], list[SettingEffect]]] = {
    "planned_rounds": _rounds,
    "control": _control,
    "rules": lambda record, value: [SettingEffect("rules-next", {})],
    "scoring": _scoring,
    "tiebreaks": _tiebreaks,
    "options": _options,
}


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in values.items()
    }
