"""The collector finds what Django's functions and tags are given, and says so where nobody could find it."""

from __future__ import annotations

import polib
import pytest

from tests.i18n.messages import Message, in_python, in_template, renew

IMPORTS = (
    "from django.utils.translation import gettext as _\nfrom django.utils.translation import gettext_lazy, "
    "ngettext, npgettext, pgettext\n"
)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('_("Your turn")', ("", "Your turn", "")),
        ('gettext_lazy("Rule " "book")', ("", "Rule book", "")),
        ('pgettext("list", "and")', ("list", "and", "")),
        ('ngettext("%(count)d tile", "%(count)d tiles", count)', ("", "%(count)d tile", "%(count)d tiles")),
        ('npgettext("draw", "one", "many", 2)', ("draw", "one", "many")),
    ],
)
def test_a_call_in_code(source: str, message: tuple[str, str, str]) -> None:
    assert list(in_python(IMPORTS + source)) == [message]


def test_other_functions_of_the_same_name_are_no_texts() -> None:
    assert list(in_python('from re import escape as _\n_("not a text")')) == []


@pytest.mark.parametrize("source", ["_(text)", '_(f"Round {number}")', '_("Round " + number)', 'pgettext(kind, "x")'])
def test_a_text_that_is_not_written_out_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match="needs its"):
        list(in_python(IMPORTS + source))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('{% trans "Sign in" %}', ("", "Sign in", "")),
        ("{% translate 'Who’s next' as next %}", ("", "Who’s next", "")),
        ('{% trans "Dominoes," context "headline" %}', ("headline", "Dominoes,", "")),
        ("{% blocktrans with a=b %}Round {{ a }}{% endblocktrans %}", ("", "Round %(a)s", "")),
        (
            "{% blocktranslate count n=x %}{{ n }} tile{% plural %}{{ n }} tiles{% endblocktranslate %}",
            ("", "%(n)s tile", "%(n)s tiles"),
        ),
        ('{% include "x.html" with label=_("Score") %}', ("", "Score", "")),
    ],
)
def test_a_tag_in_a_template(source: str, message: tuple[str, str, str]) -> None:
    assert list(in_template(f'<p class="gettext">{source}</p>')) == [message]


def test_a_catalogue_gets_what_is_new_and_loses_what_is_gone() -> None:
    catalogue = polib.POFile()
    catalogue += [polib.POEntry(msgid=text, msgstr=said) for text, said in (("tile", "pedra"), ("card", "carta"))]
    found = {("", "tile"): Message("", ["games/a.py"]), ("", "%(n)d hand"): Message("%(n)d hands", ["games/b.py"])}
    assert renew(catalogue, found) == ["%(n)d hand"]
    kept, new = catalogue
    assert (kept.msgid, kept.msgstr, kept.occurrences) == ("tile", "pedra", [("games/a.py", "")])
    assert (new.msgid_plural, new.msgstr_plural, new.flags) == ("%(n)d hands", {0: "", 1: ""}, ["python-format"])
