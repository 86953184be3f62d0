"""What the pages of puzzles say: the position in words, verdicts, values, streaks."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.scoring import Number
from games.words.tiles import capital, count_of_tiles, figure, joined, with_error

LEVEL_NAMES = ("easy", "fair", "hard")


# --- who sits there ---


def opponent() -> str:
    return pgettext("seat of a puzzle", "your opponent")


def partner() -> str:
    return pgettext("seat of a puzzle", "your partner")


def after_you() -> str:
    return pgettext("seat of a puzzle", "the player after you")


def before_you() -> str:
    return pgettext("seat of a puzzle", "the player before you")


def your_side(*, partners: bool) -> str:
    return pgettext("side of a puzzle", "Your side") if partners else pgettext("side of a puzzle", "You")


def other_side() -> str:
    return pgettext("side of a puzzle", "the others")


# --- what is known ---


def score_line(sides: list[tuple[str, Number]], target: int) -> str:
    """``You 120, your opponent 95. Target 250.``"""
    standing = [_("%(name)s %(score)s") % {"name": name, "score": figure(score)} for name, score in sides]
    return _("%(scores)s. Target %(target)d.") % {"scores": ", ".join(standing), "target": target}


def holds(name: str, count: int) -> str:
    """``Your opponent holds 4 tiles.``"""
    return _("%(name)s: %(tiles)s.") % {"name": capital(name), "tiles": count_of_tiles(count)}


def boneyard(count: int, drawable: int) -> str:
    if not count:
        return _("The boneyard is empty.")
    said = ngettext("Boneyard: %(count)d tile", "Boneyard: %(count)d tiles", count) % {"count": count}
    if drawable == count:
        return f"{said}."
    return _("%(boneyard)s, of which %(drawable)d may be drawn.") % {"boneyard": said, "drawable": drawable}


def drew_at(name: str, count: int, numbers: list[int]) -> str:
    """What a draw tells: ``Your opponent drew 2: nothing fitted 1, 5 and 6.``"""
    values = {"name": capital(name), "count": count, "numbers": joined([str(number) for number in numbers])}
    return pgettext("puzzle", "%(name)s drew %(count)d: before, nothing fitted %(numbers)s.") % values


def passed_at(name: str, numbers: list[int]) -> str:
    values = {"name": capital(name), "numbers": joined([str(number) for number in numbers])}
    return pgettext("puzzle", "%(name)s passed: nothing fitted %(numbers)s.") % values


# --- the question and its answer ---


def question() -> str:
    return _("Which play is best?")


def mistake_question() -> str:
    return _("What was better?")


def rated_at(rating: int, *, settled: bool) -> str:
    """How hard the puzzle is."""
    if settled:
        return _("Difficulty %(rating)d") % {"rating": rating}
    return _("Difficulty %(rating)d, provisional") % {"rating": rating}


def right(best: str, gap: str) -> str:
    return _("Right: %(best)s, by %(gap)s points.") % {"best": best, "gap": gap}


def wrong(best: str, given: str, lost: str) -> str:
    values = {"best": best, "given": given, "lost": lost}
    return _("Not the best: %(given)s loses %(lost)s points against %(best)s.") % values


def as_then(best: str, given: str, lost: str) -> str:
    """The same where somebody chooses again what he chose in the match."""
    values = {"best": best, "given": given, "lost": lost}
    return _("As in the match: %(given)s loses %(lost)s points against %(best)s.") % values


def better(best: str, given: str, lost: str) -> str:
    """An answer to one's own mistake that is not the best, and better than what one did."""
    values = {"best": best, "given": given, "lost": lost}
    return _("Better than in the match, but %(given)s still loses %(lost)s points against %(best)s.") % values


def right_near(best: str, chance: str, second: str) -> str:
    """Near the target, where the chance of winning the match decides."""
    values = {"best": best, "chance": chance, "second": second}
    return _("Right: %(best)s wins the match in %(chance)s of all deals, the next best in %(second)s.") % values


def wrong_near(best: str, given: str, chance: str, own: str) -> str:
    values = {"best": best, "given": given, "chance": chance, "own": own}
    return _("Not the best: %(given)s wins the match in %(own)s of all deals, %(best)s in %(chance)s.") % values


def as_then_near(best: str, given: str, chance: str, own: str) -> str:
    values = {"best": best, "given": given, "chance": chance, "own": own}
    return _("As in the match: %(given)s wins it in %(own)s of all deals, %(best)s in %(chance)s.") % values


def better_near(best: str, given: str, chance: str, own: str) -> str:
    values = {"best": best, "given": given, "chance": chance, "own": own}
    return (
        _("Better than in the match, but %(given)s wins it in %(own)s of all deals, %(best)s in %(chance)s.") % values
    )


def after_best(name: str, right: bool) -> str:
    """What the table shows; who chose otherwise looks for his own tile there."""
    if right:
        return _("The table after %(play)s:") % {"play": name}
    return _("The table after the best play, %(play)s:") % {"play": name}


def speaks_for(best: str, other: str) -> str:
    """Above the reasons."""
    return _("What speaks for %(best)s against %(other)s:") % {"best": best, "other": other}


def opinion(deals: int) -> str:
    """Whose opinion the values are."""
    return _(
        "A robot’s opinion, from %(deals)s deals that what you know allows: by how many points your side will beat "
        "the others from here to the end of the round, with the standard error. It takes all to play as it does."
    ) % {"deals": number_format(deals, force_grouping=True)}


def opinion_near(deals: int) -> str:
    return _(
        "A robot’s opinion, from %(deals)s deals that what you know allows: in how many of them your side wins the "
        "match. So near the target that decides, and not the points. It takes all to play as it does."
    ) % {"deals": number_format(deals, force_grouping=True)}


def percent(hundredths: float) -> str:
    return _("%(figure)s %%") % {"figure": number_format(round(hundredths), 0)}


def lost_chance(hundredths: float) -> str:
    """What one's own mistake cost near the target."""
    return _("%(percent)s of winning the match") % {"percent": percent(hundredths)}


def lost_points(points: float) -> str:
    return _("%(figure)s points") % {"figure": plain_value(points)}


def value(points: float, error: float) -> str:
    """``+7.3 ± 1.2``"""
    return with_error(signed_value(points), plain_value(error))


def plain_value(points: float) -> str:
    return str(number_format(abs(round(points, 1)), 1))


def signed_value(points: float) -> str:
    """With its sign, one place after the point; ``0.0`` has none."""
    rounded = round(points, 1)
    return f"{'+' if rounded > 0 else '−' if rounded < 0 else ''}{plain_value(rounded)}"


def loss(points: float, error: float | None) -> str:
    """What a play loses against the best; the best itself loses nothing."""
    if not points:
        return "–"
    return signed_value(-points) if error is None else value(-points, error)


def counted_before(first: str) -> str:
    """Under an answer that is not the first; *first* is empty where it is not known."""
    if first:
        return _("Your first answer counts, and it was %(first)s.") % {"first": first}
    return _("You have answered this puzzle before, so it does not count again.")


def change(before: int, after: int) -> str:
    values = {"before": before, "after": after}
    return _("Your puzzle rating: %(before)d, now %(after)d.") % values


def no_play() -> str:
    return _("Choose one of the plays that fit.")


# --- how one does ---


def in_a_row(count: int) -> str:
    return ngettext("%(count)d solved in a row", "%(count)d solved in a row", count) % {"count": count}


def days_in_a_row(count: int) -> str:
    return ngettext("%(count)d day in a row", "%(count)d days in a row", count) % {"count": count}


def best_row(count: int) -> str:
    return pgettext("longest row of solved puzzles", "Longest: %(count)d") % {"count": count}


def solved_of(right_ones: int, tried: int) -> str:
    return _("%(right)d of %(tried)d solved") % {"right": right_ones, "tried": tried}


def rating(shown: int, error: int) -> str:
    return _("Puzzle rating %(rating)s") % {"rating": with_error(shown, error)}


def provisional(left: int) -> str:
    """A rating that has few answers behind it."""
    return ngettext("provisional: %(count)d answer more", "provisional: %(count)d answers more", left) % {"count": left}


def people_solved(solved: int, tries: int) -> str:
    """What people made of a puzzle; empty while nobody has tried."""
    if not tries:
        return ""
    return ngettext(
        "%(solved)d of %(count)d player solved it at the first try.",
        "%(solved)d of %(count)d players solved it at the first try.",
        tries,
    ) % {"solved": solved, "count": tries}


def solved_share(solved: int, tries: int) -> str:
    values = {"solved": solved, "tries": tries, "percent": percent(100 * solved / tries)}
    return _("%(solved)d of %(tries)d (%(percent)s)") % values


def theme(kind: str) -> str:
    """What a puzzle is about (games/judging/reasons.py)."""
    return {
        "takes": pgettext("theme of a puzzle", "points at once"),
        "leaves": pgettext("theme of a puzzle", "leaving nothing"),
        "replies": pgettext("theme of a puzzle", "leaving nothing"),
        "shut": pgettext("theme of a puzzle", "numbers that are missing"),
        "alone": pgettext("theme of a puzzle", "keeping a number"),
        "prepares": pgettext("theme of a puzzle", "the next play"),
        "double": pgettext("theme of a puzzle", "getting rid of a double"),
        "keeps": pgettext("theme of a puzzle", "keeping a number"),
        "fits": pgettext("theme of a puzzle", "staying mobile"),
        "room": pgettext("theme of a puzzle", "leaving little room"),
        "arm": pgettext("theme of a puzzle", "the spinner"),
        "pips": pgettext("theme of a puzzle", "weight"),
    }.get(kind, pgettext("theme of a puzzle", "no single reason"))


def level_name(level: str) -> str:
    return {
        "easy": pgettext("puzzles", "Easier"),
        "fair": pgettext("puzzles", "At my level"),
        "hard": pgettext("puzzles", "Harder"),
    }[level]


def form_name(form: str) -> str:
    return {
        "": pgettext("puzzles", "All forms"),
        "two": _("two players"),
        "three": _("three players"),
        "partners": _("partners, two against two"),
    }[form]


def from_match(round_no: int, move_no: int) -> str:
    return capital(_("round %(round)d, move %(move)d") % {"round": round_no, "move": move_no})
