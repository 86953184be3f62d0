"""The game, as a Django app."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Matches, tables and everything played at them."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Learning and puzzles go along at sign-in; sockets end with their session; new names are shown."""
        from django.contrib.auth.signals import user_logged_in

        from accounts.conduct import about_to_bar
        from accounts.endings import sessions_changed
        from accounts.renaming import renamed
        from accounts.returning import guest_returned

        user_logged_in.connect(_bring_along, dispatch_uid="games.learning")
        guest_returned.connect(_bring_the_guest_along, dispatch_uid="games.puzzles")
        sessions_changed.connect(_look_at_sockets, dispatch_uid="games.sockets")
        about_to_bar.connect(_be_impartial, dispatch_uid="games.impartial")
        renamed.connect(_show_the_name, dispatch_uid="games.renaming")


def _bring_along(sender: object, *, user: Any, request: Any, **rest: object) -> None:
    from games.services import learning, puzzles_brought

    if request is not None and hasattr(request, "session"):
        learning.carry_over(user=user, session=request.session)
        puzzles_brought.from_session(user=user, session=request.session)


def _bring_the_guest_along(sender: object, *, user: Any, guest: Any, **rest: object) -> None:
    from games.services.puzzles_brought import from_guest

    from_guest(user=user, guest=guest)


def _look_at_sockets(sender: object, *, user_id: int, **rest: object) -> None:
    from games.services.announce import session_changed

    session_changed(user_id)


def _show_the_name(sender: object, *, user_id: int, **rest: object) -> None:
    from games.services.renaming import show_new_name

    show_new_name(user_id=user_id)


def _be_impartial(sender: object, *, actor: Any, user: Any, **rest: object) -> None:
    from games.services.impartial import must_not_play_together

    must_not_play_together(actor, user)
