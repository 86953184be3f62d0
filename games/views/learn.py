"""Learning to count: three ways in, and questions whose answers are told at once.

A question is its kind, rule book, level and seed: the page holds these in a signed token, never the answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.books import Book
from games.forms import PRESET_ORDER
from games.learning.questions import (
    COUNT,
    LADDER_NAME,
    LEVELS,
    PLAYS,
    CountQuestion,
    PlaysQuestion,
    level_of,
    question,
    ruleset_of,
)
from games.presenters.learning import Asked, answered_count, answered_play, asked
from games.presenters.lesson import step
from games.services import learning
from games.services.learning import Standing
from games.views.explain import CLASSIC, asks_for_a_part, book_named, choices_with
from games.words import learning as words

SALT = "games.learning.question"
PAGE, FRAGMENT = "games/learn_ask.html", "games/partials/_ask.html"
BOOKS = (*PRESET_ORDER, LADDER_NAME)
#: The pictures of the ways: a question of this seed, and this step of the round.
SIGN, SIGN_STEP = 11, 6
ADDRESSES = {COUNT: "games:learn_count", PLAYS: "games:learn_plays"}


@dataclass(frozen=True)
class Token:
    """What a page must bring back with an answer: which question it was, and of whom it was asked."""

    kind: str
    book: str
    level: int
    number: int
    seed: int
    learner: str

    def signed(self) -> str:
        parts = [self.kind, self.book, self.level, self.number, self.seed, self.learner]
        return signing.dumps(parts, salt=SALT)

    @property
    def rules(self) -> Book:
        """Http404 when they are gone."""
        return _book(self.book, self.level)

    @property
    def question(self) -> CountQuestion | PlaysQuestion:
        return question(self.kind, self.rules.ruleset, self.level, self.seed)


def read_token(text: str, kind: str) -> Token | None:
    """The token of a question of this kind, None if it is none of ours."""
    try:
        token = Token(*signing.loads(text, salt=SALT))
    except (signing.BadSignature, TypeError):
        return None
    return token if token.kind == kind and token.level in range(LEVELS) else None


def _book(name: str, level: int) -> Book:
    """The rules of a question; *name* as in an address, or ``all``, which takes the rule book of the level. Http404."""
    return Book(ruleset_of(name, level)) if name == LADDER_NAME else book_named(name)


@require_safe
@never_cache
def learn(request: HttpRequest) -> HttpResponse:
    """Three ways to learn, and how one does so far."""
    ways = [
        {
            "kind": kind,
            "heading": words.question(kind),
            "address": reverse(ADDRESSES[kind]),
            "standing": _told(_standing(request, kind)),
            "stage": asked(question(kind, ruleset_of(CLASSIC, level), level, SIGN), kind, level).stage,
        }
        for kind, level in ((COUNT, 2), (PLAYS, 0))
    ]
    context = {"ways": ways, "books": _books(), "pictures": {"round": step(SIGN_STEP).stage}}
    return render(request, "games/learn.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def count(request: HttpRequest) -> HttpResponse:
    """``?rules=five_up``: what is the count of this table?"""
    return _ask(request, COUNT)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plays(request: HttpRequest) -> HttpResponse:
    """``?rules=five_up``: which play of this hand scores most? ``tile=50`` takes up a tile of the question ``q``."""
    return _ask(request, PLAYS)


@require_safe
def first_round(request: HttpRequest) -> HttpResponse:
    """``?step=3``: a round with words at each step; ``tile`` is taken up, ``play`` was tried and not asked for."""
    number = request.GET.get("step", "1")
    try:
        shown = step(int(number) if number.isdecimal() else 0, request.GET.get("tile", ""), request.GET.get("play", ""))
    except (IndexError, ValueError):
        raise Http404(_("This round has no such step.")) from None
    name = "games/partials/_round.html" if asks_for_a_part(request) else "games/learn_round.html"
    response = render(request, name, {"page": shown})
    patch_vary_headers(response, ["HX-Request"])
    return response


def _ask(request: HttpRequest, kind: str) -> HttpResponse:
    if request.method == "POST":
        token = read_token(request.POST.get("q", ""), kind)
        return redirect(ADDRESSES[kind]) if token is None else _answer(request, token)
    token = read_token(request.GET.get("q", ""), kind) or _due(request, kind)
    shown = asked(token.question, kind, token.level, request.GET.get("tile", ""))
    return _page(request, token, shown, _standing(request, kind))


def _due(request: HttpRequest, kind: str) -> Token:
    """The question that is due: the same until it is answered."""
    book = request.GET.get("rules") or CLASSIC
    _book(book, 0)
    standing = _standing(request, kind)
    learner = learning.learner_of(request.user, request.session)
    seed = learning.seed_of(learner, kind, book, standing.answered)
    return Token(kind, book, level_of(standing.current), standing.answered, seed, learner)


def _answer(request: HttpRequest, token: Token) -> HttpResponse:
    """Tell the answer, and count it if this question was due."""
    shown, fault = _judged(request, token)
    if shown.result is None:
        return _page(request, token, shown, _standing(request, token.kind), fault=fault)
    standing, counted = learning.answer(
        user=request.user,
        session=request.session,
        kind=token.kind,
        learner=token.learner,
        number=token.number,
        is_right=shown.result.right,
    )
    return _page(request, token, shown, standing, note="" if counted else words.not_counted())


def _judged(request: HttpRequest, token: Token) -> tuple[Asked, str]:
    """The question with its result, or as it was and what is wrong with the form."""
    asked_now = token.question
    if isinstance(asked_now, CountQuestion):
        text = request.POST.get("answer", "").strip()
        if text.isascii() and text.isdigit() and len(text) <= 3:
            return answered_count(asked_now, token.level, int(text)), ""
        return asked(asked_now, token.kind, token.level), words.no_number()
    given = next((play for play in asked_now.plays if str(play) == request.POST.get("play", "")), None)
    if given is not None:
        return answered_play(asked_now, token.kind, token.level, given), ""
    return asked(asked_now, token.kind, token.level), words.no_play()


def _page(request: HttpRequest, token: Token, shown: Asked, standing: Standing, **more: str) -> HttpResponse:
    context: dict[str, Any] = {
        "page": shown,
        "token": token.signed(),
        "address": reverse(ADDRESSES[token.kind]),
        "book": token.book,
        "books": choices_with(token.book, token.rules, _books()),
        "standing": _told(standing),
        **more,
    }
    status = 422 if more.get("fault") else 200
    response = render(request, FRAGMENT if asks_for_a_part(request) else PAGE, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _books() -> list[tuple[str, str]]:
    return [(name, words.book_name(name)) for name in BOOKS]


def _standing(request: HttpRequest, kind: str) -> Standing:
    return learning.standing_of(request.user, request.session, kind)


def _told(standing: Standing) -> dict[str, str]:
    """How somebody does, in words; empty before the first answer."""
    if not standing.answered:
        return {}
    return {
        "row": words.in_a_row(standing.current),
        "best": words.best_row(standing.best),
        "right": words.right_of(standing.right, standing.answered),
    }
