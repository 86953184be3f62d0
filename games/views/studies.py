"""Records that people bring along: the form, their list, one of them as a file, and its end."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games.forms_history import UploadForm
from games.past import my_studies, study_of
from games.presenters.history import study_row
from games.services import studies
from games.services.errors import UnknownTable
from games.services.studies import MAX_MATCHES, BadUpload
from games.words.studies import refused

#: The shape of a record: a beginning of one, as one would write it by hand.
SAMPLE = """{"format": "fives-record", "version": 1,
 "ruleset": {"name": "pagat", "players": 2, "partners": false, "hand_size": 9, "reserve": 0, …},
 "seats": [{"name": "Ana", "robot": null}, {"name": "Rui", "robot": null}],
 "rounds": [{"tiles": ["55", "50", … all 28], "leader": 0, "leader_by": "lot",
   "moves": [{"seat": 0, "move": "55", "count": 10, "points": 10},
             {"seat": 1, "move": "50>55.L1", "count": 10, "points": 10},
             {"seat": 0, "move": "+31"}, {"seat": 0, "move": "-"}, …],
   "end": "domino", "settlement": [15, 0], "scores": [25, 10]}],
 "winner": null, "end": "unfinished", "why": "we went home"}"""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Choose a file: each of its records becomes a study, or nothing does, and the first fault is said."""
    user = request.user
    assert isinstance(user, User)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method != "POST":
        return _form(request, user, UploadForm())
    if not form.is_valid():
        return _form(request, user, form, status=422)
    try:
        stored = studies.upload(user=user, content=form.content)
    except BadUpload as bad:
        return _form(request, user, form, bad=bad, status=422)
    if len(stored) == 1:
        return redirect("games:study", token=stored[0].token)
    said = ngettext("%(count)d match was added.", "%(count)d matches were added.", len(stored))
    messages.success(request, said % {"count": len(stored)})
    return redirect("games:upload")


def _form(
    request: HttpRequest, user: User, form: UploadForm, *, bad: BadUpload | None = None, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "refused": refused(bad.key, bad.line) if bad is not None else "",
        "bad": bad,
        "rows": [study_row(*label) for label in my_studies(user)],
        "most": MAX_MATCHES,
        "sample": SAMPLE,
    }
    return render(request, "games/upload.html", context, status=status)


@require_safe
def study_record(request: HttpRequest, token: str) -> HttpResponse:
    """The record as it was understood."""
    try:
        study = study_of(token)
    except UnknownTable as error:
        raise Http404(_("There is no such table.")) from error
    response = JsonResponse(study.record)
    response["Content-Disposition"] = f'attachment; filename="muggins-study-{token}.json"'
    return response


@login_required
@require_POST
def study_delete(request: HttpRequest, token: str) -> HttpResponse:
    """The owner's own; to anybody else it is not there."""
    user = request.user
    assert isinstance(user, User)
    if not studies.delete(user=user, token=token):
        raise Http404
    messages.success(request, _("The study is deleted."))
    return redirect("games:upload")
