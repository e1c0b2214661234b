"""Catalogues of texts, and that every shipped one is complete in all languages."""

import ast
import re
from pathlib import Path

import pytest

import mesnada
from mesnada.kernel.catalogue import Catalogue, CatalogueError, compare, languages
from mesnada.kernel.errors import ContentError, UsageError

SOURCE = Path(mesnada.__file__).parent
FOLDERS = sorted(file.parent for file in SOURCE.rglob("text/en.toml"))


def catalogue(folder: Path, text: str, lang: str = "en") -> Catalogue:
    folder.mkdir(exist_ok=True)
    (folder / f"{lang}.toml").write_text(text, "utf-8")
    return Catalogue(lang, folder)


def test_texts_with_placeholders(tmp_path):
    words = catalogue(tmp_path, '"a.b" = "{who} takes {n} of {{x}}"\n[c]\nd = "plain"\ne.f = "deep"')
    assert words.text("a.b", who="Nájera", n=3) == "Nájera takes 3 of {x}"
    assert words.text("a.b", who="{n}", n=3, more="ignored") == "{n} takes 3 of {x}"
    assert words.text("c.d") == "plain"
    assert words.text("c.e.f") == "deep"
    assert words.keys() == {"a.b", "c.d", "c.e.f"}
    assert words.placeholders("a.b") == {"who", "n"}


def test_a_parameter_may_have_any_name(tmp_path):
    assert catalogue(tmp_path, 'a = "{key} {self}"').text("a", key=1, self=2) == "1 2"


@pytest.mark.parametrize(("n", "said"), [(0, "0 cards"), (1, "one card"), (2, "2 cards"), (-1, "-1 cards")])
def test_the_number_chooses_the_form(tmp_path, n, said):
    words = catalogue(tmp_path, 'cards.one = "one card"\ncards.other = "{n} cards"')
    assert words.text("cards", n=n) == said
    assert "cards" in words
    assert "cards.one" in words
    assert "card" not in words


def test_missing_keys_and_parameters_are_defects_of_the_program(tmp_path):
    words = catalogue(tmp_path, 'a = "{x}"\ncards.one = "one card"\ncards.other = "{n} cards"')
    with pytest.raises(CatalogueError, match="there is no text 'b' in language en"):
        words.text("b")
    with pytest.raises(CatalogueError, match="'a' needs the parameter 'x'"):
        words.text("a", y=1)
    with pytest.raises(CatalogueError, match="without a number n"):
        words.text("cards")
    with pytest.raises(KeyError):
        words.text("b", n=1)


@pytest.mark.parametrize(
    "text", ["{a.b}", "{a[0]}", "{}", "{0}", "{a!r}", "{a:>3}", "{a", "a}", "{a b}"]
)
def test_placeholders_are_plain_names(tmp_path, text):
    with pytest.raises(ContentError) as caught:
        catalogue(tmp_path, f'x.y = "{text}"')
    assert (caught.value.file, caught.value.key) == ("en.toml", "x.y")


def test_texts_are_texts(tmp_path):
    with pytest.raises(ContentError, match=r"a\.b: has to be a text, not 5"):
        catalogue(tmp_path, "a.b = 5")


def test_several_folders_make_one_catalogue(tmp_path):
    catalogue(tmp_path / "one", 'a = "A"')
    catalogue(tmp_path / "two", 'b = "B"')
    both = Catalogue("en", tmp_path / "one", tmp_path / "two")
    assert both.text("a") + both.text("b") == "AB"
    with pytest.raises(ContentError, match="defined twice"):
        Catalogue("en", tmp_path / "one", tmp_path / "one")


def test_an_unknown_language_is_refused(tmp_path):
    catalogue(tmp_path, "")
    catalogue(tmp_path, "", "es")
    assert languages(tmp_path) == ("en", "es")
    with pytest.raises(UsageError, match="there is no text in 'fr'; there is en, es"):
        Catalogue("fr", tmp_path)


def test_compare_finds_every_difference(tmp_path):
    en = catalogue(tmp_path, 'a = "{x} {y}"\nb = "b"\nn.one = "one"\nn.other = "{n}"\nm.other = "{n}"')
    es = catalogue(tmp_path, 'a = "{y}"\nc = "c"\nn.one = "{n}"\nn.other = "{n}"\nm.other = "{n}"', "es")
    assert compare(en, en) == ["m.other: has no partner m.one in en"] * 2
    assert compare(en, es) == [
        "b: is in en and not in es",
        "m.other: has no partner m.one in en",
        "c: is in es and not in en",
        "m.other: has no partner m.one in es",
        "a: has {x} {y} in en and {y} in es",
    ]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.relative_to(SOURCE).as_posix())
def test_shipped_languages_agree(folder):
    assert languages(folder) == ("en", "es")
    assert compare(Catalogue("en", folder), Catalogue("es", folder)) == []


def test_every_text_that_the_code_asks_for_is_there():
    catalogues = [Catalogue("en", folder) for folder in FOLDERS]
    asked = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="text"), args=[ast.Constant(value=str(key)), *_]):
                    if re.fullmatch(r"[a-z][\w-]*(\.[\w-]+)+", key):
                        asked.add(key)
    assert {key for key in asked if not any(key in words for words in catalogues)} == set()
