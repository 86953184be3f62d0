"""The game, as a Django app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Matches, tables and everything played at them."""

    name = "games"
    verbose_name = "Games"
