"""Cuts the two typefaces to the letters and weights that the site shows.

The fonts are packages from PyPI (SIL Open Font License); what is written here are web fonts in the data folder.
"""

import hashlib
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

# Basic Latin, Latin-1 and the letters of its neighbours' languages; then the signs that the pages use.
LETTERS = (*range(0x20, 0x7F), *range(0xA0, 0x180))
SIGNS = tuple(map(ord, "‘’‚“”„–—…•‹›−×≠≤≥½⅓⅔¼¾●○·→←↑↓↻✓€\u2009\u202f\u2011"))


@dataclass(frozen=True)
class Face:
    """One typeface: where it comes from and what is kept. `limits` maps an axis to a value or to a range."""

    name: str
    package: str
    file: str
    limits: dict[str, float | tuple[float, float]]


FACES = (
    Face(
        "fraunces",
        "fontpkg_fraunces",
        "Fraunces[SOFT,WONK,opsz,wght].ttf",
        {"SOFT": 0, "WONK": 0, "opsz": 36, "wght": (500, 800)},
    ),
    Face("libre-franklin", "fontpkg_libre_franklin", "LibreFranklin[wght].ttf", {"wght": (400, 700)}),
)


def build(folder: Path) -> list[Path]:
    """Write the missing faces into `folder`; answers with what was written. Any failure of fontTools comes through."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = folder / "cut.txt"
    wanted = recipe()
    if (
        stamp.exists()
        and stamp.read_text(encoding="utf-8") == wanted
        and all(_target(folder, face).exists() for face in FACES)
    ):
        return []
    written = [cut(face, _target(folder, face)) for face in FACES]
    stamp.write_text(wanted, encoding="utf-8")
    return written


def recipe() -> str:
    """A text that changes whenever the result would."""
    packages = [(name, version(name)) for name in ("fontpkg-fraunces", "fontpkg-libre-franklin", "fonttools")]
    return hashlib.sha256(repr((packages, FACES, LETTERS, SIGNS)).encode()).hexdigest()


def cut(face: Face, target: Path) -> Path:
    """Write one face as woff2."""
    font = TTFont(str(files(face.package) / "files" / face.file))
    options = Options()
    options.flavor = "woff2"
    options.layout_features = ["kern", "liga", "mark", "mkmk", "ccmp", "locl"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # the licence stays in the file
    options.hinting = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[*LETTERS, *SIGNS])
    subsetter.subset(font)
    # Only then: instancing drops glyphs without variation from a table in which the subsetter looks all of them up.
    instantiateVariableFont(font, face.limits, inplace=True)
    font.flavor = "woff2"
    partial = target.with_suffix(".part")
    font.save(str(partial))
    return partial.rename(target)


def _target(folder: Path, face: Face) -> Path:
    return folder / f"{face.name}.woff2"
