"""Entering, checking in, registering with a code, merging and erasing people."""

import pytest
from django.db import IntegrityError, transaction

from games.models import Action
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.models import Entrant, ForbiddenPair, Match, Player, PublicName
from tournament.services.club import erasing, people, ratings
from tournament.services.entries import attendance, enrol, lineups, teams
from tournament.services.faults import StepRefused


def register(e, code="quixo", **more):
    given = {"first_name": "Zoe", "family_name": "Young"} | more
    return enrol.register(tournament=e.tournament, code=code, now_ms=e.now_ms, **given)


def code_of(call, *args, **kwargs):
    with pytest.raises(StepRefused) as no:
        call(*args, **kwargs)
    return no.value.code


@pytest.mark.parametrize(
    ("public_as", "shown"),
    [(PublicName.FULL, "Anna Berg"), (PublicName.SHORT, "Anna B."), (PublicName.INITIALS, "A. B.")],
)
def test_a_public_name_shows_as_much_as_the_player_wants(public_as, shown):
    assert Player(first_name="Anna", family_name="Berg", public_as=public_as).public_name == shown


def test_a_name_of_one_word_is_shortened_only_to_its_initial():
    assert Player(first_name="Anna", public_as=PublicName.SHORT).public_name == "Anna"
    assert Player(first_name="Anna", public_as=PublicName.INITIALS).public_name == "A."


def test_self_registration_waits_for_approval_and_takes_a_place(make_tournament):
    e = make_tournament("A", registration_open=True, registration_code="Quixo", capacity=2)
    entrant = register(e)
    assert entrant.status == "applied"
    assert code_of(register, e, first_name="Yves") == "full"
    enrol.approve(actor=ORGANISER, entrant=entrant)
    entrant.refresh_from_db()
    assert entrant.is_in


def test_self_registration_needs_the_code_and_an_open_door(make_tournament):
    e = make_tournament(registration_open=True, registration_code="quixo")
    assert code_of(register, e, code="guess") == "wrong-code"
    e.tournament.registration_open = False
    e.tournament.save()
    assert code_of(register, e) == "registration-closed"
    assert not own_rows(Player).exists(), "nothing is left of a refused registration"


def test_approving_can_say_who_it_is_in_the_list(make_tournament):
    e = make_tournament(registration_open=True, registration_code="quixo")
    known = Player.objects.create(first_name="Zoe", family_name="Young", rating=1800)
    assert list(people.twins("zoe", "YOUNG")) == [known]
    entrant = register(e)
    twin = entrant.player
    enrol.approve(actor=ORGANISER, entrant=entrant, player=known)
    entrant.refresh_from_db()
    assert (entrant.player, entrant.rating) == (known, 1800)
    twin.refresh_from_db()
    assert twin.merged_into == known


def test_nobody_applies_twice(make_tournament):
    e = make_tournament(registration_open=True, registration_code="quixo")
    first = register(e, birth_year=1990)
    assert code_of(register, e, first_name=" zoe", family_name="YOUNG") == "already-applied"
    assert code_of(register, e, birth_year=1990) == "already-applied"
    namesake = register(e, birth_year=2014)
    assert own_rows(Player).count() == 2, "nothing is left of a refused registration"
    enrol.approve(actor=ORGANISER, entrant=first)
    assert code_of(register, e, birth_year=1990) == "already-entered"
    enrol.decline(actor=ORGANISER, entrant=namesake)
    assert register(e, birth_year=2014).status == "applied", "who was declined may ask again"


def test_two_applications_of_one_person_are_distinguished_from_an_entry(make_tournament):
    e = make_tournament(registration_open=True, registration_code="quixo")
    one, other = register(e, birth_year=1990), register(e, birth_year=1991)
    approve = {"actor": ORGANISER, "entrant": one, "player": other.player}
    assert code_of(enrol.approve, **approve) == "twin-applied"
    enrol.approve(actor=ORGANISER, entrant=other)
    assert code_of(enrol.approve, **approve) == "already-entered"


def test_nobody_enters_twice(make_tournament):
    e = make_tournament("A")
    player = e.entrants["A"].player
    again = {"actor": ORGANISER, "tournament": e.tournament, "player": player, "now_ms": 1}
    assert code_of(enrol.enter_player, **again) == "already-entered"
    with pytest.raises(IntegrityError), transaction.atomic():
        Entrant.objects.create(tournament=e.tournament, number=9, player=player)


def test_only_those_checked_in_are_drawn_and_who_comes_later_is_a_late_entry(make_tournament):
    e = make_tournament("A B C D E", planned_rounds=3)
    for name in "ABCD":
        attendance.check_in(actor=ORGANISER, entrant=e.entrants[name])
    first = e.publish()
    assert len(e.matches(first)) == 2
    e.play(first)
    attendance.check_in(actor=ORGANISER, entrant=e.entrants["E"])
    second = e.publish()
    assert e.entrants["E"].pk in {pk for match in e.matches(second) for pk in match.entrant_ids}


def test_a_round_robin_takes_no_entry_after_its_start(make_tournament):
    e = make_tournament("A B C", format="round-robin")
    e.publish()
    assert code_of(e.enter, "D") == "started"
    assert e.tournament.entrants.count() == 3


def test_pairs_have_two_players_and_no_player_is_in_two_teams(make_tournament):
    e = make_tournament(entry="pair", seats=4)
    lonely = teams.make(actor=ORGANISER, name="Lonely", players=[Player.objects.create(first_name="x")])
    given = {"actor": ORGANISER, "tournament": e.tournament, "now_ms": 1}
    assert code_of(enrol.enter_team, team=lonely, **given) == "pair-of-two"
    e.enter_team("Duo", "a b")
    busy = Player.objects.get(first_name="a")
    second = teams.make(actor=ORGANISER, name="Second", players=[busy, Player.objects.create(first_name="c")])
    assert code_of(enrol.enter_team, team=second, **given) == "in-two-teams"


def test_board_order_changes_for_one_round_or_for_good(make_tournament):
    e = make_tournament(entry="team", boards=2, lineup_per_round=True, format="double-round-robin")
    reds, blues = e.enter_team("Reds", "r1 r2 r3"), e.enter_team("Blues", "b1 b2")
    r1, r2, r3 = (Player.objects.get(first_name=name) for name in ("r1", "r2", "r3"))
    lineups.set_lineup(actor=ORGANISER, entrant=reds, stage=e.stage, number=1, players=[r3, r1], now_ms=1)
    seats = teams.lineups([reds, blues], e.stage, 1, 2)
    assert seats[reds.pk] == [r3.pk, r1.pk]
    teams.reorder(actor=ORGANISER, entrant=reds, players=[r2, r3, r1])
    assert teams.lineups([reds], e.stage, 2, 2)[reds.pk] == [r2.pk, r3.pk]
    assert code_of(teams.reorder, actor=ORGANISER, entrant=blues, players=[r1]) == "not-a-member"


def test_absent_members_leave_the_bottom_boards_empty(make_tournament):
    e = make_tournament(entry="team", boards=3)
    reds = e.enter_team("Reds", "r1 r2 r3")
    r1, r3 = (Player.objects.get(first_name=name) for name in ("r1", "r3"))
    lineups.set_lineup(
        actor=ORGANISER, entrant=reds, stage=e.stage, number=1, players=[r1, None, r3], now_ms=1
    )
    assert teams.lineups([reds], e.stage, 1, 3)[reds.pk] == [r1.pk, r3.pk, None]


def test_merging_keeps_every_entry_and_is_refused_when_both_are_in_one_tournament(make_tournament):
    e = make_tournament("A B", planned_rounds=1)
    a, b = e.entrants["A"].player, e.entrants["B"].player
    assert code_of(people.merge, actor=ORGANISER, player=a, into=b) == "still-in-tournaments"
    other = make_tournament(name="Other")
    twin = Player.objects.create(first_name="Aa")
    entrant = enrol.enter_player(actor=ORGANISER, tournament=other.tournament, player=twin, now_ms=1)
    people.merge(actor=ORGANISER, player=twin, into=a)
    entrant.refresh_from_db()
    assert entrant.player == a
    assert list(own_rows(Player).listed()) == [a, b]


def test_an_erased_player_has_no_name_anywhere_and_the_results_stay(make_tournament):
    e = make_tournament("Anna Berta", planned_rounds=1)
    e.play(e.publish())
    erasing.erase(actor=ORGANISER, player=e.entrants["Anna"].player, now_ms=e.now_ms)
    table = e.table()
    assert "Anna" not in " ".join(table)
    assert table[0].startswith("1 Removed player")
    assert own_rows(Match).get().outcome
    assert "Anna" not in str(list(own_rows(Action).values()))


def test_an_entry_without_games_is_removed_and_one_with_games_only_withdraws(make_tournament):
    e = make_tournament("A B C", planned_rounds=3)
    enrol.remove(actor=ORGANISER, entrant=e.entrants["C"])
    assert e.tournament.entrants.count() == 2
    e.publish()
    assert code_of(enrol.remove, actor=ORGANISER, entrant=e.entrants["A"]) == "has-played"


def test_an_expulsion_is_kept_with_its_reason(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    e.publish()
    still_open = attendance.expel(
        actor=ORGANISER, entrant=e.entrants["A"], reason="shouting", now_ms=e.now_ms
    )
    assert [e.entrants["A"].pk in match.entrant_ids for match in still_open] == [True]
    incident = e.entrants["A"].incidents.get()
    assert (incident.kind, incident.text) == ("penalty", "shouting")


def test_a_forbidden_pair_is_one_whichever_is_named_first(make_tournament):
    e = make_tournament("A B")
    a, b = e.entrants["A"], e.entrants["B"]
    enrol.forbid(actor=ORGANISER, one=b, other=a)
    enrol.forbid(actor=ORGANISER, one=a, other=b, strict=False)
    pair = own_rows(ForbiddenPair).get()
    assert (pair.one, pair.other, pair.strict) == (a, b, False)
    enrol.allow(actor=ORGANISER, pair=pair)
    assert not own_rows(ForbiddenPair).exists()


def rated_team(e, *numbered):
    members = [Player.objects.create(first_name=f"P{number}", rating=rating) for number, rating in numbered]
    team = teams.make(actor=ORGANISER, name="Mixed", players=members)
    return enrol.enter_team(actor=ORGANISER, tournament=e.tournament, team=team, now_ms=e.now_ms)


@pytest.mark.parametrize(
    ("players", "rating"), [((None, 1360, None), 1360), ((1400, 1500, None), 1450), ((None, None, None), 0)]
)
def test_a_team_is_as_strong_as_those_of_its_players_who_are_rated(make_tournament, players, rating):
    e = make_tournament(entry="team", boards=3, format="round-robin")
    entrant = rated_team(e, *enumerate(players))
    assert entrant.rating == rating
    ratings.seed_by_rating(actor=ORGANISER, tournament=e.tournament)
    entrant.refresh_from_db()
    assert entrant.rating == rating, "seeding by the club's list says the same"
