"""Every format answers every question, with real values; and the answers fit each other."""

import dataclasses
import inspect

import pytest

from games.faults import Phrase
from tests.formats.words import field
from tournament.formats.bracket import BracketState, compute
from tournament.formats.kind import ByHand, Course, Kind, Leg, PairingRefused, StageFacts
from tournament.formats.options import BadOption
from tournament.formats.registry import KINDS, kind_in_report, kind_of, register
from tournament.formats.series import MatchRecord
from tournament.formats.swiss import SWISS
from tournament.ranking.tiebreaks import read_tiebreaks
from tournament.scores import Meeting, Outcome, RoundResult, System

EIGHT = field("ABCDEFGH")
ALL = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
WITH_ROUNDS = {code: kind for code, kind in KINDS.items() if kind.has_rounds}
DRAWN = pytest.mark.parametrize("kind", WITH_ROUNDS.values(), ids=WITH_ROUNDS)


def beginning(kind: Kind, **more) -> StageFacts:
    """A stage of eight before its first round."""
    options = kind.read_options({})
    given = {"groups": kind.split(EIGHT, options), "planned_rounds": kind.default_rounds} | more
    return StageFacts(EIGHT, options, **given)


def couples(kind: Kind, facts: StageFacts) -> list[tuple[int, int]]:
    """Who would meet; those whom the engine is asked about simply by seed."""
    draw = kind.next_round(facts)
    present = [entrant.id for entrant in draw.asked.present] if draw.asked else []
    games = [row.pairing.entrants for row in draw.rows if row.pairing.second is not None]
    return [*games, *zip(present[::2], present[1::2], strict=True)]


@ALL
def test_every_kind_answers_every_question(kind):
    options, facts = kind.read_options({}), beginning(kind)
    asked = {
        "draw_decides": bool,
        "read_options": lambda: kind.read_options({"seeding": "lot"}).seeding == "lot",
        "whole_options": lambda: kind.whole_options({}) == options.plain(),
        "report_system": lambda: kind.report_system(options) == next(iter(kind.trf_systems), ""),
        "options_in_report": lambda: all(
            kind.report_system(kind.read_options(kind.options_in_report(system)))
            == system.replace("_2026", "")
            for system in ("FIDE_DUTCH_2026_BAKU",)
            if system in kind.trf_systems
        ),
        "goes_on": lambda: not kind.goes_on(options),
        "ranked_by": lambda: all(figure.working for figure in kind.ranked_by(EIGHT, options)),
        "words_of": lambda: all(
            words is None or (words.short and words.full) for words in map(kind.words_of, RoundResult)
        ),
        "split": lambda: len(kind.split(EIGHT, options)) == (8 if kind.has_groups else 0),
        "scheduled_games": lambda: (kind.scheduled_games(8) > 0) == (kind.system is System.ROUND_ROBIN),
        "rounds": lambda: kind.rounds(facts.size) >= 0,
        "next_round": lambda: not kind.has_rounds or kind.next_round(facts),
        "concerns": lambda: kind.concerns(facts, ()) == (),
        "is_complete": lambda: not kind.is_complete(facts),
        "plan": lambda: (kind.plan(EIGHT, options) is not None) == kind.is_bracket,
        "cut": lambda: (kind.cut(options) is not None) == kind.has_groups,
        "going_on": lambda: kind.going_on([[1, 2, 3], [4, 5, 6]], options)[0] == 1,
        "lengths": lambda: all(isinstance(each, Course) and each.rounds for each in kind.lengths(8)),
        "course": lambda: (kind.course(8, options, kind.default_rounds) is None) == bool(kind.endless),
    }
    questions = {name for name, _ in inspect.getmembers(Kind) if not name.startswith("_")}
    assert asked.keys() | {each.name for each in dataclasses.fields(Kind)} >= questions
    for name, answer in asked.items():
        assert isinstance(getattr(kind, name), bool) if answer is bool else answer(), name


@ALL
def test_a_kind_is_a_frozen_value_with_words_of_its_own(kind):
    with pytest.raises(dataclasses.FrozenInstanceError):
        kind.code = "other"
    assert hash(kind) == hash(dataclasses.replace(kind))
    assert kind.name
    assert kind.withdrawal.endswith(".")
    assert len(kind.code) <= 20
    assert kind_of(kind.code) is kind


@ALL
def test_what_a_kind_begins_with_can_be_used(kind):
    for tiebreak in read_tiebreaks(",".join(kind.tiebreaks)):
        tiebreak.require(kind.system)
    assert set(kind.asked_first) <= set(kind.options_type.terms())
    assert not kind.followed_by or kind_of(kind.followed_by).is_bracket
    assert not kind.default_rounds or kind.plans_rounds
    assert all(kind_in_report(name.lower()) is kind for name in kind.trf_systems)


@ALL
def test_every_option_has_a_name_and_bounds_and_a_wrong_one_is_named(kind):
    for name, terms in kind.options_type.terms().items():
        assert terms.label
        default = getattr(kind.read_options({}), name)
        assert isinstance(default, bool) or terms.choices or default in terms.bounds
        with pytest.raises(BadOption) as no:
            kind.read_options({name: "nonsense"})
        assert no.value.params["name"] == name
    with pytest.raises(BadOption) as no:
        kind.whole_options({"nonsense": 1})
    assert isinstance(no.value.params["format"], Phrase)
    assert str(no.value) == f"In this format ({kind.name}) there is no option nonsense."


@ALL
@pytest.mark.parametrize("damaged", [[1], ["seeding"], 7, None, "lot"])
def test_options_that_are_no_options_are_refused(kind, damaged):
    with pytest.raises((TypeError, ValueError)):
        kind.whole_options(damaged)


@ALL
def test_the_answers_of_a_kind_fit_each_other(kind):
    assert not (kind.is_bracket and kind.has_cross_table)
    assert not kind.has_losers_side or kind.is_bracket
    assert not kind.by_opponent or kind.system is System.ROUND_ROBIN
    assert not kind.asks_engine or kind.drawn_from_results
    assert kind.by_hand is ByHand.NOTHING or kind.has_rounds
    # A round that rests on results waits for all of them, unless each match waits for its own.
    assert kind.is_bracket or kind.rounds_overlap != kind.drawn_from_results or not kind.has_rounds


@DRAWN
def test_a_first_round_has_everybody_once_and_the_stage_is_not_complete(kind):
    facts = beginning(kind)
    met = [entrant for couple in couples(kind, facts) for entrant in couple]
    assert sorted(met) == sorted(each.id for each in EIGHT)
    assert not kind.is_complete(facts)


@DRAWN
def test_who_has_left_is_not_drawn_or_forfeits(kind):
    gone = frozenset({EIGHT[0].id})
    draw = kind.next_round(beginning(kind, gone=gone))
    if draw.asked:
        assert EIGHT[0] not in draw.asked.present
        return
    (row,) = [row for row in draw.rows if EIGHT[0].id in row.pairing.entrants]
    assert row.withdrawn or row.outcome in (Outcome.FIRST_FORFEITS, Outcome.SECOND_FORFEITS)
    assert row.withdrawn == (row.pairing.second is None)


@DRAWN
def test_a_stage_that_is_played_out_is_complete_and_draws_nothing_more(kind):
    facts = beginning(kind)
    for _ in range(50):
        if kind.is_complete(facts):
            break
        if kind.is_bracket:
            facts = _bracket_round(kind, facts)
        else:
            played = tuple(Meeting(facts.number, *couple, Outcome.DRAW) for couple in couples(kind, facts))
            facts = dataclasses.replace(facts, number=facts.number + 1, meetings=facts.meetings + played)
    assert kind.is_complete(facts)
    if not kind.asks_engine:
        with pytest.raises(PairingRefused):
            kind.next_round(facts)


def _bracket_round(kind: Kind, facts: StageFacts) -> StageFacts:
    """The first-named of every match that can be played wins it."""
    rows = kind.next_round(facts).rows
    plan = kind.plan(facts.entrants, facts.options)
    ready = {each.place for each in compute(plan, facts.played).matches if each.state is BracketState.READY}
    assert {row.place for row in rows} <= ready
    won = {row.place: MatchRecord(frozenset(row.pairing.entrants), awarded=row.pairing.first) for row in rows}
    return dataclasses.replace(facts, number=facts.number + 1, played=facts.played | won)


@DRAWN
def test_a_missing_result_is_told_before_the_next_round_where_it_matters(kind):
    facts = beginning(kind)
    open_ = tuple(Meeting(1, *couple, None) for couple in couples(kind, facts))
    later = dataclasses.replace(facts, number=2, meetings=open_)
    told = {each.reason.code for each in kind.concerns(later, ())}
    assert told == (set() if kind.is_bracket else {"warn-result-missing"})


@pytest.mark.parametrize(
    ("code", "options", "rounds", "course"),
    [
        ("swiss", {}, 5, Course((Leg(5, 12),), 5)),
        ("round-robin", {}, None, Course((Leg(11, 12),), 11)),
        ("knockout", {"best_of": 3}, None, Course((Leg(4, 12, 3),), 2)),
        ("double-knockout", {"best_of": 3}, None, Course((Leg(8, 12, 3),), 3)),
        ("groups", {"groups": 3, "qualifiers": 2}, None, Course((Leg(3, 12), Leg(3, 6)), 3)),
    ],
)
def test_how_long_a_field_of_twelve_plays(code, options, rounds, course):
    kind = kind_of(code)
    assert kind.course(12, kind.read_options(options), rounds) == course


def test_a_code_or_a_name_in_reports_belongs_to_one_kind():
    with pytest.raises(ValueError, match="another format"):
        register(dataclasses.replace(SWISS, name="Other"))
    with pytest.raises(ValueError, match="another format"):
        register(dataclasses.replace(SWISS, code="other"))
    assert "other" not in KINDS


def test_an_unknown_code_is_no_format_and_an_unknown_system_was_paired_by_results():
    with pytest.raises(ValueError, match="no format"):
        kind_of("chess")
    assert kind_in_report("SOMETHING_ELSE") is SWISS
