"""An unknown format can be registered and played through, with no other change.

Two toys: halves of a field that meet each other, and a climb in which the last seeds begin and the first
waits at the top.
"""

from dataclasses import dataclass

import pytest
from django.urls import reverse

from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER, START_MS
from tests.tournament.desk.conftest import look, press, publish
from tests.tournament.pages import page, text
from tournament.files import tournament_json
from tournament.formats.bracket import BracketPlace, BracketPlan, Seeded, WinnerOf
from tournament.formats.bracket_format import BracketFormat
from tournament.formats.draw import RoundDraw
from tournament.formats.format import ByHand, Course, Format, Leg, PairingRefused
from tournament.formats.options import FormatOptions, option
from tournament.formats.pairing import Pairing, rows_after_withdrawals
from tournament.formats.reasons import Reason
from tournament.formats.registry import FORMATS, register
from tournament.formats.series import MatchTerms
from tournament.import_export import tournament_import
from tournament.models import Match, Round, Tournament
from tournament.services.entries import attendance
from tournament.services.faults import StepRefused
from tournament.services.stages import stages

pytestmark = pytest.mark.django_db

PAGES = (
    *(
        "tournament",
        "tournament-round",
        "tournament-standings",
        "tournament-entrants",
        "tournament-prizes",
        "projector",
    ),
    *("print", "print-pairings", "print-standings"),
)


@dataclass(frozen=True, slots=True)
class HalvesOptions(FormatOptions):
    cycles: int = option(1, "How often each meets each", bounds=range(1, 4))
    lower_starts: bool = option(False, "The lower half starts")


@dataclass(frozen=True, slots=True, kw_only=True)
class Halves(Format):
    """Each of the upper half of the seeds meets each of the lower half."""

    options_type: type[FormatOptions] = HalvesOptions

    def rounds(self, size):
        return size.options.cycles * (max(size.tables) // 2)

    def next_round(self, facts):
        if facts.number > self.rounds(facts.size):
            raise PairingRefused("no-more-rounds", rounds=self.rounds(facts.size))
        half = len(facts.entrants) // 2
        upper, lower = facts.entrants[:half], facts.entrants[half:]
        shift = facts.number - 1
        pairs = [(one, lower[(place + shift) % half]) for place, one in enumerate(upper)]
        if facts.options.lower_starts:
            pairs = [(other, one) for one, other in pairs]
        drawn = [
            Pairing(board, one.id, other.id, None, (Reason("table", round=facts.number),))
            for board, (one, other) in enumerate(pairs, 1)
        ]
        return RoundDraw(rows_after_withdrawals(drawn, facts.gone))

    def lengths(self, entrants):
        return (Course((Leg(entrants // 2, entrants),), entrants // 2),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Climb(BracketFormat):
    """The last two seeds begin; the winner meets the next above."""

    def plan(self, entrants, options):
        *above, low = (Seeded(entrant.id, entrant.seed) for entrant in entrants)
        places = []
        for number, seeded in enumerate(reversed(above), 1):
            title = Reason("round-of", size=len(above) - number + 2)
            place = BracketPlace(f"W{number}.1", number, number, title, (seeded, low), MatchTerms())
            places.append(place)
            low = WinnerOf(place.id)
        return BracketPlan(tuple(places), (places[-1].id,))


HALVES = Halves(
    code="halves",
    name="Halves of the field",
    withdrawal="The other half wins what is still to come.",
    asked_first=("cycles",),
    followed_by="climb",
    tiebreaks=("DE", "WON"),
    rounds_overlap=True,
    by_hand=ByHand.STARTS,
    trf_systems=("TOY_HALVES",),
    fairness=90,
)
CLIMB = Climb(code="climb", name="Climb", withdrawal="The one above waits for nobody.")


@pytest.fixture(autouse=True)
def toys():
    for format_rules in (CLIMB, HALVES):
        register(format_rules)
    yield
    for format_rules in (CLIMB, HALVES):
        del FORMATS[format_rules.code]


def test_the_wizard_offers_it_asks_for_its_option_and_sets_it_up(desk):
    answers = {"entry": "player", "count": 6, "tables": 3, "minutes": 300}
    query = "?" + "&".join(f"{name}={value}" for name, value in answers.items())
    shown = look(desk, "tournament-new", query=query)
    assert '<option value="halves" selected' in shown
    assert "Halves of the field" in shown
    assert 'data-only="halves"' in shown
    assert "How often each meets each" in shown
    plan = {"name": "Toy", "format": "halves", "cycles": 2, "control": "5", "keeper": "table"}
    desk.post(reverse("tournament-new"), answers | plan)
    first, second = own_rows(Tournament).get().stages.order_by("number")
    assert (first.format, first.options["cycles"], first.tiebreaks) == ("halves", 2, ["DE", "WON"])
    assert (first.format_rules, second.format_rules) == (HALVES, CLIMB)
    assert str(first) == "Halves of the field"


def test_a_table_of_it_goes_from_draft_to_standings_by_the_buttons(desk, make_tournament):
    e = make_tournament("A B C D", format="halves", options={"lower_starts": True})
    pk = e.tournament.pk
    assert "The lower half starts" in look(desk, "desk-stage", e.stage.pk)
    assert "Draft round 1 with all 4 who are entered?" in look(desk, "desk-tournament", pk)
    round_ = publish(desk, e)
    assert e.names(e.matches(round_)) == ["C-A", "D-B"]
    assert press(desk, "desk-line", round_.pk, line="1 0-1")
    press(desk, "desk-line", round_.pk, line="2 =")
    # Its rounds overlap: the second is published before the first is closed.
    second = publish(desk, e)
    assert e.names(e.matches(second)) == ["D-A", "C-B"]
    assert press(desk, "desk-close", round_.pk) == ["Round 1 is closed."]
    for line in ("1 0-1", "2 1-0"):
        press(desk, "desk-line", second.pk, line=line)
    press(desk, "desk-close", second.pk)
    assert e.table() == ["1 A 2", "2 C 1", "3 B 0.5", "3 D 0.5"]
    e.stage.refresh_from_db()
    assert e.stage.status == "finished"
    assert "The tournament is finished." in look(desk, "desk-tournament", pk)
    for name in [*PAGES, "tournament-cross-table", "print-cross-table"]:
        assert page(e, name).status_code == 200, name
    shown = text(page(e, "tournament"))
    assert "Halves of the field" in shown
    assert "Cross-table" in shown
    assert "Bracket" not in shown
    assert "Points 2" in text(page(e, "tournament-entrant", 1))


def test_a_bracket_of_it_goes_from_draft_to_places(desk, make_tournament):
    e = make_tournament("A B C D", format="climb")
    for expected in (["C-D"], ["B-C"], ["A-B"]):
        round_ = publish(desk, e)
        assert sorted("-".join(sorted(name.split("-"))) for name in e.names(e.matches(round_))) == expected
        e.play(round_)
    assert e.table() == ["1 A", "2 B", "3 C", "4 D"]
    for name in [*PAGES, "tournament-bracket", "print-bracket"]:
        assert page(e, name).status_code == 200, name
    shown = text(page(e, "tournament"))
    assert "Bracket" in shown
    assert "Cross-table" not in shown


def test_a_drawn_match_of_its_bracket_is_played_again(desk, make_tournament):
    e = make_tournament("A B", format="climb")
    e.publish()
    match = e.result("A-B =")
    assert not match.outcome
    assert match.games.count() == 2


def test_one_leads_into_the_other(make_tournament):
    e = make_tournament("A B C D", format="halves")
    after = stages.add(actor=ORGANISER, tournament=e.tournament, format="climb")
    for _ in range(2):
        e.play(e.publish())
    e.stage = after
    assert e.names(e.matches(e.draft())) == ["C-D"]


def test_leaving_it_means_what_it_says(desk, make_tournament):
    e = make_tournament("A B C D", format="halves")
    assert "The other half wins" not in look(desk, "desk-entrant", e.entrants["A"].pk)
    e.publish()
    shown = look(desk, "desk-entrant", e.entrants["A"].pk)
    assert "The other half wins what is still to come." in shown
    assert "do not wait for anybody" in shown
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["A"])
    later = e.draft()
    assert Match.objects.get(round=later, first=e.entrants["A"]).outcome == "first-forfeits"


def test_it_is_exported_and_brought_in_again(desk, make_tournament):
    e = make_tournament("A B C D", format="halves")
    e.play(e.publish())
    copy = tournament_import.enter(
        tournament_json.read(tournament_json.write(e.tournament)), actor=ORGANISER, now_ms=START_MS
    )
    assert copy.stages.get().format_rules is HALVES
    report = desk.get(reverse("club-export-file", args=[e.tournament.code, "report", "trf"]))
    assert "TOY_HALVES" in report.content.decode()
    for what in ("standings", "cross-table", "pairings", "entries"):
        for ending in ("csv", "json"):
            response = desk.get(reverse("club-export-file", args=[e.tournament.code, what, ending]))
            assert response.status_code == 200, (what, ending)
    assert desk.get(reverse("club-export-file", args=[e.tournament.code, "site", "zip"])).status_code == 200
    assert desk.get(reverse("api-event", args=[e.tournament.code])).json()["stages"][0]["format"] == "halves"


def test_a_late_entry_and_a_swap_are_refused_as_its_answers_say(desk, make_tournament):
    e = make_tournament("A B C D", format="halves")
    press(desk, "desk-draft", e.stage.pk)
    draft = own_rows(Round).get()
    one, other = (e.entrants[name].pk for name in "AC")
    (told,) = press(desk, "desk-swap", draft.pk, version=draft.version, entrant=[one, other])
    assert "schedule" in told
    press(desk, "desk-turn", draft.pk, version=draft.version, board=1)
    assert e.names(e.matches(draft))[0] == "C-A"
    with pytest.raises(StepRefused) as no:
        e.enter("E")
    assert (
        str(no.value)
        == "The stage has started: in this format (Halves of the field) nobody can be added any more."
    )
