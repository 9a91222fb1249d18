"""The OpenAPI description of the interface: written here, served as openapi.json, checked by tests/api."""

from typing import Any

from tournament.formats.registry import FORMATS
from tournament.models import (
    EntrantStatus,
    EntryKind,
    RatingKind,
    RoundStatus,
    StageStatus,
    TournamentStatus,
)
from tournament.scores import Outcome

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
YES_OR_NO: Schema = {"type": "boolean"}
INSTANT: Schema = {"type": ["integer", "null"], "description": "UTC, in milliseconds"}


def maybe(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def listed(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def one_of(values: Any) -> Schema:
    return {"type": "string", "enum": [str(value) for value in values]}


def object_with(**fields: Schema) -> Schema:
    """Describe an object with exactly these fields."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def extended(base: str, **fields: Schema) -> Schema:
    """Describe an object with the fields of `base` and these."""
    merged = SCHEMAS[base]["properties"] | fields
    return object_with(**merged)


def named(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


SIDE = object_with(number=WHOLE, name=TEXT)
SCHEMAS: dict[str, Schema] = {
    "Event": object_with(
        code=TEXT,
        name=TEXT,
        city=TEXT,
        starts_on=maybe({"type": "string", "format": "date"}),
        ends_on=maybe({"type": "string", "format": "date"}),
        status=one_of(TournamentStatus.values),
        seats={"type": "integer", "enum": [2, 4]},
        entry=one_of(EntryKind.values),
        rated=YES_OR_NO,
        url=TEXT,
    ),
    "Stage": object_with(
        number=WHOLE,
        name=TEXT,
        format=one_of(FORMATS),
        status=one_of(StageStatus.values),
        control=TEXT,
        scoring=TEXT,
        tiebreaks=listed(TEXT),
    ),
    "Round": object_with(
        stage=WHOLE,
        number=WHOLE,
        status=one_of([RoundStatus.PUBLISHED, RoundStatus.CLOSED]),
        starts_ms=INSTANT,
        closed_ms=INSTANT,
    ),
    "Match": object_with(
        board=maybe(WHOLE),
        first=SIDE,
        second=maybe(SIDE),
        outcome=maybe(one_of(Outcome)),
        score=maybe(listed({"type": "string", "description": "as decimal text: 2.5"})),
        place=maybe({"type": "string", "description": "in a bracket: W2.1 is the first match of round 2"}),
        title=maybe({"type": "string", "description": "what the match is called: Quarter-final"}),
        boards=listed(
            object_with(number=WHOLE, first=maybe(TEXT), second=maybe(TEXT), outcome=maybe(one_of(Outcome)))
        ),
        games=listed({"type": "string", "description": "codes of live games"}),
    ),
    "Entrant": object_with(
        number=WHOLE,
        name=TEXT,
        club=TEXT,
        rating=maybe(WHOLE),
        status=one_of(EntrantStatus.values),
        player=maybe(WHOLE),
        members=listed({"type": "string", "description": "the players of a team or pair, in board order"}),
    ),
    "Standing": object_with(
        rank=maybe(WHOLE),
        number=WHOLE,
        name=TEXT,
        points=maybe({"type": "string", "description": "as decimal text: 2.5"}),
        tiebreaks=listed(maybe(TEXT)),
        won=maybe(WHOLE),
        drawn=maybe(WHOLE),
        lost=maybe(WHOLE),
    ),
    "Game": object_with(
        code=TEXT,
        seats={"type": "integer", "enum": [2, 4]},
        players={"type": "object", "additionalProperties": TEXT},
        control=TEXT,
        status=one_of(["waiting", "running", "paused", "over"]),
        winner=maybe(one_of(["X", "O"])),
        ending=maybe(TEXT),
        moves=WHOLE,
        started_ms=INSTANT,
        ended_ms=INSTANT,
        socket={"type": "string", "description": "address of the live socket, see docs/protocol.md"},
        record=TEXT,
    ),
    "Player": object_with(
        id=WHOLE,
        name=TEXT,
        club=TEXT,
        ratings={"type": "object", "additionalProperties": WHOLE},
    ),
    "Rating": object_with(
        rank=maybe(WHOLE),
        player=WHOLE,
        name=TEXT,
        rating=WHOLE,
        deviation=WHOLE,
        provisional=YES_OR_NO,
        games=WHOLE,
    ),
    "Problem": object_with(error=TEXT, message=TEXT),
}
SCHEMAS["WholeEvent"] = extended("Event", stages=listed(named("Stage")), rounds=listed(named("Round")))
SCHEMAS["WholeRound"] = extended("Round", matches=listed(named("Match")))
SCHEMAS["Table"] = object_with(
    group=TEXT,
    after_round=WHOLE,
    provisional=YES_OR_NO,
    tiebreaks=listed(TEXT),
    rows=listed(named("Standing")),
)
SCHEMAS["Standings"] = object_with(groups=listed(named("Table")))
_STEP = object_with(ended_ms=WHOLE, rating=WHOLE, games=WHOLE)
SCHEMAS["WholePlayer"] = extended("Player", history={"type": "object", "additionalProperties": listed(_STEP)})


def page_of(name: str) -> Schema:
    return object_with(page=WHOLE, more=YES_OR_NO, items=listed(named(name)))


NUMBER: Schema = {"type": "integer", "minimum": 1, "maximum": 99999}
CODE: Schema = {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}
IN_PATH: dict[str, Schema] = {
    "code": CODE,
    "stage": NUMBER,
    "number": NUMBER,
    "pk": NUMBER,
    "kind": one_of(RatingKind.values),
}
IN_QUERY: dict[str, tuple[Schema, str]] = {
    "page": (NUMBER, "A hundred at a time."),
    "status": (one_of(TournamentStatus.values), "Only events in this state."),
    "round": (NUMBER, "The table after this round."),
}

# address -> (name, summary, parameters, schema of the answer)
PATHS: dict[str, tuple[str, str, tuple[str, ...], Schema]] = {
    "/events/": (
        "events",
        "Events that are shown in public, the latest first.",
        ("page", "status"),
        page_of("Event"),
    ),
    "/events/{code}/": ("event", "One event with its stages and drawn rounds.", (), named("WholeEvent")),
    "/events/{code}/entrants/": ("entrants", "Who takes part.", ("page",), page_of("Entrant")),
    "/events/{code}/stages/{stage}/rounds/{number}/": (
        "round",
        "A published round with its pairings and results.",
        (),
        named("WholeRound"),
    ),
    "/events/{code}/stages/{stage}/standings/": (
        "standings",
        "Who stands where, by group where there are groups.",
        ("round",),
        named("Standings"),
    ),
    "/games/{code}/": ("game", "One game with its record and its live socket.", (), named("Game")),
    "/players/": ("players", "Players on the rating lists.", ("page",), page_of("Player")),
    "/players/{pk}/": ("player", "One player with the history of the ratings.", (), named("WholePlayer")),
    "/ratings/{kind}/": ("ratings", "A rating list of the club.", ("page",), page_of("Rating")),
}


def _path(address: str, name: str, summary: str, asked: tuple[str, ...], shape: Schema) -> Schema:
    within = [part[1:-1] for part in address.split("/") if part.startswith("{")]
    parameters = [{"name": part, "in": "path", "required": True, "schema": IN_PATH[part]} for part in within]
    parameters += [
        {"name": part, "in": "query", "schema": IN_QUERY[part][0], "description": IN_QUERY[part][1]}
        for part in asked
    ]
    answers: Schema = {
        "200": {
            "description": summary,
            "headers": {"ETag": {"schema": TEXT}},
            "content": {"application/json": {"schema": shape}},
        },
        "304": {"description": "Nothing changed since the ETag sent as If-None-Match."},
        "429": _problem("Too many requests; Retry-After tells how many seconds to wait."),
    }
    if asked:
        answers["400"] = _problem("A parameter cannot be read.")
    if within:
        answers["404"] = _problem("There is nothing here that everybody may see.")
    return {"get": {"operationId": name, "summary": summary, "parameters": parameters, "responses": answers}}


def _problem(words: str) -> Schema:
    return {"description": words, "content": {"application/json": {"schema": named("Problem")}}}


def document() -> Schema:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fiveline",
            "version": "1",
            "description": "Events, rounds, standings, games and ratings of a club. It only reads.",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": {address: _path(address, *told) for address, told in PATHS.items()},
        "components": {"schemas": SCHEMAS},
    }
