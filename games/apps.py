"""The game, as a Django app."""

from typing import Any

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Matches, tables and everything played at them."""

    name = "games"
    verbose_name = "Games"

    def ready(self) -> None:
        """What somebody has learnt before signing in goes along; when a session ends, its sockets do."""
        from django.contrib.auth.signals import user_logged_in

        from accounts.endings import sessions_changed

        user_logged_in.connect(_bring_along, dispatch_uid="games.learning")
        sessions_changed.connect(_look_at_sockets, dispatch_uid="games.sockets")


def _bring_along(sender: object, *, user: Any, request: Any, **rest: object) -> None:
    from games.services.learning import carry_over

    if request is not None and hasattr(request, "session"):
        carry_over(user=user, session=request.session)


def _look_at_sockets(sender: object, *, user_id: int, **rest: object) -> None:
    from games.services.announce import session_changed

    session_changed(user_id)
