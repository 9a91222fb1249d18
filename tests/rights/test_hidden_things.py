"""Hidden things are missing for strangers, by every address and socket."""

from datetime import date

import pytest
from django.urls import reverse

from games.access import links
from games.access.permissions import SYSTEM
from games.live import reads
from games.models import Game
from games.practice import puzzles
from games.services.opening import open_game
from tests.databases import own_rows
from tournament.models import (
    Entrant,
    Match,
    MatchGame,
    Player,
    Round,
    Stage,
    StageEntry,
    Table,
    Team,
    TeamMember,
    Tournament,
)
from tournament.scores import Outcome
from tournament.services.club import evenings

pytestmark = pytest.mark.django_db

SECRET = "Henrietta Hidden"


@pytest.fixture
def hidden():
    """Make a game at table 1 of a tournament that is hidden."""
    tournament = Tournament.objects.create(name=f"Cup of {SECRET}", public=False)
    Table.objects.create(tournament=tournament, number=1)
    return open_game(
        rules="",
        control="10+5",
        first="X",
        seats=2,
        players={"X": {"name": SECRET}, "O": {"name": "Olaf"}},
        topic=tournament.scope,
        place=f"table:{tournament.pk}:1",
    )


def addresses_of(game: Game) -> list[str]:
    return [
        reverse("game", args=[game.code]),
        reverse("game-record", args=[game.code]),
        reverse("analysis", args=[game.code]),
        reverse("wall-topic", args=[game.topic]),
        reverse("wall-topic", args=[game.topic]) + "?now",
    ]


def test_a_stranger_finds_nothing_of_a_hidden_tournament(client, hidden):
    for address in addresses_of(hidden):
        answer = client.get(address)
        assert answer.status_code == 404, address
        assert SECRET not in answer.content.decode()
    assert SECRET not in client.get(reverse("wall")).content.decode()


def test_who_was_let_in_sees_it(client, hidden):
    made = links.make(SYSTEM, role="display", scope=hidden.topic)
    client.post(made.path)
    for address in addresses_of(hidden):
        assert client.get(address).status_code in (200, 302), address


def test_a_published_tournament_is_there_for_all(client, hidden):
    own_rows(Tournament).update(public=True)
    for address in addresses_of(hidden):
        assert client.get(address).status_code in (200, 302), address


def test_sockets_ask_the_same_question(client, hidden):
    stranger = {"session": client.session, "address": "10.0.0.9"}
    asked = (
        lambda scope: reads.find_game(scope, hidden.code)[0],
        lambda scope: reads.find_topic(scope, hidden.topic)[0],
        lambda scope: reads.find_place(scope, hidden.place)[0],
    )
    assert [bool(ask(stranger)) for ask in asked] == [False, False, False]
    client.post(links.make(SYSTEM, role="display", scope=hidden.topic).path)
    let_in = {"session": client.session, "address": "10.0.0.9"}
    assert [bool(ask(let_in)) for ask in asked] == [True, True, True]
    own_rows(Tournament).update(public=True)
    assert [bool(ask(stranger)) for ask in asked] == [True, True, True]


@pytest.mark.parametrize("topic", ["player:1", "user:1", "link:1", "entrant:1", "table:1:1", "tournament:99"])
def test_a_topic_is_the_club_or_a_tournament(client, topic):
    stranger = {"session": client.session, "address": "10.0.0.9"}
    assert not reads.find_topic(stranger, topic)[0]


def a_person(name=SECRET):
    return Player.objects.create(first_name=name)


def pair_player(tournament, player, *, status="published"):
    """Pair the player in one match, in a round of its own."""
    stage, _made = Stage.objects.get_or_create(tournament=tournament, number=1, format="round-robin")
    number = tournament.entrants.count() + 1
    one, other = (
        Entrant.objects.create(tournament=tournament, player=each, number=number + place)
        for place, each in enumerate((player, a_person("Olaf")))
    )
    for each in (one, other):
        StageEntry.objects.create(stage=stage, entrant=each, seed=each.number)
    at = {} if status == "draft" else {"published_ms": 1}
    round_ = Round.objects.create(stage=stage, number=number, status=status, **at)
    return Match.objects.create(round=round_, board=1, first=one, second=other)


def test_a_person_has_a_public_page_once_the_public_saw_them_play(client):
    shown, kept = (Tournament.objects.create(name=name, public=name == "Shown") for name in ("Shown", "Kept"))
    added, drafted, hidden, applied, played = (a_person() for _each in range(5))
    pair_player(shown, drafted, status="draft")
    pair_player(kept, hidden)
    Entrant.objects.create(tournament=shown, player=applied, number=90, status="applied")
    pair_player(shown, played)
    for person in (added, drafted, hidden, applied):
        answer = client.get(reverse("club-player", args=[person.pk]))
        assert answer.status_code == 404
        assert SECRET not in answer.content.decode()
    assert client.get(reverse("club-player", args=[played.pk])).status_code == 200


@pytest.mark.parametrize(("public", "status"), [(True, 200), (False, 404)])
def test_a_member_of_a_team_that_was_drawn_is_known_unless_the_tournament_is_hidden(client, public, status):
    tournament = Tournament.objects.create(name="Teams", entry="team", public=public)
    team = Team.objects.create(name="Cubes")
    TeamMember.objects.create(team=team, player=a_person(), order=1)
    entrant = Entrant.objects.create(tournament=tournament, team=team, number=50)
    match = pair_player(tournament, a_person("Ada"))
    Match.objects.filter(pk=match.pk).update(first=entrant)
    member = team.players.get()
    assert client.get(reverse("club-player", args=[member.pk])).status_code == status


def test_who_plays_for_a_team_in_a_hidden_tournament_alone_is_not_known(client):
    """Players at the boards are known by the boards, in the team or not."""
    shown, kept = (Tournament.objects.create(name=name, public=name == "Shown") for name in ("Shown", "Kept"))
    for tournament, status in ((shown, 200), (kept, 404)):
        match = pair_player(tournament, a_person("Ada"))
        board = MatchGame.objects.create(
            match=match,
            number=1,
            starter=match.first,
            starter_player=a_person(),
            second_player=a_person(),
        )
        for player in (board.starter_player, board.second_player):
            assert client.get(reverse("club-player", args=[player.pk])).status_code == status


def test_a_draft_is_not_there_for_a_scorer(browser_of):
    tournament = Tournament.objects.create(name="Cup")
    match = pair_player(tournament, a_person(), status="draft")
    page = reverse("desk-match", args=[match.pk])
    answer = browser_of("scorer", tournament.scope).get(page)
    assert answer.status_code == 404
    assert SECRET not in answer.content.decode()
    assert browser_of("arbiter", tournament.scope).get(page).status_code == 200


def test_hidden_evenings_do_not_count_in_the_public_season(client):
    for day in (19, 26):
        evening = evenings.open_evening(
            actor=SYSTEM, name="Thursday", season="2026", day=date(2026, 11, day), now_ms=1, live=False
        )
        evenings.play(
            actor=SYSTEM,
            evening=evening,
            first=[a_person(f"Ada{day}")],
            second=[a_person("Ben")],
            outcome=Outcome.FIRST_WINS,
            now_ms=2,
        )
        evenings.close(actor=SYSTEM, evening=evening, now_ms=3)
    Tournament.objects.filter(pk=evening.twos_id).update(public=False)
    page = client.get(reverse("evenings")).content.decode()
    assert "Ada19" in page
    assert "Ada26" not in page
    assert client.get(reverse("evening", args=[evening.pk])).status_code == 404
    # An evening in the archive is over, not hidden.
    own_rows(Tournament).update(public=True, status="archived")
    assert client.get(reverse("evening", args=[evening.pk])).status_code == 200


def test_no_puzzle_is_made_of_a_hidden_game(hidden):
    own_rows(Game).update(status="over", ending="line", ended_ms=1)
    for ply in range(1, 8):
        hidden.events.create(
            seq=100 + ply,
            kind="moved",
            ply=ply,
            at_ms=1,
            received_ms=1,
            actor="system",
            data={"position": "5/5/5/5/5"},
        )
    assert puzzles.find_puzzles() == []
    own_rows(Tournament).update(public=True)
    assert {each.code for each in puzzles.find_puzzles()} == {hidden.code}
