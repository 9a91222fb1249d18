"""Every format answers every question, with real values; and the answers fit each other."""

import dataclasses
import inspect

import pytest

from games.faults import Phrase
from tests.formats.words import field
from tournament.formats.bracket import BracketState, compute_bracket
from tournament.formats.format import ByHand, Course, Format, Leg, PairingRefused, StageFacts
from tournament.formats.options import BadOption
from tournament.formats.registry import FORMATS, find_reported_format, get_format, register
from tournament.formats.series import MatchRecord
from tournament.formats.swiss import SWISS
from tournament.ranking.tiebreaks import read_tiebreaks
from tournament.scores import Meeting, Outcome, RoundResult, System

EIGHT = field("ABCDEFGH")
ALL = pytest.mark.parametrize("format_rules", FORMATS.values(), ids=FORMATS)
WITH_ROUNDS = {code: format_rules for code, format_rules in FORMATS.items() if format_rules.has_rounds}
DRAWN = pytest.mark.parametrize("format_rules", WITH_ROUNDS.values(), ids=WITH_ROUNDS)


def beginning(format_rules: Format, **more) -> StageFacts:
    """Make the facts of a stage of eight before its first round."""
    options = format_rules.read_options({})
    given = {
        "groups": format_rules.split_groups(EIGHT, options),
        "planned_rounds": format_rules.default_rounds,
    } | more
    return StageFacts(EIGHT, options, **given)


def couples(format_rules: Format, facts: StageFacts) -> list[tuple[int, int]]:
    """List the pairs of a draw; those for the engine simply by seed."""
    draw = format_rules.next_round(facts)
    present = [entrant.id for entrant in draw.engine_question.present] if draw.engine_question else []
    games = [row.pairing.entrants for row in draw.rows if row.pairing.second is not None]
    return [*games, *zip(present[::2], present[1::2], strict=True)]


@ALL
def test_every_format_answers_every_question(format_rules):
    options, facts = format_rules.read_options({}), beginning(format_rules)
    asked = {
        "draw_decides": bool,
        "read_options": lambda: format_rules.read_options({"seeding": "lot"}).seeding == "lot",
        "whole_options": lambda: format_rules.whole_options({}) == options.plain(),
        "report_system": lambda: (
            format_rules.report_system(options) == next(iter(format_rules.trf_systems), "")
        ),
        "options_in_report": lambda: all(
            format_rules.report_system(format_rules.read_options(format_rules.options_in_report(system)))
            == system.replace("_2026", "")
            for system in ("FIDE_DUTCH_2026_BAKU",)
            if system in format_rules.trf_systems
        ),
        "has_auto_rounds": lambda: not format_rules.has_auto_rounds(options),
        "ranking_figures": lambda: all(
            figure.working for figure in format_rules.ranking_figures(EIGHT, options)
        ),
        "result_words": lambda: all(
            words is None or (words.short and words.full)
            for words in map(format_rules.result_words, RoundResult)
        ),
        "split_groups": lambda: (
            len(format_rules.split_groups(EIGHT, options)) == (8 if format_rules.has_groups else 0)
        ),
        "scheduled_games": lambda: (
            (format_rules.scheduled_games(8) > 0) == (format_rules.system is System.ROUND_ROBIN)
        ),
        "rounds": lambda: format_rules.rounds(facts.size) >= 0,
        "next_round": lambda: not format_rules.has_rounds or format_rules.next_round(facts),
        "concerns": lambda: format_rules.concerns(facts, ()) == (),
        "is_complete": lambda: not format_rules.is_complete(facts),
        "plan": lambda: (format_rules.plan(EIGHT, options) is not None) == format_rules.is_bracket,
        "count_qualifiers": lambda: (
            (format_rules.count_qualifiers(options) is not None) == format_rules.has_groups
        ),
        "pick_qualified": lambda: format_rules.pick_qualified([[1, 2, 3], [4, 5, 6]], options)[0] == 1,
        "lengths": lambda: all(isinstance(each, Course) and each.rounds for each in format_rules.lengths(8)),
        "course": lambda: (
            (format_rules.course(8, options, format_rules.default_rounds) is None)
            == bool(format_rules.endless)
        ),
    }
    questions = {name for name, _ in inspect.getmembers(Format) if not name.startswith("_")}
    assert asked.keys() | {each.name for each in dataclasses.fields(Format)} >= questions
    for name, answer in asked.items():
        assert isinstance(getattr(format_rules, name), bool) if answer is bool else answer(), name


@ALL
def test_a_format_is_a_frozen_value_with_words_of_its_own(format_rules):
    with pytest.raises(dataclasses.FrozenInstanceError):
        format_rules.code = "other"
    assert hash(format_rules) == hash(dataclasses.replace(format_rules))
    assert format_rules.name
    assert format_rules.withdrawal.endswith(".")
    assert len(format_rules.code) <= 20
    assert get_format(format_rules.code) is format_rules


@ALL
def test_what_a_format_begins_with_can_be_used(format_rules):
    for tiebreak in read_tiebreaks(",".join(format_rules.tiebreaks)):
        tiebreak.require(format_rules.system)
    assert set(format_rules.asked_first) <= set(format_rules.options_type.terms())
    assert not format_rules.followed_by or get_format(format_rules.followed_by).is_bracket
    assert not format_rules.default_rounds or format_rules.plans_rounds
    assert all(find_reported_format(name.lower()) is format_rules for name in format_rules.trf_systems)


@ALL
def test_every_option_has_a_name_and_bounds_and_a_wrong_one_is_named(format_rules):
    for name, terms in format_rules.options_type.terms().items():
        assert terms.label
        default = getattr(format_rules.read_options({}), name)
        assert isinstance(default, bool) or terms.choices or default in terms.bounds
        with pytest.raises(BadOption) as no:
            format_rules.read_options({name: "nonsense"})
        assert no.value.params["name"] == name
    with pytest.raises(BadOption) as no:
        format_rules.whole_options({"nonsense": 1})
    assert isinstance(no.value.params["format"], Phrase)
    assert str(no.value) == f"In this format ({format_rules.name}) there is no option nonsense."


@ALL
@pytest.mark.parametrize("damaged", [[1], ["seeding"], 7, None, "lot"])
def test_options_that_are_no_options_are_refused(format_rules, damaged):
    with pytest.raises((TypeError, ValueError)):
        format_rules.whole_options(damaged)


@ALL
def test_the_answers_of_a_format_fit_each_other(format_rules):
    assert not (format_rules.is_bracket and format_rules.has_cross_table)
    assert not format_rules.has_losers_side or format_rules.is_bracket
    assert not format_rules.by_opponent or format_rules.system is System.ROUND_ROBIN
    assert not format_rules.asks_engine or format_rules.drawn_from_results
    assert format_rules.by_hand is ByHand.NOTHING or format_rules.has_rounds
    # A round that depends on results waits for all of them, unless each match waits for its own.
    assert (
        format_rules.is_bracket
        or format_rules.rounds_overlap != format_rules.drawn_from_results
        or not format_rules.has_rounds
    )


@DRAWN
def test_a_first_round_has_everybody_once_and_the_stage_is_not_complete(format_rules):
    facts = beginning(format_rules)
    met = [entrant for couple in couples(format_rules, facts) for entrant in couple]
    assert sorted(met) == sorted(each.id for each in EIGHT)
    assert not format_rules.is_complete(facts)


@DRAWN
def test_who_has_left_is_not_drawn_or_forfeits(format_rules):
    gone = frozenset({EIGHT[0].id})
    draw = format_rules.next_round(beginning(format_rules, gone=gone))
    if draw.engine_question:
        assert EIGHT[0] not in draw.engine_question.present
        return
    (row,) = [row for row in draw.rows if EIGHT[0].id in row.pairing.entrants]
    assert row.withdrawn or row.outcome in (Outcome.FIRST_FORFEITS, Outcome.SECOND_FORFEITS)
    assert row.withdrawn == (row.pairing.second is None)


@DRAWN
def test_a_stage_that_is_played_out_is_complete_and_draws_nothing_more(format_rules):
    facts = beginning(format_rules)
    for _ in range(50):
        if format_rules.is_complete(facts):
            break
        if format_rules.is_bracket:
            facts = _bracket_round(format_rules, facts)
        else:
            played = tuple(
                Meeting(facts.number, *couple, Outcome.DRAW) for couple in couples(format_rules, facts)
            )
            facts = dataclasses.replace(facts, number=facts.number + 1, meetings=facts.meetings + played)
    assert format_rules.is_complete(facts)
    if not format_rules.asks_engine:
        with pytest.raises(PairingRefused):
            format_rules.next_round(facts)


def _bracket_round(format_rules: Format, facts: StageFacts) -> StageFacts:
    """Let the first-named win every match that can be played."""
    rows = format_rules.next_round(facts).rows
    plan = format_rules.plan(facts.entrants, facts.options)
    ready = {
        each.place for each in compute_bracket(plan, facts.played).matches if each.state is BracketState.READY
    }
    assert {row.place for row in rows} <= ready
    won = {row.place: MatchRecord(frozenset(row.pairing.entrants), awarded=row.pairing.first) for row in rows}
    return dataclasses.replace(facts, number=facts.number + 1, played=facts.played | won)


@DRAWN
def test_a_missing_result_is_told_before_the_next_round_where_it_matters(format_rules):
    facts = beginning(format_rules)
    open_ = tuple(Meeting(1, *couple, None) for couple in couples(format_rules, facts))
    later = dataclasses.replace(facts, number=2, meetings=open_)
    told = {each.reason.code for each in format_rules.concerns(later, ())}
    assert told == (set() if format_rules.is_bracket else {"warn-result-missing"})


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
    format_rules = get_format(code)
    assert format_rules.course(12, format_rules.read_options(options), rounds) == course


def test_a_code_or_a_name_in_reports_belongs_to_one_format():
    with pytest.raises(ValueError, match="another format"):
        register(dataclasses.replace(SWISS, name="Other"))
    with pytest.raises(ValueError, match="another format"):
        register(dataclasses.replace(SWISS, code="other"))
    assert "other" not in FORMATS


def test_an_unknown_code_is_no_format_and_an_unknown_system_was_paired_by_results():
    with pytest.raises(ValueError, match="no format"):
        get_format("chess")
    assert find_reported_format("SOMETHING_ELSE") is SWISS
