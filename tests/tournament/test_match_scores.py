"""A best of n: which game is meant, the whole score at once, and a request that is sent twice."""

import pytest

from games.access.permissions import SYSTEM
from games.models import Action
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.formats.series import games_to_score
from tournament.models import Match, MatchGame
from tournament.scores import Outcome
from tournament.services.club import ladder
from tournament.services.entries import attendance
from tournament.services.faults import StepRefused
from tournament.services.results import correction_preview, corrections, entering, match_outcome, taking_back
from tournament.services.setup import wizard
from tournament.services.stages import stage_record
from tournament.views.public import pairings
from tournament.views.public.pairings import words_at_the_board

pytestmark = pytest.mark.django_db


def best_of(make_tournament, games, names="A B C D"):
    e = make_tournament(names, format="knockout", options={"best_of": games})
    return e, e.publish()


def type_line(e, round_, line, **more):
    board, text = line.split(" ", 1)
    return entering.type_line(
        actor=ORGANISER, round_=round_, board=int(board), text=text, now_ms=e.now_ms, **more
    )


def games_of(match):
    """Write each game seen from the first-named: `1`, `0`, `=`, or `.` while it is open."""
    texts = {"first-wins": "1", "second-wins": "0", "draw": "=", "": "."}
    found = MatchGame.objects.filter(match=match).order_by("number")
    return "".join(
        texts[
            game.outcome
            if not game.outcome or game.starter_id == match.first_id
            else Outcome(game.outcome).swapped
        ]
        for game in found
    )


@pytest.mark.parametrize(
    ("line", "games", "outcome"),
    [
        ("1 2-0", "11", "first-wins"),
        ("1 2-1", "011", "first-wins"),
        ("1 1:2", "100", "second-wins"),
        ("1 1½-½", "=1", ""),
        ("1 2.5-0.5", "=11", "first-wins"),
        ("1 1-1", "01.", ""),
    ],
)
def test_a_score_enters_the_games_that_it_implies(make_tournament, line, games, outcome):
    e, round_ = best_of(make_tournament, 3)
    match = type_line(e, round_, line)
    assert match.outcome == outcome
    assert games_of(match).rstrip(".") == games.rstrip(".")


def test_a_score_goes_on_from_what_is_entered(make_tournament):
    e, round_ = best_of(make_tournament, 3)
    type_line(e, round_, "1 0-1")
    assert games_of(type_line(e, round_, "1 2-1")) == "011"


@pytest.mark.parametrize(
    ("before", "line", "said"),
    [
        ((), "1 3-0", "cannot end 3 – 0"),
        ((), "1 2-2", "cannot end 2 – 2"),
        ((), "1 2-½", "cannot become 2 – ½: it stands at 0 – 0"),
        (("1 1-0",), "1 0-2", "cannot become 0 – 2: it stands at 1 – 0"),
        (("1 2-0",), "1 2-1", "has a result already"),
        (("1 2-0",), "1 2-0", "That is so already"),
        ((), "1 two", "is not a result"),
    ],
)
def test_a_score_that_cannot_be_is_refused_in_words_and_enters_nothing(make_tournament, before, line, said):
    e, round_ = best_of(make_tournament, 3)
    for each in before:
        type_line(e, round_, each)
    match = e.matches(round_)[0]
    stood = games_of(match)
    with pytest.raises(StepRefused, match=said):
        type_line(e, round_, line)
    assert games_of(match) == stood


def test_where_a_match_is_one_game_a_score_is_no_result(make_tournament):
    e = make_tournament("A B C D", planned_rounds=2)
    round_ = e.publish()
    with pytest.raises(StepRefused, match="no result of one game"):
        type_line(e, round_, "1 2-1")


def test_the_same_press_twice_enters_one_game(make_tournament):
    e, round_ = best_of(make_tournament, 3)
    match = e.matches(round_)[0]
    press = {"actor": ORGANISER, "match": match, "outcome": Outcome.FIRST_WINS, "game": 1}
    for _ in range(2):
        entering.type_result(now_ms=e.now_ms, **press)
    assert games_of(match) == "1."
    with pytest.raises(StepRefused, match="Game 1 of board 1 has a result already: 1 – 0"):
        entering.type_result(now_ms=e.now_ms, **press | {"outcome": Outcome.SECOND_WINS})
    entering.type_result(now_ms=e.now_ms, **press | {"game": 2})
    entering.type_result(now_ms=e.now_ms, **press | {"game": 2})
    match.refresh_from_db()
    assert (games_of(match), match.outcome) == ("11", "first-wins")


def test_the_same_press_twice_is_the_same_answer_where_a_match_is_one_game(make_tournament):
    e = make_tournament("A B C D", planned_rounds=2)
    match = e.matches(e.publish())[0]
    for _ in range(2):
        entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.DRAW, game=1, now_ms=e.now_ms)
    with pytest.raises(StepRefused, match="has a result already"):
        entering.type_result(
            actor=ORGANISER, match=match, outcome=Outcome.FIRST_WINS, game=1, now_ms=e.now_ms
        )


def test_which_game_is_played_now(make_tournament):
    e, round_ = best_of(make_tournament, 3)
    match = e.matches(round_)[0]

    def now():
        record = stage_record.read(e.stage)
        mine = next(each for each in record.matches if each.pk == match.pk)
        found = match_outcome.game_now(record, mine, match_outcome.terms_by_place(record)[mine.place])
        return found and found.template.format(**found.params)

    assert now() == "Game 1 of 3"
    for line, title in (("1 1", "Game 2 of 3"), ("1 0", "Game 3 of 3"), ("1 =", "Replay")):
        type_line(e, round_, line)
        assert now().startswith(title)
    type_line(e, round_, "1 1")
    assert now() is None


def test_the_winner_of_a_score_wins_last():
    assert games_to_score((0, 0), (6, 4)) == (
        Outcome.SECOND_WINS,
        Outcome.SECOND_WINS,
        Outcome.FIRST_WINS,
        Outcome.FIRST_WINS,
        Outcome.FIRST_WINS,
    )
    assert games_to_score((2, 0), (1, 2)) is None


def test_a_typo_in_a_match_of_one_game_is_no_ruling(make_tournament):
    e = make_tournament("A B C D", format="knockout")
    match = type_line(e, e.publish(), "1 1-0")
    corrections.correct(
        actor=ORGANISER, match=match, outcome=Outcome.SECOND_WINS, note="typo", now_ms=e.now_ms
    )
    record = stage_record.read(e.stage)
    match = next(each for each in record.matches if each.pk == match.pk)
    assert match_outcome.how_decided(record, match) is None
    assert games_of(match) == "0"


@pytest.mark.parametrize(
    ("typed", "score", "games", "outcome"),
    [
        ("1 2-0", (4, 2), "011", "first-wins"),
        ("1 2-1", (4, 0), "11", "first-wins"),
        ("1 2-1", (2, 4), "100", "second-wins"),
        ("1 2-0", (0, 4), "00", "second-wins"),
    ],
)
def test_the_score_of_a_match_is_corrected_as_a_whole(make_tournament, typed, score, games, outcome):
    e, round_ = best_of(make_tournament, 3)
    match = type_line(e, round_, typed)
    corrections.correct_score(actor=ORGANISER, match=match, score=score, note="misread", now_ms=e.now_ms)
    record = stage_record.read(e.stage)
    match = next(each for each in record.matches if each.pk == match.pk)
    assert (games_of(match), match.outcome, match.source) == (games, outcome, "corrected")
    assert match_outcome.how_decided(record, match) is None
    logged = own_rows(Action).filter(verb="correct").earliest("pk")
    before, after = typed.split()[1], f"{score[0] // 2}-{score[1] // 2}"
    assert [each["score"].replace(" – ", "-") for each in (logged.before, logged.after)] == [before, after]


def test_another_winner_by_a_corrected_score_reopens_what_follows(make_tournament):
    e, round_ = best_of(make_tournament, 3)
    match = type_line(e, round_, "1 2-1")
    type_line(e, round_, "2 2-0")
    e.close(round_)
    final = e.publish()
    type_line(e, final, "1 2-0")
    touched = correction_preview.score_impact(match, (0, 4))
    assert [str(each.round.number) for each in touched.reopened] == ["2"]
    corrections.correct_score(actor=SYSTEM, match=match, score=(0, 4), note="misread", now_ms=e.now_ms)
    reopened = e.matches(final)[0]
    assert not reopened.outcome
    assert match.second_id in reopened.entrant_ids


def test_a_score_that_decides_nothing_is_no_correction(make_tournament):
    e, round_ = best_of(make_tournament, 3)
    match = type_line(e, round_, "1 2-1")
    for score in ((2, 2), (6, 0), (4, 4)):
        with pytest.raises(StepRefused, match="does not decide"):
            corrections.correct_score(actor=ORGANISER, match=match, score=score, note="", now_ms=e.now_ms)
    with pytest.raises(StepRefused, match="so already"):
        corrections.correct_score(actor=ORGANISER, match=match, score=(4, 2), note="", now_ms=e.now_ms)
    assert games_of(match) == "011"


def test_the_last_game_of_a_match_that_goes_on_is_taken_back(make_tournament):
    e, round_ = best_of(make_tournament, 3)
    match = type_line(e, round_, "1 1-0")
    assert games_of(match) == "1."
    taking_back.take_back(actor=ORGANISER, match=match, note="", now_ms=e.now_ms)
    assert games_of(match) == "."
    assert games_of(type_line(e, round_, "1 2-1")) == "011"
    taking_back.take_back(actor=ORGANISER, match=match, note="", now_ms=e.now_ms)
    assert games_of(match) == "01."
    for _ in range(2):
        taking_back.take_back(actor=ORGANISER, match=match, note="", now_ms=e.now_ms)
    with pytest.raises(StepRefused, match="no result to correct"):
        taking_back.take_back(actor=ORGANISER, match=match, note="", now_ms=e.now_ms)


def test_the_expected_end_counts_the_games_of_a_match(make_tournament):
    _e, single = best_of(make_tournament, 1)
    single.starts_ms = 1
    one, three = (
        wizard.expected_end_ms(single, boards=2, tables=2, games_each=games) - 1 for games in (1, 3)
    )
    assert three == 3 * one + 2 * wizard.CHANGEOVER_MS


def test_a_game_of_a_ladder_that_is_sent_twice_is_entered_once(make_tournament):
    e = make_tournament("A B C", format="ladder")
    played = {"actor": ORGANISER, "stage": e.stage, "number": 1}
    one, two = e.entrants["A"], e.entrants["B"]
    for _ in range(2):
        ladder.play(**played, first=one, second=two, outcome=Outcome.FIRST_WINS, now_ms=e.now_ms)
    assert own_rows(Match).count() == 1
    with pytest.raises(StepRefused, match="A game of A and B was entered meanwhile"):
        ladder.play(**played, first=two, second=one, outcome=Outcome.FIRST_WINS, now_ms=e.now_ms)
    ladder.play(**played, first=one, second=e.entrants["C"], outcome=Outcome.DRAW, now_ms=e.now_ms)
    ladder.play(**played | {"number": 3}, first=one, second=two, outcome=Outcome.FIRST_WINS, now_ms=e.now_ms)
    assert own_rows(Match).count() == 3


def test_a_public_page_says_which_game_of_a_match_is_played(make_tournament):
    e, round_ = best_of(make_tournament, 3)
    type_line(e, round_, "1 1-0")
    lines = pairings.round_page(stage_record.read(e.stage), 1).meetings
    assert [line.game for line in lines] == ["Game 2 of 3", "Game 1 of 3"]
    type_line(e, round_, "1 1-0")
    lines = pairings.round_page(stage_record.read(e.stage), 1).meetings
    assert [line.game for line in lines] == ["", "Game 1 of 3"]


def test_a_withdrawn_player_is_not_called_absent(make_tournament):
    e = make_tournament("A B C D E", planned_rounds=3)
    round_ = e.publish()
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["A"])
    e.play(round_)
    later = e.publish()
    (gone,) = [match for match in e.matches(later) if match.first_id == e.entrants["A"].pk]
    assert gone.get_outcome_display() == "Withdrawn"


def test_those_at_the_board_see_which_game_it_is_and_the_score_of_the_match(make_tournament):
    e = make_tournament("A B C D", format="knockout", live=True, options={"best_of": 3})
    round_ = e.publish()
    first, other = (
        MatchGame.objects.filter(match__round=round_, match__board=board).get() for board in (1, 2)
    )
    assert words_at_the_board(first.game) == "Game 1 of 3"
    type_line(e, round_, "1 1-0")
    second = MatchGame.objects.filter(match=first.match, number=2).get()
    assert second.starter_id == first.match.second_id, "the start is swapped"
    assert words_at_the_board(second.game) == "Game 2 of 3, 0 – 1"
    assert words_at_the_board(other.game) == "Game 1 of 3"


def test_a_single_game_says_nothing_about_a_match(make_tournament):
    e = make_tournament("A B", format="swiss", live=True, planned_rounds=1)
    round_ = e.publish()
    assert words_at_the_board(MatchGame.objects.get(match__round=round_).game) == ""
