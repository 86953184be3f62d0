"""Say something at a table; mute or block somebody who is there. Answers with the talk alone, not with the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import company as companions
from accounts.models import User
from accounts.selectors import prefs_of
from games import selectors
from games.models import Match
from games.services import errors, talk
from games.views.rendering import table_page, talk_at, talk_html, whole_page
from games.views.table import not_found_when_unknown
from games.words.refusals import refusal

Do = Callable[[HttpRequest, Match, User], None]


def _at_table(do: Do) -> Callable[..., HttpResponse]:
    """A POST by a signed-in person at one table: the talk anew, with a sentence where something was refused."""

    @never_cache
    @require_POST
    @wraps(do)
    def view(request: HttpRequest, code: str) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            return _to_login(request, code)
        try:
            do(request, selectors.match_for(code, user), user)
        except errors.UnknownTable as error:
            raise not_found_when_unknown(error) from error
        except errors.Refused as refused:
            return _refused(request, code, refused)
        except ValidationError as refused:
            return _answer(request, code, why=refused.messages[0], status=409)
        return _answer(request, code)

    return view


@_at_table
def say(request: HttpRequest, match: Match, user: User) -> None:
    """A ``phrase`` by its code, or else a ``text``."""
    if "phrase" in request.POST:
        talk.say(match_id=match.pk, user=user, phrase=request.POST["phrase"])
    else:
        talk.say(match_id=match.pk, user=user, text=request.POST.get("text", ""))


@_at_table
def company(request: HttpRequest, match: Match, user: User) -> None:
    """``act`` (mute, unmute, block, unblock) upon the person of this ``name``."""
    other = companions.person_called(request.POST.get("name", ""))
    act = request.POST.get("act", "")
    if other is None or act not in set(companions.Act):
        raise Http404(_("There is no such player."))
    companions.decide(by=user, user=other, act=companions.Act(act))


def _is_fragment(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _to_login(request: HttpRequest, code: str) -> HttpResponse:
    response = redirect_to_login(reverse("games:table", args=[code]))
    return HttpResponse(status=204, headers={"HX-Redirect": response.url}) if _is_fragment(request) else response


def _refused(request: HttpRequest, code: str, refused: errors.Refused) -> HttpResponse:
    response = _answer(request, code, why=refusal(refused), status=refused.status)
    if isinstance(refused, errors.TooMuchTalk):
        response["Retry-After"] = str(refused.seconds)
    return response


def _answer(request: HttpRequest, code: str, *, why: str = "", status: int = 200) -> HttpResponse:
    """The talk as a fragment for script; for plain forms the table, opened at the talk."""
    draft = request.POST.get("text", "")[: 2 * talk.MOST_TEXT] if why else ""
    if _is_fragment(request):
        return HttpResponse(talk_html(talk_at(code, request.user, why=why, draft=draft), request), status=status)
    if not why:
        return redirect(f"{reverse('games:table', args=[code])}#said")
    page = table_page(code, request.user, prefs_of(request))
    said = talk_at(code, request.user, why=why, draft=draft)
    return whole_page(request, replace(page, talk=said), status)
