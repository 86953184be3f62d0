"""Addresses of the game's sockets."""

from django.urls import URLPattern, re_path

from games.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns: list[URLPattern] = [
    re_path(r"^ws/t/(?P<code>[A-Za-z0-9_-]{22})/\Z", TableConsumer.as_asgi()),
    re_path(r"^ws/lobby/\Z", LobbyConsumer.as_asgi()),
]
