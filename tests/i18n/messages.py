"""The texts of the site as they stand in code and templates, collected anew, without GNU gettext.

`make messages` runs this file: each catalogue gets what is new, untranslated, and loses what is gone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polib
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))
PACKAGES = ("accounts", "games", "muggins_site")
TEMPLATES = ROOT / "templates"

#: What each function of Django's is given first.
KEYWORDS = {
    "gettext": ("text",),
    "gettext_noop": ("text",),
    "ngettext": ("text", "plural"),
    "pgettext": ("context", "text"),
    "npgettext": ("context", "text", "plural"),
}
KEYWORDS |= {f"{name}_lazy": arguments for name, arguments in KEYWORDS.items()}
#: A call in a template that Django has turned into lines of Python.
CALL = re.compile(r"""\b(n?p?gettext|_)\(((?:u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")(?:,\s*)?)+)(?:count)?\)""")

Key = tuple[str, str]  # context, text


@dataclass
class Message:
    """One text to translate, and where it stands."""

    plural: str = ""
    places: list[str] = field(default_factory=list)


def collect() -> dict[Key, Message]:
    """All texts, in the order of the files; ValueError for one that nobody could collect."""
    found: dict[Key, Message] = {}
    for path in _files():
        place = path.relative_to(ROOT).as_posix()
        source = path.read_text(encoding="utf-8")
        calls = in_python(source, place) if path.suffix == ".py" else in_template(source, place)
        for context, text, plural in calls:
            message = found.setdefault((context, text), Message())
            if plural and message.plural not in {"", plural}:
                raise ValueError(f"{place}: “{text}” has two plurals")
            message.plural = message.plural or plural
            if place not in message.places:
                message.places.append(place)
    return found


def _files() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))
    yield from sorted(path for path in TEMPLATES.rglob("*") if path.suffix in {".html", ".txt"})


def in_python(source: str, place: str = "") -> Iterator[tuple[str, str, str]]:
    """Context, text and plural of each call; ValueError where a text is not written out in the call."""
    tree = ast.parse(source)
    names = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if alias.name in KEYWORDS
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in names:
            yield _message(names[name], call.args, f"{place}:{call.lineno}")


def _message(function: str, arguments: list[ast.expr], place: str) -> tuple[str, str, str]:
    values = {}
    for name, argument in zip(KEYWORDS[function], arguments, strict=False):
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            raise ValueError(f"{place}: {function} needs its {name} written out")
        values[name] = argument.value
    return values.get("context", ""), values["text"], values.get("plural", "")


def in_template(source: str, place: str = "") -> Iterator[tuple[str, str, str]]:
    """Context, text and plural of each trans, blocktrans and _("…")."""
    for function, arguments in CALL.findall(templatize(source, origin=place)):
        name = "gettext" if function == "_" else function
        values = dict(zip(KEYWORDS[name], ast.literal_eval(f"[{arguments.rstrip(', ')}]"), strict=True))
        yield values.get("context", ""), values["text"], values.get("plural", "")


def read(path: Path) -> polib.POFile:
    """A catalogue as it is written."""
    return polib.pofile(str(path), encoding="utf-8", wrapwidth=0)


def key_of(entry: polib.POEntry) -> Key:
    return entry.msgctxt or "", entry.msgid


def renew(catalogue: polib.POFile, found: dict[Key, Message]) -> list[str]:
    """Bring a catalogue up to date; answers the texts that still want a translation."""
    old = {key_of(entry): entry for entry in catalogue if not entry.obsolete}
    catalogue[:] = [_entry(old.get(key), key, message) for key, message in found.items()]
    return [entry.msgid for entry in catalogue if not entry.translated()]


def _entry(old: polib.POEntry | None, key: Key, message: Message) -> polib.POEntry:
    if old is None or (old.msgid_plural or "") != message.plural:
        empty = {0: "", 1: ""} if message.plural else {}
        old = polib.POEntry(msgctxt=key[0] or None, msgid=key[1], msgid_plural=message.plural, msgstr_plural=empty)
    old.occurrences = [(place, "") for place in message.places]
    formatted = "%(" in key[1] + message.plural
    old.flags = [flag for flag in old.flags if flag != "python-format"] + ["python-format"] * formatted
    return old


def main() -> None:
    found = collect()
    for path in CATALOGUES:
        catalogue = read(path)
        wanting = renew(catalogue, found)
        catalogue.save(str(path))
        print(f"{path.relative_to(ROOT)}: {len(catalogue)} texts, {len(wanting)} without translation")
        for text in wanting:
            print(f"  {text}")


if __name__ == "__main__":
    main()
