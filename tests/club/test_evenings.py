"""Club evenings: the running table, suggestions, the season, and rating at the end."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Action
from tests.club.conftest import ORGANISER
from tests.club.evenings import NOW_MS, open_evening, play
from tests.databases import own_rows
from tests.tournament.desk.conftest import start
from tournament.models import Evening, Match, Player, RatingKind, RatingPeriod
from tournament.scores import Outcome
from tournament.services.club import evening_days, evenings, ladder, ratings
from tournament.services.faults import StepRefused
from tournament.services.results import entering

pytestmark = pytest.mark.django_db


def lines(table):
    return [(str(line.player), line.score, line.games) for line in table]


def test_games_make_a_running_table(evening, people):
    play(evening, [people["A"]], [people["B"]])
    play(evening, [people["B"]], [people["A"]], Outcome.DRAW)
    play(evening, [people["C"]], [people["A"]])
    assert lines(evenings.table_of([evening])) == [("A", 3, 3), ("C", 2, 1), ("B", 1, 2)]


def test_a_game_can_be_started_now_and_its_result_entered_later(evening, people):
    match = play(
        evening, [people["A"]], [people["B"]], None, control="5+3", table=evening.twos.tables.get(number=2)
    )
    assert match.games.get().table.number == 2
    assert match.round.control == "5+3"
    assert [each.pk for each in evenings.open_matches(evening)] == [match.pk]
    with pytest.raises(StepRefused):
        evenings.close(actor=ORGANISER, evening=evening, now_ms=NOW_MS)
    entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.SECOND_WINS, now_ms=NOW_MS)
    assert lines(evenings.table_of([evening])) == [("B", 2, 1), ("A", 0, 1)]


def test_four_players_make_two_pairs_and_partners_may_change(evening, people):
    a, b, c, d = (people[name] for name in "ABCD")
    play(evening, [a, b], [c, d])
    play(evening, [a, c], [b, d])
    evening.refresh_from_db()
    assert evening.fours.seats == 4
    assert lines(evenings.table_of([evening])) == [("A", 4, 2), ("B", 2, 2), ("C", 2, 2), ("D", 0, 2)]
    play(evening, [b, a], [c, d])
    assert evening.fours.entrants.count() == 4, "the same two are the same pair"


def test_an_evening_is_rated_when_it_is_closed(evening, people):
    play(evening, [people["A"]], [people["B"]])
    play(evening, [people["A"], people["B"]], [people["C"], people["D"]])
    assert not RatingPeriod.objects.exists()
    evening.refresh_from_db()
    evenings.close(actor=ORGANISER, evening=evening, now_ms=NOW_MS + 1)
    assert [row.player.first_name for row in ratings.table(RatingKind.TWO)] == ["A", "B"]
    assert len(ratings.table(RatingKind.PARTNERS)) == 4
    with pytest.raises(StepRefused):
        play(evening, [people["A"]], [people["B"]])


def test_suggestions_pair_those_who_are_free_and_have_not_met(evening, people):
    for name in "ABCD":
        evenings.arrive(actor=ORGANISER, evening=evening, player=people[name])
    play(evening, [people["A"]], [people["B"]])
    found = evenings.suggestions(evening)
    pairs = [{str(each.first), str(each.second)} for each in found]
    assert pairs[0] == {"C", "D"}, "who played least comes first"
    play(evening, [people["C"]], [people["D"]], None)
    again = evenings.suggestions(evening)
    assert [({str(each.first), str(each.second)}, each.met) for each in again] == [({"A", "B"}, 1)]
    assert str(again[0].first) == "B", "who started less often starts"


def test_among_equals_those_of_like_strength_are_suggested(people):
    a, b, c, d = (people[name] for name in "ABCD")
    # D has no rating and counts as 1500.
    strength = {a.pk: 1500, b.pk: 1900, c.pk: 1880}
    found = evenings.suggest([a, b, c, d], [], strength)
    assert [(str(each.first), str(each.second), each.apart) for each in found] == [
        ("A", "D", 0),
        ("B", "C", 20),
    ]


def test_who_plays_in_another_tournament_is_free_here(evening, people, make_tournament):
    other = make_tournament("C D", name="Open")
    other.publish()
    for player in (people["A"], other.entrants["C"].player):
        evenings.arrive(actor=ORGANISER, evening=evening, player=player)
    (suggested,) = evenings.suggestions(evening)
    assert {suggested.first, suggested.second} == {people["A"], other.entrants["C"].player}


def test_who_left_is_not_suggested(evening, people):
    for name in "ABC":
        evenings.arrive(actor=ORGANISER, evening=evening, player=people[name])
    evenings.leave(actor=ORGANISER, evening=evening, player=people["A"])
    (found,) = evenings.suggestions(evening)
    assert {str(found.first), str(found.second)} == {"B", "C"}


def test_the_season_adds_its_evenings_up(people):
    for _ in range(2):
        play(open_evening(), [people["A"]], [people["B"]])
    play(open_evening(season="2027"), [people["A"]], [people["B"]])
    table = evenings.table_of(own_rows(Evening).filter(season="2026"))
    assert [(str(line.player), line.score, line.evenings) for line in table] == [("A", 4, 2), ("B", 0, 2)]


def test_an_evening_with_games_of_two_and_of_four_counts_once(evening, people):
    a, b, c, d = (people[name] for name in "ABCD")
    play(evening, [a], [b])
    play(evening, [a, b], [c, d])
    table = evenings.table_of(own_rows(Evening).filter(season="2026"))
    came = {str(line.player): line.evenings for line in table}
    assert came == dict.fromkeys("ABCD", 1)


def test_nobody_plays_against_oneself(evening, people):
    with pytest.raises(StepRefused):
        play(evening, [people["A"]], [people["A"]])
    with pytest.raises(StepRefused):
        play(evening, [people["A"], people["B"]], [people["B"], people["C"]])
    assert not own_rows(Match).exists()
    assert own_rows(Evening).get().fours is None


def test_nobody_plays_at_two_tables(evening, people):
    a, b, c, d = (people[name] for name in "ABCD")
    play(evening, [a], [b], None, table=evening.twos.tables.get(number=2))
    for first, second in (([a], [c]), ([c], [b]), ([c, a], [d, people["E"]])):
        with pytest.raises(StepRefused) as no:
            play(evening, first, second, None)
        assert str(no.value) == "A and B are playing at table 2: enter their result first."
    assert own_rows(Match).count() == 1
    play(evening, [a], [c])  # what they played earlier


def test_a_pair_at_play_keeps_both_of_it_busy(evening, people):
    a, b, c, d, e = (people[name] for name in "ABCDE")
    play(evening, [a, b], [c, d], None)
    with pytest.raises(StepRefused, match="are playing"):
        play(evening, [b], [e], None)


def test_an_evening_is_opened_with_its_form(organiser):
    fields = {"name": "Thursday", "day": "2027-01-14", "season": "2027", "control": "5+3", "tables": 3}
    answer = organiser.post(reverse("evening-open"), fields)
    opened = own_rows(Evening).get()
    assert answer.url == reverse("evening", args=[opened.pk])
    assert (opened.name, opened.day.isoformat(), opened.season) == ("Thursday", "2027-01-14", "2027")
    assert (opened.twos.live, opened.twos.tables.count()) == (False, 3)
    assert opened.twos.stages.get().control == "5+3"
    answer = organiser.post(reverse("evening-open"), fields | {"day": "", "live": "on"})
    assert answer.status_code == 400
    assert own_rows(Evening).count() == 1


@pytest.mark.parametrize(
    ("button", "score"),
    [("1", [("A", 2), ("B", 0)]), ("=", [("A", 1), ("B", 1)]), ("0", [("B", 2), ("A", 0)])],
)
def test_a_game_is_decided_by_a_button_while_it_runs_on_a_tablet(organiser, people, button, score):
    evening = open_evening(live=True)
    match = play(evening, [people["A"]], [people["B"]], None)
    start(match.games.get().game)
    address = reverse("evening-decide", args=[evening.pk, match.pk])
    page = organiser.get(reverse("evening", args=[evening.pk])).content.decode()
    form = page[page.index(f'action="{address}"') :].partition("</form>")[0]
    assert f'name="result" value="{button}"' in form
    assert 'name="confirm" value="yes"' in form
    organiser.post(address, {"result": button, "confirm": "yes"})
    assert [(name, points) for name, points, _games in lines(evenings.table_of([evening]))] == score


def test_a_running_game_is_not_decided_without_its_confirmation(organiser, people):
    evening = open_evening(live=True)
    match = play(evening, [people["A"]], [people["B"]], None)
    start(match.games.get().game)
    address = reverse("evening-decide", args=[evening.pk, match.pk])
    answer = organiser.post(address, {"result": "1"}, follow=True)
    assert len(answer.context["messages"]) == 1
    assert lines(evenings.table_of([evening])) == []


def test_the_busy_are_not_offered(organiser, evening, people):
    play(evening, [people["A"]], [people["B"]], None)
    for name in "CD":
        evenings.arrive(actor=ORGANISER, evening=evening, player=people[name])
    form = organiser.get(reverse("evening", args=[evening.pk])).context["form"]
    assert [label for _, label in form.fields["second"].choices] == ["C", "D"]
    sent = {"first": people["A"].pk, "second": people["C"].pk}
    page = organiser.post(reverse("evening-play", args=[evening.pk]), sent).content.decode()
    assert "A and B are playing at table 1" in page


def test_who_did_not_play_is_free_again_and_later_games_move_up(organiser, evening, people):
    a, b, c, d = (people[name] for name in "ABCD")
    play(evening, [c], [d])
    wrong = play(evening, [a], [b], None)
    play(evening, [c, d], [a, b], Outcome.DRAW)
    later = play(evening, [d], [c])
    with pytest.raises(StepRefused) as no:
        evenings.close(actor=ORGANISER, evening=evening, now_ms=NOW_MS)
    assert str(no.value) == "A – B: no result yet. Enter it, or say that they did not play."
    organiser.post(reverse("evening-call-off", args=[evening.pk, wrong.pk]))
    assert not Match.objects.filter(pk=wrong.pk).exists()
    assert Match.objects.get(pk=later.pk).round.number == 2
    play(evening, [a], [c], None)
    assert Action.objects.get(verb="call_off").before["pair"]


def test_a_decided_game_is_corrected_not_called_off(evening, people):
    match = play(evening, [people["A"]], [people["B"]])
    with pytest.raises(StepRefused):
        ladder.call_off(actor=ORGANISER, match=match)


def test_the_page_leads_to_the_desk_of_each_game_for_those_who_may(organiser, evening, people):
    over = play(evening, [people["A"], people["B"]], [people["C"], people["D"]])
    going = play(evening, [people["E"]], [people["F"]], None)
    page = organiser.get(reverse("evening", args=[evening.pk])).content.decode()
    assert "A, B" in page
    links = [reverse("desk-match", args=[match.pk]) for match in (over, going)]
    assert all(link in page for link in links)
    assert all(organiser.get(link).status_code == 200 for link in links)
    organiser.logout()
    page = organiser.get(reverse("evening", args=[evening.pk])).content.decode()
    assert not any(link in page for link in links)


def test_a_blank_name_is_refused_with_a_message(organiser, evening):
    answer = organiser.post(reverse("evening-arrive", args=[evening.pk]), {"name": "  "}, follow=True)
    assert [str(each) for each in answer.context["messages"]] == ["A name is needed."]


def test_the_ladder_of_four_has_a_name_of_its_own(evening, people):
    play(evening, [people["A"], people["B"]], [people["C"], people["D"]])
    evening.refresh_from_db()
    assert [evening.twos.name, evening.fours.name] == ["Thursday", "Thursday, games of four"]


def test_a_misspelt_arrival_is_asked_about(organiser, evening):
    hanna = Player.objects.create(first_name="Hanna", family_name="Huber")
    address = reverse("evening-arrive", args=[evening.pk])
    page = organiser.post(address, {"name": "Hanna Hubr"}).content.decode()
    assert "Did you mean" in page
    assert "No, Hanna Hubr is new" in page
    assert not evening.present.exists()
    organiser.post(address, {"player": hanna.pk})
    assert list(evening.present.all()) == [hanna]
    assert Player.objects.filter(family_name="Hubr").count() == 0
    organiser.post(address, {"name": "Hanna Hubr", "sure": "yes"})
    assert Player.objects.filter(family_name="Hubr").count() == 1


@pytest.mark.parametrize("written", ["hanna huber", "Huber, Hanna", "HANNA  HUBER", "Huber Hanna"])
def test_a_name_of_the_list_is_found_however_it_is_written(organiser, evening, written):
    hanna = Player.objects.create(first_name="Hanna", family_name="Huber")
    organiser.post(reverse("evening-arrive", args=[evening.pk]), {"name": written})
    assert list(evening.present.all()) == [hanna]


def test_a_game_that_is_sent_twice_is_noted_once(organiser, evening, people):
    for name in "AB":
        evenings.arrive(actor=ORGANISER, evening=evening, player=people[name])
    fields = {"first": people["A"].pk, "second": people["B"].pk, "result": "1", "seen": 0}
    address = reverse("evening-play", args=[evening.pk])
    organiser.post(address, fields)
    answer = organiser.post(address, fields, follow=True)
    assert "noted already" in answer.content.decode()
    assert lines(evenings.table_of([evening])) == [("A", 2, 1), ("B", 0, 1)]
    assert organiser.get(reverse("evening", args=[evening.pk])).context["count"] == 1
    organiser.post(address, fields | {"seen": 1})
    assert lines(evenings.table_of([evening])) == [("A", 4, 2), ("B", 0, 2)], "a second game of the two"


def test_the_next_evening_is_announced_until_it_is_over(organiser, client):
    next_week = timezone.localdate() + datetime.timedelta(days=7)
    organiser.post(reverse("evening-announce"), {"day": next_week.isoformat(), "text": "From 19:00"})
    assert evening_days.next_evening(timezone.localdate()).text == "From 19:00"
    assert evening_days.next_evening(next_week + datetime.timedelta(days=1)) is None
    assert "From 19:00" in client.get(reverse("evenings")).content.decode()
    planned = evening_days.next_evening(next_week)
    organiser.post(reverse("evening-unannounce", args=[planned.pk]))
    assert evening_days.next_evening(next_week) is None
