"""Leaderboards, and the pages of players."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import boards, profiles
from accounts.company import company_of
from accounts.following import follows
from accounts.models import Period, Rating, User
from accounts.ratings import SETTLED
from accounts.sums import ENOUGH
from games.models import Match
from games.presenters import profile as shown
from games.presenters.accuracy import accuracy
from games.presenters.boards import board_table, books_of
from games.presenters.puzzles import told
from games.reviewed import grades_of
from games.rules.families import FAMILIES
from games.services import puzzles, timing
from games.words import boards as words

FORMATS = ("two", "three", "partners")
MOST_DIGITS = 5
MOST_GRADES = 60


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """One board; what the address does not name, or names wrongly, is the usual."""
    context = _board(request.GET, request.user if isinstance(request.user, User) else None)
    fragment = request.headers.get("HX-Request") == "true"
    return render(request, "games/partials/_board.html" if fragment else "games/leaderboards.html", context)


def _one_of(query: QueryDict, name: str, allowed: tuple[str, ...], usual: str) -> str:
    value = query.get(name, "")
    return value if value in allowed else usual


def _page_number(query: QueryDict) -> int:
    text = query.get("page", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else 1


def _board(query: QueryDict, viewer: User | None) -> dict[str, Any]:
    metric = _one_of(query, "board", boards.METRICS, boards.RATING)
    family = _one_of(query, "game", FAMILIES, FAMILIES[0])
    form = "partners" if metric == boards.PAIRS else _one_of(query, "format", FORMATS, FORMATS[0])
    period = _one_of(query, "period", boards.PERIODS, str(Period.ALL))
    at, number = timing.now(), _page_number(query)
    page = _ask(metric, family, form, period, number, viewer)
    overall = month = {}
    if metric == boards.RATING:
        players = [line.row.player_id for line in page.lines + ((page.mine,) if page.mine else ())]
        overall = boards.sums_of(players, boards.board_of(Period.ALL, family, form, at))
        month = boards.sums_of(players, boards.board_of(Period.MONTH, family, form, at))
    enough = SETTLED if metric == boards.RATING else ENOUGH[Period(period)]
    return {
        "table": board_table(page, metric, (family, form), viewer, overall, month),
        "line": words.board_line(metric, family, form, enough),
        "books": books_of(family, form),
        "metric": metric,
        "ranks_ratings": metric == boards.RATING,
        "ranks_pairs": metric == boards.PAIRS,
        "choices": _choices(metric, family, form, period),
        "query": f"board={metric}&game={family}&format={form}&period={period}&",
    }


def _ask(metric: str, family: str, form: str, period: str, number: int, viewer: User | None) -> boards.BoardPage:
    if metric == boards.RATING:
        return boards.rating_page(family, form, number, viewer)
    board = boards.board_of(period, family, form, timing.now())
    if metric == boards.PAIRS:
        return boards.pairs_page(board, number, viewer)
    return boards.sums_page(metric, board, number, viewer)


def _choices(metric: str, family: str, form: str, period: str) -> dict[str, list[dict[str, Any]]]:
    def options(names: dict[str, Any], values: tuple[str, ...], chosen: str) -> list[dict[str, Any]]:
        return [{"value": value, "name": names[value], "chosen": value == chosen} for value in values]

    return {
        "board": options(words.METRIC_NAMES, boards.METRICS, metric),
        "game": options(words.FAMILY_NAMES, FAMILIES, family),
        "format": options(words.FORMAT_NAMES, FORMATS, form),
        "period": options(words.PERIOD_NAMES, boards.PERIODS, period),
    }


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """A player's page. Who hides his history shows others his name and his ratings."""
    found = profiles.player_called(name)
    if found is None:
        raise Http404
    viewer = request.user if isinstance(request.user, User) else None
    rows = profiles.ratings_of(found)
    chosen = next((row for row in rows if f"{row.family}.{row.format}" == request.GET.get("game")), None)
    chosen = chosen or (rows[0] if rows else None)
    context: dict[str, Any] = {
        "player": found,
        "own": viewer == found,
        "followed": follows(viewer, found),
        "shunned": company_of(viewer, found),
        "hidden": not profiles.may_see_history(found, viewer),
        "ratings": shown.rating_lines(rows, chosen),
        "chosen": next((line for line in shown.rating_lines(rows, chosen) if line.chosen), None),
    }
    if viewer == found:
        context["puzzles"] = told(puzzles.standing_of_person(found), puzzles.today())
    if not context["hidden"]:
        context |= _history(found, viewer, chosen)
    return render(request, "games/player.html", context)


def _history(found: User, viewer: User | None, chosen: Rating | None) -> dict[str, Any]:
    results = profiles.results_of(found, own=viewer == found)
    totals = profiles.totals_of(results)
    newest = list(results[: profiles.RESULTS_PAGE])
    codes = [row.match for row in newest]
    others, changes = profiles.opponents_in(codes, found), profiles.changes_in(codes, found)
    matches = {match.code: match for match in Match.objects.filter(code__in=codes)}
    company = profiles.company_of(results)
    names = [met.name for met in company.opponents + company.partners if met.name]
    users = {user.username: user for user in User.objects.filter(username__in=names)}
    return {
        "totals": totals,
        "won_share": words.percent(totals.won, totals.matches),
        "plays": [words.FAMILY_NAMES[family] for family in profiles.plays(results)],
        "chart": shown.curve(profiles.curve_of(chosen)) if chosen is not None else None,
        "results": [
            shown.result_line(row, others.get(row.match, []), changes.get(row.match), matches.get(row.match))
            for row in newest
        ],
        "accuracy": accuracy(grades_of(found, MOST_GRADES, private=viewer == found)),
        "best_plays": [shown.best_play(row) for row in profiles.best_plays(results)],
        "opponents": shown.met_lines(company.opponents, users),
        "partners": shown.met_lines(company.partners, users),
        "tally": shown.life_tally(totals.strokes),
        "between": _between(found, viewer),
    }


def _between(found: User, viewer: User | None) -> list[tuple[str, shown.MetLine]]:
    """How it went between the viewer and this player, where they met."""
    if viewer is None or viewer == found or viewer.is_guest:
        return []
    against, together = profiles.head_to_head(viewer, found)
    return [
        (kind, shown.met_line(met, found))
        for kind, met in (("against", against), ("together", together))
        if met.matches
    ]
