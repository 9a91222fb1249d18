"""Pages of a club's memory: what the public sees, and what only staff may do."""

import re

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.models import Action
from tests.club.conftest import ORGANISER
from tests.club.evenings import play
from tournament.models import Club, ClubSettings, Player
from tournament.scores import Outcome
from tournament.services.club import erasing, players, rating_periods, ratings
from tournament.services.entries import enrol, teams


def test_the_rating_list_shows_public_names_only(client, played):
    page = client.get(reverse("club")).content.decode()
    assert "A. B." in page
    assert "Birk" not in page
    assert "Cleo" in page


def test_a_players_page_tells_record_opponents_and_rating(client, played):
    page = client.get(reverse("club-player", args=[played.entrants["Ada"].player_id])).content.decode()
    assert "Spring cup" in page
    assert "2–0–0" in page
    assert 'class="plot plot-wide"' in page
    assert 'class="plot-date"' in page
    assert "Birk" not in page


def test_a_players_page_counts_wins_draws_and_losses(client, evening, people):
    a, b, c = (people[name] for name in "ABC")
    play(evening, [a], [b])
    play(evening, [a], [b])
    play(evening, [b], [a], Outcome.DRAW)
    play(evening, [a], [c], Outcome.SECOND_WINS)
    card = players.card(a)
    assert card.total == players.GameTally(won=2, drawn=1, lost=1)
    assert card.as_starter == players.GameTally(won=2, drawn=0, lost=1)
    assert card.as_second == players.GameTally(won=0, drawn=1, lost=0)
    assert dict(card.opponents) == {
        b: players.GameTally(won=2, drawn=1, lost=0),
        c: players.GameTally(won=0, drawn=0, lost=1),
    }
    assert "<dd>2–1–1</dd>" in client.get(reverse("club-player", args=[a.pk])).content.decode()


def test_games_of_a_hidden_tournament_are_not_for_strangers(client, organiser, played):
    played.tournament.public = False
    played.tournament.save()
    address = reverse("club-player", args=[played.entrants["Ben"].player_id])
    assert "Spring cup" in organiser.get(address).content.decode()
    organiser.logout()
    assert "Spring cup" not in client.get(address).content.decode()


def test_a_removed_player_has_no_page_and_no_name_anywhere(client, played):
    player = played.entrants["Cleo"].player
    erasing.erase(actor=ORGANISER, player=player, now_ms=1)
    assert client.get(reverse("club-player", args=[player.pk])).status_code == 404
    other = client.get(reverse("club-player", args=[played.entrants["Ben"].player_id])).content.decode()
    assert "Cleo" not in other
    assert f"Removed player {player.pk}" in other


def test_a_merged_player_leads_to_the_one_that_stays(client, organiser, played):
    twin = Player.objects.create(first_name="Ben")
    merge(organiser, twin, played.entrants["Ben"].player)
    answer = client.get(reverse("club-player", args=[twin.pk]))
    assert answer.url == reverse("club-player", args=[played.entrants["Ben"].player_id])


def merge(client, player, into, sure="yes"):
    sent = {"into": into.pk} | ({"sure": sure} if sure else {})
    return client.post(reverse("club-player-merge", args=[player.pk]), sent, follow=True)


def test_merging_is_confirmed_and_happens_once(organiser, played):
    twin, ben, cleo = (
        Player.objects.create(first_name="Benno"),
        *(played.entrants[name].player for name in ("Ben", "Cleo")),
    )
    page = merge(organiser, twin, ben, sure="").content.decode()
    assert "Make Benno and Ben one?" in page
    twin.refresh_from_db()
    assert twin.merged_into is None
    merge(organiser, twin, ben)
    for sure in ("", "yes"):
        told = merge(organiser, twin, cleo, sure=sure)
        assert [str(each) for each in told.context["messages"]] == ["Benno was made one with Ben already."]
    twin.refresh_from_db()
    assert twin.merged_into == ben
    edit = organiser.get(reverse("club-player-edit", args=[twin.pk]))
    assert edit.url == reverse("club-player-edit", args=[ben.pk])


def test_a_merged_player_brings_teams_and_earlier_merges_along(client, organiser, played):
    ben = played.entrants["Ben"].player
    first, second = (Player.objects.create(first_name=name) for name in ("Benno", "Benny"))
    team = teams.make(actor=ORGANISER, name="Cubes", players=[second])
    merge(organiser, first, second)
    merge(organiser, second, ben)
    assert list(team.players.all()) == [ben]
    first.refresh_from_db()
    assert first.merged_into == ben


def test_the_log_of_a_merge_names_the_entries_that_moved(organiser, make_tournament, played):
    other = make_tournament("Benno Dan", name="Autumn cup")
    entrant = other.entrants["Benno"]
    merge(organiser, entrant.player, played.entrants["Ben"].player)
    assert Action.objects.get(verb="merge_player").before == {"entrants": [entrant.pk]}


def test_the_picture_ends_with_the_rating_that_is_shown_beside_it(client, make_tournament):
    """A player who did not play for a while is rated with less certainty: the picture shows it too."""
    for names in ("Ada Ben", "Ada Ben", "Cleo Dan", "Cleo Dan"):
        e = make_tournament("", format="round-robin", name=names)
        for name in names.split():
            player, _ = Player.objects.get_or_create(first_name=name)
            enrol.enter_player(actor=ORGANISER, tournament=e.tournament, player=player, now_ms=e.now_ms)
        e.play(e.publish())
    rating_periods.bring_up_to_date()
    ada = Player.objects.get(first_name="Ada")
    page = client.get(reverse("club-player", args=[ada.pk])).content.decode()
    told = re.search(r"± (\d+)", page)[1]
    assert re.findall(r"give or take (\d+)", page)[-1] == told
    assert str(ratings.history_of(ada, "two")[-1].after.deviation) != told


def test_a_name_can_be_changed_and_the_log_keeps_no_name(organiser, played):
    from games.models import Action

    player = played.entrants["Ben"].player
    sent = {"first_name": "Benno", "family_name": "Okafor", "public_as": "short", "note": "left-handed"}
    organiser.post(reverse("club-player-edit", args=[player.pk]), sent)
    player.refresh_from_db()
    assert player.public_name == "Benno O."
    kept = Action.objects.get(verb="change_player")
    assert kept.before["public_as"] == "full"
    assert kept.after["public_as"] == "short"
    assert "Benno" not in str([kept.before, kept.after])


def test_players_page_takes_a_bounded_number_of_queries(client, played, django_assert_max_num_queries):
    address = reverse("club-player", args=[played.entrants["Ada"].player_id])
    with django_assert_max_num_queries(20):
        client.get(address)


def test_the_desk_seeds_by_the_clubs_list(organiser, played, make_tournament):
    e = make_tournament(format="swiss", name="Autumn cup")
    enrol.enter_player(
        actor=ORGANISER, tournament=e.tournament, player=played.entrants["Ada"].player, rating=1, now_ms=1
    )
    entries = reverse("desk-entries", args=[e.tournament.pk])
    assert reverse("seed-by-rating", args=[e.tournament.code]) in organiser.get(entries).content.decode()
    organiser.post(reverse("seed-by-rating", args=[e.tournament.code]))
    assert e.tournament.entrants.get().rating > 1500


def test_a_list_in_another_encoding_is_read_again_without_its_file(organiser):
    address = reverse("club-import-players")
    file = SimpleUploadedFile("list.csv", "Řehoř Dvořák;1500".encode("cp1250"))
    page = organiser.post(address, {"file": file}).content.decode()
    assert "Dvoøák" in page
    assert "Central and Eastern Europe (Windows)" in page
    page = organiser.post(
        address, {"text": "Øehoø Dvoøák;1500", "read_as": "cp1252", "encoding": "cp1250"}
    ).content.decode()
    assert "Řehoř Dvořák" in page


def test_an_account_has_its_roles_in_the_club_by_its_name(organiser):
    ClubSettings.objects.create(
        club=Club.objects.create(name="Cube Club"), language="en", time_zone="UTC", set_up_ms=1
    )
    page = organiser.get(reverse("account")).content.decode()
    assert '<a href="/desk/">Cube Club</a>' in page
