"""Where to go on, as a form or the page before says: only to a page of this site."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def own_address(request: HttpRequest, *candidates: str | None) -> str:
    """The first of these addresses that leads to this site; "" when none does."""
    for address in candidates:
        # A word without a slash is allowed there, too, and would be taken for the name of a page.
        ours = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
        if ours and str(address).startswith(("/", "http://", "https://")):
            return str(address)
    return ""
