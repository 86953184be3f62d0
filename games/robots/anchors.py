"""How strong the robots are, as fixed ratings: what people's ratings are measured against (docs/decisions/0136).

A rating is (mu, sigma) of Weng and Lin's Plackett–Luce model with beta 25, shown as 1500 + 7·(mu − 25). The robot that
takes the most points has 25, with which everybody begins; the others stand as far from it as whole matches between
neighbours of the ladder say, and matches made of single rounds (`bench/anchors.py`), 200 at most between two: more
cannot be told from so few lost matches. Of the two that think long, a game says little by itself: the gap below each is
drawn towards that in the other games of the format (docs/decisions/0240). Sigma is the error of the measurement, that
of the neighbours below included.
"""

from __future__ import annotations

Anchor = tuple[float, float]

ANCHORS: dict[str, dict[str, dict[str, Anchor]]] = {
    "classic": {
        "two": {
            "beginner": (-8.5, 2.8),
            "scorer": (25.0, 1.0),
            "careful": (53.6, 2.9),
            "brass": (83.1, 6.9),
            "ebony": (130.0, 10.2),
        },
        "three": {
            "beginner": (-5.1, 3.5),
            "scorer": (25.0, 1.0),
            "careful": (32.9, 2.4),
            "brass": (64.8, 5.7),
            "ebony": (100.6, 9.5),
        },
        "partners": {
            "beginner": (15.0, 1.6),
            "scorer": (25.0, 1.0),
            "careful": (27.4, 1.1),
            "brass": (36.2, 2.6),
            "ebony": (44.4, 4.0),
        },
    },
    "muggins": {
        "two": {
            "beginner": (-15.2, 6.8),
            "scorer": (25.0, 1.0),
            "careful": (45.5, 5.9),
            "brass": (82.0, 17.3),
            "ebony": (123.7, 22.6),
        },
        "three": {
            "beginner": (-45.3, 8.7),
            "scorer": (25.0, 1.0),
            "careful": (32.3, 4.3),
            "brass": (61.3, 15.0),
            "ebony": (78.4, 27.1),
        },
        "partners": {
            "beginner": (-15.5, 6.1),
            "scorer": (25.0, 1.0),
            "careful": (29.6, 4.2),
            "brass": (39.8, 9.7),
            "ebony": (54.1, 12.4),
        },
    },
    "five_up": {
        "two": {
            "beginner": (4.4, 5.5),
            "scorer": (25.0, 1.0),
            "careful": (47.6, 5.4),
            "brass": (54.3, 12.4),
            "ebony": (83.8, 17.7),
        },
        "three": {
            "beginner": (3.9, 5.9),
            "scorer": (25.0, 1.0),
            "careful": (34.1, 3.9),
            "brass": (68.9, 13.2),
            "ebony": (68.0, 21.6),
        },
        "partners": {
            "beginner": (16.8, 2.0),
            "scorer": (25.0, 1.0),
            "careful": (31.6, 2.1),
            "brass": (50.3, 6.8),
            "ebony": (62.2, 8.8),
        },
    },
    "sniff": {
        "two": {
            "beginner": (0.8, 4.8),
            "scorer": (25.0, 1.0),
            "careful": (45.9, 4.5),
            "brass": (70.8, 13.2),
            "ebony": (102.7, 18.7),
        },
        "three": {
            "beginner": (-0.2, 3.4),
            "scorer": (25.0, 1.0),
            "careful": (28.8, 3.2),
            "brass": (64.7, 10.8),
            "ebony": (90.4, 17.9),
        },
        "partners": {
            "beginner": (16.2, 1.9),
            "scorer": (25.0, 1.0),
            "careful": (35.3, 2.1),
            "brass": (49.6, 6.2),
            "ebony": (63.9, 9.0),
        },
    },
    "latino": {
        "two": {
            "beginner": (-10.1, 5.4),
            "scorer": (25.0, 1.0),
            "careful": (55.6, 4.0),
            "brass": (79.4, 14.8),
            "ebony": (108.3, 20.0),
        },
        "partners": {
            "beginner": (12.9, 1.8),
            "scorer": (25.0, 1.0),
            "careful": (38.2, 1.7),
            "brass": (38.1, 4.5),
            "ebony": (54.8, 7.2),
        },
    },
    "calling": {
        "two": {
            "beginner": (-65.0, 5.6),
            "scorer": (25.0, 1.0),
            "careful": (90.9, 5.2),
            "brass": (109.6, 12.4),
            "ebony": (144.1, 16.6),
        },
        "three": {
            "beginner": (-55.6, 3.5),
            "scorer": (25.0, 1.0),
            "careful": (70.9, 3.2),
            "brass": (101.2, 10.3),
            "ebony": (132.0, 15.9),
        },
        "partners": {
            "beginner": (-3.8, 2.1),
            "scorer": (25.0, 1.0),
            "careful": (45.1, 1.9),
            "brass": (51.9, 6.0),
            "ebony": (71.3, 8.7),
        },
    },
}


def anchor_of(kind: str, family: str, form: str) -> Anchor | None:
    """The fixed rating of a robot in a family and a format ("two", "three", "partners"); None when it was not measured.

    >>> anchor_of("scorer", "classic", "two")[0]
    25.0
    """
    return ANCHORS.get(family, {}).get(form, {}).get(kind)
