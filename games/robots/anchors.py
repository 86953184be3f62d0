"""How strong the robots are, as fixed ratings: what people's ratings are measured against (docs/decisions/0136).

A rating is (mu, sigma) of Weng and Lin's Plackett–Luce model with beta 25, shown as 1500 + 7·(mu − 25). The robot that
takes the most points has 25, with which everybody begins; the others stand as far from it as whole matches between
neighbours of the ladder say (`bench/anchors.py`), 200 at most between two: more cannot be told from so few lost
matches. Sigma is the error of the measurement, that of the neighbours below included. A pair that has not played 40
matches is left out, and what stands above it (docs/decisions/0207).
"""

from __future__ import annotations

Anchor = tuple[float, float]

ANCHORS: dict[str, dict[str, dict[str, Anchor]]] = {
    "classic": {
        "two": {
            "beginner": (-5.5, 5.0),
            "scorer": (25.0, 1.0),
            "careful": (56.9, 5.1),
            "brass": (90.4, 8.7),
            "ebony": (140.0, 12.2),
        },
        "three": {
            "beginner": (-8.6, 5.6),
            "scorer": (25.0, 1.0),
            "careful": (40.5, 5.8),
            "brass": (72.1, 8.2),
            "ebony": (112.1, 11.8),
        },
        "partners": {
            "beginner": (13.5, 2.5),
            "scorer": (25.0, 1.0),
            "careful": (30.6, 2.6),
            "brass": (38.2, 3.6),
            "ebony": (45.0, 5.0),
        },
    },
    "muggins": {
        "two": {"beginner": (-9.2, 11.4), "scorer": (25.0, 1.0), "careful": (39.6, 10.5)},
        "three": {"beginner": (-46.9, 14.0), "scorer": (25.0, 1.0), "careful": (8.6, 14.4)},
        "partners": {"beginner": (-20.3, 9.9), "scorer": (25.0, 1.0), "careful": (33.2, 5.4)},
    },
    "five_up": {
        "two": {"beginner": (4.2, 10.7), "scorer": (25.0, 1.0), "careful": (33.7, 10.3)},
        "three": {"beginner": (-1.5, 12.5), "scorer": (25.0, 1.0), "careful": (47.9, 12.6)},
        "partners": {"beginner": (13.0, 5.4), "scorer": (25.0, 1.0), "careful": (29.4, 5.2)},
    },
    "sniff": {
        "two": {"beginner": (-12.9, 11.7), "scorer": (25.0, 1.0), "careful": (33.7, 10.3)},
        "three": {"beginner": (5.6, 12.6), "scorer": (25.0, 1.0), "careful": (21.6, 13.5)},
        "partners": {"beginner": (11.4, 5.5), "scorer": (25.0, 1.0), "careful": (43.9, 5.9)},
    },
    "latino": {
        "two": {"beginner": (-5.6, 11.2), "scorer": (25.0, 1.0), "careful": (52.2, 11.0)},
        "partners": {"beginner": (9.7, 5.6), "scorer": (25.0, 1.0), "careful": (29.4, 5.2)},
    },
    "calling": {
        "two": {"beginner": (-51.6, 13.7), "scorer": (25.0, 1.0), "careful": (101.6, 13.8)},
        "three": {"beginner": (-55.0, 12.0), "scorer": (25.0, 1.0), "careful": (84.4, 13.3)},
        "partners": {"beginner": (6.1, 5.9), "scorer": (25.0, 1.0), "careful": (52.6, 6.8)},
    },
}


def anchor_of(kind: str, family: str, form: str) -> Anchor | None:
    """The fixed rating of a robot in a family and a format ("two", "three", "partners"); None when it was not measured.

    >>> anchor_of("scorer", "classic", "two")[0]
    25.0
    """
    return ANCHORS.get(family, {}).get(form, {}).get(kind)
