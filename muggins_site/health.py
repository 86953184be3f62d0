"""Is the site up? For supervisors and tests."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.services import timing
from games.vitals import since_beat

#: A keeper beats every 1.5 seconds; what is missing for so long is not coming by itself.
LONGEST_SILENCE = 15.0

#: Under which name the keeper of this site beats: "site" in the same process, "keeper" as its own; "" asks for none.
keeper_name = ""


def watch_keeper(name: str) -> None:
    """From now on the site is well only while this keeper beats."""
    global keeper_name
    keeper_name = name


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """`ok` when a query is answered and the keeper has beaten of late; else 503 and what is wrong."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    silence = since_beat(timing.now(), keeper_name) if keeper_name else 0.0
    if silence is None or silence > LONGEST_SILENCE:
        since = "ever" if silence is None else f"for {silence:.0f} seconds"
        return HttpResponse(f"the keeper has not beaten {since}\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")
