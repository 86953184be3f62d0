"""Muted and blocked people: the list, and the presses that change it. At a table `games.views.talk` does the same."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import company as service
from accounts.addresses import own_address
from accounts.models import User


@never_cache
@login_required
@require_safe
def company(request: HttpRequest) -> HttpResponse:
    """Everybody whom one has muted or blocked, each with a way back."""
    assert isinstance(request.user, User)
    return render(request, "accounts/company.html", {"people": service.list_of(request.user)})


@never_cache
@require_POST
def decide(request: HttpRequest) -> HttpResponse:
    """``act`` (mute, unmute, block, unblock) upon the person of this ``name``; back to where it was pressed."""
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("accounts:company"))
    other, act = service.person_called(request.POST.get("name", "")), request.POST.get("act", "")
    if other is None or act not in set(service.Act):
        raise Http404(_("There is no such player."))
    try:
        service.decide(by=request.user, user=other, act=service.Act(act))
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, _said(service.Act(act), other.username))
    return redirect(own_address(request, request.POST.get("next")) or "accounts:company")


def _said(act: service.Act, name: str) -> str:
    """What the press has done."""
    return {
        service.Act.MUTE: _("%(name)s is muted: you see no lines of theirs any more."),
        service.Act.UNMUTE: _("You see what %(name)s says again."),
        service.Act.BLOCK: _("%(name)s is blocked: you will not sit at one table again. A match under way goes on."),
        service.Act.UNBLOCK: _("%(name)s is blocked no more."),
    }[act] % {"name": name}
