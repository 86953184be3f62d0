"""How much of what anybody may ask for: one table, by the names of addresses (CHECKS C36).

A count is for each person and, thirty times as wide, for each address: a club behind one router is thirty people.
docs/decisions/0175-limits.md says where counts are kept and why.
"""

from collections.abc import Mapping
from dataclasses import dataclass

UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
READS = frozenset({"GET", "HEAD"})
PEOPLE_BEHIND_ONE_ADDRESS = 30
MINUTE, HOUR = 60, 3600


@dataclass(frozen=True)
class Limit:
    """At most `amount` requests in `seconds` for a person; `lasting` counts outlive a restart.

    `strangers`: counts only those who are not signed in, and so by their address alone.
    """

    name: str
    amount: int
    seconds: int
    methods: frozenset[str] = UNSAFE
    lasting: bool = False
    strangers: bool = False

    @property
    def amount_of_address(self) -> int:
        """Requests in `seconds` from one address, whoever sends them."""
        return self.amount * PEOPLE_BEHIND_ONE_ADDRESS


REGISTER = Limit("register", 10, HOUR, lasting=True)
LOGIN = Limit("login", 20, 5 * MINUTE, lasting=True)
RESET = Limit("reset", 5, HOUR, lasting=True)
SECRETS = Limit("secrets", 20, 5 * MINUTE, lasting=True)
GUEST = Limit("guest", 10, HOUR, lasting=True, strangers=True)
CREATE = Limit("create", 30, 10 * MINUTE, lasting=True)
JOIN = Limit("join", 60, MINUTE)
INVITE = Limit("invite", 60, MINUTE, UNSAFE | READS)
REPORT = Limit("report", 20, HOUR, lasting=True)
TALK = Limit("talk", 20, MINUTE)
PLAY = Limit("play", 10, 1)
HINT = Limit("hint", 20, MINUTE)
RESYNC = Limit("resync", 10, 1, UNSAFE | READS)
PICTURES = Limit("pictures", 60, 10, READS)
UPLOAD = Limit("upload", 10, 10 * MINUTE, lasting=True)
COMPUTE = Limit("compute", 60, 10, UNSAFE | READS)
#: A review is a minute's work, and accounts' matches get theirs unasked.
REVIEW = Limit("review", 20, HOUR, lasting=True)
REVIEW_OF_STRANGERS = Limit("review_of_strangers", 2, HOUR, lasting=True, strangers=True)
SEARCH = Limit("search", 120, MINUTE, READS)
EXPORT = Limit("export", 10, HOUR, UNSAFE | READS, lasting=True)
#: Looking for deals by their codes, of which there are 5 · 10¹¹.
GUESS = Limit("guess", 30, MINUTE, READS)
#: For whatever changes something and has no row below; and for looking at a page that has none.
OTHER = Limit("other", 120, MINUTE)
LOOK = Limit("look", 100, 10, READS)
#: Whoever watches over the site asks as often as he likes.
UNCOUNTED = frozenset({"healthz"})

LIMITS: Mapping[str, tuple[Limit, ...]] = {
    # People
    "account_signup": (REGISTER,),
    "accounts:keep": (REGISTER,),
    "accounts:guest": (GUEST,),
    "account_login": (LOGIN,),
    "account_reset_password": (RESET,),
    "account_reset_password_from_key": (SECRETS,),
    "account_change_password": (SECRETS,),
    # Tables
    "games:play_now": (GUEST, CREATE),
    "games:new_table": (CREATE,),
    "games:rematch": (CREATE,),
    "games:play_on": (GUEST, CREATE),
    "games:play_on_study": (GUEST, CREATE),
    "games:play_on_again": (GUEST, CREATE),
    "games:share_deal": (GUEST, CREATE),
    "games:play_daily": (GUEST, CREATE),
    "games:play_deal": (GUEST, CREATE),
    "games:deals": (GUEST, CREATE, GUESS),
    "games:deal": (GUESS,),
    "games:sit": (GUEST, JOIN),
    "games:invite_sit": (GUEST, JOIN),
    "games:back": (JOIN,),
    "games:leave": (JOIN,),
    "games:robot": (JOIN,),
    "games:invite": (INVITE,),
    "games:renew_invite": (INVITE,),
    # A match
    "games:play": (PLAY,),
    "games:muggins": (PLAY,),
    "games:go_on": (PLAY,),
    "games:hint": (HINT,),
    "games:say": (TALK,),
    "games:confirm": (PLAY,),
    "games:mix": (PLAY,),
    "games:sort": (PLAY,),
    "games:table": (RESYNC,),
    "games:state": (RESYNC,),
    # What costs the machine something
    "games:replay_picture": (PICTURES,),
    "games:study_picture": (PICTURES,),
    "games:upload": (UPLOAD,),
    "games:my_records": (EXPORT,),
    "games:my_data_file": (EXPORT,),
    "games:record": (COMPUTE,),
    "games:study_record": (COMPUTE,),
    "games:scoresheet": (COMPUTE,),
    "games:explain": (COMPUTE,),
    "games:learn": (COMPUTE,),
    "games:learn_count": (COMPUTE,),
    "games:learn_plays": (COMPUTE,),
    "games:learn_round": (COMPUTE,),
    "games:new_table_words": (COMPUTE,),
    "games:replay": (COMPUTE,),
    "games:puzzle": (COMPUTE,),
    "games:puzzles": (COMPUTE,),
    "games:next_puzzle": (COMPUTE,),
    "games:puzzle_mistake": (COMPUTE,),
    "games:puzzle_mistakes": (SEARCH,),
    "games:compared": (COMPUTE,),
    "games:study": (COMPUTE,),
    "games:review": (REVIEW, REVIEW_OF_STRANGERS, COMPUTE),
    "games:history": (SEARCH,),
    "games:leaderboards": (SEARCH,),
    "games:player": (SEARCH,),
}
#: Addresses that are many, as allauth's; they are found by how their names begin.
BEGINNINGS: Mapping[str, tuple[Limit, ...]] = {
    "games:report": (REPORT,),
    "mfa_": (SECRETS,),
    "account_": (SECRETS,),
}


def limits_of(name: str, method: str) -> tuple[Limit, ...]:
    """The limits that count for a request to the address of this name by this method."""
    found = LIMITS.get(name) or next((row for start, row in BEGINNINGS.items() if name.startswith(start)), (OTHER,))
    counted = tuple(limit for limit in found if method in limit.methods)
    return (LOOK,) if not counted and method in READS and name not in UNCOUNTED else counted
