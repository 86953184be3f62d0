"""How deals are checked: for players, for who writes a checker, and what all deals have brought."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import DealCount
from games.presenters.chances import chances
from games.rules import fairness
from games.rules.tiles import TILES

CHECKER = settings.BASE_DIR / "docs" / "check_deal.py"
#: The example on the page. Two numbers came, the third seat's browser sent none.
EXAMPLE_MATCH, EXAMPLE_ROUND = "AbCdEfGhIjKlMnOpQrStUv", 3
EXAMPLE_SECRET = bytes(range(32)).hex()
EXAMPLE_VALUES = (bytes(range(32, 64)).hex(), "ff" * 32, None)


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """The explanation, the scheme with an example that is computed by the rules themselves, and the figures."""
    counted = DealCount.objects.values_list("kind", "players", "hand_size", "value", "n")
    context = {"scheme": fairness.SCHEME, "set": TILES, "example": example(), "found": chances(counted)}
    return render(request, "games/fair.html", context)


@cache
def example() -> dict[str, Any]:
    """The test vector."""
    key = fairness.order_key(EXAMPLE_SECRET, EXAMPLE_MATCH, EXAMPLE_ROUND, EXAMPLE_VALUES)
    drawn = fairness.drawn(key, len(EXAMPLE_VALUES))
    return {
        "match": EXAMPLE_MATCH,
        "round": EXAMPLE_ROUND,
        "secret": EXAMPLE_SECRET,
        "values": [value or fairness.NO_NUMBER for value in EXAMPLE_VALUES],
        "commitment": fairness.commitment(EXAMPLE_SECRET, EXAMPLE_MATCH, EXAMPLE_ROUND),
        "key": key.hex(),
        "tiles": " ".join(str(tile) for tile in drawn.tiles),
        "lot": drawn.lot,
    }


@require_safe
def checker(request: HttpRequest) -> FileResponse:
    """The independent checker, as a file."""
    return FileResponse(CHECKER.open("rb"), as_attachment=True, filename=CHECKER.name, content_type="text/x-python")
