"""The open tables and the viewer's own matches: a part of the front page that is renewed by itself."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.views.decorators.http import require_safe

from accounts.following import follow_count
from accounts.models import User
from games import friends, selectors
from games.presenters.friends import friend_rows
from games.presenters.lobby import my_rows, open_rows


def lobby_context(user: User | AnonymousUser) -> dict[str, Any]:
    """What the lobby's template needs for this viewer."""
    mine = my_rows(selectors.my_matches(user), user) if isinstance(user, User) else []
    return {
        **_friends(user),
        "mine": mine,
        "waiting": any(row.is_my_turn for row in mine),
        "tables": open_rows(selectors.open_tables(), user),
    }


def _friends(user: User | AnonymousUser) -> dict[str, Any]:
    """Where the players are whom the viewer follows; nothing for who follows nobody."""
    if not isinstance(user, User) or user.is_guest:
        return {"friends": [], "follows": 0}
    count = follow_count(user)
    return {"friends": friend_rows(friends.seats_of_followed(user), user) if count else [], "follows": count}


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The lobby as a fragment."""
    return render(request, "games/partials/_lobby.html", lobby_context(request.user))


def lobby_html(user: User | AnonymousUser, language: str) -> str:
    """The same fragment for a socket, in the language of its page. Sync: it asks the database."""
    with translation.override(language):
        return render_to_string("games/partials/_lobby.html", lobby_context(user))
