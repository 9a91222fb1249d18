"""Laws of every clock under every sequence of steps."""

import json
import string
from itertools import pairwise

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.clock import GAME, Clock, InvalidControl, Mode, TimeControl, from_json, read_clock, to_json
from tests.clock.strategies import ACTIONS, CLOCKS, FOUR_PLAYERS, START_MS, TWO_PLAYERS, gifts_of, history
from tests.plugins.examples import examples


@given(TWO_PLAYERS | FOUR_PLAYERS)
def test_text_forms_round_trip(text):
    control = TimeControl.parse(text)
    assert TimeControl.parse(str(control)) == control
    assert str(TimeControl.parse(str(control))) == str(control)


LIKELY = st.text(alphabet="0123456789:+-dbphmgx XONESW=;", max_size=24)


@settings(max_examples=examples(160))
@given(st.text(max_size=40) | LIKELY | st.text(alphabet=string.printable, max_size=12))
def test_unreadable_text_raises_only_invalid_control(text):
    try:
        control = TimeControl.parse(text)
    except InvalidControl:
        return
    assert TimeControl.parse(str(control)) == control
    assert control.describe()
    assert control.name()


@given(CLOCKS, ACTIONS)
def test_given_and_bonuses_less_spent_is_what_is_left(clock, actions):
    """Only gifts add to the time; only a delay and a refilled period cost nothing."""
    for moment in history(clock, actions):
        before, after = moment.before, moment.step.clock
        gifts = gifts_of(moment.step)
        for seat in clock.seats:
            terms = clock.terms(seat)
            if not terms.has_main:
                continue
            on_move = seat == before.turn.seat
            spent_ms = after.account(seat).spent_ms - before.account(seat).spent_ms
            assert spent_ms == (moment.step.charged_ms if on_move else 0)
            free_ms = 0
            if on_move:
                free_ms = min(spent_ms, before.turn.delay_ms)
                over_ms = before.account(seat).over_ms + max(0, spent_ms - before.account(seat).main_ms)
                turn_ended = moment.step.fell is None and moment.verb in ("press", "set_turn")
                if terms.period_ms and turn_ended:
                    free_ms += over_ms % terms.period_ms
            left_ms = before.account(seat).left_ms(terms) + gifts.get(seat, 0) + free_ms - spent_ms
            assert after.account(seat).left_ms(terms) == left_ms


@given(CLOCKS, ACTIONS)
def test_the_game_limit_loses_exactly_what_the_seats_are_charged(clock, actions):
    moments = history(clock, actions)
    for moment in moments:
        if moment.before.game_ms is not None:
            assert moment.before.game_ms - moment.step.clock.game_ms == moment.step.charged_ms
    final = moments[-1].step.clock
    charged_ms = sum(moment.step.charged_ms for moment in moments)
    assert sum(account.spent_ms for account in final.accounts) == charged_ms


@given(CLOCKS, ACTIONS)
def test_no_account_is_ever_overdrawn(clock, actions):
    for moment in history(clock, actions):
        after = moment.step.clock
        assert after.turn.delay_ms >= 0
        assert after.turn.move_ms is None or after.turn.move_ms >= 0
        assert after.game_ms is None or after.game_ms >= 0
        for account in after.accounts:
            assert min(account.main_ms, account.periods, account.over_ms, account.spent_ms) >= 0


@given(CLOCKS, ACTIONS)
def test_a_snapshot_is_plain_json_and_gives_the_clock_back(clock, actions):
    for moment in history(clock, actions):
        written = json.dumps(to_json(moment.step.clock))
        assert from_json(json.loads(written)) == moment.step.clock


@given(CLOCKS, ACTIONS)
def test_the_first_flag_stays_and_stops_everything(clock, actions):
    fallen = None
    for moment in history(clock, actions):
        if fallen is None and moment.step.fell is not None:
            fallen = moment.step.clock
            assert fallen.fell == moment.step.fell
            assert moment.step.fell in (moment.before.turn.seat, GAME)
        elif fallen is not None:
            assert moment.step.charged_ms == 0
            assert moment.step.clock.fell == fallen.fell


@given(CLOCKS, ACTIONS)
def test_the_deadline_is_exactly_the_first_fallen_instant(clock, actions):
    for moment in history(clock, actions):
        after = moment.step.clock
        deadline_ms = after.next_deadline_ms
        if deadline_ms is None:
            if after.running:
                assert after.fallen_seat(after.since_ms + 10**9) is None
            continue
        fallen = after.turn.seat if deadline_ms == after.deadline_ms else GAME
        assert after.fallen_seat(deadline_ms) == fallen
        if deadline_ms > after.since_ms:
            assert after.fallen_seat(deadline_ms - 1) is None


@given(CLOCKS, ACTIONS, st.lists(st.integers(0, 30_000), min_size=2, max_size=6))
def test_a_running_face_never_rises(clock, actions, waits):
    after = history(clock, actions)[-1].step.clock
    assume(after.running)
    seat = after.turn.seat
    instants = [after.since_ms + sum(waits[:count]) for count in range(len(waits) + 1)]
    faces = [read_clock(after, now_ms).face(seat) for now_ms in instants]
    for earlier, later in pairwise(faces):
        if earlier.counts_up:
            assert later.time_ms >= earlier.time_ms
            continue
        # A new period begins at its full length: then there is one period less, or no main time any more.
        began_period = later.periods < earlier.periods or (
            after.terms(seat).mode is Mode.PERIODS and later.spent_ms - earlier.spent_ms >= earlier.time_ms
        )
        assert later.time_ms <= earlier.time_ms or began_period
        assert later.delay_ms <= earlier.delay_ms
        assert later.periods <= earlier.periods


@given(CLOCKS, ACTIONS, st.integers(0, 100_000))
def test_reading_agrees_with_pausing_at_the_same_instant(clock, actions, wait_ms):
    after = history(clock, actions)[-1].step.clock
    assume(after.running)
    now_ms = after.since_ms + wait_ms
    paused = after.pause(now_ms, "arbiter").clock
    before, later = read_clock(after, now_ms).faces, read_clock(paused, now_ms + 10**6).faces
    running = [(face.time_ms, face.delay_ms, face.move_ms, face.low) for face in before]
    still = [(face.time_ms, face.delay_ms, face.move_ms, face.low) for face in later]
    assert running == still


@given(CLOCKS, ACTIONS, st.lists(st.tuples(st.integers(0, 9_000), st.integers(0, 10**6)), max_size=5))
def test_a_turn_with_pauses_costs_what_the_same_turn_costs_without(clock, actions, pauses):
    """A pause retains the unspent delay, and the rest of the period and of the move."""
    after = history(clock, actions)[-1].step.clock
    assume(after.running)
    now_ms, interrupted, thinking_ms = after.since_ms, after, 0
    for think_ms, pause_ms in pauses:
        thinking_ms += think_ms
        interrupted = interrupted.pause(now_ms + think_ms, "arbiter").clock
        if interrupted.fell is not None:
            break
        now_ms += think_ms + pause_ms
        interrupted = interrupted.resume(now_ms, "arbiter").clock
    at_once = after.charge_until(after.since_ms + thinking_ms).clock
    assert (interrupted.accounts, interrupted.turn) == (at_once.accounts, at_once.turn)
    assert (interrupted.game_ms, interrupted.fell) == (at_once.game_ms, at_once.fell)


MAIN_TIMES = st.sampled_from(["0", "0:05", "1", "10"])


@given(MAIN_TIMES, st.integers(1, 20), ACTIONS)
def test_delay_and_bronstein_differ_only_in_display(main, delay, actions):
    us_delay = history(Clock.new(f"{main}d{delay}", "XO"), actions)
    bronstein = history(Clock.new(f"{main}b{delay}", "XO"), actions)
    assert len(us_delay) == len(bronstein)
    for one, other in zip(us_delay, bronstein, strict=True):
        for part in ("accounts", "turn", "since_ms", "deadline_ms", "fell", "pauses"):
            assert getattr(one.step.clock, part) == getattr(other.step.clock, part)
        assert (one.step.charged_ms, one.step.given) == (other.step.charged_ms, other.step.given)
        now_ms = one.now_ms
        shown, apart = read_clock(other.step.clock, now_ms), read_clock(one.step.clock, now_ms)
        seat = one.step.clock.turn.seat
        assert shown.face(seat).time_ms == apart.face(seat).time_ms + apart.face(seat).delay_ms


@given(st.sampled_from(["0:20h", "2h", "X=1h;O=2h"]), ACTIONS)
def test_an_hourglass_only_moves_time_from_one_seat_to_the_other(control, actions):
    clock = Clock.new(control, "XO")
    turns = [action for action in actions if action[0] not in ("adjust", "penalty")]
    total_ms = sum(account.main_ms for account in clock.accounts)
    for moment in history(clock, turns):
        assert sum(account.main_ms for account in moment.step.clock.accounts) == total_ms


@given(CLOCKS, ACTIONS, st.integers(0, 50_000))
def test_time_spent_from_a_table_and_an_instant_are_the_same(clock, actions, wait_ms):
    after = history(clock, actions)[-1].step.clock
    assume(after.running)
    now_ms = after.since_ms + wait_ms
    assert after.instant_ms(after.elapsed_ms(now_ms)) == now_ms


@given(CLOCKS, ACTIONS)
def test_time_never_runs_while_paused_or_over(clock, actions):
    after = history(clock, actions)[-1].step.clock
    assume(not after.running)
    assert after.charge_until(START_MS + 10**9).clock == after
    assert after.next_deadline_ms is None
