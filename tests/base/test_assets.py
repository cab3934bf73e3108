"""Built pages and word lists are found where they are, or it is said what would help."""

import gzip
from pathlib import Path

import pytest

from undercast.base import assets, languages

WRITTEN = languages.written()


def test_a_checkouts_pages_are_the_built_ones() -> None:
    for name in ("receiver", "controller"):
        page = assets.pages(name)
        assert (page / "index.html").is_file()
        assert list((page / "assets" / name).glob("*.js")), "hashed assets lie under their page"


def test_a_pages_assets_are_asked_for_absolutely() -> None:
    """So that a page at /tv/ABCD finds them."""
    for name in ("receiver", "controller"):
        html = (assets.pages(name) / "index.html").read_text()
        assert f'src="/assets/{name}/' in html


CATALOGS = {"tv", "tv-entry", "book"}
"""A file of each for every language."""

APART = {"player", "spectacle", "sound", "screen", "code-entry", "keeper", "rising"}
"""What the television fetches once it needs it: moments, sound, an ended game, codes, reactions."""


def test_the_televisions_page_is_light() -> None:
    """30 kB of JavaScript as gzip makes it, at the start and in any language."""
    folder = assets.pages("receiver") / "assets" / "receiver"
    scripts = {
        path.stem[:-9]: len(gzip.compress(path.read_bytes(), 9))  # without its hash
        for path in folder.glob("*.js")
    }
    cyrillic = scripts["sr-tv"] + scripts["serbian"]  # made from the Latin text
    texts = [scripts[f"{language}-tv"] for language in WRITTEN]
    assert scripts["index"] + max(cyrillic, *texts) <= 30_000, scripts
    assert scripts["sound"] <= 7_000
    catalogs = {f"{language}-{catalog}" for language in WRITTEN for catalog in CATALOGS}
    assert scripts.keys() == {"index", "serbian", *catalogs, *APART}


def test_word_lists_are_found() -> None:
    assert (assets.wordlists() / "en.txt").is_file()


def test_an_installed_package_looks_inside_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "undercast"
    page = package / "pages" / "receiver"
    page.mkdir(parents=True)
    (page / "index.html").write_text("<h1>TV</h1>")
    (package / "wordlists").mkdir()
    monkeypatch.setattr(assets, "PACKAGE", package)
    monkeypatch.setattr(assets, "CHECKOUT", tmp_path)

    assert assets.pages("receiver") == page
    assert assets.wordlists() == package / "wordlists"
    with pytest.raises(assets.MissingBuild, match="reinstall undercast"):
        assets.pages("controller")


def test_a_checkout_without_built_pages_says_how_to_build_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "server" / "undercast"
    package.mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(assets, "PACKAGE", package)
    monkeypatch.setattr(assets, "CHECKOUT", tmp_path)

    with pytest.raises(assets.MissingBuild, match=r"python3 go\.py build") as missing:
        assets.pages("receiver")
    assert str(tmp_path) in str(missing.value)
    with pytest.raises(assets.MissingBuild, match="word lists"):
        assets.wordlists()
