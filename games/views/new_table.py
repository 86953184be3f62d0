"""Open a table: the form, its words while one chooses, rules that are kept by name, and the table itself."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.confirmed import is_confirmed
from accounts.models import User
from games import selectors
from games.forms import PRESET_ORDER, NewTableForm
from games.forms_saved import RulesNameForm, as_form
from games.presenters.people import robots_count
from games.presenters.robots import robots_styles
from games.presenters.shelf import saved_cards
from games.rules.errors import RulesetError
from games.rules.ruleset import Ruleset
from games.services import seating
from games.services.errors import UnknownRules
from games.services.rated import why_friendly
from games.views.home import user_or_guest
from games.views.my_rules import save_named
from games.views.origin import sat_down
from games.views.sent_back import sends_back
from games.words import hints
from games.words.boards import rated_sentence
from games.words.boards import why_friendly as friendly_words
from games.words.rules import PRESET_LINES, preset_name
from games.words.settings import OUR_READING, difference_lines, preset_lines
from games.words.tables import TableLine, but_words, compared, table_lines
from games.words.talk import talk_sentence


@require_http_methods(["GET", "HEAD", "POST"])
@sends_back
def new_table(request: HttpRequest) -> HttpResponse:
    """Show the form; keep its rules or open its table; or show it in words first, for those without JavaScript."""
    if request.method != "POST":
        return _page(request, _filled(request.GET))
    form = NewTableForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    if "preview" in request.POST:
        return _page(request, form)
    if "save" in request.POST:
        return _save(request, form)
    user = user_or_guest(request)
    match = seating.open_table(
        user=user,
        ruleset=form.ruleset,
        turn_seconds=form.cleaned_data["clock"],
        private=form.cleaned_data["private"],
        robots=form.robot_seats,
        title=form.cleaned_data["title"],
        best_of=form.most_matches,
        round_limit=form.round_limit,
        rated=bool(form.cleaned_data["rated"]) and not _friendly(form, user),
        free_talk=bool(form.cleaned_data["talk"]),
        hints=bool(form.cleaned_data["hints"]),
    )
    sat_down(request, match, user)
    return redirect("games:table", code=match.code)


def _save(request: HttpRequest, form: NewTableForm) -> HttpResponse:
    """Keep the rules under a name and show the form as it was."""
    named = RulesNameForm(request.POST)
    if not named.is_valid():
        return _page(request, form, named=named, status=400)
    saved = save_named(user_or_guest(request), named, form.ruleset)
    if saved is None:
        return _page(request, form, named=named, status=400)
    messages.success(request, _("%(name)s is kept among your rules.") % {"name": saved.name})
    again = QueryDict(mutable=True)
    again.update({name: request.POST[name] for name in form.fields if request.POST.get(name)})
    return redirect(f"{reverse('games:new_table')}?{again.urlencode()}")


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """The chosen settings in words, as a fragment, and beside each field what cannot be played with the others."""
    form = _filled(request.GET)
    return render(request, "games/partials/_in_words.html", {"form": form, **_in_words(form, request.user)})


def _filled(query: QueryDict) -> NewTableForm:
    """The form with the usual settings, over them rules that somebody keeps, over them whatever the address names."""
    usual = {name: field.initial for name, field in NewTableForm().fields.items() if field.initial is not None}
    kept = as_form(_kept(str(query["saved"]))) if "saved" in query else {}
    return NewTableForm({**usual, **kept, **query.dict()})


def _kept(token: str) -> Ruleset:
    try:
        return Ruleset.from_dict(selectors.saved_ruleset(token).ruleset)
    except (UnknownRules, RulesetError) as error:
        raise Http404(_("There are no such rules.")) from error


def _page(
    request: HttpRequest, form: NewTableForm, *, named: RulesNameForm | None = None, status: int = 200
) -> HttpResponse:
    said = _in_words(form, request.user)
    context = {
        "form": form,
        "cards": _cards(form),
        "saved": saved_cards(selectors.saved_rulesets(request.user), chosen=said.get("fingerprint", "")),
        "named": named or RulesNameForm(),
        "rules": _rules(form),
        **said,
    }
    return render(request, "games/new_table.html", context, status=status)


def _cards(form: NewTableForm) -> list[dict[str, Any]]:
    chosen = form["preset"].value()
    return [
        {
            "value": name,
            "name": preset_name(name),
            "line": PRESET_LINES[name],
            "differs": preset_lines(name),
            "chosen": name == chosen,
        }
        for name in PRESET_ORDER
    ]


def _rules(form: NewTableForm) -> list[dict[str, Any]]:
    return [{"field": field, "ours": field.name in OUR_READING} for field in form.rule_fields]


def _friendly(form: NewTableForm, user: User | AnonymousUser) -> str:
    """Why the table cannot be rated; "" when it can."""
    return why_friendly(
        form.ruleset,
        private=form.cleaned_data["private"],
        guest=not isinstance(user, User) or user.is_guest,
        confirmed=isinstance(user, User) and is_confirmed(user),
        robots=form.robot_seats.values(),
    )


def _stake(form: NewTableForm, user: User | AnonymousUser) -> str:
    """Rated or friendly, and why it cannot be rated though it was wished."""
    if not form.cleaned_data["rated"]:
        return rated_sentence(False)
    return friendly_words(_friendly(form, user)) or rated_sentence(True)


def _in_words(form: NewTableForm, user: User | AnonymousUser) -> dict[str, Any]:
    """The panel: sentences, what differs from the chosen rule book, and whether it can be opened."""
    counted = {"changed": form.changed_rules}
    if not form.is_valid():
        return {"faults": [error for errors in form.errors.values() for error in errors], **counted}
    data, ruleset = form.cleaned_data, form.ruleset
    stake = TableLine(_stake(form, user))
    usual, changes = compared(ruleset, data["preset"])
    table = table_lines(ruleset, data["clock"], form.most_matches, form.round_limit)
    return {
        "lines": [*table, *_robots(form), *_talk(form), *_hints(form), stake],
        "but": but_words(ruleset, data["preset"]),
        "fingerprint": ruleset.fingerprint,
        "usual": preset_name(usual.name),
        "changes": difference_lines(changes),
        "starts": data["robots"] == ruleset.players - 1,
        **counted,
    }


def _talk(form: NewTableForm) -> list[TableLine]:
    """What may be said, where that is more than the usual."""
    return [TableLine(talk_sentence(form.ruleset.partners))] if form.cleaned_data["talk"] else []


def _hints(form: NewTableForm) -> list[TableLine]:
    return [TableLine(hints.allowed())] if form.cleaned_data["hints"] else []


def _robots(form: NewTableForm) -> list[TableLine]:
    """How the robots play, and how well they count, where they will have to."""
    kinds = set(form.robot_seats.values())
    counting = robots_count(kinds) if kinds and form.ruleset.calling == "muggins" else []
    return [TableLine(text) for text in (*robots_styles(kinds, form.ruleset), *counting)]
