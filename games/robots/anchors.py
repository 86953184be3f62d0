"""How strong the robots are, as fixed ratings: what people's ratings are measured against (docs/decisions/0136).

A rating is (mu, sigma) of Weng and Lin's Plackett–Luce model with beta 25, shown as 1500 + 7·(mu − 25). The robot that
takes the most points has 25, with which everybody begins; the others stand as far from it as whole matches between
neighbours of the ladder say (`bench/anchors.py`), 200 at most: more cannot be told from so few lost matches. Sigma is
the error of that measurement.
"""

from __future__ import annotations

Anchor = tuple[float, float]

ANCHORS: dict[str, dict[str, dict[str, Anchor]]] = {
    "classic": {
        "two": {"beginner": (-128.0, 11.0), "scorer": (25.0, 1.0), "careful": (79.0, 3.3)},
        "three": {"beginner": (-88.0, 4.6), "scorer": (25.0, 1.0), "careful": (45.0, 3.1)},
        "partners": {"beginner": (-6.0, 1.8), "scorer": (25.0, 1.0), "careful": (34.0, 1.3)},
    },
    "muggins": {
        "two": {"beginner": (-156.0, 29.0), "scorer": (25.0, 1.0), "careful": (79.0, 5.9)},
        "three": {"beginner": (-175.0, 35.5), "scorer": (25.0, 1.0), "careful": (47.0, 5.5)},
        "partners": {"beginner": (-85.0, 25.1), "scorer": (25.0, 1.0), "careful": (55.0, 3.1)},
    },
    "five_up": {
        "two": {"beginner": (-55.0, 7.7), "scorer": (25.0, 1.0), "careful": (33.0, 4.5)},
        "three": {"beginner": (-52.0, 6.3), "scorer": (25.0, 1.0), "careful": (49.0, 5.5)},
        "partners": {"beginner": (-20.0, 4.3), "scorer": (25.0, 1.0), "careful": (35.0, 2.3)},
    },
    "sniff": {
        "two": {"beginner": (-82.0, 10.7), "scorer": (25.0, 1.0), "careful": (60.0, 5.0)},
        "three": {"beginner": (-61.0, 6.6), "scorer": (25.0, 1.0), "careful": (50.0, 5.5)},
        "partners": {"beginner": (-20.0, 4.3), "scorer": (25.0, 1.0), "careful": (33.0, 2.3)},
    },
    "latino": {
        "two": {"beginner": (-79.0, 10.3), "scorer": (25.0, 1.0), "careful": (62.0, 5.1)},
        "partners": {"beginner": (-50.0, 9.5), "scorer": (25.0, 1.0), "careful": (42.0, 2.5)},
    },
    "calling": {
        "two": {"beginner": (-175.0, 50.1), "scorer": (25.0, 1.0), "careful": (107.0, 7.8)},
        "three": {"beginner": (-115.0, 10.5), "scorer": (25.0, 1.0), "careful": (70.0, 5.6)},
        "partners": {"beginner": (-18.0, 4.1), "scorer": (25.0, 1.0), "careful": (47.0, 2.7)},
    },
}


def anchor_of(kind: str, family: str, form: str) -> Anchor | None:
    """The fixed rating of a robot in a family and a format ("two", "three", "partners"); None when it was not measured.

    >>> anchor_of("scorer", "classic", "two")[0]
    25.0
    """
    return ANCHORS.get(family, {}).get(form, {}).get(kind)
