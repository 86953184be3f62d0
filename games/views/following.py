"""Follow a player, stop following him, and the list of whom one follows."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import following as service
from accounts import profiles
from accounts.addresses import own_address
from accounts.models import User
from games import friends
from games.presenters.friends import followed_lines, friend_rows

Change = Callable[..., None]


@never_cache
@login_required
@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """Everybody whom one follows, with where he is."""
    assert isinstance(request.user, User)
    users = service.followed_by(request.user)
    rows = friend_rows(friends.seats_of_followed(request.user, limit=None), request.user)
    return render(request, "games/following.html", {"lines": followed_lines(users, rows), "most": service.MOST})


@require_POST
def follow(request: HttpRequest, name: str) -> HttpResponse:
    """Follow the player of this name."""
    return _change(request, name, service.follow)


@require_POST
def unfollow(request: HttpRequest, name: str) -> HttpResponse:
    """Follow him no longer."""
    return _change(request, name, service.unfollow)


def _change(request: HttpRequest, name: str, change: Change) -> HttpResponse:
    """The button anew for script, else back to where it was pressed."""
    found = profiles.player_called(name)
    if found is None:
        raise Http404
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("games:player", args=[name]))
    try:
        change(follower=request.user, followed=found)
    except ValidationError as error:
        if request.headers.get("HX-Request") != "true":
            messages.error(request, error.messages[0])
            return _back(request, name)
        context = {"name": name, "followed": service.follows(request.user, found), "why": error.messages[0]}
        return render(request, "games/partials/_follow.html", context, status=409)
    if request.headers.get("HX-Request") == "true":
        context = {"name": name, "followed": service.follows(request.user, found), "back": _wanted(request)}
        return render(request, "games/partials/_follow.html", context)
    return _back(request, name)


def _wanted(request: HttpRequest) -> str:
    return own_address(request, request.POST.get("back"))


def _back(request: HttpRequest, name: str) -> HttpResponse:
    return redirect(_wanted(request) or reverse("games:player", args=[name]))
