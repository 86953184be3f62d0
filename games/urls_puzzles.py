"""Addresses of puzzles. A part of `games.urls`."""

from django.urls import path

from games import converters  # noqa: F401  # makes <code:…> and <spot:…> known
from games.views import puzzles

urlpatterns = [
    path("puzzles/", puzzles.index, name="puzzles"),
    path("puzzles/next/", puzzles.next_puzzle, name="next_puzzle"),
    path("puzzles/mistakes/", puzzles.mistakes, name="puzzle_mistakes"),
    path("puzzles/mistakes/<code:code>/<spot:spot>/", puzzles.mistake, name="puzzle_mistake"),
    path("puzzles/<slug:key>/", puzzles.puzzle, name="puzzle"),
]
