"""The front page, and the one press that sits a newcomer down."""

from __future__ import annotations

from dataclasses import asdict

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services import make_guest
from games import selectors
from games.presenters.example import example
from games.rules.ruleset import preset
from games.services import seating
from games.views.lobby import lobby_context
from games.views.origin import sat_down
from games.views.sent_back import sends_back
from games.words.calling import Calls, calls_line

# Who sits where when one plays at once. Opponents are gentle; a partner is the best there is.
COMPANY: dict[str, dict[int, str]] = {
    "1": {1: "scorer"},
    "2": {1: "scorer", 2: "beginner"},
    "3": {1: "scorer", 2: "careful", 3: "beginner"},
}
# A true position: five tiles whose ends make ten.
EXAMPLE = ("44", "54>44.L1", "64>44.L2", "43>44.S1", "62>64.6")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Play now, the open tables, the viewer's own matches, and how it counts."""
    context = {**lobby_context(request.user), "example": example(EXAMPLE), "calls": _calls(request.user)}
    return render(request, "games/home.html", context)


def _calls(user: User | AnonymousUser) -> str:
    """What the viewer has claimed, missed and taken where points are called; nothing for who never played there."""
    if not isinstance(user, User):
        return ""
    calls = Calls(**asdict(selectors.calling_statistics(user)))
    return calls_line(calls) if calls != Calls() else ""


@require_POST
@sends_back
def play_now(request: HttpRequest) -> HttpResponse:
    """Open a private table with robots in the other seats and go there; who has no account becomes a guest."""
    company = COMPANY.get(request.POST.get("opponents", "1"), COMPANY["1"])
    user = user_or_guest(request)
    match = seating.open_table(
        user=user,
        ruleset=preset("pagat", len(company) + 1),
        turn_seconds=None,
        private=True,
        robots=company,
    )
    sat_down(request, match, user)
    return redirect("games:table", code=match.code)


def user_or_guest(request: HttpRequest) -> User:
    """Whoever asks; without an account, a guest made and logged in at once."""
    return request.user if isinstance(request.user, User) else make_guest(request)
