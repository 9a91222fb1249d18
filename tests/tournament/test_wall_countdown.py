"""The wall of a tournament counts down to the start of its published round."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from games.access.permissions import SYSTEM
from games.services.notices import send_notice
from games.timekeeping import now_ms
from tournament.models import (
    Entrant,
    Match,
    Player,
    Round,
    RoundStatus,
    Source,
    Stage,
    Tournament,
    TournamentStatus,
)

SOON_MS = 600_000


@pytest.fixture
def tournament(db):
    return Tournament.objects.create(name="Spring Cup")


def round_of(tournament, number=3, **fields):
    """Make a round of one open match."""
    stage, _ = Stage.objects.get_or_create(tournament=tournament, number=1, format="swiss")
    round_ = Round.objects.create(stage=stage, number=number, **fields)
    first, second = (
        Entrant.objects.create(
            tournament=tournament,
            player=Player.objects.create(first_name=name),
            number=tournament.entrants.count() + 1,
            entered_ms=1,
        )
        for name in ("Ada", "Ben")
    )
    for seed, entrant in enumerate((first, second), stage.entries.count() + 1):
        stage.entries.create(entrant=entrant, seed=seed)
    Match.objects.create(round=round_, board=1, first=first, second=second)
    return round_


def awaited(client, tournament):
    return client.get(reverse("wall-topic", args=[f"tournament:{tournament.pk}"]) + "?now").json()["awaited"]


def test_the_next_start_is_shown(client, tournament):
    starts_ms = now_ms() + SOON_MS
    round_of(tournament, status=RoundStatus.PUBLISHED, published_ms=1, starts_ms=starts_ms)
    assert awaited(client, tournament) == {"words": "Round 3", "at_ms": starts_ms}
    page = client.get(reverse("wall-topic", args=[f"tournament:{tournament.pk}"])).content.decode()
    assert "Spring Cup" in page
    assert str(starts_ms) in page


def test_drafts_and_rounds_that_have_begun_are_not(client, tournament):
    round_of(tournament, 1, status=RoundStatus.PUBLISHED, published_ms=1, starts_ms=now_ms() - 1)
    round_of(tournament, 2, starts_ms=now_ms() + SOON_MS)
    assert awaited(client, tournament) is None


def test_nobody_waits_for_a_round_whose_results_are_all_in(client, tournament):
    coming = round_of(tournament, status=RoundStatus.PUBLISHED, published_ms=1, starts_ms=now_ms() + SOON_MS)
    pages = [reverse(name, args=[tournament.code]) for name in ("projector", "tournament")]
    told = [client.get(page).content.decode().lower() for page in pages]
    assert all("starts at" in text for text in told)
    coming.matches.update(outcome="draw", source=Source.TYPED)
    cache.clear()  # written without the services, which would have changed the key
    assert awaited(client, tournament) is None
    for page in pages:
        assert "starts at" not in client.get(page).content.decode().lower()


def test_quick_games_wait_for_nothing(client, tournament):
    assert client.get(reverse("wall") + "?now").json()["awaited"] is None


def test_the_wall_of_the_house_listens_to_every_public_tournament_that_is_played(client, tournament):
    Tournament.objects.filter(pk=tournament.pk).update(status=TournamentStatus.RUNNING)
    hidden = Tournament.objects.create(name="Secret", status=TournamentStatus.RUNNING, public=False)
    topics = client.get(reverse("wall") + "?now").json()["topics"]
    assert topics == [tournament.scope, "club"]
    assert hidden.scope not in topics


def test_a_message_to_all_reaches_a_wall_without_games(client, tournament):
    send_notice("Lunch", topic=tournament.scope, actor=SYSTEM, minutes=5)
    notices = client.get(reverse("wall-topic", args=[tournament.scope]) + "?now").json()["notices"]
    assert [notice["text"] for notice in notices] == ["Lunch"]
