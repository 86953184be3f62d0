"""From where a request comes: an address as text, read in one way wherever it is counted, kept or told."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from allauth.core.internal.httpkit import clean_client_ip

IPV6_OF_ONE_HOUSE = 64


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


def network_of(text: str) -> str:
    """`2001:db8::/64` for an address of IPv6, that of IPv4 as it is, else the text itself.

    One house has all of such a network, each thing in it an address of its own, and a new one every day.
    """
    try:
        address = ipaddress.ip_address(plain_ip(text))
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, IPV6_OF_ONE_HOUSE), strict=False))
    return str(address)


def word_of_proxy(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The client as our proxy names it: the last of all words, which it has added itself; "" when it said nothing."""
    words = [value.decode("latin-1") for key, value in headers if key.lower() == b"x-forwarded-for"]
    return ",".join(words).rpartition(",")[2].strip()
