"""Every step with rounds and results writes its entry into the log, and no other."""

import pytest

from games.access.permissions import SYSTEM
from games.referee import requests as r
from games.rules import Side
from games.services.recording import record
from tests.databases import own_rows
from tests.tournament import logged
from tests.tournament.logged import BY, closed, decided, drafted, fresh, knockout, on_boards, published
from tournament.models import Match, MatchGame, Player
from tournament.scores import Outcome
from tournament.services.club import ladder
from tournament.services.entries import enrol
from tournament.services.pairing import drafts
from tournament.services.results import corrections, disagreements, entering, lots, taking_back
from tournament.services.rounds import auto_rounds, lifecycle
from tournament.services.setup import settings_change
from tournament.services.tables import live_games

WON, LOST, DRAWN = Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW


def in_groups(make_tournament):
    e = make_tournament("A B C D E F G H", format="groups", options={"groups": 2})
    e.round = e.draft()
    return e


def going(make_tournament):
    """Enter the first results of a knockout with automatic rounds; the next round is not opened yet."""
    e = knockout(make_tournament, options={"goes_on": True})
    for match in e.matches(e.round):
        entering.type_result(**BY, match=match, outcome=WON, now_ms=e.now_ms)
    return e


def level(make_tournament):
    """Play a knockout match that all its games leave drawn."""
    e = knockout(make_tournament, options={"deciders": ["lots"]})
    entering.type_result(**BY, match=e.first, outcome=DRAWN, now_ms=e.now_ms)
    return e


def second_round(make_tournament):
    """Publish the final of a knockout."""
    e = knockout(make_tournament)
    e.play(e.round)
    e.publish()
    return e


def with_a_bye(make_tournament):
    e = make_tournament("A B C", live=True, keeper="server")
    e.round = e.publish()
    helper = Player.objects.create(first_name="House")
    e.house = enrol.enter_player(**BY, tournament=e.tournament, player=helper, house=True, now_ms=e.now_ms)
    e.bye = Match.objects.get(round=e.round, second=None)
    return e


def on_the_ladder(make_tournament):
    return make_tournament("A B", format="ladder")


def challenged(make_tournament):
    e = on_the_ladder(make_tournament)
    challenge(e)
    e.first = own_rows(Match).get()
    return e


def challenge(e):
    return ladder.play(**BY, stage=e.stage, first=e.entrants["A"], second=e.entrants["B"], now_ms=e.now_ms)


def board_is_over(make_tournament):
    """End the live game of the first match, without applying its result."""
    e = on_boards(make_tournament)
    e.board = e.first.games.get()
    for request in (r.Start(), r.Rule(Side.X, "test")):
        record(game_id=e.board.game_id, request=request, actor=SYSTEM, stamp_ms=e.now_ms)
    return e


def board_is_disputed(make_tournament):
    """Type another result than the live game gave."""
    e = board_is_over(make_tournament)
    entering.type_result(**BY, match=e.first, outcome=LOST, now_ms=e.now_ms, confirm=True)
    return e


def called_off(make_tournament):
    e = on_boards(make_tournament)
    e.board = e.first.games.get()
    taking_back.call_off(**BY, match_game=e.board, reason="test")
    return e


def one_reported(make_tournament):
    e = published(make_tournament)
    report(e, e.first.first)
    return e


def report(e, entrant):
    entering.report(**BY, match=e.first, entrant=entrant, outcome=WON, now_ms=e.now_ms)


def longer_matches(make_tournament):
    return knockout(make_tournament, options={"best_of": 3})


def longer_match_decided(make_tournament):
    e = longer_matches(make_tournament)
    entering.type_score(**BY, match=e.first, score=(4, 2), now_ms=e.now_ms)
    return e


# The entries that are expected, the state before, and what is done.
ROUNDS = [
    ("draw_lot draft", fresh, lambda e: e.draft()),
    ("redraft", drafted, lambda e: drafts.redraft(**BY, round_=e.round, version=e.round.version)),
    ("swap", drafted, lambda e: swap(e)),
    ("turn_round", drafted, lambda e: drafts.turn_round(**BY, round_=e.round, version=1, board=1)),
    ("lock", drafted, lambda e: drafts.lock(**BY, match=e.matches(e.round)[0])),
    ("discard_draft", drafted, lambda e: drafts.discard(**BY, round_=e.round, version=1)),
    ("exchange_seeds", in_groups, lambda e: swap(e)),
    (
        "move_to_group",
        in_groups,
        lambda e: drafts.move_to_group(
            **BY, round_=e.round, version=1, entrant=e.entrants["A"].pk, group="B"
        ),
    ),
    ("publish", drafted, lambda e: e.publish(e.round)),
    ("go_on* close*", going, lambda e: auto_rounds.continue_stage(e.stage.pk, now_ms=e.now_ms)),
    ("undo_publish", published, lambda e: lifecycle.undo_publish(**BY, round_=e.round, now_ms=e.now_ms)),
    ("call_to_boards", published, lambda e: lifecycle.call_to_boards(**BY, round_=e.round, starts_ms=9)),
    (
        "change_clock",
        published,
        lambda e: settings_change.change_round_control(**BY, round_=e.round, control="3+2"),
    ),
    ("set_end", published, lambda e: settings_change.set_end(**BY, round_=e.round, ends_ms=9)),
    (
        "fill_bye",
        with_a_bye,
        lambda e: lifecycle.fill_bye(**BY, match=e.bye, house=e.house, now_ms=e.now_ms),
    ),
    ("close", lambda make_tournament: all_typed(make_tournament), lambda e: e.close(e.round)),
    ("reopen_round", closed, lambda e: lifecycle.reopen(**BY, round_=e.round, now_ms=e.now_ms)),
    ("undo_round", published, lambda e: lifecycle.undo(**BY, round_=e.round, now_ms=e.now_ms)),
    (
        "undo_round change_settings",
        lambda make_tournament: knockout(make_tournament, options={"goes_on": True}),
        lambda e: lifecycle.undo(**BY, round_=e.round, now_ms=e.now_ms),
    ),
    ("finish_stage", closed, lambda e: lifecycle.finish_stage(**BY, stage=e.stage)),
    ("play_ladder", on_the_ladder, challenge),
    ("call_off", challenged, lambda e: ladder.call_off(**BY, match=e.first)),
    ("draw_lot", level, lambda e: lots.draw_for_match(**BY, match=e.first, now_ms=e.now_ms)),
    ("draw_lots", closed, lambda e: lots.draw_for_ties(**BY, stage=e.stage)),
    ("pause_hall", on_boards, lambda e: live_games.pause_all(**BY, tournament=e.tournament, now_ms=e.now_ms)),
    (
        "resume_hall",
        on_boards,
        lambda e: live_games.resume_all(**BY, tournament=e.tournament, now_ms=e.now_ms),
    ),
]

RESULTS = [
    (
        "type_result",
        published,
        lambda e: entering.type_result(**BY, match=e.first, outcome=WON, now_ms=e.now_ms),
    ),
    (
        "type_result",
        longer_matches,
        lambda e: entering.type_score(**BY, match=e.first, score=(4, 2), now_ms=e.now_ms),
    ),
    ("report_result", published, lambda e: report(e, e.first.first)),
    ("report_result settle*", one_reported, lambda e: report(e, e.first.second)),
    ("settle*", board_is_over, lambda e: entering.apply_live_result(e.board.game_id, now_ms=e.now_ms)),
    (
        "no_show",
        published,
        lambda e: entering.no_show(**BY, match=e.first, absent=e.first.second, now_ms=e.now_ms * 2),
    ),
    (
        "uphold",
        board_is_disputed,
        lambda e: disagreements.uphold(**BY, match_game=e.board, note="seen"),
    ),
    (
        "void_game",
        on_boards,
        lambda e: taking_back.call_off(**BY, match_game=e.first.games.get(), reason="test"),
    ),
    (
        "open_again",
        called_off,
        lambda e: taking_back.open_again(**BY, match_game=e.board, now_ms=e.now_ms),
    ),
    ("correct", decided, lambda e: correct(e)),
    (
        "correct",
        longer_match_decided,
        lambda e: corrections.correct_score(**BY, match=e.first, score=(4, 0), note="", now_ms=e.now_ms),
    ),
    (
        "correct_board correct",
        decided,
        lambda e: corrections.correct_board(
            **BY, match_game=MatchGame.objects.get(match=e.first), outcome=LOST, note="", now_ms=e.now_ms
        ),
    ),
    (
        "take_back_result",
        decided,
        lambda e: taking_back.take_back(**BY, match=e.first, note="", now_ms=e.now_ms),
    ),
    ("correct reopen_match", second_round, lambda e: correct(e)),
]


def swap(e):
    ids = [match.first_id for match in e.matches(e.round)]
    drafts.swap(**BY, round_=e.round, version=1, one=ids[0], other=ids[1])


def all_typed(make_tournament):
    e = published(make_tournament)
    for match in e.matches(e.round):
        entering.type_result(**BY, match=match, outcome=WON, now_ms=e.now_ms)
    return e


def correct(e):
    match = Match.objects.get(pk=e.first.pk)
    outcome = Outcome(match.outcome).swapped
    corrections.correct(**BY, match=match, outcome=outcome, note="wrong", now_ms=e.now_ms)


@pytest.mark.parametrize(
    ("verbs", "state", "deed"), ROUNDS + RESULTS, ids=[verbs for verbs, _, _ in ROUNDS + RESULTS]
)
def test_every_step_with_a_round_or_a_result_is_logged(make_tournament, verbs, state, deed):
    assert logged.entries_of(deed, state(make_tournament)) == verbs.split()
