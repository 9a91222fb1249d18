"""Lessons and puzzles. The pages teach (static/js/learn/); the puzzles come from the games played here."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from games.access.permissions import PageRequest, public
from games.puzzles import candidates, puzzle_of_the_day
from games.snapshot import read_only_page
from games.views.practice import engine_config, shut_while_playing

DAY = "day"  # ?day: the puzzle of the day first


@public
@never_cache
@read_only_page
@shut_while_playing
def lessons(request: PageRequest) -> HttpResponse:
    return render(request, "learn/lessons.html", {"config": engine_config()})


@public
@never_cache
@read_only_page
@shut_while_playing
def puzzles(request: PageRequest) -> HttpResponse:
    day = puzzle_of_the_day(timezone.localdate()) if DAY in request.GET else None
    config: dict[str, Any] = {
        **engine_config(),
        "candidates": [puzzle.to_json() for puzzle in candidates()],
        "day": day.to_json() if day else None,
        "game": reverse("game", args=["CODE"]),
    }
    return render(request, "learn/puzzles.html", {"config": config})
