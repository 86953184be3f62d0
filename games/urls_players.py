"""Addresses of leaderboards and of players' pages. A part of `games.urls`."""

from django.urls import path

from games.views import players

urlpatterns = [
    path("leaderboards/", players.leaderboards, name="leaderboards"),
    path("players/<str:name>/", players.player, name="player"),
]
