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
            "brass": (83.6, 6.8),
            "ebony": (128.3, 9.8),
        },
        "three": {
            "beginner": (-5.1, 3.5),
            "scorer": (25.0, 1.0),
            "careful": (31.1, 3.0),
            "brass": (60.7, 5.7),
            "ebony": (95.5, 9.4),
        },
        "partners": {
            "beginner": (15.0, 1.6),
            "scorer": (25.0, 1.0),
            "careful": (27.6, 1.4),
            "brass": (36.0, 2.7),
            "ebony": (44.5, 4.1),
        },
    },
    "muggins": {
        "two": {
            "beginner": (-15.2, 6.8),
            "scorer": (25.0, 1.0),
            "careful": (45.5, 5.9),
            "brass": (77.5, 15.8),
            "ebony": (118.5, 18.7),
        },
        "three": {
            "beginner": (-45.3, 8.7),
            "scorer": (25.0, 1.0),
            "careful": (22.9, 8.1),
            "brass": (50.8, 10.9),
            "ebony": (77.0, 19.5),
        },
        "partners": {
            "beginner": (-15.5, 6.1),
            "scorer": (25.0, 1.0),
            "careful": (29.6, 4.2),
            "brass": (39.5, 7.4),
            "ebony": (51.6, 9.6),
        },
    },
    "five_up": {
        "two": {
            "beginner": (4.4, 5.5),
            "scorer": (25.0, 1.0),
            "careful": (47.6, 5.4),
            "brass": (69.3, 14.2),
            "ebony": (108.0, 17.3),
        },
        "three": {
            "beginner": (3.9, 5.9),
            "scorer": (25.0, 1.0),
            "careful": (39.2, 4.5),
            "brass": (68.1, 8.4),
            "ebony": (86.4, 16.8),
        },
        "partners": {
            "beginner": (16.8, 2.0),
            "scorer": (25.0, 1.0),
            "careful": (31.6, 2.1),
            "brass": (46.1, 5.5),
            "ebony": (57.8, 7.6),
        },
    },
    "sniff": {
        "two": {
            "beginner": (0.8, 4.8),
            "scorer": (25.0, 1.0),
            "careful": (45.9, 4.5),
            "brass": (71.6, 13.0),
            "ebony": (110.3, 16.2),
        },
        "three": {
            "beginner": (-0.2, 3.4),
            "scorer": (25.0, 1.0),
            "careful": (27.6, 3.3),
            "brass": (56.5, 7.6),
            "ebony": (82.4, 15.3),
        },
        "partners": {
            "beginner": (16.2, 1.9),
            "scorer": (25.0, 1.0),
            "careful": (35.3, 2.1),
            "brass": (45.4, 5.5),
            "ebony": (57.1, 7.7),
        },
    },
    "latino": {
        "two": {
            "beginner": (-10.1, 5.4),
            "scorer": (25.0, 1.0),
            "careful": (55.6, 4.0),
            "brass": (83.6, 13.7),
            "ebony": (122.1, 16.9),
        },
        "partners": {
            "beginner": (12.9, 1.8),
            "scorer": (25.0, 1.0),
            "careful": (38.2, 1.7),
            "brass": (44.1, 5.0),
            "ebony": (58.2, 7.1),
        },
    },
    "calling": {
        "two": {
            "beginner": (-65.0, 5.6),
            "scorer": (25.0, 1.0),
            "careful": (90.9, 5.2),
            "brass": (107.0, 12.1),
            "ebony": (147.7, 15.5),
        },
        "three": {
            "beginner": (-55.6, 3.5),
            "scorer": (25.0, 1.0),
            "careful": (70.9, 3.2),
            "brass": (98.5, 7.7),
            "ebony": (126.9, 13.9),
        },
        "partners": {
            "beginner": (-3.8, 2.1),
            "scorer": (25.0, 1.0),
            "careful": (45.1, 1.9),
            "brass": (54.6, 5.3),
            "ebony": (69.1, 7.6),
        },
    },
}


def anchor_of(kind: str, family: str, form: str) -> Anchor | None:
    """The fixed rating of a robot in a family and a format ("two", "three", "partners"); None when it was not measured.

    >>> anchor_of("scorer", "classic", "two")[0]
    25.0
    """
    return ANCHORS.get(family, {}).get(form, {}).get(kind)
