"""How strong the robots are, as fixed ratings: what people's ratings are measured against (docs/decisions/0136).

A rating is (mu, sigma) of Weng and Lin's Plackett–Luce model with beta 25, shown as 1500 + 7·(mu − 25). The robot that
takes the most points has 25, with which everybody begins; the others stand as far from it as whole matches of the
classic game between neighbours of the ladder say (`bench/anchors.py`). Sigma is the error of that measurement.
"""

from __future__ import annotations

Anchor = tuple[float, float]

ANCHORS: dict[str, dict[str, Anchor]] = {
    "two": {"beginner": (-128.0, 11.0), "scorer": (25.0, 1.0), "careful": (79.0, 3.0)},
    "three": {"beginner": (-88.0, 5.0), "scorer": (25.0, 1.0), "careful": (45.0, 3.0)},
    "partners": {"beginner": (-60.0, 5.0), "scorer": (25.0, 1.0), "careful": (50.0, 3.0)},
}


def anchor_of(kind: str, form: str) -> Anchor | None:
    """The fixed rating of a robot in a format ("two", "three", "partners"); None when it has not been measured.

    >>> anchor_of("scorer", "two")[0]
    25.0
    """
    return ANCHORS.get(form, {}).get(kind)
