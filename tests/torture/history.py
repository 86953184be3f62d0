"""CHECKS.md, section E: what the players wrote down against what is stored. Needs Django, set up on the site's data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games import replay, verification
from games.models import Match, Move, MoveBy, Round
from games.services.rebuild import rebuild
from tests.torture.player import ACKED, REFUSED, Entry


def judge(journal: Sequence[Entry], seen: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Faults by kind; all are 0 where the history holds. `seen`: the newest version of each table on each screen."""
    stored = Counter(Move.objects.filter(by=MoveBy.PERSON).values_list("match__code", "user__username", "key"))
    sent = {(entry.code, entry.player, entry.key): entry for entry in journal}
    matches = list(Match.objects.order_by("pk"))
    versions = {match.code: match.version for match in matches}
    return {
        "acked moves lost": sum(not stored[key] for key, entry in sent.items() if entry.outcome == ACKED),
        "moves doubled": sum(times > 1 for times in stored.values()),
        "refused moves stored": sum(bool(stored[key]) for key, entry in sent.items() if entry.outcome == REFUSED),
        "moves that nobody sent": sum(key not in sent for key in stored),
        "other moves than were sent": _others(sent),
        "matches that do not replay": sum(bool(verification.faults_of(match)) for match in matches),
        "versions without 28 distinct tiles": sum(_broken_versions(match) for match in matches),
        "results or ratings that differ": len(rebuild(write=False)),
        "screens ahead of the site": sum(version > versions[code] for code, version in seen if code in versions),
    }


def _others(sent: dict[tuple[str, str, str], Entry]) -> int:
    rows = Move.objects.filter(by=MoveBy.PERSON).values_list("match__code", "user__username", "key", "text")
    return sum(text != sent[code, name, key].move for code, name, key, text in rows if (code, name, key) in sent)


def _broken_versions(match: Match) -> int:
    """Each version that a row made is folded by itself: hands, boneyard and layout hold the set, once."""
    made = [*Round.objects.filter(match=match).values_list("version", flat=True)]
    made += Move.objects.filter(match=match).values_list("version", flat=True)
    if len(set(made)) != len(made):
        return len(made) - len(set(made))
    return sum(not _is_whole(match, version) for version in made)


def _is_whole(match: Match, version: int) -> bool:
    folded = replay.load(Match(pk=match.pk, code=match.code, ruleset=match.ruleset, version=version))
    state = folded.match.round
    if state is None:
        return False
    laid = [play.tile for play in state.layout.placements]
    there = [*state.boneyard, *(tile for hand in state.hands for tile in hand), *laid]
    return len(there) == 28 and len(set(there)) == 28
