"""From groups into the next stage: where ranks are equal at the cut, lots are drawn before the pairings."""

import io
import re
import zipfile

import pytest

from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import look, press
from tests.tournament.pages import page
from tournament.models import Round, Stage
from tournament.services import standings
from tournament.services.entries import attendance
from tournament.services.faults import StepRefused
from tournament.services.pairing import drafts
from tournament.services.results import entering, lots
from tournament.services.rounds import lifecycle, next_steps
from tournament.services.stages import stages
from tournament.views.club import site


@pytest.fixture
def level(make_tournament):
    """Play two groups of three in which every game is drawn; the best of each qualifies."""
    e = make_tournament("A B C D E F", format="groups", options={"groups": 2, "qualifiers": 1}, tiebreaks=[])
    stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    for _ in range(3):
        draw_all(e, e.publish())
    e.stage.refresh_from_db()
    assert e.stage.status == "finished"
    return e


def draw_all(e, round_):
    for match in e.matches(round_):
        if match.second_id:
            outcome = entering.read_typed("=")
            entering.type_result(actor=ORGANISER, match=match, outcome=outcome, now_ms=e.now_ms)
    e.close(round_)


def knockout(e):
    return Stage.objects.get(tournament=e.tournament, number=2)


def draw_lots(e):
    lots.draw_for_ties(actor=ORGANISER, stage=e.stage)


def winners(e):
    """Return the first of the table of each group."""
    record = standings.stage_record.read(e.stage)
    return {str(table.rows[0].entrant) for table in standings.by_group(record).values()}


def drawn(e, round_):
    return {str(side) for match in e.matches(round_) for side in (match.first, match.second)}


def codes(e):
    return [step.code for step in next_steps.steps(e.tournament)]


def test_nobody_is_drawn_while_the_cut_is_level(level):
    with pytest.raises(StepRefused) as no:
        drafts.draft(actor=ORGANISER, stage=knockout(level))
    assert no.value.code == "level-at-the-cut"
    assert not knockout(level).rounds.exists()


def test_the_next_step_is_to_draw_lots_and_then_to_draft(level):
    assert codes(level) == ["level-at-the-cut"]
    draw_lots(level)
    assert codes(level) == ["next-stage"]


def test_the_bracket_holds_those_whom_the_lots_put_first(level):
    draw_lots(level)
    assert drawn(level, drafts.draft(actor=ORGANISER, stage=knockout(level))) == winners(level)


def test_a_tie_on_one_side_of_the_cut_needs_no_lots(make_tournament):
    e = make_tournament("A B C D", format="groups", options={"groups": 2, "qualifiers": 2}, tiebreaks=[])
    stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    draw_all(e, e.publish())
    assert codes(e) == ["next-stage"]


def test_lots_come_too_late_once_the_next_stage_is_published(make_tournament):
    e = make_tournament("A B C D", format="groups", options={"groups": 2, "qualifiers": 2}, tiebreaks=[])
    stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    draw_all(e, e.publish())
    e.publish(drafts.draft(actor=ORGANISER, stage=knockout(e)))
    with pytest.raises(StepRefused) as no:
        draw_lots(e)
    assert no.value.code == "lots-too-late"


def test_a_draft_from_before_the_lots_is_not_published_and_takes_the_new_field(level, monkeypatch):
    with monkeypatch.context() as unguarded:
        unguarded.setattr("tournament.services.stages.qualifying.level_at_the_cut", lambda record: False)
        draft = drafts.draft(actor=ORGANISER, stage=knockout(level))
    while winners(level) == drawn(level, draft):  # lots that happen to confirm the draft show nothing
        Stage.objects.filter(pk=level.stage.pk).update(lots_seed="")
        draw_lots(level)
    with pytest.raises(StepRefused) as no:
        level.publish(draft)
    assert no.value.code == "field-changed"
    again = drafts.redraft(actor=ORGANISER, round_=draft, version=draft.version)
    assert drawn(level, again) == winners(level)
    assert level.publish(again).status == "published"


def test_a_withdrawal_after_the_draft_lets_the_next_of_the_group_go_on(level):
    draw_lots(level)
    draft = drafts.draft(actor=ORGANISER, stage=knockout(level))
    leaves = sorted(winners(level))[0]
    attendance.withdraw(actor=ORGANISER, entrant=level.entrants[leaves])
    with pytest.raises(StepRefused) as no:
        level.publish(draft)
    assert no.value.code == "field-changed"
    again = drafts.redraft(actor=ORGANISER, round_=draft, version=draft.version)
    assert leaves not in drawn(level, again)
    assert len(drawn(level, again)) == 2


def test_a_late_entry_of_a_second_swiss_stays_when_its_first_round_is_drafted_again(make_tournament):
    e = make_tournament("A B C D", planned_rounds=1)
    second = stages.add(actor=ORGANISER, tournament=e.tournament, format="swiss", planned_rounds=2)
    e.play(e.publish())
    draft = drafts.draft(actor=ORGANISER, stage=second)
    e.enter("E")
    e.enter("F")
    again = drafts.redraft(actor=ORGANISER, round_=draft, version=draft.version)
    assert drawn(e, again) == set("ABCDEF")
    lifecycle.publish(actor=ORGANISER, round_=again, version=again.version, now_ms=e.now_ms)


def test_the_button_of_the_banner_draws_the_lots_and_stays_on_the_desk(level, desk):
    page = look(desk, "desk-tournament", level.tournament.pk)
    assert "lots decide who goes on" in page
    here = f"/desk/{level.tournament.pk}/"
    assert f'name="next" value="{here}"' in page
    assert "The lot falls on: Group A: " in page, "it says first on whom"
    (told,) = press(desk, "desk-stage-lots", level.stage.pk, next=here)
    assert re.match(r"The lots are drawn and stand, in this order: Group A: \w+, \w+", told)
    assert "Draft the first round of the next stage." in look(desk, "desk-tournament", level.tournament.pk)


def test_the_stage_offers_no_lots_that_would_be_refused(level, desk):
    assert "Draw lots for equal ranks?" in look(desk, "desk-stage", level.stage.pk)
    Round.objects.create(stage=knockout(level), number=1, status="published", published_ms=1)
    page = look(desk, "desk-stage", level.stage.pk)
    assert "too late for lots" in page
    assert "Draw lots for equal ranks?" not in page


def shown_table(e, name="tournament-standings", **query):
    return page(e, name, **query).content.decode()


def test_the_tables_of_groups_have_a_line_at_the_cut_and_name_who_is_equal_there(level):
    for name in ("tournament-standings", "print-standings"):
        html = shown_table(level, name)
        assert html.count("data-cut") == 2, name
        assert html.count("equal at the cut") == 6, name
        assert "the first goes on" in html, name


def test_rows_that_the_lot_ordered_say_so_on_screen_paper_and_site(level):
    draw_lots(level)
    for name in ("tournament-standings", "print-standings", "projector"):
        html = shown_table(level, name)
        assert html.count("by lot") >= 6, name
        assert "equal at the cut" not in html, name
    assert "the lots were drawn and recorded" in shown_table(level, "print-standings")
    with zipfile.ZipFile(io.BytesIO(site.pack(level.tournament))) as packed:
        index = next(packed.read(name).decode() for name in packed.namelist() if name.endswith("/index.html"))
    assert index.count("by lot") == 6
    assert index.count("data-cut") == 2


def test_groups_that_lead_nowhere_have_no_cut(make_tournament):
    e = make_tournament("A B C D", format="groups")
    e.publish()
    assert "data-cut" not in shown_table(e)
