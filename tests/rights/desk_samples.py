"""Samples for the addresses of the desk: one small tournament with one of everything."""

from django.urls import get_resolver

from games.models import Notice
from games.services.opening import open_game
from games.timekeeping import now_ms
from tournament.files import tournament_json
from tournament.models import (
    Category,
    Entrant,
    ForbiddenPair,
    Match,
    MatchGame,
    Player,
    Prize,
    Round,
    Stage,
    StageEntry,
    Table,
    Tournament,
)
from tournament.services.backup import copies

_made = {}


def a_tournament():
    """Return the one tournament of a house; make it for the address that needs it first."""
    if not Tournament.objects.filter(pk=_made.get("pk")).exists():
        _made.update(_make_tournament())
    return dict(_made)


def _make_tournament():
    """Make bare rows with one of everything that has a name."""
    tournament = Tournament.objects.create(name="Spring Cup", live=False)
    stage = Stage.objects.create(tournament=tournament, number=1, format="round-robin")
    one, other = (
        Entrant.objects.create(
            tournament=tournament, number=number, player=Player.objects.create(first_name=name)
        )
        for number, name in enumerate(("Ada", "Ben"), 1)
    )
    table = Table.objects.create(tournament=tournament, number=1)
    round_ = Round.objects.create(stage=stage, number=1, status="published", published_ms=1)
    match = Match.objects.create(round=round_, board=1, first=one, second=other)
    game = open_game(
        rules="",
        control="5+0",
        first="X",
        seats=2,
        players={"X": {"name": "Ada"}, "O": {"name": "Ben"}},
        topic=tournament.scope,
        place=f"table:{tournament.pk}:1",
    )
    Match.objects.create(
        round=Round.objects.create(stage=stage, number=2, status="draft"), board=1, first=other, second=one
    )
    Prize.objects.create(tournament=tournament, place=1, title="A cube")
    Notice.objects.create(topic=tournament.scope, text="Tea", actor="user:1", given_ms=1, until_ms=10**15)
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entrant=entrant, seed=entrant.number) for entrant in (one, other)
    )
    return {
        "code": tournament.code,
        "game_code": game.code,
        "player_id": one.player_id,
        "pk": tournament.pk,
        "stage_id": stage.pk,
        "round_id": round_.pk,
        "match_id": match.pk,
        "match_game_id": MatchGame.objects.create(
            match=match, number=1, starter=one, game=game, table=table
        ).pk,
        "epoch": 1,
        "entrant_id": one.pk,
        "table_id": table.pk,
        "category_id": Category.objects.create(tournament=tournament, name="Juniors").pk,
        "pair_id": ForbiddenPair.objects.create(tournament=tournament, one=one, other=other).pk,
    }


def _fill(pattern):
    names = list(pattern.pattern.converters)

    def fill():
        if names == ["name"]:
            path = copies.make(Tournament.objects.create(name="Kept"), reason="manual", now_ms=now_ms())
            return {"name": path.name}
        made = a_tournament()
        if "name" in names:
            content = tournament_json.write(Tournament.objects.get(pk=made["pk"]), backup=True).encode()
            path = copies.store_upload(content, is_database=False, tournament_id=made["pk"], now_ms=now_ms())
            made["name"] = path.name
        return {name: made[name] for name in names}

    return fill


DESK_SAMPLES = {
    pattern.name: _fill(pattern)
    for pattern in get_resolver("tournament.views.desk.urls").url_patterns
    if pattern.pattern.converters
}
