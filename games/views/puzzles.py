"""Puzzles: the one of the day, a stream by difficulty, one's own mistakes; and the page of each."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import duels
from accounts.models import User
from games.learning.puzzles import Position
from games.models import Choice, Format, Puzzle
from games.presenters.boards import replay_url
from games.presenters.puzzles import Given, Shown, answered, asked, level_of, told
from games.presenters.stage import stage
from games.rules.retrace import Spot
from games.rules.ruleset import Ruleset
from games.services import puzzle_store, puzzles
from games.views.explain import asks_for_a_part
from games.words import learning
from games.words import puzzles as words
from games.words.rules import ruleset_name

PAGE, FRAGMENT = "games/puzzle.html", "games/partials/_puzzle.html"
MOST_MISTAKES = 50
FORMS = ("", Format.TWO, Format.THREE, Format.PARTNERS)


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """The puzzle of the day, the ways to more, and how one does."""
    day = puzzles.today()
    of_day = puzzles.daily(day=day)
    context: dict[str, Any] = {
        "day": day,
        "daily": _card(request, of_day) if of_day is not None else None,
        "levels": [(level, words.level_name(level)) for level in words.LEVEL_NAMES],
        "forms": [(form, words.form_name(form)) for form in FORMS],
        "chosen_form": _wanted(request)["of"],
        "standing": _told(request),
        "mistakes": puzzle_store.mistakes_of(request.user).count() if isinstance(request.user, User) else 0,
    }
    return render(request, "games/puzzles.html", context)


@require_safe
@never_cache
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """``?level=hard&of=two``: on to one that this person has not answered, as hard as asked for."""
    wanted = _wanted(request)
    found = puzzles.next_puzzle(
        user=request.user,
        session=request.session,
        level=wanted["level"],
        form=wanted["of"],
        but=request.GET.get("but", ""),
    )
    if found is None:
        return redirect("games:puzzles")
    return redirect(f"{reverse('games:puzzle', args=[found.key])}?{urlencode(wanted)}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, key: str) -> HttpResponse:
    """One puzzle. ``tile=50`` takes up a tile; a POST with ``play`` answers it."""
    row = puzzles.puzzle_called(key)
    if row is None:
        raise Http404(_("There is no such puzzle."))
    position, level = puzzle_store.position_of(row), level_of(row.mu, row.tries)
    if request.method != "POST":
        note = _counted_before(request, row, position)
        return _page(request, row, asked(position, level, request.GET.get("tile", "")), note=note)
    move = request.POST.get("play", "")
    if move not in {str(option) for option in position.options}:
        return _page(request, row, asked(position, level), fault=words.no_play())
    result = puzzles.answer(user=request.user, session=request.session, puzzle=row, move=move)
    shown = answered(position, puzzle_store.solved_of(row), level, Given(move))
    note = "" if result.counted else words.counted_before(_named(position, result.first))
    changed = words.change(*map(duels.shown, result.change)) if result.change and result.counted else ""
    row.refresh_from_db(fields=["tries", "solved"])
    people = words.people_solved(row.solved, row.tries)
    return _page(request, row, shown, note=note, changed=changed, people=people)


@require_safe
@never_cache
@login_required
def mistakes(request: HttpRequest) -> HttpResponse:
    """What the reviews of one's matches found to be mistakes, the newest first."""
    assert isinstance(request.user, User)
    found = puzzle_store.mistakes_of(request.user).select_related("match")[:MOST_MISTAKES]
    return render(request, "games/puzzle_mistakes.html", {"lines": [_line(choice) for choice in found]})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def mistake(request: HttpRequest, code: str, spot: Spot) -> HttpResponse:
    """A mistake of one's own as a puzzle; nothing of it is counted."""
    assert isinstance(request.user, User)
    found = puzzle_store.mistake_at(request.user, code, spot.round_no, spot.move)
    if found is None:
        raise Http404(_("There is no such puzzle."))
    choice, position = found
    where, heading = words.from_match(spot.round_no, spot.move), words.mistake_question()
    if request.method != "POST":
        return _own_page(request, choice, asked(position, where, request.GET.get("tile", ""), heading))
    move = request.POST.get("play", "")
    if move not in {str(option) for option in position.options}:
        return _own_page(request, choice, asked(position, where, heading=heading), fault=words.no_play())
    given = Given(move, then=choice.text)
    return _own_page(request, choice, answered(position, puzzle_store.judged(choice, position), where, given, heading))


def _line(choice: Choice) -> dict[str, Any]:
    return {
        "url": _address_of(choice),
        "where": words.from_match(choice.round_no, choice.move_no),
        "rules": ruleset_name(Ruleset.from_dict(choice.match.ruleset)),
        "lost": _lost(choice),
        "at": choice.match.finished_at,
    }


def _lost(choice: Choice) -> str:
    """In the measure that decided, in points of that table."""
    if choice.near:
        return words.lost_chance(100 * choice.chance_lost)
    return words.lost_points(choice.lost * choice.match.ruleset["points_per_five"] / 5)


def _address_of(choice: Choice) -> str:
    return reverse("games:puzzle_mistake", args=[choice.match.code, Spot(choice.round_no, choice.move_no)])


def _told(request: HttpRequest) -> dict[str, str]:
    return told(puzzles.standing_of(request.user, request.session), puzzles.today())


def _wanted(request: HttpRequest) -> dict[str, str]:
    """The level and form of the stream that one is in; what is not named, or named wrongly, is the usual."""
    asked_for = request.POST if request.method == "POST" else request.GET
    level, form = asked_for.get("level", ""), asked_for.get("of", "")
    return {
        "level": level if level in puzzles.LEVELS else puzzles.FAIR,
        "of": form if form in FORMS else "",
    }


def _card(request: HttpRequest, row: Puzzle) -> dict[str, Any]:
    position = puzzle_store.position_of(row)
    return {
        "url": reverse("games:puzzle", args=[row.key]),
        "book": ruleset_name(position.ruleset),
        "level": level_of(row.mu, row.tries),
        "people": words.people_solved(row.solved, row.tries),
        "answered": puzzles.was_answered(request.user, request.session, row),
        "stage": stage(position.ruleset, position.sight.layout),
    }


def _named(position: Position, move: str) -> str:
    """A play of the position in words; empty where it is none."""
    found = next((option for option in position.options if str(option) == move), None)
    return learning.move_name(position.sight.layout, found) if found is not None else ""


def _counted_before(request: HttpRequest, row: Puzzle, position: Position) -> str:
    if not puzzles.was_answered(request.user, request.session, row):
        return ""
    first = puzzles.first_answer(request.user, row) if request.user.is_authenticated else None
    return words.counted_before(_named(position, first.move) if first is not None else "")


def _page(request: HttpRequest, row: Puzzle, shown: Shown, **more: str) -> HttpResponse:
    wanted = _wanted(request)
    onward = urlencode({**wanted, "but": row.key})
    context = {
        "address": reverse("games:puzzle", args=[row.key]),
        "wanted": wanted,
        "query": urlencode(wanted),
        "next": f"{reverse('games:next_puzzle')}?{onward}",
        "of_day": puzzles.is_of_day(row, puzzles.today()),
        "standing": _told(request),
        "counts": True,
        **more,
    }
    return _rendered(request, shown, context)


def _own_page(request: HttpRequest, choice: Choice, shown: Shown, **more: str) -> HttpResponse:
    assert isinstance(request.user, User)
    older = puzzle_store.mistake_after(request.user, choice)
    context = {
        "address": _address_of(choice),
        "wanted": {},
        "query": "",
        "next": _address_of(older) if older is not None else reverse("games:puzzle_mistakes"),
        "replay": replay_url(choice.match.code, choice.round_no, choice.move_no),
        **more,
    }
    return _rendered(request, shown, context)


def _rendered(request: HttpRequest, shown: Shown, context: dict[str, Any]) -> HttpResponse:
    name = FRAGMENT if asks_for_a_part(request) else PAGE
    response = render(request, name, {"page": shown, **context}, status=422 if context.get("fault") else 200)
    patch_vary_headers(response, ["HX-Request"])
    return response
