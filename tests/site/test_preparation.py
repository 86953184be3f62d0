"""What is made ready before the site answers: catalogues, fonts, static files."""

import gettext
import json
import logging
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from pytest_django import Settings

from muggins_site import fonts, preparation
from muggins_site.static_files import HashedStorage

CATALOGUE = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "tile"
msgstr "pedra"

#, fuzzy
msgid "hand"
msgstr "perhaps"
"""


@pytest.fixture
def said() -> list[str]:
    return []


def read(catalogue: Path) -> gettext.GNUTranslations:
    with catalogue.open("rb") as file:
        return gettext.GNUTranslations(file)


def test_a_catalogue_is_compiled_without_gettext_and_only_when_it_is_newer(
    tmp_path: Path, settings: Settings, said: list[str]
) -> None:
    settings.LOCALE_PATHS = [tmp_path]
    source = tmp_path / "pt_BR" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(CATALOGUE, encoding="utf-8")
    preparation.compile_catalogues(said.append)
    preparation.compile_catalogues(said.append)
    words = read(source.with_suffix(".mo"))
    assert said == ["Compiled the catalogue pt_BR."]
    assert (words.gettext("tile"), words.gettext("hand")) == ("pedra", "hand")
    source.write_text(CATALOGUE.replace("pedra", "peça"), encoding="utf-8")
    os.utime(source, ns=(2**62, 2**62))
    preparation.compile_catalogues(said.append)
    assert read(source.with_suffix(".mo")).gettext("tile") == "peça"


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("generated") / "fonts"
    fonts.build(folder)
    return folder


def test_both_faces_together_weigh_less_than_90_kb(cut: Path) -> None:
    assert sum(path.stat().st_size for path in cut.glob("*.woff2")) < 90_000


@pytest.mark.parametrize("name, least, most", [("fraunces", 500, 800), ("libre-franklin", 400, 700)])
def test_a_face_keeps_its_letters_weights_and_licence(cut: Path, name: str, least: int, most: int) -> None:
    font = TTFont(cut / f"{name}.woff2")
    letters = font.getBestCmap()
    assert not [sign for sign in "AZaz09ÁÂÃÀÇÉÊÍÓÔÕÚÜáâãàçéêíóôõúü“”’…–−≠·×½" if ord(sign) not in letters]
    assert [(axis.axisTag, axis.minValue, axis.maxValue) for axis in font["fvar"].axes] == [("wght", least, most)]
    assert "SIL Open Font License" in font["name"].getDebugName(13)


def test_fonts_are_cut_once(cut: Path) -> None:
    assert fonts.build(cut) == []


def test_a_missing_face_is_cut_again(cut: Path) -> None:
    (cut / "fraunces.woff2").unlink()
    assert {path.name for path in fonts.build(cut)} == {"fraunces.woff2", "libre-franklin.woff2"}


def test_fonts_that_cannot_be_cut_stop_nothing_and_are_told(
    tmp_path: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    said: list[str],
) -> None:
    def broken(*args: Any) -> Path:
        raise OSError("no such face")

    settings.GENERATED_STATIC = tmp_path
    monkeypatch.setattr(fonts, "cut", broken)
    with caplog.at_level(logging.WARNING):
        preparation.build_fonts(said.append)
    assert said == []
    assert "no such face" in caplog.text
    assert "Georgia" in caplog.text


@pytest.fixture
def small_house(tmp_path: Path, settings: Settings) -> Path:
    """A site with one style sheet, which names a font."""
    source = tmp_path / "source"
    (source / "css").mkdir(parents=True)
    (source / "css" / "tokens.css").write_text("@font-face { src: url(../fonts/fraunces.woff2) } " + "/* long */" * 50)
    settings.DATA_DIR, settings.BASE_DIR = tmp_path, tmp_path
    settings.STATIC_ROOT = str(tmp_path / "static")
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": f"{HashedStorage.__module__}.{HashedStorage.__qualname__}"},
    }
    (tmp_path / "requirements.txt").touch()
    return source


def collected(root: Path) -> str:
    names = json.loads((root / "static" / "staticfiles.json").read_text())["paths"]
    return (root / "static" / names["css/tokens.css"]).read_text()


def test_static_files_are_collected_once_and_again_after_a_change(small_house: Path, said: list[str]) -> None:
    for _turn in range(2):
        preparation.collect_static(said.append)
    assert said == ["Collected the static files."]
    (small_house / "css" / "tokens.css").write_text("a { color: red }")
    preparation.collect_static(said.append)
    assert len(said) == 2
    assert "color: red" in collected(small_house.parent)


def test_static_files_that_were_thrown_away_are_collected_again(small_house: Path, said: list[str]) -> None:
    preparation.collect_static(said.append)
    shutil.rmtree(small_house.parent / "static")
    preparation.collect_static(said.append)
    assert len(said) == 2


def test_without_the_fonts_the_style_sheets_still_stand(small_house: Path, said: list[str]) -> None:
    preparation.collect_static(said.append)
    assert "../fonts/fraunces.woff2" in collected(small_house.parent)


def test_with_the_fonts_they_are_named_by_content(small_house: Path, said: list[str]) -> None:
    (small_house / "fonts").mkdir()
    (small_house / "fonts" / "fraunces.woff2").write_bytes(b"font")
    preparation.collect_static(said.append)
    assert "../fonts/fraunces.woff2" not in collected(small_house.parent)
    assert "../fonts/fraunces." in collected(small_house.parent)


def test_any_other_missing_file_stops_the_start(small_house: Path, said: list[str]) -> None:
    (small_house / "css" / "tokens.css").write_text("a { background: url(../img/nothing.svg) }")
    with pytest.raises(Exception, match=r"nothing\.svg"):
        preparation.collect_static(said.append)


def test_style_sheets_are_kept_compressed_as_well(small_house: Path, said: list[str]) -> None:
    preparation.collect_static(said.append)
    kinds = {path.suffix for path in (small_house.parent / "static" / "css").iterdir()}
    assert {".css", ".br", ".gz"} <= kinds
