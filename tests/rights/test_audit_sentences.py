"""The log can put everything it holds into words: every verb that is written anywhere, every kind of id."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone

from games import extension
from games.audit_log import sentences
from games.audit_log.names import Names
from games.models import Action
from games.protocol.upward import VERBS
from games.referee import requests as r
from games.services import decisions

ROOT = Path(__file__).parents[2]
FILES = [path for app in ("games", "tournament") for path in (ROOT / app).rglob("*.py")]

# Functions that write to the log, and which of their arguments is the verb.
WRITERS = {"audit_log.write": 1, "locking.note": 1}
# The name of the message itself: `VERBS` of those requests that are decisions.
OF_REQUESTS = "VERBS[type(request)]"
DECISIONS = {VERBS[each] for each in (*decisions._DECISIONS, r.TakeBack)}


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def argument(call: ast.Call, place: int) -> ast.expr:
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    return named["verb"] if "verb" in named else call.args[place]


def find_forwarders(tree: ast.AST) -> dict[str, int]:
    """Find the functions of a module that pass their own `verb` to a writer: they are writers as well."""
    found = {}
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        names = [each.arg for each in (*function.args.args, *function.args.kwonlyargs)]
        if "verb" in names and any(ast.unparse(call.func) in WRITERS for call in calls(function)):
            found[function.name] = names.index("verb")
    return found


def verbs_in(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if not any(writer in text for writer in WRITERS):
        return  # to take five hundred files apart takes a second
    tree = ast.parse(text)
    inner = find_forwarders(tree)
    writers = WRITERS | inner
    for call in calls(tree):
        if (place := writers.get(ast.unparse(call.func))) is None:
            continue
        verb = argument(call, place)
        for choice in (verb.body, verb.orelse) if isinstance(verb, ast.IfExp) else (verb,):
            if isinstance(choice, ast.Constant):
                yield choice.value
            elif ast.unparse(choice) == OF_REQUESTS:
                yield from DECISIONS
            else:
                assert inner, f"{path}:{call.lineno} writes a verb that cannot be read here."
                assert ast.unparse(choice) == "verb"


WRITTEN = sorted({verb for path in FILES for verb in verbs_in(path)})


def test_the_verbs_are_found_where_they_are_written():
    assert {"sign_in", "adjust", "takeback", "publish", "draft", "redraft", "swap", "withdraw"} <= set(
        WRITTEN
    )


@pytest.mark.parametrize("verb", WRITTEN)
def test_every_verb_of_the_log_has_words(verb):
    known = {**sentences.LOG_SENTENCES, **extension.installed.sentences}
    assert verb in known, f"Say what {verb!r} means to people who read the log."


@pytest.mark.parametrize(
    ("scope", "words"), [("game:17", "game 17"), ("table:3:4", "table 4"), ("match:9", "match 9")]
)
def test_ids_of_a_tournament_are_put_into_words(scope, words):
    assert Names()[scope] == words


# Actions as they are, or once were, stored, each with what people read: the sentence, then what changed.
SAMPLES = Path(__file__).with_name("audit_samples.txt").read_text(encoding="utf-8")
STORED = [line.split(" | ") for line in SAMPLES.splitlines() if not line.startswith(" ")]


def shown(verb: str, before: str, after: str) -> Iterator[str]:
    action = Action(pk=1, verb=verb, before=json.loads(before), after=json.loads(after))
    yield f"{verb} | {before} | {after}"
    (entry,) = sentences.describe([action])
    yield f"    {entry.verb}"
    for label, old, new in entry.changes:
        yield f"    {label}: {old}{' → ' if old else ''}{new}".rstrip()


@pytest.mark.django_db
def test_every_stored_action_is_shown_in_plain_words():
    with timezone.override("UTC"):
        lines = [line for stored in STORED for line in shown(*stored)]
    assert "\n".join(lines) + "\n" == SAMPLES


def test_every_verb_has_a_sample():
    sampled = {verb for verb, _before, _after in STORED}
    assert {*WRITTEN, *sentences.LOG_SENTENCES, *extension.installed.sentences} - sampled == set()
