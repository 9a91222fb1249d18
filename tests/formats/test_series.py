"""One knockout match: best of n and the steps while it is drawn."""

import pytest

from tests.formats.words import OUTCOMES, letter, number
from tournament.formats.series import (
    DRAWN_MATCH,
    DecidingStep,
    GameResult,
    MatchRecord,
    MatchTerms,
    StepKind,
    compute_series,
)
from tournament.scores import InvalidField

A, B = 1, 2


def match(text, terms=MatchTerms(), **rest):  # noqa: B008 (frozen)
    """Read games like "A-B 1-0, B-A =" between A and B, A to start."""
    slips = [slip.split() for slip in text.split(", ")] if text else []
    games = tuple(GameResult(*map(number, who.split("-")), OUTCOMES[result]) for who, result in slips)
    return compute_series(A, B, MatchRecord(frozenset({A, B}), games, **rest), terms, one_starts=True)


def told(series):
    """Write one line: the winner, or the game to be played now."""
    if series.over:
        return f"{letter(series.winner)} won" if series.winner else "both out"
    if series.next_game is None:
        return "lots" if series.wants_lots else "running"
    game = series.next_game
    return f"{game.number}: {letter(game.first)}-{letter(game.second)} {game.title}"


REPLAY = "2: B-A Replay with the start swapped"
ARMAGEDDON = "Armageddon: the second player has less time and wins a draw"


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ("", "1: A-B Single game"),
        ("A-B ?", "running"),
        ("A-B 1-0", "A won"),
        ("A-B 0-1", "B won"),
        ("A-B -+", "B won"),
        ("A-B --", "both out"),
        ("A-B =", REPLAY),
        ("A-B =, B-A 1-0", "B won"),
        ("A-B =, B-A =", "3: A-B Tie-break game 1 of 2 at 50 % of the time"),
        ("A-B =, B-A =, A-B 1-0", "4: B-A Tie-break game 2 of 2 at 50 % of the time"),
        ("A-B =, B-A =, A-B 1-0, B-A =", "A won"),
        ("A-B =, B-A =, A-B 1-0, B-A 1-0", f"5: A-B {ARMAGEDDON}"),
        ("A-B =, B-A =, A-B =, B-A =, A-B =", "B won"),
        ("A-B =, B-A =, A-B =, B-A =, A-B 1-0", "A won"),
    ],
)
def test_a_drawn_match_goes_step_by_step(games, expected):
    assert told(match(games)) == expected


@pytest.mark.parametrize(
    ("best_of", "games", "expected"),
    [
        (3, "A-B 1-0", "2: B-A Game 2 of 3"),
        (3, "A-B 1-0, B-A 0-1", "A won"),
        (3, "A-B 1-0, B-A =", "3: A-B Game 3 of 3"),
        (3, "A-B 1-0, B-A =, A-B =", "A won"),
        (2, "A-B 1-0, B-A 1-0", "3: A-B Replay with the start swapped"),
        (5, "A-B 1-0, B-A 0-1, A-B =", "4: B-A Game 4 of 5"),
        (5, "A-B 1-0, B-A 0-1, A-B =, B-A =", "A won"),
    ],
)
def test_best_of_n_ends_when_the_lead_cannot_be_made_up(best_of, games, expected):
    assert told(match(games, MatchTerms(best_of))) == expected


def test_armageddon_tells_the_times_and_who_wins_a_draw():
    game = match("A-B =, B-A =, A-B =, B-A =").next_game
    assert (game.step.first_ms, game.step.second_ms, game.second_wins_draw) == (300_000, 240_000, True)


def test_the_steps_can_be_chosen():
    assert told(match("A-B =", MatchTerms(drawn=()))) == "lots"
    assert (
        told(match("A-B =", MatchTerms(drawn=(DecidingStep(StepKind.LOTS), DecidingStep(StepKind.REPLAY)))))
        == "lots"
    )
    assert told(match("A-B =", MatchTerms(drawn=DRAWN_MATCH[2:]))) == f"2: B-A {ARMAGEDDON}"


def test_lots_rulings_and_forfeits_decide_over_the_games():
    assert told(match("A-B =", MatchTerms(drawn=()), awarded=B)) == "B won"
    assert told(match("A-B 1-0, B-A ?", MatchTerms(3), forfeited=frozenset({A}))) == "B won"
    assert told(match("", forfeited=frozenset({A, B}))) == "both out"


def test_games_after_the_decision_have_no_weight():
    assert told(match("A-B 1-0, B-A 1-0, A-B 0-1")) == "A won"


def test_a_match_without_a_game_is_refused():
    with pytest.raises(InvalidField):
        MatchTerms(0)
