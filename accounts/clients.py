"""From where a request comes: an address as text, read in one way wherever it is counted, kept or told."""

from __future__ import annotations

import ipaddress

from allauth.core.internal.httpkit import clean_client_ip


def plain_ip(text: str) -> str:
    """The address alone: without a port, and of IPv4 as such; "" for what is none.

    A listener for both kinds writes IPv4 as `::ffff:203.0.113.7`. All of these lie in one network of IPv6, so that
    every client in the world would be counted as one house.
    """
    found = clean_client_ip(text)
    if found is None:
        return ""
    address = ipaddress.ip_address(found)
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)
