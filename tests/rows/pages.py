"""Lists, searches, the desk's doors: B17, B37, and the doors of B30."""

from __future__ import annotations

from django.http import HttpResponse

from accounts.models import User
from tests.rows.table import SIGNED_IN, Ask, Row, World, get, rows

LISTS = ("/matches/", "/leaderboards/", "/tables/", "/")
ODD = {
    "a page too far": "page=" + "1" + "0" * 20,
    "a page before": "page=-1",
    "a page of letters": "page=a",
    "sort by password": "sort=password",
    "sort by another's": "sort=-user__password",
    "100 kB": "q=" + "x" * 100_000,
    "before": "before=-1",
    "before nonsense": "before=%F0%9F%98%80",
    "after too far": "after=" + "9" * 40,
    "dates": "since=0000-00-00&until=9999-99-99",
    "a late date": "since=9999-12-31&until=0001-01-01",
    "half a sign": "player=%ff%fe",
    "a surrogate": "player=%ed%a0%80",
    "percent signs": "player=%25%25%25",
    "marks": "player=%CC%81%CC%81",
    "unknown rules": "rules=x'%3B--&format=9&result=none",
}
TARGETS = (
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/%0d%0aSet-Cookie:a=b",
    "\thttps://evil.example",
    "http:evil.example",
    "https:///evil.example",
    "//evil%00",
)
DESK = ("/admin/", "/admin/games/match/", "/admin/accounts/user/")


def _stays(world: World, answer: HttpResponse) -> None:
    assert answer.status_code != 302 or answer["Location"].startswith("/")
    if answer.status_code == 302:
        assert not answer["Location"].startswith(("//", "/\\"))
        assert "evil" not in answer["Location"]
    assert "a" not in answer.cookies


def _boss(world: World) -> None:
    User.objects.filter(pk=world.cast.carol.pk).update(is_staff=True, is_superuser=True)


def _refused_lookup(world: World, answer: HttpResponse) -> None:
    """The look-up decides nothing: it is answered as one that no row could pass."""
    assert b"pbkdf2" not in answer.content
    assert b"argon2" not in answer.content


ROWS: list[Row] = [
    *[
        row
        for path in LISTS
        for row in rows(
            "B17",
            path.strip("/") or "home",
            {name: get(f"{path}?{query}") for name, query in ODD.items()},
            (200, 400, 404),
        )
    ],
    *rows(
        "B17",
        "page of a replay",
        {
            text[:9]: get(f"/m/{{code}}/?move={text}")
            for text in ("9999.999", "0.0", "-1.1", "a", "1.1.1", "٣.١", "9" * 50)
        },
        404,
        scene="over",
    ),
    *rows(
        "B17",
        "seat of a replay",
        {text[:9]: get(f"/m/{{code}}/?seat={text}") for text in ("9", "-1", "x", "9" * 40)},
        200,
        scene="over",
    ),
    *rows(
        "B17",
        "a position",
        {
            str(n): get(f"/explain/?{text}")
            for n, text in enumerate(
                ("rules=none", "moves=" + "55," * 5000, "moves=77", "tile=99", "rules=pagat&moves=%F0", "moves=55,55")
            )
        },
        (200, 400, 404),
    ),
    *rows(
        "B17",
        "a question",
        {
            str(n): get(f"/learn/count/?{text}")
            for n, text in enumerate(("n=-1", "n=" + "9" * 40, "answer=x", "seed=%00x"))
        },
        (200, 400, 404),
    ),
    *rows(
        "B30",
        "language switch to",
        {str(n): Ask("/i18n/setlang/", "", form={"language": "en", "next": text}) for n, text in enumerate(TARGETS)},
        302,
        also=_stays,
    ),
    *rows(
        "B30",
        "light switch to",
        {str(n): Ask("/settings/theme/", "", form={"theme": "day", "next": text}) for n, text in enumerate(TARGETS)},
        (302, 400),
        also=_stays,
    ),
    *rows(
        "B30",
        "login to",
        {
            str(n): Ask("/accounts/login/", "", form={"login": "Alice", "password": "eleven herons", "next": text})
            for n, text in enumerate(TARGETS)
        },
        (302, 400),
        changes=SIGNED_IN,
        also=_stays,
    ),
    *rows(
        "B30",
        "logout to",
        {str(n): Ask("/accounts/logout/", form={"next": text}) for n, text in enumerate(TARGETS)},
        (302, 400),
        also=_stays,
    ),
    *rows("B37", "the desk", {path: get(path) for path in DESK}, (302, 403)),
    *rows("B37", "the desk without login", {path: get(path, "") for path in DESK}, (302, 403)),
    *rows(
        "B37",
        "look-up of",
        {
            "a password": get("/admin/accounts/user/?password__startswith=a", "Carol"),
            "a mail": get("/admin/accounts/user/?email__startswith=a", "Carol"),
            "another's mail": get("/admin/games/match/?created_by__email__contains=a", "Carol"),
            "a key": get("/admin/games/match/?seats__user__password__startswith=a", "Carol"),
            "nothing known": get("/admin/games/match/?x__y=1", "Carol"),
        },
        (302, 400, 403),
        first=(_boss,),
        also=_refused_lookup,
    ),
]
