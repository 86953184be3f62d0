"""Rules that persons keep: a page for each, shared by its address; kept from a table, renamed, deleted."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games import selectors
from games.forms_saved import RulesNameForm
from games.models import SavedRuleset
from games.rules.errors import RulesetError
from games.rules.ruleset import Ruleset
from games.services import rulesets
from games.services.errors import NameTaken, Refused, ShelfFull, UnknownRules, UnknownTable
from games.views.rules import rules_response
from games.words.refusals import refusal

KEPT = "games/partials/_keep_rules.html"


@never_cache
@require_safe
def rules_of_saved(request: HttpRequest, token: str) -> HttpResponse:
    """The rules of whoever gave out this address. Their owner can rename and delete them here."""
    return _page(request, _saved(token), RulesNameForm())


def _page(request: HttpRequest, saved: SavedRuleset, form: RulesNameForm) -> HttpResponse:
    own = saved.user_id == request.user.pk
    if own and not form.is_bound:
        form = RulesNameForm(initial={"save_as": saved.name})
    try:
        ruleset = Ruleset.from_dict(saved.ruleset)
    except RulesetError as error:
        raise Http404(_("There are no such rules.")) from error
    return rules_response(
        request,
        ruleset,
        name=saved.name,
        saved=saved,
        rename=form if own else None,
        shared_url=request.build_absolute_uri(reverse("games:rules_of_saved", args=[saved.token])),
    )


@never_cache
@require_POST
def change_saved(request: HttpRequest, token: str) -> HttpResponse:
    """Rename one's own rules, or with ``delete`` take them off one's list."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(reverse("games:rules_of_saved", args=[token]))
    saved = _saved(token)
    try:
        if "delete" in request.POST:
            rulesets.delete_ruleset(user=user, token=token)
            messages.success(request, _("%(name)s is deleted.") % {"name": saved.name})
            return redirect("games:new_table")
        return _rename(request, user, saved)
    except UnknownRules as error:
        raise Http404(_("There are no such rules.")) from error


def _rename(request: HttpRequest, user: User, saved: SavedRuleset) -> HttpResponse:
    form = RulesNameForm(request.POST)
    if form.is_valid():
        try:
            rulesets.rename_ruleset(user=user, token=saved.token, name=form.cleaned_data["save_as"])
            return redirect("games:rules_of_saved", token=saved.token)
        except NameTaken as refused:
            form.add_error("save_as", refusal(refused))
    response = _page(request, saved, form)
    response.status_code = 400
    return response


@never_cache
@require_POST
def keep(request: HttpRequest, code: str) -> HttpResponse:
    """Keep a table's rules under a name. By htmx: the form again, or what has been kept; else to their page."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(reverse("games:rules_of_table", args=[code]))
    try:
        ruleset = Ruleset.from_dict(selectors.match_for(code, user).ruleset)
    except (UnknownTable, RulesetError) as error:
        raise Http404(_("There is no such table.")) from error
    form = RulesNameForm(request.POST)
    saved = save_named(user, form, ruleset)
    if request.headers.get("HX-Request") == "true":
        return render(request, KEPT, {"keep": form, "kept": saved, "code": code})
    if saved is None:
        return rules_response(request, ruleset, table=reverse("games:table", args=[code]), keep=form, code=code)
    return redirect("games:rules_of_saved", token=saved.token)


def save_named(user: User, form: RulesNameForm, ruleset: Ruleset) -> SavedRuleset | None:
    """Keep rules under the name in a form; None when it cannot be done, and the form says why."""
    if not form.is_valid():
        return None
    try:
        return rulesets.save_ruleset(user=user, name=form.cleaned_data["save_as"], ruleset=ruleset)
    except (NameTaken, ShelfFull) as refused:
        form.add_error("save_as", refusal(refused))
    return None


def _saved(token: str) -> SavedRuleset:
    try:
        return selectors.saved_ruleset(token)
    except Refused as error:
        raise Http404(_("There are no such rules.")) from error
