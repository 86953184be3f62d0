"""Is the site up? For supervisors and tests."""

import logging

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils.log import log_response
from django.views.decorators.http import require_safe

from games.services import timing
from games.vitals import since_beat

logger = logging.getLogger("muggins.health")

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
        response = HttpResponse(f"the keeper has not beaten {since}\n", status=503, content_type="text/plain")
        if silence is None:  # a site that starts is asked before its keeper's first beat: nothing has gone wrong
            said = "The keeper has not beaten yet."
            log_response(said, response=response, request=request, logger=logger, level="warning")
        return response
    return HttpResponse("ok\n", content_type="text/plain")
