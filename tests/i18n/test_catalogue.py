"""Both languages are complete: nothing missing, fuzzy or left over, and every placeholder in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

import polib
import pytest
from django.conf import settings
from django.utils import translation

from tests.i18n.messages import CATALOGUES, ROOT, Message, collect, key_of, read

FOUND = collect()
PORTUGUESE = read(ROOT / "locale" / "pt_BR" / "LC_MESSAGES" / "django.po")
ENTRIES = {key_of(entry): entry for entry in PORTUGUESE}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]")
#: What is the same in both languages.
ALIKE = re.compile(
    r"[^A-Za-z]*(Muggins|All Fives( \(PlayElephant\))?|Five Up|Sniff|Site|Menu|Spinner|spinners.spinner|E-mail"
    r"|Cookies|Shift|s)?[^A-Za-z]*"
)


def test_the_code_speaks_english_and_each_other_language_has_a_catalogue() -> None:
    codes = {code for code, _name in settings.LANGUAGES}
    named = {translation.to_language(path.parts[-3]) for path in CATALOGUES}
    assert settings.LANGUAGE_CODE == "en"
    assert codes == {"en", *named} == {"en", "pt-br"}


def test_the_catalogue_holds_just_the_texts_of_the_code() -> None:
    missing, left_over = FOUND.keys() - ENTRIES.keys(), ENTRIES.keys() - FOUND.keys()
    assert (missing, left_over) == (set(), set()), "make messages brings the catalogue up to date"
    assert len(ENTRIES) == len(PORTUGUESE)
    assert {key: entry.msgid_plural or "" for key, entry in ENTRIES.items()} == {
        key: message.plural for key, message in FOUND.items()
    }


def test_nothing_is_fuzzy_and_nothing_untranslated() -> None:
    assert [entry.msgid for entry in PORTUGUESE if entry.fuzzy or entry.obsolete] == []
    assert [entry.msgid for entry in PORTUGUESE if not entry.translated()] == []
    assert PORTUGUESE.percent_translated() == 100


def test_every_translation_keeps_placeholders_ends_and_tone() -> None:
    pairs = [pair for key, message in FOUND.items() for pair in forms(ENTRIES[key], message)]
    assert [(original, text) for original, text in pairs if set(faults(original, text))] == []


def faults(original: str, text: str) -> Iterator[str]:
    """What is wrong with a translation."""
    if set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(original)):
        yield "placeholders"
    if text != text.strip() or (text[-1:] != original[-1:] and {text[-1:], original[-1:]} & set(".:,;?…")):
        yield "the end"
    if text == original and not ALIKE.fullmatch(PLACEHOLDER.sub("", text)):
        yield "it is English still"
    if "!" in re.sub("Muggins!", "", text + original):
        yield "it cheers"


@pytest.mark.parametrize(
    ("original", "text", "fault"),
    [
        ("%(name)s led %(tile)s.", "%(name)s abriu.", "placeholders"),
        ("Round over.", "Fim da rodada", "the end"),
        ("Round over", "Round over", "it is English still"),
        ("You win.", "Você ganhou!.", "it cheers"),
    ],
)
def test_a_spoilt_translation_is_noticed(original: str, text: str, fault: str) -> None:
    assert list(faults(original, text)) == [fault]


def forms(entry: polib.POEntry, message: Message) -> list[tuple[str, str]]:
    """Each form beside its original."""
    if not message.plural:
        return [(entry.msgid, entry.msgstr)]
    assert sorted(entry.msgstr_plural) == [0, 1], "Portuguese has two forms"
    return [(entry.msgid, entry.msgstr_plural[0]), (message.plural, entry.msgstr_plural[1])]


@pytest.mark.parametrize(("count", "said"), [(0, "0 segundos"), (1, "1 segundo"), (2, "2 segundos")])
def test_plurals_of_portuguese(count: int, said: str) -> None:
    with translation.override("pt-br"):
        assert translation.ngettext("%(count)d second", "%(count)d seconds", count) % {"count": count} == said


@pytest.mark.parametrize(
    "text",
    ["Sign in", "Rules", "Your turn", "Play now", "Open a table", "You are watching."],
)
def test_the_compiled_catalogue_is_what_the_site_says(text: str) -> None:
    with translation.override("pt-br"):
        assert translation.gettext(text) == ENTRIES["", text].msgstr != text
    with translation.override("en"):
        assert translation.gettext(text) == text
